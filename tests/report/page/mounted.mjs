/** What a host does with the two components. It runs in a page; `ask` asks the process of the test. */
import { mountByHand } from '../../../src/report/browser/by-hand.ts';
import { mountExplorer } from '../../../src/report/browser/explorer.ts';

const root = document.querySelector('main');
let explorer = null;

window.mounted = {
  async explorer() {
    const data = await window.ask('data');
    const onStep = (step, places) => void window.ask('step', [step, places]);
    explorer = mountExplorer(root, data, { onStep });
  },
  show: (step) => explorer.show(step),
  destroy: () => explorer.destroy(),
  byHand() {
    const act = (name) => (argument) => window.ask(name, argument);
    const names = ['view', 'take', 'undo', 'redo', 'goTo', 'load', 'ask'];
    mountByHand(root, Object.fromEntries(names.map((name) => [name, act(name)])), { keys: document });
  },
};
