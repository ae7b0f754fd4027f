/**
 * A kernel: the code for one program, made into functions by a back end, and the memory that they work on.
 *
 *     header | batch | records of states | table
 *
 * There is room for as many records as the table may find. When it is full, a table twice as large is made further up, and
 * records go on where the old one was: so memory grows with the states, and never in large steps for small programs, which
 * would have the host collect garbage. The largest number of states follows from the limits, and from 4 GiB, where addresses
 * end. Before a state is expanded there is always room for all its successors and those in the batch: nothing is ever written
 * beyond what is reserved.
 */
import type { MemoryModel } from '../../memory/models.js';
import { allLive, type Liveness, liveness, observedLocals } from '../../models/program/liveness.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { type SpecialProgram, specialise } from '../../models/program/specialise.js';
import { BATCH, batchFunctions, LISTED_BYTES, waitingBytes } from './batch.js';
import { assemble } from './code/assembler.js';
import type { Code, CodeFunction } from './code/code.js';
import { printJavaScript } from './code/javascript.js';
import { WEB_ASSEMBLY } from './code/webassembly.js';
import { Expressions } from './expressions.js';
import { bitsFor, type Packing, pack } from './packing.js';
import { type Comparator, canonicalisation } from './reduce/canonical.js';
import { type ShiftClass, shiftClasses } from './reduce/shift.js';
import { shiftWords } from './reduce/shift-words.js';
import { freshenWords, type StaleLocal, staleLocals } from './reduce/stale.js';
import { type SymmetryGroup, symmetries } from './reduce/symmetry.js';
import { StepTable } from './step-table.js';
import { Steps } from './steps.js';
import {
  HEADER,
  HEADER_BYTES,
  MOST_SWAPS,
  NO_PARENT,
  recordBytes,
  STATUS,
  SWAPS,
  visitedFunctions,
} from './visited.js';

export type BackEnd = 'wasm' | 'javascript';

export interface KernelOptions {
  readonly program: Program;
  readonly memory: MemoryModel;
  readonly buffer: number;
  /** The bound is for the writes to one location (TSO). */
  readonly perLocation?: boolean;
  readonly backEnd: BackEnd;
  readonly zeroDead: boolean;
  readonly symmetry: boolean;
  readonly maxStates: number;
  readonly maxBytes: number;
  /** When given, the kernel expands states one by one, tells their successors, and which of these are true (at most 32). */
  readonly propositions?: readonly StateExpression[];
}

interface Functions {
  successor(...words: number[]): number;
  insert(): number;
  expand(from: number, to: number): number;
  rehash(): number;
  /** Where there are propositions. */
  labels(id: number): number;
}

const PAGE = 65_536;
const ADDRESSES = 2 ** 32 - PAGE;
const FIRST_TABLE = 1024;
/** How full the table may get before it grows, and when it cannot grow. */
const LOAD = 0.75;
const LAST_LOAD = 0.9;
const LEAST_BYTES = 2 ** 22;
/** What is reserved at first, within the limits. Pages that are not used cost nothing. */
const FIRST_BYTES = 2 ** 25;

/** Words of a state: a function of a kernel takes them all, and WebAssembly allows a thousand parameters. */
const MOST_WORDS = 900;

