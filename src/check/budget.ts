/**
 * Time, memory and the caller's patience, over all engines that one question runs.
 *
 * An engine is a generator that yields between two small steps; here it is driven. Here, and only here, the clock, the
 * memory bound and the abort signal are looked at, a few times a second, with a turn for the event loop in between.
 */

export interface Patience {
  /** Seconds. */
  readonly timeout?: number;
  /** Megabytes of heap. */
  readonly maxMemory?: number;
  readonly signal?: AbortSignal;
}

export type Driven<T> = { readonly value: T } | { readonly stopped: string };

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
    return this.spent(() => '') !== null;
  }

  /**
   * Runs an engine to its end, or until the budget is spent; then the reason has what was covered, in words. `look` is
   * called a few times a second.
   */
  async drive<P, T>(
    steps: Generator<P, T>,
    look: (progress: P) => void = () => {},
    covered: (progress: P) => string = () => '',
  ): Promise<Driven<T>> {
    let slice = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
      if (performance.now() - slice < SLICE_MILLISECONDS) continue;
      look(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      slice = performance.now();
      const reason = this.spent(() => covered(step.value));
      if (reason !== null) return { stopped: reason };
    }
  }

  private spent(covered: () => string): string | null {
    const { timeout, maxMemory, signal } = this.patience;
    const tell = (what: string): string => [what, covered()].filter((part) => part !== '').join(': ');
    if (signal?.aborted) return tell('interrupted');
    if (timeout !== undefined && this.seconds >= timeout)
      return `${tell(`the time limit of ${timeout} s was reached`)}; try a larger --timeout`;
    if (maxMemory === undefined) return null;
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20 > maxMemory
      ? `${tell(`the memory limit of ${maxMemory} MB was reached`)}; try a larger --max-memory`
      : null;
  }
}
