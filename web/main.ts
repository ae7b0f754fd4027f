/** Opens the page: the text of the link, the draft of last time, or the first example. */
import { announce, byId } from './dom.js';
import { currentDraft, keepForLater } from './drafts.js';
import { registerOffline } from './offline.js';
import { type Draft, USUAL_QUESTION } from './question.js';
import { openFragment } from './share.js';
import { offerTheme } from './theme.js';
import { Gallery } from './views/gallery.js';
import { showHelp } from './views/help.js';
import { showSharing } from './views/sharing.js';
import { firstDraft, Workbench } from './workbench.js';

declare const FENCEPOST_VERSION: string;
declare const FENCEPOST_FIRST: Pick<Draft, 'file' | 'text'>;

function tell(message: string | null): void {
  const notice = byId('notice');
  notice.hidden = message === null;
  notice.textContent = message ?? '';
}

async function beginning(): Promise<Draft> {
  const { draft, fault } = await firstDraft();
  if (fault !== null) tell(damaged(fault));
  return draft ?? { ...FENCEPOST_FIRST, question: USUAL_QUESTION };
}

function damaged(fault: string): string {
  return `The link is damaged: ${fault}. Ask for it again. What is shown below is not what it was made for.`;
}

function connect(workbench: Workbench): void {
  const gallery = new Gallery(byId<HTMLDialogElement>('gallery'), (draft) => {
    tell(null);
    workbench.open(draft);
  });
  const chooser = byId<HTMLInputElement>('chosen-file');
  const on = (id: string, act: () => void): void => byId(id).addEventListener('click', act);
  on('open-gallery', () => void gallery.show());
  on('open-file', () => chooser.click());
  on('save-file', () => workbench.save());
  on('share', () => void showSharing(byId<HTMLDialogElement>('sharing'), workbench.draft(), workbench.run()));
  on('layout', () => void workbench.layOut());
  on('help', () => showHelp(byId<HTMLDialogElement>('helping'), `Fencepost ${FENCEPOST_VERSION}`));
  on('problems', () => {
    const list = byId('problem-list');
    list.hidden = !list.hidden;
    byId('problems').setAttribute('aria-expanded', `${!list.hidden}`);
  });
  offerTheme(byId<HTMLButtonElement>('theme'));
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) workbench.open({ file: file.name, text: await file.text(), question: USUAL_QUESTION });
  };
  chooser.addEventListener('change', () => {
    void take(chooser.files?.[0]);
    chooser.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
  document.addEventListener('keydown', (event) => keys(event, workbench, chooser));
  window.addEventListener('hashchange', () => void follow(workbench));
  window.addEventListener('pagehide', () => workbench.keepNow());
  document.documentElement.dataset.ready = 'true';
}

function keys(event: KeyboardEvent, workbench: Workbench, chooser: HTMLInputElement): void {
  const mod = event.ctrlKey || event.metaKey;
  const act =
    mod && event.key === 'Enter'
      ? () => void workbench.check()
      : mod && event.key === 's'
        ? () => workbench.save()
        : mod && event.key === 'o'
          ? () => chooser.click()
          : event.altKey && event.shiftKey && event.code === 'KeyF'
            ? () => void workbench.layOut()
            : event.key === 'Escape' && workbench.isBusy && document.querySelector('dialog[open]') === null
              ? () => workbench.stop()
              : null;
  if (act === null) return;
  event.preventDefault();
  act();
}

/** A link that is opened in this tab. */
async function follow(workbench: Workbench): Promise<void> {
  const linked = await openFragment(location.hash);
  if (linked === null) return;
  if ('fault' in linked) {
    tell(damaged(linked.fault));
    announce('The link is damaged');
    return;
  }
  tell(null);
  workbench.open(linked.draft);
}

const draft = await beginning();
const before = currentDraft();
// A link must not cost a text that was written here.
if (before !== null && before.text !== draft.text) keepForLater(before);
connect(new Workbench(draft));
registerOffline();
