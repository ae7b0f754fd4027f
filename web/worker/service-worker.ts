/**
 * Keeps the files of the page, so that it opens without network, and adds the headers that isolate it from other origins where
 * the host does not send them: Z3's threads share memory, and browsers allow that to isolated pages alone.
 *
 * All files of one build are kept together, under the name of the build. The page and its files are always of one build: a new
 * one is fetched whole before it takes over, and it takes over when no tab uses the old one any more, or at the next load.
 */
declare const FENCEPOST_FILES: readonly string[];
declare const FENCEPOST_BUILD: string;

/** What is used here of a service worker's world. */
interface World {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const world = globalThis as unknown as World;
const NAME = `fencepost-${FENCEPOST_BUILD}`;
/** Fetched on demand only, and kept then; they differ with the version of the package alone. */
const ON_DEMAND = /\/z3\//;

world.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(NAME).then(async (cache) => {
      await cache.addAll(FENCEPOST_FILES.map((file) => new Request(file, { cache: 'no-cache' })));
      await world.skipWaiting();
    }),
  );
});

world.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const old = names.filter((name) => name.startsWith('fencepost-') && name !== NAME);
      await Promise.all(old.map((name) => caches.delete(name)));
      await world.clients.claim();
    }),
  );
});

world.addEventListener('fetch', (event) => {
  const { request } = event;
  const own = request.url.startsWith(world.registration.scope);
  if (request.method !== 'GET' || !own) return;
  event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) return isolated(kept);
  const fresh = await fetch(request);
  if (fresh.ok && ON_DEMAND.test(request.url)) await cache.put(request, fresh.clone());
  return isolated(fresh);
}

function isolated(response: Response): Response {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
