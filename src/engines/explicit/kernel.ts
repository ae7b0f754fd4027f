/**
 * A kernel: the code for one program (`compile.ts`) while it runs. It stores states, expands them, and finds those that are
 * stored already; the host reads here what it has found. Its memory grows with the states (`regions.ts`).
 */
import { listedBytes } from './batch.js';
import { ADDRESSES, type BackEnd, type RunningModule, runModule } from './code/module.js';
import { type CompiledKernel, type CompileOptions, compileKernel, NoKernel } from './compile.js';
import { HEADER, HEADER_BYTES, IDLE, NO_PARENT, STATUS, SWAPS } from './header.js';
import type { Layout } from './layout.js';
import type { Marks } from './marks.js';
import { premisesIn } from './premises.js';
import type { Reduction } from './reduce/reduction.js';
import { FIRST_TABLE, type Regions } from './regions.js';
import type { StepTable } from './step-table.js';

interface KernelOptions extends CompileOptions {
  readonly backEnd: BackEnd;
}

interface Functions {
  successor(...words: number[]): number;
  insert(): number;
  expand(from: number, to: number): number;
  rehash(): number;
  /** Where there are propositions. */
  labels(id: number): number;
}

const LEAST_BYTES = 2 ** 22;
/** What is reserved at first, within the limits. Pages that are not used cost nothing. */
const FIRST_BYTES = 2 ** 25;

/** A kernel within the limits, with less memory where the host does not give so much; or why there is none. */
export function makeKernel(options: KernelOptions): Kernel | NoKernel {
  try {
    const kernel = reserved(() => new Kernel(compileKernel(options), options.backEnd));
    if (kernel !== null) return kernel;
  } catch (error) {
    if (error instanceof NoKernel) return error;
    throw error;
  }
  if (options.maxBytes < LEAST_BYTES) throw new Error('the host gives no memory for a kernel');
  return makeKernel({ ...options, maxBytes: Math.min(options.maxBytes, ADDRESSES) / 2 });
}

