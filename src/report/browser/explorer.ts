/**
 * The explorer, alive: buttons, keys, the slider, the time line, the picture and the list of steps all lead to one state.
 * `mountExplorer` makes the elements, or takes those that a report has been written with.
 */
import { type ExplorerData, explorerView } from '../view/explorer.js';
import { counterText, stepView } from '../view/player.js';
import { type Run, runOf } from '../view/run.js';
import { type Place, Source } from '../view/source.js';
import { stateView } from '../view/state.js';
import { timelineView } from '../view/timeline.js';
import { all, nodeOf } from './dom.js';
import { Listing } from './listing.js';
import { moving } from './motion.js';

export type { ExplorerData } from '../view/explorer.js';

/** Where things are in the text; lines from 1, the last is part of it. */
export interface Places {
  /** What the step has performed; null at the start, and for a write that reaches memory. */
  readonly performed: Place | null;
  /** Who performed it, as a position among the threads; null at the start. */
  readonly actor: number | null;
  /** For each thread what it does next. */
  readonly threads: readonly (Place | null)[];
  /** What is violated; null before the last step, and where the text does not tell. */
  readonly violated: Place | null;
}

export interface ExplorerHooks {
  /** Called for every state that is shown, the first one too. */
  onStep?(step: number, places: Places): void;
  /** Where keys are listened to; in the explorer itself unless given. */
  readonly keys?: Document | HTMLElement;
}

export interface Explorer {
  /** The state behind so many steps. */
  show(step: number): void;
  destroy(): void;
}

type Moves = Readonly<Record<string, (now: number) => number>>;

const KEYS: Readonly<Record<string, string>> = {
  Home: 'first',
  ArrowLeft: 'back',
  ArrowRight: 'next',
  End: 'last',
  ' ': 'play',
};

/** Milliseconds between two steps at speed 1. */
const PACE = 1400;

/** Does nothing where there is no run. */
export function mountExplorer(root: HTMLElement, data: ExplorerData, hooks: ExplorerHooks = {}): Explorer {
  const run = runOf(data.trace, data.threads);
  if (run === null) return { show: () => {}, destroy: () => {} };
  const written = root.querySelector<HTMLElement>('.explorer');
  const box = written ?? root.appendChild(nodeOf(explorerView(data, run)));
  const player = new Player(box, written === null ? box : root, data, run, hooks);
  return {
    show: (step) => player.show(step),
    destroy: () => {
      player.stop();
      if (written === null) box.remove();
    },
  };
}

class Player {
  private now = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly source: Source;
  private readonly listing: Listing;
  private readonly slider: HTMLInputElement;
  private readonly quit = new AbortController();
  private readonly moves: Moves;

  /** `box` is the explorer; `root` has other places to click, too. */
  constructor(
    private readonly box: HTMLElement,
    private readonly root: HTMLElement,
    private readonly data: ExplorerData,
    private readonly run: Run,
    private readonly hooks: ExplorerHooks,
  ) {
    this.source = new Source(data.text, data.language);
    this.listing = new Listing(root, run);
    this.slider = box.querySelector('.slider') as HTMLInputElement;
    box.querySelector('.glance')?.replaceChildren(nodeOf(timelineView(run, data.cycle)));
    const last = run.steps.length;
    // Behind the last step of a run that repeats some for ever comes the first of these.
    const afterLast = run.cycle !== null && run.cycle <= last ? run.cycle : last;
    this.moves = {
      first: () => 0,
      back: (step) => Math.max(step - 1, 0),
      next: (step) => (step < last ? step + 1 : afterLast),
      last: () => last,
    };
    const { signal } = this.quit;
    const keys: EventTarget = hooks.keys ?? box;
    keys.addEventListener('keydown', (event) => this.onKey(event as KeyboardEvent), { signal });
    root.addEventListener('click', (event) => this.onClick(event), { signal });
    this.slider.addEventListener('input', () => this.jump(Number(this.slider.value)), { signal });
    for (const event of all(box, '.graph g[data-step]')) event.setAttribute('tabindex', '-1');
    this.show(0);
  }

  stop(): void {
    this.pause();
    this.quit.abort();
  }

