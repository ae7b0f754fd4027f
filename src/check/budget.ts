/**
 * Time, memory and the caller's patience, over all engines that one question runs.
 *
 * An engine is a generator that yields between two small steps; here it is driven. Here, and only here, the clock, the
 * memory bound and the abort signal are looked at, a few times a second, with a turn for the event loop in between.
 */
import type { Covered, Reason } from '../engines/remarks.js';

interface Patience {
  /** Seconds. */
  readonly timeout?: number;
  /** Megabytes of heap. */
  readonly maxMemory?: number;
  readonly signal?: AbortSignal;
}

export type Driven<T> = { readonly value: T } | { readonly stopped: Reason };

const SLICE_MILLISECONDS = 60;

export class Budget {
  private readonly patience: Patience;
  private readonly started: number;

  constructor(patience: Patience) {
    this.patience = patience;
    this.started = performance.now();
  }

  /** Since the question was asked. */
  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  /** Nothing more can be asked. */
  get isSpent(): boolean {
    return this.spent(null) !== null;
  }

  /** Runs a generator to its end, or until the budget is spent. `look` is called a few times a second. */
  async drive<P, T>(
    steps: Generator<P, T>,
    look: (progress: P) => void = () => {},
    covered: () => Covered | null = () => null,
  ): Promise<Driven<T>> {
    let slice = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
      if (performance.now() - slice < SLICE_MILLISECONDS) continue;
      look(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      slice = performance.now();
      if (this.isSpent) return { stopped: this.spent(covered()) as Reason };
    }
  }

  private spent(covered: Covered | null): Reason | null {
    const { timeout, maxMemory, signal } = this.patience;
    if (signal?.aborted) return { code: 'interrupted', covered };
    if (timeout !== undefined && this.seconds >= timeout)
      return { code: 'limit', limit: 'time', value: timeout, covered };
    if (maxMemory === undefined) return null;
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const full = (heapUsed + arrayBuffers) / 2 ** 20 > maxMemory;
    return full ? { code: 'limit', limit: 'memory', value: maxMemory, covered } : null;
  }
}
