/** Files of the reader's own machine: nothing is sent anywhere. */
import { el } from './dom.js';

export function download(name: string, contents: string, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function stem(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '') || 'model';
}
