/** Plays a run in a report that a document shows: buttons, keys, the slider and the list of steps all lead to one state. */
import type { JsonPage } from '../page/data.js';
import { counterText, stepView } from '../view/player.js';
import { type Run, runOf, threadOf } from '../view/run.js';
import { type Place, Source } from '../view/source.js';
import { stateView, threadClass } from '../view/state.js';
import { all, nodeOf } from './dom.js';

/** The data that playing needs. */
export type Played = Pick<JsonPage, 'answer' | 'threads' | 'text' | 'language'>;

type Keys = Readonly<Record<string, (now: number) => number>>;

/** Does nothing where there is no run. Returns how to stop listening. */
export function play(root: HTMLElement, { answer, threads, text, language }: Played): () => void {
  const run = runOf(answer.trace.length > 0 ? answer.trace : (answer.deadlock ?? []), threads);
  const player = root.querySelector('.player');
  if (run === null || player === null) return () => {};
  const [live, shown, counter] = ['.live', '.shown', '.counter'].map(
    (name) => player.querySelector(name) as HTMLElement,
  );
  const slider = player.querySelector('.slider') as HTMLInputElement;
  const listing = new Listing(root, run, new Source(text, language));
  const last = run.steps.length;
  let now = 0;

  const show = (step: number): void => {
    now = Math.min(Math.max(step, 0), last);
    live?.replaceChildren(nodeOf(stepView(run, now)));
    shown?.replaceChildren(nodeOf(stateView(run, now, answer.memory)));
    counter?.replaceChildren(counterText(run, now));
    slider.value = `${now}`;
    slider.setAttribute('aria-valuetext', counterText(run, now));
    for (const button of all(root, '.steps [data-step]')) {
      if (button.dataset.step === `${now}`) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    for (const button of all(player, '[data-go]')) {
      const stays = (moves[button.dataset.go ?? ''] as (now: number) => number)(now) === now;
      button.setAttribute('aria-disabled', `${stays}`);
    }
    listing.show(now);
  };

  // Behind the last step of a run that repeats some for ever comes the first of these.
  const afterLast = run.cycle !== null && run.cycle <= last ? run.cycle : last;
  const moves: Keys = {
    first: () => 0,
    back: (step) => Math.max(step - 1, 0),
    next: (step) => (step < last ? step + 1 : afterLast),
    last: () => last,
  };
  const keys: Readonly<Record<string, string>> = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };

  const onKey = (event: KeyboardEvent): void => {
    const move = moves[keys[event.key] ?? ''];
    if (move === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (
      event.target instanceof Element &&
      event.target.closest('textarea, select, input:not(.slider), [contenteditable]')
    )
      return;
    event.preventDefault();
    show(move(now));
  };
  const onClick = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-go], [data-step]') : null;
    if (target === null) return;
    const move = moves[target.dataset.go ?? ''];
    show(move === undefined ? Number(target.dataset.step) : move(now));
  };
  const onSlide = (): void => show(Number(slider.value));

  document.addEventListener('keydown', onKey);
  root.addEventListener('click', onClick);
  slider.addEventListener('input', onSlide);
  show(0);
  return () => {
    document.removeEventListener('keydown', onKey);
    root.removeEventListener('click', onClick);
    slider.removeEventListener('input', onSlide);
  };
}

/** The text of the model: which line the step has performed, and where each thread is. */
class Listing {
  private readonly box: HTMLElement | null;
  private readonly lines: readonly HTMLElement[];

  constructor(
    root: HTMLElement,
    private readonly run: Run,
    private readonly source: Source,
  ) {
    this.box = root.querySelector('.program');
    this.lines = all(root, '.program .line');
  }

  show(done: number): void {
    const step = this.run.steps[done - 1];
    const performed = step === undefined ? null : this.source.stepPlace(this.run, step);
    for (const [index, line] of this.lines.entries()) {
      line.classList.toggle('performed', contains(performed, index + 1));
      line.querySelector('.here')?.replaceChildren();
    }
    for (const thread of ['nobody', ...this.run.threads.map((_, index) => threadClass(index))]) {
      for (const line of this.lines) line.classList.remove(`by-${thread}`);
    }
    if (performed !== null && step !== undefined) {
      const name = threadClass(threadOf(this.run, step));
      for (let line = performed.first; line <= performed.last; line++)
        this.lines[line - 1]?.classList.add(`by-${name}`);
    }
    for (const [index, name] of this.run.threads.entries()) {
      const place = this.run.states[0]?.cells.has(name) ? this.source.threadPlace(this.run, done, name) : null;
      if (place === null) continue;
      const pin = document.createElement('span');
      pin.className = `pin ${threadClass(index)}`;
      pin.title = `${name} is here`;
      pin.textContent = name;
      this.lines[place.first - 1]?.querySelector('.here')?.append(pin);
    }
    this.scrollTo(performed ?? this.source.threadPlace(this.run, done, this.run.threads[0] ?? ''));
  }

  /** Moves the box alone: the page stays where the reader has it. */
  private scrollTo(place: Place | null): void {
    const line = place === null ? undefined : this.lines[place.first - 1];
    if (line === undefined || this.box === null) return;
    // The box is positioned, so this counts from its top.
    const top = line.offsetTop;
    const { scrollTop, clientHeight } = this.box;
    const margin = Math.min(80, clientHeight / 4);
    if (top < scrollTop + margin || top > scrollTop + clientHeight - 2 * margin)
      this.box.scrollTop = top - clientHeight / 3;
  }
}

function contains(place: Place | null, line: number): boolean {
  return place !== null && place.first <= line && line <= place.last;
}
