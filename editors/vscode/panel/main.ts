/** The panel of the editor: shows the run that the extension sends, and tells it which lines a step is about. */
import { nodeOf } from '../../../src/report/browser/dom.js';
import { mountExplorer } from '../../../src/report/browser/explorer.js';
import type { JsonPage } from '../../../src/report/page/data.js';
import { explorerData } from '../../../src/report/page/explorer-data.js';
import type { FromPanel, ToPanel } from '../src/messages.js';
import { panelView } from './view.js';

interface Kept {
  readonly page: JsonPage;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const editor = acquireVsCodeApi();
const notice = document.getElementById('notice') as HTMLElement;
const root = document.getElementById('panel') as HTMLElement;
let stop = (): void => {};

function show(page: JsonPage): void {
  stop();
  notice.replaceChildren();
  root.replaceChildren(nodeOf(panelView(page)));
  const explorer = mountExplorer(root, explorerData(page), {
    keys: document,
    // A write that reaches memory is the matter of no line: the thread's next one stays as it is.
    onStep: (_, { performed, violated }) => editor.postMessage({ kind: 'reveal', lines: violated ?? performed }),
  });
  stop = () => explorer.destroy();
}

function say(text: string, again: boolean): void {
  const words = document.createElement('p');
  words.textContent = text;
  notice.replaceChildren(words);
  if (!again) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Check again';
  button.addEventListener('click', () => editor.postMessage({ kind: 'again' }));
  words.append(' ', button);
}

function receive(message: ToPanel): void {
  switch (message.kind) {
    case 'working':
      return say(`Checking ${message.title} ...`, false);
    case 'show':
      editor.setState({ page: message.page });
      return show(message.page);
    case 'message':
      stop();
      root.replaceChildren();
      return say(message.text, true);
    case 'changed':
      return say('The text has changed: this run is one of the old text.', true);
  }
}

/** The editor tells its colours by a class of the body. */
function followTheme(): void {
  const { classList } = document.body;
  const dark = classList.contains('vscode-dark') || classList.contains('vscode-high-contrast');
  const light = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light');
  if (light) document.documentElement.dataset.theme = 'light';
  else if (dark) document.documentElement.dataset.theme = 'dark';
}

followTheme();
new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ['class'] });
window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => receive(data));
const kept = editor.getState();
if (kept !== undefined) show(kept.page);
editor.postMessage({ kind: 'ready' });
