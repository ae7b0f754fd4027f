/** A card for each memory, side by side: the verdict, or where the search is. They are tabs for the answer below. */
import { type MemoryName, memoryNamed } from '../../src/memory/models.js';
import { counts, plural, processCount, seconds } from '../../src/report/words.js';
import type { Answering, Asking } from '../asking.js';
import { el, put } from '../dom.js';

export interface CardHooks {
  chosen(memory: MemoryName): void;
}

/** `holds`, `violated`, `Sometimes`, `searching`. */
export function verdictOf(answer: Answering): string {
  switch (answer.kind) {
    case 'running':
      return 'searching';
    case 'answered':
      return answer.page.answer.verdict;
    case 'observed':
      return answer.litmus.observation ?? 'unknown';
    case 'refused':
      return 'not asked';
    case 'stopped':
      return 'stopped';
    case 'failed':
      return 'failed';
  }
}

/** In a few words, below the verdict. */
function detailOf(answer: Answering, since: number): string {
  switch (answer.kind) {
    case 'running': {
      const { progress } = answer;
      const time = seconds((performance.now() - since) / 1000);
      if (progress === null) return time;
      const { states, cubes, phase } = progress;
      const count = cubes > 0 ? plural(cubes, 'cube') : states > 0 ? plural(states, 'state') : '';
      return [time, phase, count].filter((part) => part !== '').join(', ');
    }
    case 'answered': {
      const { answer: outcome, language } = answer.page;
      const first = Object.entries(outcome.counts).filter(([name]) =>
        ['states', 'cubes', 'configurations'].includes(name),
      );
      const scope = processCount(outcome.processes, language === 'cubicle' ? 'processes' : 'threads');
      const looked = first.length === 0 ? '' : counts(Object.fromEntries(first.slice(0, 1)));
      return [scope, seconds(outcome.seconds), looked].filter((part) => part !== '').join(', ');
    }
    case 'observed':
      return `${plural(answer.litmus.states.length, 'final state')}, ${plural(answer.litmus.executions, 'execution')}`;
    case 'refused':
      return answer.diagnostics.at(-1)?.message ?? '';
    case 'stopped':
      return 'no answer';
    case 'failed':
      return answer.message;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  holds: 'holds',
  violated: 'violated',
  unknown: 'unknown',
  failed: 'unknown',
  searching: 'searching',
  Sometimes: 'observed',
  Always: 'observed',
  Never: 'never',
};

export class Cards {
  readonly element = el('div', { class: 'cards', role: 'tablist', 'aria-label': 'Memory models' });
  private readonly buttons = new Map<MemoryName, HTMLButtonElement>();
  /** What the cards say: while a search goes on, most of it stays. */
  private readonly words = new Map<MemoryName, { readonly verdict: HTMLElement; readonly detail: HTMLElement }>();

  constructor(
    private readonly asking: Asking,
    private readonly hooks: CardHooks,
  ) {
    for (const memory of asking.answers.keys()) {
      const button = el('button', {
        type: 'button',
        role: 'tab',
        id: `card-${memory}`,
        'data-memory': memory,
        'aria-controls': 'answer-panel',
        onclick: () => hooks.chosen(memory),
      });
      const verdict = el('strong', { class: 'card-verdict' });
      const detail = el('span', { class: 'card-detail' });
      put(button, el('span', { class: 'card-memory' }, memory.toUpperCase()), verdict, detail);
      button.title = memoryNamed(memory).title;
      this.words.set(memory, { verdict, detail });
      this.buttons.set(memory, button);
      this.element.append(button);
    }
    this.element.addEventListener('keydown', (event) => this.moved(event));
    this.element.style.setProperty('--cards', `${this.buttons.size}`);
    for (const memory of this.buttons.keys()) this.show(memory);
  }

  show(memory: MemoryName): void {
    const button = this.buttons.get(memory);
    const answer = this.asking.answers.get(memory);
    if (button === undefined || answer === undefined) return;
    const words = this.words.get(memory);
    if (words === undefined) return;
    const verdict = verdictOf(answer);
    say(words.verdict, verdict);
    say(words.detail, detailOf(answer, this.asking.begun));
    const name = `card ${CLASSES[verdict] ?? 'quiet'}`;
    if (button.className !== name) button.className = name;
  }

  choose(memory: MemoryName): void {
    for (const [name, button] of this.buttons) {
      button.setAttribute('aria-selected', `${name === memory}`);
      button.tabIndex = name === memory ? 0 : -1;
    }
  }

  private moved(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const names = [...this.buttons.keys()];
    const now = names.findIndex((name) => this.buttons.get(name) === document.activeElement);
    const next = names[(now + step + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    // The run below listens to these keys, too.
    event.stopPropagation();
    this.hooks.chosen(next);
    this.buttons.get(next)?.focus();
  }
}

/** Nothing is laid out again where nothing changes. */
function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
