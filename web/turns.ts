/**
 * Whose turn it is. Keys are for the page, and a page whose workers hold every processor hears them late. So one processor is
 * left to it: of the workers that are at work one less than there are processors go on, and the others rest. They take turns, so
 * that no memory waits for the end of another one's search.
 */
import type { Turn } from './protocol.js';

/** What one shares. */
export interface Taking {
  postMessage(turn: Turn): void;
}

const TURN_MILLISECONDS = 250;

export class Turns<W extends Taking> {
  /** At work, those whose turn it is first. */
  private working: W[] = [];
  private readonly resting = new Set<W>();
  private timer = 0;

  constructor(private readonly most: number) {}

  join(worker: W): void {
    this.working.push(worker);
    this.settle();
  }

  leave(worker: W): void {
    this.working = this.working.filter((other) => other !== worker);
    // Whatever it is asked next, it is not resting then.
    if (this.resting.delete(worker)) worker.postMessage({ kind: 'go on' });
    this.settle();
  }

  private settle(): void {
    for (const [place, worker] of this.working.entries()) {
      const rests = place >= this.most;
      if (rests === this.resting.has(worker)) continue;
      if (rests) this.resting.add(worker);
      else this.resting.delete(worker);
      worker.postMessage({ kind: rests ? 'rest' : 'go on' });
    }
    clearTimeout(this.timer);
    if (this.resting.size > 0) this.timer = setTimeout(() => this.next(), TURN_MILLISECONDS) as unknown as number;
  }

  private next(): void {
    const [first, ...others] = this.working;
    if (first !== undefined) this.working = [...others, first];
    this.settle();
  }
}

/** For so many processors: all of them but one, and at least one. */
export function workersFor(processors: number): number {
  return Math.max(1, processors - 1);
}
