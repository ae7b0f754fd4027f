/** The text of the model, where the explorer shows it: which line the step has performed, and where each thread is. */
import { type Run, type RunStep, threadOf } from '../view/run.js';
import type { Place } from '../view/source.js';
import { threadClass } from '../view/state.js';
import { all } from './dom.js';
import type { Places } from './explorer.js';

export class Listing {
  private readonly box: HTMLElement | null;
  private readonly lines: readonly HTMLElement[];

  constructor(
    root: HTMLElement,
    private readonly run: Run,
  ) {
    this.box = root.querySelector('.program');
    this.lines = all(root, '.program .line');
  }

  /** A position among the threads; -1 where it is none. */
  actor(step: RunStep): number {
    return threadOf(this.run, step);
  }

  show({ performed, actor, threads }: Places): void {
    if (this.box === null) return;
    for (const [index, line] of this.lines.entries()) {
      line.classList.toggle('performed', contains(performed, index + 1));
      line.querySelector('.here')?.replaceChildren();
    }
    for (const thread of ['nobody', ...this.run.threads.map((_, index) => threadClass(index))]) {
      for (const line of this.lines) line.classList.remove(`by-${thread}`);
    }
    if (performed !== null && actor !== null) {
      for (let line = performed.first; line <= performed.last; line++)
        this.lines[line - 1]?.classList.add(`by-${threadClass(actor)}`);
    }
    for (const [index, name] of this.run.threads.entries()) {
      const place = threads[index] ?? null;
      if (place === null) continue;
      const pin = document.createElement('span');
      pin.className = `pin ${threadClass(index)}`;
      pin.title = `${name} is here`;
      pin.textContent = name;
      this.lines[place.first - 1]?.querySelector('.here')?.append(pin);
    }
    this.scrollTo(performed ?? threads[0] ?? null);
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
