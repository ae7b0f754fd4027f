/**
 * Time, memory and the caller's patience, over all engines that one question runs.
 *
 * An engine is a generator that yields between two small steps; here it is driven. Here, and only here, the clock, the
 * memory bound and the abort signal are looked at, a few times a second, with a turn for the event loop in between.
 * Readers are no generators: their long loops ask `look`, which throws when the budget is spent.
 */
import type { Covered, Reason } from '../engines/remarks.js';
import { ENDLESS, OutOfPatience, type Patience, type Spent, type Whole } from '../languages/shared/patience.js';
import { megabytesHeld, nextTurn, rested } from './surroundings.js';

interface Limits {
  /** Seconds. */
  readonly timeout?: number;
  /** Megabytes of heap, and what lies beside it. */
  readonly maxMemory?: number;
  /** Megabytes of heap that the host gives. */
  readonly maxHeap?: number;
  readonly signal?: AbortSignal;
  /** Does what has no break in it. */
  readonly whole?: Whole;
}

export type Driven<T> = { readonly value: T } | { readonly stopped: Reason };

const SLICE_MILLISECONDS = 60;
const LEAST_SECONDS = 0.001;
/** A look at the clock costs more than what a loop does between two questions. */
const ASKED_OFTEN = 64;

export class Budget implements Patience {
  readonly whole: Whole;
  private readonly limits: Limits;
  private readonly started: number;
  /** When `look` looked, and how often it was asked since. A text that is read at once is read. */
  private looked: number;
  private asked = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.whole = limits.whole ?? ENDLESS.whole;
    this.looked = performance.now();
    this.started = this.looked - rested();
  }

  /** Since the question was asked, without the time in which it was made to rest. */
  get seconds(): number {
    return (performance.now() - rested() - this.started) / 1000;
  }

  /** Nothing more can be asked. */
  get isSpent(): boolean {
    return this.spent(null) !== null;
  }

  /** The limits of one of so many questions that share what is left of the time. */
  share<L extends Limits>(limits: L, among = 1): L {
    const { timeout } = this.limits;
    if (timeout === undefined) return limits;
    return {
      ...limits,
      timeout: Math.max(LEAST_SECONDS, Math.floor((1000 * (timeout - this.seconds)) / among) / 1000),
    };
  }

  /** A stop of a part of this budget, told as one of the whole. */
  asWhole(stopped: Reason): Reason {
    const { timeout } = this.limits;
    const isTime = stopped.code === 'limit' && stopped.limit === 'time' && timeout !== undefined;
    return isTime ? { ...stopped, value: timeout } : stopped;
  }

  /** A part of what is left of the time, for a question beside the question. */
  part(among: number): Budget {
    return new Budget(this.share(this.limits, among));
  }

  /** The same, which is spent as well when the signal comes. */
  until(signal: AbortSignal): Budget {
    const { signal: given } = this.limits;
    const both = given === undefined ? signal : AbortSignal.any([given, signal]);
    return new Budget(this.share({ ...this.limits, signal: both }));
  }

  look(): void {
    this.asked++;
    if (this.asked % ASKED_OFTEN !== 0 || performance.now() - this.looked < SLICE_MILLISECONDS) return;
    this.looked = performance.now();
    const reason = this.spent(null);
    if (reason !== null) throw new OutOfPatience(reason);
  }

  /** Runs a generator to its end, or until the budget is spent. `look` is called a few times a second. */
  async drive<P, T>(
    steps: Generator<P, T>,
    look: (progress: P) => void = () => {},
    covered: () => Covered | null = () => null,
  ): Promise<Driven<T>> {
    try {
      for (;;) {
        const step = this.whole(() => sliceOf(steps));
        if (step.done === true) return { value: step.value };
        look(step.value);
        await nextTurn();
        if (this.isSpent) return { stopped: this.spent(covered()) as Reason };
      }
    } finally {
      ended(steps);
    }
  }

  /** Why it is spent, with what was covered until then; null while something is left. */
  spent(covered: Covered | null): (Reason & Spent) | null {
    const { timeout, maxMemory, maxHeap, signal } = this.limits;
    if (signal?.aborted) return { code: 'interrupted', covered };
    if (timeout !== undefined && this.seconds >= timeout)
      return { code: 'limit', limit: 'time', value: timeout, covered };
    if (maxMemory === undefined && maxHeap === undefined) return null;
    const { heap, beside } = megabytesHeld();
    if (maxMemory !== undefined && heap + beside > maxMemory)
      return { code: 'limit', limit: 'memory', value: maxMemory, covered };
    return maxHeap !== undefined && heap > maxHeap ? { code: 'limit', limit: 'heap', value: maxHeap, covered } : null;
  }
}

/** Ends an engine, which may have threads at work. One that was cut off in the middle of a step cannot be ended any more. */
function ended<P, T>(steps: Generator<P, T>): void {
  try {
    steps.return(undefined as T);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Steps until the slice is over, or the generator. */
function sliceOf<P, T>(steps: Generator<P, T>): IteratorResult<P, T> {
  const begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() - begun >= SLICE_MILLISECONDS) return step;
  }
}
