/** What stands beside the text: the answer, the run made by hand, the repair. Tabs, of which one is shown. */
import { byId, el } from './dom.js';

export const MODES = [
  ['answer', 'Answer'],
  ['hand', 'Step by hand'],
  ['repair', 'Repair'],
] as const;

export type Mode = (typeof MODES)[number][0];

export class Modes {
  private readonly tabs = new Map<Mode, HTMLButtonElement>();
  current: Mode = 'answer';

  constructor(
    list: HTMLElement,
    private readonly shown: (mode: Mode) => void,
  ) {
    for (const [mode, title] of MODES) {
      const tab = el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `mode-${mode}`,
          'aria-controls': `panel-${mode}`,
          onclick: () => this.show(mode),
        },
        title,
      );
      this.tabs.set(mode, tab);
      list.append(tab);
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const names = [...this.tabs.keys()];
      const next = names[(names.indexOf(this.current) + step + names.length) % names.length] as Mode;
      this.show(next);
      this.tabs.get(next)?.focus();
    });
    this.mark();
  }

  show(mode: Mode): void {
    this.current = mode;
    this.mark();
    this.shown(mode);
  }

  private mark(): void {
    for (const [mode, tab] of this.tabs) {
      const isShown = mode === this.current;
      tab.setAttribute('aria-selected', `${isShown}`);
      tab.tabIndex = isShown ? 0 : -1;
      byId(`panel-${mode}`).hidden = !isShown;
    }
  }
}
