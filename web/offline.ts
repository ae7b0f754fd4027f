/** The page without network: a service worker keeps its files. Nothing depends on it. */
export function registerOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const program = new URL('service-worker.js', document.baseURI);
  navigator.serviceWorker.register(program, { updateViaCache: 'none' }).then(
    async () => {
      await navigator.serviceWorker.ready;
      document.documentElement.dataset.offline = 'true';
    },
    () => {
      // A browser without one, or a page that is not served securely: then the network is needed.
    },
  );
}
