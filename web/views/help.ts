/** The keys, and where to read on. */
import { el, put } from '../dom.js';

const KEYS = [
  ['Ctrl+Enter', 'check'],
  ['Escape', 'stop; leave a dialog'],
  ['← →, Home, End', 'step through a run'],
  ['Ctrl+Space', 'complete'],
  ['Ctrl+Shift+M, F8', 'list the problems, go to the next one'],
  ['Alt+Shift+F', 'lay the text out'],
  ['Ctrl+S, Ctrl+O', 'save the text as a file, open one'],
  ['Ctrl+] Ctrl+[', 'indent, unindent (Tab leaves the editor)'],
  ['Ctrl+F', 'search in the text'],
] as const;

export function showHelp(dialog: HTMLDialogElement, version: string): void {
  put(
    dialog,
    el(
      'header',
      {},
      el('h2', { id: 'helping-title' }, 'Fencepost in this tab'),
      el('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕'),
    ),
    el(
      'p',
      {},
      'Checks concurrent algorithms on the memory that processors have: sequential consistency (SC), x86-TSO, and PSO. ' +
        'An answer is a proof, a run that was replayed step by step, or "unknown" with the reason. Everything runs in this tab.',
    ),
    el(
      'table',
      { class: 'keys' },
      el('caption', { class: 'unseen' }, 'Keys'),
      el(
        'tbody',
        {},
        ...KEYS.map(([key, what]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, what))),
      ),
    ),
    el('p', { class: 'quiet-text' }, version),
  );
  dialog.showModal();
}