  show(step: number): void {
    const { run, box, data } = this;
    this.now = Math.min(Math.max(step, 0), run.steps.length);
    const counter = counterText(run, this.now);
    box.querySelector('.live')?.replaceChildren(nodeOf(stepView(run, this.now)));
    const shown = box.querySelector<HTMLElement>('.shown');
    if (shown !== null) moving(shown, () => shown.replaceChildren(nodeOf(stateView(run, this.now, data.memory))));
    box.querySelector('.counter')?.replaceChildren(counter);
    this.slider.value = `${this.now}`;
    this.slider.setAttribute('aria-valuetext', counter);
    this.mark();
    this.tell();
  }

  /** What stands for the current step, wherever it is shown. */
  private mark(): void {
    const { box, now } = this;
    for (const button of all(this.root, '.steps [data-step]')) {
      if (button.dataset.step === `${now}`) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    for (const button of all(box, '[data-go]')) {
      const move = this.moves[button.dataset.go ?? ''];
      if (move !== undefined) button.setAttribute('aria-disabled', `${move(now) === now}`);
    }
    for (const event of all(box, '.cycle-events [data-step]'))
      event.classList.toggle('current', event.dataset.step === `${now}`);
    box.querySelector<HTMLElement>('.timeline')?.style.setProperty('--now', `${now}`);
    const step = this.run.steps[now - 1];
    const arrived = step?.kind === 'drain' ? `${step.write}` : null;
    for (const event of all(box, '.graph g[data-step]')) {
      const own = event.dataset.step ?? '';
      event.classList.toggle('current', own === `${now}`);
      event.classList.toggle('arrives', own === arrived);
      event.classList.toggle('ahead', Number(own) > now);
    }
    this.inSight();
  }

  /** Moves the time line alone. */
  private inSight(): void {
    const line = this.box.querySelector<HTMLElement>('.timeline');
    const tick = this.box.querySelector<HTMLElement>(`.timeline .tick[data-step="${this.now}"]`);
    if (line === null || line.scrollWidth <= line.clientWidth) return;
    line.scrollLeft = tick === null ? 0 : tick.offsetLeft - line.clientWidth / 2;
  }

  private tell(): void {
    const { run, source, now } = this;
    const step = run.steps[now - 1];
    const places: Places = {
      performed: step === undefined ? null : source.stepPlace(run, step),
      actor: step === undefined ? null : this.listing.actor(step),
      threads: run.threads.map((name) => (run.states[0]?.cells.has(name) ? source.threadPlace(run, now, name) : null)),
      violated: now === run.steps.length ? source.propertyPlace(run) : null,
    };
    this.listing.show(places);
    this.hooks.onStep?.(now, places);
  }

  private jump(step: number): void {
    this.pause();
    this.show(step);
  }

  private onKey(event: KeyboardEvent): void {
    const action = KEYS[event.key];
    if (action === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // What is not shown hears nothing.
    if (this.box.closest('[hidden]') !== null) return;
    const { target } = event;
    if (target instanceof Element) {
      if (target.closest('textarea, select, input:not(.slider), [contenteditable]')) return;
      // The space bar presses the button that it is on.
      if (action === 'play' && target.closest('button, a, summary')) return;
    }
    event.preventDefault();
    this.act(action);
  }

  private act(action: string): void {
    const move = this.moves[action];
    if (move !== undefined) this.jump(move(this.now));
    else if (this.timer === null) this.play();
    else this.pause();
  }

  private onClick(event: Event): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-go], [data-step]') : null;
    if (target === null) return;
    const { go, step } = target.dataset;
    if (go !== undefined) this.act(go);
    else this.jump(Number(step));
  }

  /** From the start when the end is shown. */
  private play(): void {
    if (this.now === this.run.steps.length) this.show(0);
    this.showPlaying(true);
    this.wait();
  }

  private wait(): void {
    const speed = Number(this.box.querySelector<HTMLSelectElement>('.speed select')?.value ?? 1);
    this.timer = setTimeout(() => {
      this.show(this.now + 1);
      if (this.now < this.run.steps.length) this.wait();
      else this.pause();
    }, PACE / speed);
  }

  private pause(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  private showPlaying(playing: boolean): void {
    const button = this.box.querySelector('[data-go=play]');
    const label = playing ? 'Pause (space)' : 'Play (space)';
    button?.replaceChildren(playing ? '❚❚' : '▶');
    button?.setAttribute('aria-label', label);
    button?.setAttribute('title', label);
  }
}
