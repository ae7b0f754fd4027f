/**
 * A kernel: the code for one program (`compile.ts`) while it runs. It stores states, expands them, and finds those that are
 * stored already (`store.ts`); the host reads here what it has found, in terms of the program.
 */
import { COPY_WORDS, toldWords } from './ahead.js';
import { LISTED_SWAPS, listedBytes } from './batch.js';
import { ADDRESSES, type BackEnd, runModule } from './code/module.js';
import { type CompiledKernel, type CompileOptions, compileKernel, NoKernel } from './compile.js';
import { HEADER, IDLE, SWAPS } from './header.js';
import type { Layout } from './layout.js';
import type { Marks } from './marks.js';
import { premisesIn } from './premises.js';
import type { Reduction } from './reduce/reduction.js';
import type { StepTable } from './step-table.js';
import { firstBytes, type KernelFunctions, reserved, Store } from './store.js';

interface KernelOptions extends CompileOptions {
  readonly backEnd: BackEnd;
}

/** What is told of a portion. */
export interface Told {
  readonly told: Int32Array;
  readonly copies: Int32Array;
  readonly lists: Int32Array;
}

const LEAST_BYTES = 2 ** 22;

/** A kernel within the limits, with less memory where the host does not give so much; or why there is none. */
export function makeKernel(options: KernelOptions): Kernel | NoKernel {
  try {
    const kernel = reserved(() => new Kernel(compileKernel(options), options.backEnd));
    if (kernel !== null) return kernel;
  } catch (error) {
    if (error instanceof NoKernel) return error;
    if (error instanceof RangeError)
      return new NoKernel('the program has expressions that are nested too deeply for this engine');
    throw error;
  }
  if (options.maxBytes < LEAST_BYTES) throw new Error('the host gives no memory for a kernel');
  return makeKernel({ ...options, maxBytes: Math.min(options.maxBytes, ADDRESSES) / 2 });
}

export class Kernel extends Store {
  readonly layout: Layout;
  readonly steps: StepTable;
  readonly reduction: Reduction;
  /** Null where nothing is noted. */
  readonly marks: Marks | null;
  /** Where successors are told. */
  private readonly listAt: number;
  private readonly listedWords: number;

  constructor({ layout, steps, reduction, marks, regions, functions }: CompiledKernel, backEnd: BackEnd) {
    super(regions, runModule<KernelFunctions>(functions, firstBytes(regions), backEnd));
    this.layout = layout;
    this.steps = steps;
    this.reduction = reduction;
    this.marks = marks;
    this.listAt = regions.listAt;
    this.listedWords = listedBytes(reduction.swapWords) / 4;
    if (marks !== null) this.note(marks.premises, untoldPremises(layout));
  }

  /** Whether this exchange was made of the state that was watched for. */
  swapped(comparator: number): boolean {
    return (((this.cells[SWAPS / 4 + (comparator >>> 5)] as number) >>> (comparator & 31)) & 1) === 1;
  }

  /** Expands one state, of a kernel that tells successors; how many successors it has, and null when there is no room. */
  successors(id: number): number | null {
    // Fields by their addresses: by name they cost a tenth of the time of a search.
    if (this.count >= (this.cells[HEADER.ceiling >>> 2] as number) && !this.makeRoom()) return null;
    this.cells[HEADER.listed >>> 2] = this.listAt;
    this.functions.expand(id, id + 1);
    return this.toldCount;
  }

  /** Expands states, as many as can be told at once, up to one of them; which one comes next. Where that is the first, there is no room. */
  expandListed(from: number, to: number): number {
    if (this.count >= (this.cells[HEADER.ceiling >>> 2] as number) && !this.makeRoom()) return from;
    return this.expand(from, Math.min(to, from + this.regions.listed));
  }

  /** How many successors were told of the states that were expanded last, one state after the other. */
  get toldCount(): number {
    return ((this.cells[HEADER.listed >>> 2] as number) - this.listAt) / (4 * this.listedWords);
  }

  /** The state that the k-th successor was told of. */
  toldOf(k: number): number {
    return this.cells[(this.listAt >>> 2) + k * this.listedWords + 2] as number;
  }

  /** The k-th successor of the state that was expanded last. */
  successor(k: number): number {
    return this.cells[(this.listAt >>> 2) + k * this.listedWords] as number;
  }

  /** The number of the step to it. */
  stepTo(k: number): number {
    return (this.cells[(this.listAt >>> 2) + k * this.listedWords + 1] as number) & ~IDLE;
  }

  /** Whether it is the same state again, for a thread has only looked whether it still has to wait. */
  isIdle(k: number): boolean {
    return ((this.cells[(this.listAt >>> 2) + k * this.listedWords + 1] as number) & IDLE) !== 0;
  }

  /** Equal for successors of which the same exchanges were made. */
  exchanges(k: number): number | string {
    const first = this.swapsOf(k);
    const { swapWords } = this.reduction;
    if (swapWords <= 1) return swapWords === 0 ? 0 : (this.cells[first] as number);
    return this.cells.subarray(first, first + swapWords).join();
  }

  /** Whether this exchange was made of it. */
  swappedIn(k: number, comparator: number): boolean {
    const word = this.swapsOf(k) + (comparator >>> 5);
    return (((this.cells[word] as number) >>> (comparator & 31)) & 1) === 1;
  }

  private swapsOf(k: number): number {
    return ((this.listAt + LISTED_SWAPS) >>> 2) + k * this.listedWords;
  }

  /** The records of states that follow one another, each the words of a state and the number of its parent. */
  records(from: number, to: number): Int32Array {
    return this.cells.subarray(this.regions.recordAt(from) / 4, this.regions.recordAt(to) / 4);
  }

  /** Takes what others have told of a portion (`ahead.ts`); its lists, with all numbers, until the next one; null when there is no room. */
  take({ told, copies, lists }: Told): Int32Array | null {
    const { portion, words } = this.regions;
    if (portion === null) throw new Error('the kernel takes nothing');
    const successors = told.length / toldWords(words);
    if (!this.makeRoom(successors)) return null;
    const { cells } = this;
    const at = portion.listsAt / 4;
    cells.set(told, portion.toldAt / 4);
    cells.set(copies, portion.copiesAt / 4);
    cells.set(lists, at);
    this.functions.take(successors, copies.length / COPY_WORDS);
    return cells.subarray(at, at + lists.length);
  }

  /** The propositions that are true in a state, a bit for each. */
  labels(id: number): number {
    return this.functions.labels(id);
  }
}

/** A bit for each premise: none was true so far. */
export function untoldPremises({ special }: Layout): number {
  return 2 ** premisesIn(special).length - 1;
}
