/**
 * The steps between the states that a kernel has stored, by expanding them once more: where they lead, and how threads were
 * renamed on the way. Then the same steps by where they come from.
 */
import { edgeAt, templateOf } from '../../models/program/parts.js';
import type { Kernel } from './kernel.js';
import { exchangedThread } from './reduce/symmetry.js';
import { Renamings } from './renamings.js';

/** Steps by the state that they lead to: those of a state are between two numbers in `first`. */
interface Reversed {
  readonly first: Int32Array;
  readonly from: Int32Array;
  readonly renaming: Int32Array;
}

export class Successors {
  private readonly kernel: Kernel;
  private readonly most: number;
  private count = 0;
  private expanded = 0;
  private from = new Int32Array(4096);
  private to = new Int32Array(4096);
  private renamings = new Int32Array(4096);
  private readonly renaming: Renamings;
  private readonly names: number[][] = [];
  /**
   * By number of the step: the thread whose step it is, -1 where a write goes to memory and for a round of a loop
   * (`models/program/rounds.ts`); -2 where that was not asked yet.
   */
  private readonly stepping: Int32Array;

  constructor(kernel: Kernel, maxBytes: number) {
    this.kernel = kernel;
    this.renaming = new Renamings(kernel);
    // Each step is stored twice.
    this.most = Math.floor(maxBytes / 24);
    this.stepping = new Int32Array(kernel.steps.count).fill(-2);
    kernel.set('listing', 1);
  }

  /** The threads that step in a state, some more than once; null when there is no room. States come in their order. */
  expand(state: number): number[] | null {
    const { kernel } = this;
    const successors = kernel.successors(state);
    if (successors === null || this.count + successors > this.most) return null;
    this.reserve(this.count + successors);
    const threads: number[] = [];
    for (let k = 0; k < successors; k++) {
      this.from[this.count] = state;
      this.to[this.count] = kernel.successor(k);
      this.renamings[this.count++] = this.renaming.numberOf(k);
      const thread = this.threadOf(kernel.stepTo(k));
      if (thread >= 0 && !kernel.isIdle(k)) threads.push(thread);
    }
    this.expanded = state + 1;
    return threads;
  }

  private reserve(count: number): void {
    if (count <= this.to.length) return;
    const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(Math.max(count, 2 * old.length));
      array.set(old);
      return array;
    };
    [this.from, this.to, this.renamings] = [larger(this.from), larger(this.to), larger(this.renamings)];
  }

  private threadOf(step: number): number {
    const known = this.stepping[step] as number;
    if (known !== -2) return known;
    const taken = this.kernel.steps.step(step);
    const found = taken.kind === 'edge' && !this.isRound(taken) ? taken.thread : -1;
    this.stepping[step] = found;
    return found;
  }

  private isRound({ thread, edge }: { readonly thread: number; readonly edge: number }): boolean {
    return edgeAt(templateOf(this.kernel.layout.special.program, thread), edge).round === true;
  }

  /** For each thread of a successor what it is called in the state before, by the number of a renaming. */
  wasCalled(renaming: number): readonly number[] {
    const { names, kernel } = this;
    names[renaming] ??= this.renaming.before(
      renaming,
      kernel.layout.special.threads.length,
      ({ group, one, other }, thread) => exchangedThread(group, one, other, thread),
    );
    return names[renaming];
  }

  reversed(): Reversed {
    const { count, expanded } = this;
    this.kernel.set('listing', 0);
    const first = new Int32Array(expanded + 1);
    for (let edge = 0; edge < count; edge++) {
      const after = (this.to[edge] as number) + 1;
      first[after] = (first[after] as number) + 1;
    }
    for (let state = 0; state < expanded; state++)
      first[state + 1] = (first[state + 1] as number) + (first[state] as number);
    const [from, renaming, free] = [new Int32Array(count), new Int32Array(count), first.slice()];
    for (let edge = 0; edge < count; edge++) {
      const to = this.to[edge] as number;
      const place = free[to] as number;
      free[to] = place + 1;
      from[place] = this.from[edge] as number;
      renaming[place] = this.renamings[edge] as number;
    }
    return { first, from, renaming };
  }
}