/** No kernel can be made for such a program; the reason is for the user. */
export class KernelTooLarge {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A kernel within the limits; with less memory where the host does not give so much. */
export function makeKernel(options: KernelOptions): Kernel {
  const kernel = reserved(() => new Kernel(options));
  if (kernel !== null) return kernel;
  if (options.maxBytes < LEAST_BYTES) throw new Error('the host gives no memory for a kernel');
  return makeKernel({ ...options, maxBytes: Math.min(options.maxBytes, ADDRESSES) / 2 });
}

/** Null when there is not so much memory. */
function reserved<T>(reserve: () => T): T | null {
  try {
    return reserve();
  } catch (error) {
    if (error instanceof RangeError && /call stack/.test(error.message))
      throw new KernelTooLarge('the program has expressions that are nested too deeply for this engine');
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export class Kernel {
  readonly special: SpecialProgram;
  readonly packing: Packing;
  readonly steps: StepTable;
  readonly live: readonly Liveness[];
  /** Threads that are interchangeable, and the exchanges that may be made of them. */
  readonly groups: readonly SymmetryGroup[];
  readonly comparators: readonly Comparator[];
  /** Integers of which only differences matter. */
  readonly shifts: readonly ShiftClass[];
  /** Locals whose distance from a counter does not matter. */
  readonly stale: readonly StaleLocal[];
  /** The largest number of states that there is room for. */
  readonly mostStates: number;
  private readonly functions: Functions;
  private readonly reserve: Made['reserve'];
  private readonly largestTable: number;
  private readonly mostBytes: number;
  private readonly storeAt: number;
  /** Where successors are told. */
  private readonly listAt: number;
  /** By how many states the search may go beyond a number before it looks whether that is reached. */
  private readonly reach: number;
  private cells: Int32Array;
  /** How many places there are in the table. */
  private table = FIRST_TABLE;

  constructor(options: KernelOptions) {
    const { program, memory, buffer } = options;
    this.special = specialise(program);
    this.packing = pack(this.special, memory, buffer, options.perLocation ?? false);
    if (this.packing.words > MOST_WORDS) {
      const size = `a state takes ${this.packing.words} words, and no more than ${MOST_WORDS} are possible`;
      throw new KernelTooLarge(`${size}: shorter buffers, fewer cells or smaller ranges take less`);
    }
    this.steps = new StepTable(memory);
    const propositions = options.propositions ?? null;
    const observing = { ...this.special, never: [...this.special.never, ...(propositions ?? [])] };
    this.live = this.special.threads.map((thread, number) => {
      const { length } = templateOf(program, number).locations;
      return options.zeroDead ? liveness(thread, length, observedLocals(observing, number)) : allLive(thread, length);
    });
    const makers = new Steps(this.special, this.packing, this.live, this.steps);
    const threads = program.threads.map((_, thread) => makers.functionOf(thread));

    const expressions = new Expressions(this.special, this.packing);
    const failures = program.threads.flatMap((_, thread) => failureTest(program, thread, expressions));
    this.groups = options.symmetry ? symmetries(this.special) : [];
    // Where numbers wrap, a shift changes more than differences tell.
    const shifting = options.symmetry && program.wraps !== true;
    this.shifts = shifting ? shiftClasses(this.special, this.live) : [];
    this.stale = shifting ? staleLocals(this.special) : [];
    const { statements, comparators } = canonicalisation(this, this.groups);
    if (comparators.length > MOST_SWAPS) throw new Error('there is no room to note so many exchanges');
    this.comparators = comparators;
    const canonical = {
      statements: [...freshenWords(this, this.stale), ...shiftWords(this, this.shifts), ...statements],
      swapWords: Math.ceil(comparators.length / 32),
    };
    const { words } = this.packing;
    this.reach = this.steps.count + BATCH;
    this.listAt = aligned(HEADER_BYTES + BATCH * waitingBytes(words, canonical.swapWords));
    this.storeAt = aligned(this.listAt + (propositions === null ? 0 : this.steps.count * LISTED_BYTES));
    const room = roomFor(options, this.storeAt, recordBytes(words), this.reach);
    this.largestTable = room.table;
    this.mostStates = room.states;
    this.mostBytes = this.bytesFor(room.table);
    const numberMask = 2 ** bitsFor(room.states + 2) - 1;
    const places = { words, store: this.storeAt, numberMask: numberMask | 0 };
    const checked = failures.length + this.special.never.length > 0;
    const code = [
      ...visitedFunctions(places, threads.length, failures, this.special.never, expressions, propositions),
      ...batchFunctions(places, canonical, checked, propositions !== null),
      ...threads,
    ];

    const firstBytes = Math.max(this.bytesFor(FIRST_TABLE), Math.min(FIRST_BYTES, this.mostBytes));
    const made = options.backEnd === 'wasm' ? inWebAssembly(code, firstBytes) : inJavaScript(code, firstBytes);
    this.functions = made.functions;
    this.reserve = made.reserve;
    this.cells = made.cells;
    this.set('mask', this.table - 1);
    this.set('table', this.tableAt(this.table));
    this.set('batched', HEADER_BYTES);
    this.set('target', -1);
    this.set('parent', NO_PARENT);
    this.makeRoom();
  }

  get(field: keyof typeof HEADER): number {
    return this.cells[HEADER[field] >>> 2] as number;
  }

  set(field: keyof typeof HEADER, value: number): void {
    this.cells[HEADER[field] >>> 2] = value;
  }

  /** Whether this exchange was made of the state that was watched for. */
  swapped(comparator: number): boolean {
    return (((this.cells[SWAPS / 4 + (comparator >>> 5)] as number) >>> (comparator & 31)) & 1) === 1;
  }

  /** The words of a state. */
  state(id: number): Int32Array {
    const at = (this.storeAt + id * recordBytes(this.packing.words)) / 4;
    return this.cells.slice(at, at + this.packing.words);
  }

  parent(id: number): number {
    return this.cells[(this.storeAt + id * recordBytes(this.packing.words)) / 4 + this.packing.words] as number;
  }

  /** Adds an initial state. There must be room. */
  add(words: readonly number[]): void {
    this.set('listed', this.listAt);
    this.functions.successor(...words, 0);
    this.functions.insert();
  }

  /** Expands states from one number up to another; which one comes next. */
  expand(from: number, to: number): number {
    return this.functions.expand(from, to);
  }

  /** Expands one state, of a kernel with propositions; how many successors it has, and null when there is no room. */
  successors(id: number): number | null {
    // Fields by their addresses: by name they cost a tenth of the time of a search.
    if (this.count >= (this.cells[HEADER.ceiling >>> 2] as number) && !this.makeRoom()) return null;
    this.cells[HEADER.listed >>> 2] = this.listAt;
    this.functions.expand(id, id + 1);
    return ((this.cells[HEADER.listed >>> 2] as number) - this.listAt) / LISTED_BYTES;
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
    return this.cells[(this.listAt + k * LISTED_BYTES) >>> 2] as number;
  }

  /** The number of the step to it. */
  stepTo(k: number): number {
    return this.cells[((this.listAt + k * LISTED_BYTES) >>> 2) + 1] as number;
  }

  /** The propositions that are true in a state, a bit for each. */
  labels(id: number): number {
    return this.functions.labels(id);
  }

  /** Bytes that hold states and the table. */
  get bytes(): number {
    return this.storeAt + 4 * this.table + this.get('count') * recordBytes(this.packing.words);
  }

  /** Grows table and store so that states can be expanded; false when the limits, or the host, do not allow it. */
  makeRoom(): boolean {
    const wanted = this.get('count') + this.reach + 1;
    if (wanted > this.mostStates) return false;
    let table = this.table;
    while (wanted > this.roomIn(table)) table *= 2;
    if (table !== this.table && !this.growTable(table)) return false;
    this.set('ceiling', this.roomIn(table) - this.reach);
    return true;
  }

  private growTable(table: number): boolean {
    const bytes = this.bytesFor(table);
    if (bytes > 4 * this.cells.length) {
      const ample = Math.max(bytes, Math.min(2 * 4 * this.cells.length, this.mostBytes));
      const larger = reserved(() => this.reserve(ample, this.tableAt(this.table)));
      if (larger === null) return false;
      this.cells = larger;
    }
    // Where the old table is, it is not zero.
    const from = this.tableAt(table);
    const to = this.tableAt(this.table) + 4 * this.table;
    if (from < to) this.cells.fill(0, from / 4, to / 4);
    this.table = table;
    this.set('mask', table - 1);
    this.set('table', from);
    this.functions.rehash();
    return true;
  }

  /** How many states a table of this size may find. */
  private roomIn(table: number): number {
    const places = Math.floor(table * (table < this.largestTable ? LOAD : LAST_LOAD));
    return Math.min(places, this.mostStates);
  }

  /** Where a table of this size lies: behind the records for which it has room. */
  private tableAt(table: number): number {
    return aligned(this.storeAt + this.roomIn(table) * recordBytes(this.packing.words));
  }

  /** The end of a table of this size. */
  private bytesFor(table: number): number {
    return this.tableAt(table) + 4 * table;
  }
}

/** The next address that is a multiple of 64. */
function aligned(address: number): number {
  return 64 * Math.ceil(address / 64);
}

/** The largest table and number of states that fit into the limits. */
function roomFor(
  { maxStates, maxBytes }: KernelOptions,
  storeAt: number,
  record: number,
  reach: number,
): { table: number; states: number } {
  const bytes = Math.min(maxBytes, ADDRESSES);
  const wanted = maxStates + reach + 2;
  let best = { table: FIRST_TABLE, states: 0 };
  for (let table = FIRST_TABLE; 4 * table < bytes || table === FIRST_TABLE; table *= 2) {
    const inStore = Math.floor((bytes - storeAt - 4 * table - PAGE) / record);
    const states = Math.min(Math.floor(table * LAST_LOAD), inStore, wanted);
    if (states > best.states) best = { table, states };
  }
  return best;
}

/** Whether the thread is where an assertion has failed; nothing when there is no such place. */
function failureTest(program: Program, thread: number, expressions: Expressions): Code[] {
  const { locations } = templateOf(program, thread);
  const failing = [...locations.keys()].filter((location) => locations[location]?.failure !== null);
  return failing.length === 0 ? [] : [expressions.at(thread, failing)];
}

interface Made {
  readonly functions: Functions;
  readonly cells: Int32Array;
  /** A memory with at least so many bytes and the same contents up to `used`; what was never written is zero. */
  readonly reserve: (bytes: number, used: number) => Int32Array;
}

function inWebAssembly(code: readonly CodeFunction[], bytes: number): Made {
  if (WEB_ASSEMBLY === null) throw new Error('there is no WebAssembly here');
  const { Memory, Module, Instance } = WEB_ASSEMBLY;
  const memory = new Memory({ initial: Math.ceil(bytes / PAGE), maximum: ADDRESSES / PAGE + 1 });
  const instance = new Instance(new Module(assemble(code)), { kernel: { memory } });
  return {
    functions: instance.exports as Functions,
    cells: new Int32Array(memory.buffer),
    reserve: (wanted) => {
      memory.grow(Math.max(0, Math.ceil((wanted - memory.buffer.byteLength) / PAGE)));
      return new Int32Array(memory.buffer);
    },
  };
}

function inJavaScript(code: readonly CodeFunction[], bytes: number): Made {
  let cells = new Int32Array(Math.ceil(bytes / 4));
  const make = new Function('memory', printJavaScript(code));
  const functions = make(cells) as Functions & { attach(memory: Int32Array): void };
  return {
    functions,
    cells,
    reserve: (wanted, used) => {
      const larger = new Int32Array(Math.ceil(wanted / 4));
      larger.set(cells.subarray(0, used / 4));
      cells = larger;
      functions.attach(cells);
      return cells;
    },
  };
}
