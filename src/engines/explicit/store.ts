/**
 * The memory of a kernel that runs: the states that are stored, the table that finds them, and how both grow
 * (`regions.ts` says where they lie). What the words of a state mean is not known here, so that a thread which only stores
 * and expands states needs nothing else.
 */
import type { RunningModule } from './code/module.js';
import { HEADER, HEADER_BYTES, NO_PARENT, STATUS } from './header.js';
import { strangerTo } from './recent.js';
import { FIRST_TABLE, type Regions } from './regions.js';

export interface KernelFunctions {
  successor(...words: number[]): number;
  insert(): number;
  expand(from: number, to: number): number;
  enter(id: number): number;
  spread(old: number, places: number): number;
  /** Where there are propositions. */
  labels(id: number): number;
  /** Where states are dealt out among several kernels: takes so many records that came in. */
  receive(count: number): number;
  /** Where others expand (`ahead.ts`): takes so many successors, and copies, that they have told. */
  take(successors: number, copies: number): number;
}

/** Of the memory of the host. */
const PAGE_BYTES = 4096;

/**
 * What is reserved at first, within the limits. Pages that are not used cost no memory, but V8 counts them, and goes through
 * its whole heap after each 64 MB: who asks many small questions waits for that.
 */
const FIRST_BYTES = 2 ** 19;

export function firstBytes(regions: Regions): number {
  return Math.max(regions.endOf(FIRST_TABLE), Math.min(FIRST_BYTES, regions.mostBytes));
}

/** Null when there is not so much memory. */
export function reserved<T>(reserve: () => T): T | null {
  try {
    return reserve();
  } catch (error) {
    if (error instanceof RangeError && !/call stack/.test(error.message)) return null;
    throw error;
  }
}

export class Store {
  protected readonly regions: Regions;
  protected readonly functions: KernelFunctions;
  protected cells: Int32Array;
  private readonly reserve: RunningModule<KernelFunctions>['reserve'];
  /** How many places there are in the table. */
  private table = FIRST_TABLE;

  constructor(regions: Regions, module: RunningModule<KernelFunctions>) {
    this.regions = regions;
    this.functions = module.functions;
    this.reserve = module.reserve;
    this.cells = module.cells;
    this.set('mask', this.table - 1);
    this.set('table', regions.tableAt(this.table));
    this.set('batched', HEADER_BYTES);
    this.set('target', -1);
    this.set('parent', NO_PARENT);
    if (regions.recent !== null) this.note(regions.recent.at, strangerTo(regions.words, regions.recent.places));
    this.makeRoom();
  }

  get(field: keyof typeof HEADER): number {
    return this.cells[HEADER[field] >>> 2] as number;
  }

  set(field: keyof typeof HEADER, value: number): void {
    this.cells[HEADER[field] >>> 2] = value;
  }

  /** The word at an address. */
  noted(address: number): number {
    return this.cells[address >>> 2] as number;
  }

  note(address: number, value: number): void {
    this.cells[address >>> 2] = value;
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
    this.set('listed', this.regions.listAt);
    this.functions.successor(...words, 0, 0);
    this.functions.insert();
  }

  /** Expands states from one number up to another; which one comes next. */
  expand(from: number, to: number): number {
    this.cells[HEADER.listed >>> 2] = this.regions.listAt;
    return this.functions.expand(from, to);
  }

  /** How many states are stored. */
  get count(): number {
    return this.cells[HEADER.count >>> 2] as number;
  }

  /** There is nothing to report. */
  get running(): boolean {
    return this.cells[HEADER.status >>> 2] === STATUS.running;
  }

  /** Bytes that hold states and the table. */
  get bytes(): number {
    return this.regions.recordAt(this.count) + 4 * this.table;
  }

  /**
   * Grows table and store so that states can be expanded, and for so many states besides; false when the limits, or the host,
   * do not allow it.
   */
  makeRoom(states = 0): boolean {
    const { regions } = this;
    const wanted = this.count + states + regions.reach + 1;
    if (wanted > regions.mostStates) return false;
    let table = this.table;
    while (wanted > regions.roomIn(table)) table *= 2;
    if (table !== this.table && !this.growTable(table)) return false;
    this.set('ceiling', regions.roomIn(table) - regions.reach);
    return true;
  }

  /** Stores records, each the words of a state and the number of its parent, where nothing is stored yet. */
  hold(records: readonly ArrayLike<number>[]): void {
    if (this.count > 0 || !this.makeRoom(records.length)) throw new Error('there is no room for these states');
    for (const [id, record] of records.entries()) this.cells.set(record, this.regions.recordAt(id) / 4);
    this.set('count', records.length);
    this.enterAll();
  }

  private enterAll(): void {
    for (let id = 0; id < this.count; id++) this.functions.enter(id);
  }

  private growTable(table: number): boolean {
    const { regions } = this;
    const bytes = regions.endOf(table);
    if (bytes > 4 * this.cells.length) {
      const ample = Math.max(bytes, Math.min(2 * 4 * this.cells.length, regions.mostBytes));
      const larger = reserved(() => this.reserve(ample, regions.endOf(this.table)));
      if (larger === null) return false;
      this.cells = larger;
    }
    const [places, old] = [this.table, regions.tableAt(this.table)];
    const from = regions.tableAt(table);
    const to = regions.endOf(places);
    // Near the limits the new table begins within the old one, which is not zero.
    const apart = from >= to;
    if (!apart) this.cells.fill(0, from / 4, to / 4);
    // A page of memory that is read before it is written is made twice, the second time with a word to all processors.
    for (let at = from; at < bytes; at += PAGE_BYTES) this.cells[at >>> 2] = 0;
    this.table = table;
    this.set('mask', table - 1);
    this.set('table', from);
    if (apart && table === 2 * places) this.functions.spread(old, places);
    else this.enterAll();
    return true;
  }
}
