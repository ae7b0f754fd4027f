/** Brings a report page to life: it is there to be read before this runs, and without it. */
import type { JsonPage } from '../page/data.js';
import { explorerData } from '../page/explorer-data.js';
import { mountExplorer } from './explorer.js';

const DARK = '(prefers-color-scheme: dark)';

/** A button between light and dark; until it is pressed the page follows the system. */
function offerTheme(button: HTMLElement): void {
  const { dataset } = document.documentElement;
  const isDark = (): boolean => (dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Show the page ${isDark() ? 'light' : 'dark'}`);
  };
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    name();
  });
  matchMedia(DARK).addEventListener('change', name);
  name();
  button.hidden = false;
}

document.documentElement.classList.remove('plain');
const data = document.getElementById('data')?.textContent;
if (data !== null && data !== undefined && document.querySelector('.explorer') !== null) {
  mountExplorer(document.body, explorerData(JSON.parse(data) as JsonPage), { keys: document });
}
const button = document.querySelector<HTMLElement>('.theme');
if (button !== null) offerTheme(button);