/** Null when there is not so much memory. */
function reserved<T>(reserve: () => T): T | null {
  try {
    return reserve();
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message))
      throw new NoKernel('the program has expressions that are nested too deeply for this engine');
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export class Kernel {
  readonly layout: Layout;
  readonly steps: StepTable;
  readonly reduction: Reduction;
  /** Null where nothing is noted. */
  readonly marks: Marks | null;
  private readonly regions: Regions;
  private readonly functions: Functions;
  private readonly reserve: RunningModule<Functions>['reserve'];
  /** Where successors are told. */
  private readonly listAt: number;
  private readonly listedWords: number;
  private cells: Int32Array;
  /** How many places there are in the table. */
  private table = FIRST_TABLE;

  constructor({ layout, steps, reduction, marks, regions, functions }: CompiledKernel, backEnd: BackEnd) {
    this.layout = layout;
    this.steps = steps;
    this.reduction = reduction;
    this.marks = marks;
    this.regions = regions;
    const firstBytes = Math.max(regions.endOf(FIRST_TABLE), Math.min(FIRST_BYTES, regions.mostBytes));
    const module = runModule<Functions>(functions, firstBytes, backEnd);
    this.functions = module.functions;
    this.reserve = module.reserve;
    this.cells = module.cells;
    this.listAt = regions.listAt;
    this.listedWords = listedBytes(reduction.swapWords) / 4;
    this.set('mask', this.table - 1);
    this.set('table', regions.tableAt(this.table));
    this.set('batched', HEADER_BYTES);
    this.set('target', -1);
    this.set('parent', NO_PARENT);
    if (marks !== null) this.cells[marks.premises >>> 2] = 2 ** premisesIn(layout.special).length - 1;
    this.makeRoom();
  }

  get(field: keyof typeof HEADER): number {
    return this.cells[HEADER[field] >>> 2] as number;
  }

  set(field: keyof typeof HEADER, value: number): void {
    this.cells[HEADER[field] >>> 2] = value;
  }

  /** What is noted at an address of the marks. */
  noted(address: number): number {
    return this.cells[address >>> 2] as number;
  }

  /** Whether this exchange was made of the state that was watched for. */
  swapped(comparator: number): boolean {
    return (((this.cells[SWAPS / 4 + (comparator >>> 5)] as number) >>> (comparator & 31)) & 1) === 1;
  }

  /** The words of a state. */
  state(id: number): Int32Array {
    const at = this.regions.recordAt(id) / 4;
    return this.cells.slice(at, at + this.regions.words);
  }

  parent(id: number): number {
    return this.cells[this.regions.recordAt(id) / 4 + this.regions.words] as number;
  }

  /** Adds an initial state. There must be room. */
  add(words: readonly number[]): void {
    this.set('listed', this.listAt);
    this.functions.successor(...words, 0);
    this.functions.insert();
  }

  /** Expands states from one number up to another; which one comes next. */
  expand(from: number, to: number): number {
    this.cells[HEADER.listed >>> 2] = this.listAt;
    return this.functions.expand(from, to);
  }

  /** Expands one state, of a kernel that tells successors; how many successors it has, and null when there is no room. */
  successors(id: number): number | null {
    // Fields by their addresses: by name they cost a tenth of the time of a search.
    if (this.count >= (this.cells[HEADER.ceiling >>> 2] as number) && !this.makeRoom()) return null;
    this.cells[HEADER.listed >>> 2] = this.listAt;
    this.functions.expand(id, id + 1);
    return ((this.cells[HEADER.listed >>> 2] as number) - this.listAt) / (4 * this.listedWords);
  }

  /** How many states are stored. */
  get count(): number {
    return this.cells[HEADER.count >>> 2] as number;
  }

  /** There is nothing to report. */
  get running(): boolean {
    return this.cells[HEADER.status >>> 2] === STATUS.running;
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
    const first = (this.listAt >>> 2) + k * this.listedWords + 2;
    if (this.listedWords <= 3) return this.listedWords === 2 ? 0 : (this.cells[first] as number);
    return this.cells.subarray(first, first + this.listedWords - 2).join();
  }

  /** Whether this exchange was made of it. */
  swappedIn(k: number, comparator: number): boolean {
    const word = (this.listAt >>> 2) + k * this.listedWords + 2 + (comparator >>> 5);
    return (((this.cells[word] as number) >>> (comparator & 31)) & 1) === 1;
  }

  /** The propositions that are true in a state, a bit for each. */
  labels(id: number): number {
    return this.functions.labels(id);
  }

  /** Bytes that hold states and the table. */
  get bytes(): number {
    return this.regions.recordAt(this.count) + 4 * this.table;
  }

  /** Grows table and store so that states can be expanded; false when the limits, or the host, do not allow it. */
  makeRoom(): boolean {
    const { regions } = this;
    const wanted = this.count + regions.reach + 1;
    if (wanted > regions.mostStates) return false;
    let table = this.table;
    while (wanted > regions.roomIn(table)) table *= 2;
    if (table !== this.table && !this.growTable(table)) return false;
    this.set('ceiling', regions.roomIn(table) - regions.reach);
    return true;
  }

  private growTable(table: number): boolean {
    const { regions } = this;
    const bytes = regions.endOf(table);
    if (bytes > 4 * this.cells.length) {
      const ample = Math.max(bytes, Math.min(2 * 4 * this.cells.length, regions.mostBytes));
      const larger = reserved(() => this.reserve(ample, regions.tableAt(this.table)));
      if (larger === null) return false;
      this.cells = larger;
    }
    // Where the old table is, it is not zero.
    const from = regions.tableAt(table);
    const to = regions.endOf(this.table);
    if (from < to) this.cells.fill(0, from / 4, to / 4);
    this.table = table;
    this.set('mask', table - 1);
    this.set('table', from);
    this.functions.rehash();
    return true;
  }
}
