/**
 * How threads were renamed on the way from a state to its successors, where states are stored up to that (`reduce/canonical.ts`).
 * Renamings are numbered: there are few, and most often nobody is renamed, which is number 0.
 */
import type { Kernel } from './kernel.js';
import type { Comparator } from './reduce/canonical.js';

export class Renamings {
  private readonly kernel: Kernel;
  private readonly known = new Map<number | string, number>();
  /** By number, the exchanges that were made, one after the other. */
  private readonly made: (readonly Comparator[])[] = [[]];

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Of the k-th successor of the state that was expanded last. */
  numberOf(k: number): number {
    const key = this.kernel.exchanges(k);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const { comparators } = this.kernel.reduction;
    const exchanges = comparators.filter((_, number) => this.kernel.swappedIn(k, number));
    const number = exchanges.length === 0 ? 0 : this.made.push(exchanges) - 1;
    this.known.set(key, number);
    return number;
  }

  /**
   * For each of some things what it was before the step, as things are called then: threads, or what belongs to them.
   * `image` says what an exchange makes of a thing.
   */
  before(renaming: number, things: number, image: (exchange: Comparator, thing: number) => number): number[] {
    const exchanges = this.made[renaming] as readonly Comparator[];
    const same = Array.from({ length: things }, (_, thing) => thing);
    return exchanges.reduce((was, exchange) => was.map((_, thing) => was[image(exchange, thing)] as number), same);
  }
}
