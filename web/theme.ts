/** Light or dark: as the system says until the reader chooses, then as chosen. */
const KEY = 'fencepost.theme';
const DARK = '(prefers-color-scheme: dark)';

export function offerTheme(button: HTMLButtonElement): void {
  const { dataset } = document.documentElement;
  const isDark = (): boolean => (dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Show the page ${isDark() ? 'light' : 'dark'}`);
  };
  const kept = readKept();
  if (kept !== null) dataset.theme = kept;
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, dataset.theme);
    } catch {
      // A browser that keeps nothing asks again.
    }
    name();
  });
  matchMedia(DARK).addEventListener('change', name);
  name();
}

function readKept(): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}
