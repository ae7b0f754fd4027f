/** The link that carries text and question, and a run where there is one, to copy. */
import { plural } from '../../src/report/words.js';
import { announce, el, put } from '../dom.js';
import type { Draft } from '../question.js';
import { fragmentOf, LONG_LINK } from '../share.js';
import type { LinkedRun } from './hand.js';

/** `run`: the one that is shown. One made by hand is in the link at first: it is what there is to show. */
export async function showSharing(
  dialog: HTMLDialogElement,
  draft: Draft,
  run: (LinkedRun & { readonly byHand: boolean }) | null,
): Promise<void> {
  const field = el('textarea', { id: 'link', readonly: true, rows: 5, spellcheck: 'false' });
  const long = el('p', { class: 'quiet-text' });
  const withRun = el('input', { id: 'with-run', type: 'checkbox', checked: run?.byHand === true });
  const make = async (): Promise<void> => {
    const address = new URL(location.href);
    address.hash = await fragmentOf(run !== null && withRun.checked ? { ...draft, run: run.run } : draft);
    history.replaceState(null, '', address.hash);
    field.value = address.href;
    const { length } = address.href;
    long.textContent =
      length > LONG_LINK ? `It is long (${length} characters): some chats cut it off, and the page would say so.` : '';
  };
  withRun.addEventListener('change', () => void make());
  await make();
  const told = el('p', { class: 'quiet-text', role: 'status' });
  const copy = async (): Promise<void> => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      told.textContent = 'Copied.';
    } catch {
      told.textContent = 'The browser does not let this page copy: the link is selected, copy it with Ctrl+C.';
    }
    announce(told.textContent);
  };
  put(
    dialog,
    el(
      'header',
      {},
      el('h2', { id: 'sharing-title' }, 'Share'),
      el('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕'),
    ),
    el(
      'p',
      {},
      'The link has the whole text and the question in it, and nothing is stored anywhere: what is after the # is not sent to the server.',
    ),
    el('label', { for: 'link' }, 'Link'),
    field,
    long,
    run !== null &&
      el(
        'p',
        { class: 'field check' },
        withRun,
        el(
          'label',
          { for: 'with-run' },
          `with the run ${run.byHand ? 'made by hand' : 'of the answer'} (${plural(run.steps, 'step')}), opened to step through`,
        ),
      ),
    el(
      'p',
      { class: 'answer-acts' },
      el('button', { type: 'button', class: 'primary', onclick: () => void copy() }, 'Copy the link'),
    ),
    told,
  );
  dialog.showModal();
  field.focus();
  field.select();
}
