/**
 * Breadth-first exploration of a small instance, up to renaming of processes.
 *
 * States are rows of bytes in one growing array, found again through an open-addressing table. Where processes are
 * interchangeable (no order, no constants) a state stands for all its images under permutations: the smallest image is
 * stored. The first unsafe state ends the exploration; its path is rebuilt by stepping again.
 *
 * Where there are more states than can be stored, those near the beginning are a poor picture of the others. Random walks
 * (`walk`) give a better one: few states, and of all depths. What they miss costs a guess that is taken back.
 */

import type { NormalForm } from '../../../models/array-system/normal-form.js';
import type { Progress } from '../../engine.js';
import { injections } from '../slots.js';
import { type CompiledInstance, compile } from './compile.js';
import { type InitialStates, initialStates } from './initial.js';
import { isNumber, type Layout, layout, type Mode, OPEN } from './layout.js';

/** So many successors for each state that may be stored: a step with free choices may have millions, and few are new. */
const SUCCESSORS = 64;
/** Steps of one walk, and walks' steps for each state that is to be stored: many lead to known ones. */
const WALK = 200;
const STEPS_FOR_A_STATE = 3;
/** Between two signs of progress. */
const MOMENT = 1 << 16;

/** Thrown out of the code of a step: there are more successors than may be looked at. */
const TOO_MANY = new Error('too many successors');

export function storesNumbers(form: NormalForm): boolean {
  return form.system.symbols.some(isNumber);
}

/** One step of a path: which command, for which processes, and the state it leads to. */
export interface PathStep {
  readonly transition: number;
  readonly arguments: readonly number[];
  readonly state: Uint8Array;
}

export interface Path {
  readonly initial: Uint8Array;
  readonly steps: readonly PathStep[];
}

export class Exploration {
  readonly layout: Layout;
  readonly initial: InitialStates;
  readonly instance: CompiledInstance;
  private readonly permutations: readonly { readonly source: Int32Array; readonly image: Uint8Array }[];
  private readonly renamed: Uint8Array;
  store: Uint8Array;
  private words: Int32Array;
  private parents: Int32Array;
  private table: Int32Array;
  count = 0;
  /** Everything reachable was explored, up to the cuts of the layout. */
  complete = false;
  private cut = false;
  private successors = 0;
  /** The first unsafe state found, or -1. */
  violation = -1;
  /** Some states were found by walks. */
  isSample = false;
  private readonly limit: number;
  /** Every stored state is reachable: no condition was taken for possible because something is not stored. */
  private readonly exact: boolean;
  private readonly smallest: Uint8Array;
  private readonly smallestWords: Int32Array;

  /**
   * Without `symmetric` states are told apart that only differ in the names of processes; with `others` an open cell may name
   * nobody in the instance.
   */
  constructor(form: NormalForm, processes: number, mode: Mode, limit: number, symmetric = true, others = false) {
    this.layout = layout(form, processes, mode);
    const initial = initialStates(this.layout, Math.max(64, limit >> 2));
    const instance = compile(this.layout, initial.open, initial.nobodies);
    // An assumption may say that an open cell names no process: then it has to have another value.
    const needed = others || this.excludesEverybody(initial, instance) ? 1 : 0;
    const nobodies = Math.max(initial.nobodies, needed);
    this.initial = { ...initial, nobodies };
    this.instance = nobodies === initial.nobodies ? instance : compile(this.layout, initial.open, nobodies);
    this.limit = limit;
    this.exact = !this.layout.omits;
    const { stride, cells } = this.layout;
    this.store = new Uint8Array(256 * stride);
    this.words = new Int32Array(this.store.buffer);
    this.parents = new Int32Array(256);
    this.table = new Int32Array(1024).fill(-1);
    this.smallest = new Uint8Array(stride);
    this.smallestWords = new Int32Array(this.smallest.buffer);
    this.renamed = Uint8Array.from(cells, (c) => (form.system.symbols[c.symbol]?.sort.kind === 'proc' ? 1 : 0));
    this.permutations =
      form.usesOrder || form.usesConstants || !symmetric
        ? []
        : injections(processes, processes)
            .slice(1)
            .map((names) => this.permutation(names));
  }

  /** Some open cell would hold a process, and the model's assumptions exclude all of them. */
  private excludesEverybody({ states, open }: InitialStates, { assumedAway }: CompiledInstance): boolean {
    const { cells, form, processes } = this.layout;
    const [first] = states;
    if (first === undefined || form.invariants.length === 0) return false;
    return cells.some((cell, k) => {
      if (!open[k] || form.system.symbols[cell.symbol]?.sort.kind !== 'proc') return false;
      const state = first.slice();
      for (let process = 0; process < processes; process++) {
        state[k] = process;
        if (!assumedAway(state)) return false;
      }
      return true;
    });
  }

  /** For each byte of the image where it comes from, and what happens to values of sort proc. */
  private permutation(names: readonly number[]): { source: Int32Array; image: Uint8Array } {
    const { cells, processes, offsets } = this.layout;
    const source = new Int32Array(cells.length);
    cells.forEach((cell, k) => {
      let row = 0;
      for (const index of cell.indices) row = row * processes + (names[index] as number);
      source[(offsets[cell.symbol] as number) + row] = k;
    });
    const image = Uint8Array.from({ length: 256 }, (_, v) => names[v] ?? v);
    return { source, image };
  }

  /** Explores until everything is covered, the limit is reached or an unsafe state turns up. */
  *run(): Generator<Progress, void> {
    const { initial } = this;
    const { stride } = this.layout;
    for (const state of initial.states) {
      if (!this.instance.assumedAway(state)) this.insert(state, -1);
      if (this.violation >= 0) return;
    }
    const current = new Uint8Array(stride);
    const next = new Uint8Array(stride);
    const cut = () => {
      this.cut = true;
    };
    let at = 0;
    const most = this.limit * SUCCESSORS;
    const emit = () => {
      if (++this.successors > most) throw TOO_MANY;
      this.insert(next, at);
    };
    let told = 0;
    for (; at < this.count && !this.isCutShort; at++) {
      current.set(this.store.subarray(at * stride, (at + 1) * stride));
      for (const step of this.instance.steps) {
        try {
          step.run(current, next, emit, cut);
        } catch (error) {
          if (error !== TOO_MANY) throw error;
          return;
        }
        if (this.violation >= 0) return;
      }
      if ((at & 255) !== 255 && this.successors - told < MOMENT) continue;
      told = this.successors;
      yield this.progress();
    }
    this.complete = at >= this.count && initial.complete && !this.cut && !this.instance.sampled;
  }

  /** Random walks from initial states and from stored ones, until so many states are stored; the same ones each time. */
  *walk(limit: number): Generator<Progress, void> {
    this.isSample = true;
    const { stride } = this.layout;
    const below = randomBelow();
    const steps = shuffled(this.instance.steps, below);
    const current = new Uint8Array(stride);
    const next = new Uint8Array(stride);
    const chosen = new Uint8Array(stride);
    let emitted = 0;
    const emit = () => {
      if (below(++emitted) === 0) chosen.set(next);
    };
    const cut = () => {};
    const starts = Math.min(this.initial.states.length, this.count);
    let taken = 0;
    while (starts > 0 && this.count < limit && taken < STEPS_FOR_A_STATE * limit) {
      let at = below(below(2) === 0 ? starts : this.count);
      current.set(this.store.subarray(at * stride, (at + 1) * stride));
      for (let length = 0; length < WALK; length++) {
        emitted = 0;
        const from = below(steps.length);
        for (let k = 0; k < steps.length && emitted === 0; k++) {
          steps[(from + k) % steps.length]?.run(current, next, emit, cut);
        }
        if ((++taken & 1023) === 0) yield this.progress();
        if (emitted === 0) break;
        this.insert(chosen, at);
        if (this.violation >= 0) return;
        at = this.numberOf(chosen);
        if (at < 0) break; // An assumption excludes it.
        current.set(chosen);
      }
    }
  }

  /** There are more states than it may store, or more ways to them than it may follow. */
  get isCutShort(): boolean {
    return this.count >= this.limit || this.successors > this.limit * SUCCESSORS;
  }

  /** Its states are all those that are reachable, and no others. */
  get isWhole(): boolean {
    return this.complete && this.exact;
  }

  progress(): Progress {
    const phase = `forward with ${this.layout.processes} process${this.layout.processes === 1 ? '' : 'es'}`;
    return { phase, cubes: 0, depth: 0, queue: 0, states: this.count, restarts: 0 };
  }

  /** Leaves the smallest image of the state in `smallest`. */
  private canonical(state: Uint8Array): void {
    const best = this.smallest;
    best.set(state);
    const length = this.layout.cells.length;
    const { renamed } = this;
    for (const { source, image } of this.permutations) {
      for (let k = 0; k < length; k++) {
        const raw = state[source[k] as number] as number;
        const value = renamed[k] === 1 ? (image[raw] as number) : raw;
        const known = best[k] as number;
        if (value === known) continue;
        if (value < known) {
          for (let j = k; j < length; j++) {
            const v = state[source[j] as number] as number;
            best[j] = renamed[j] === 1 ? (image[v] as number) : v;
          }
        }
        break;
      }
    }
  }

  private hash(words: Int32Array, at: number): number {
    const width = this.layout.stride >> 2;
    let h = 0;
    for (let i = 0; i < width; i++) h = Math.imul((h ^ (h >>> 15)) + (words[at + i] as number), 0x2c1b3c6d);
    h ^= h >>> 15;
    h = Math.imul(h, 0x297a2d39);
    return h ^ (h >>> 15);
  }

  private find(): { slot: number; known: number } {
    const width = this.layout.stride >> 2;
    const mask = this.table.length - 1;
    let slot = this.hash(this.smallestWords, 0) & mask;
    search: for (;;) {
      const known = this.table[slot] as number;
      if (known < 0) return { slot, known };
      for (let i = 0; i < width; i++) {
        if (this.words[known * width + i] !== this.smallestWords[i]) {
          slot = (slot + 1) & mask;
          continue search;
        }
      }
      return { slot, known };
    }
  }

  /** The number of a state, or -1. */
  numberOf(state: Uint8Array): number {
    this.canonical(state);
    return this.find().known;
  }

  private insert(state: Uint8Array, parent: number): void {
    this.canonical(state);
    const { slot, known } = this.find();
    if (known >= 0) return;
    if (this.instance.assumedAway(this.smallest)) return;
    const { stride } = this.layout;
    if ((this.count + 1) * stride > this.store.length) this.grow();
    this.store.set(this.smallest, this.count * stride);
    this.parents[this.count] = parent;
    this.table[slot] = this.count++;
    if (this.exact && this.instance.unsafe(this.smallest) >= 0) this.violation = this.count - 1;
    if (this.count * 4 > this.table.length * 3) this.rehash();
  }

  private grow(): void {
    const store = new Uint8Array(this.store.length * 2);
    store.set(this.store);
    this.store = store;
    this.words = new Int32Array(store.buffer);
    const parents = new Int32Array(this.parents.length * 2);
    parents.set(this.parents);
    this.parents = parents;
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 2).fill(-1);
    const mask = this.table.length - 1;
    const width = this.layout.stride >> 2;
    for (let id = 0; id < this.count; id++) {
      let slot = this.hash(this.words, id * width) & mask;
      while ((this.table[slot] as number) >= 0) slot = (slot + 1) & mask;
      this.table[slot] = id;
    }
  }

  /** The open cell, and the state once it has a value, that make the state a renaming of the one wanted. */
  private opening(state: Uint8Array, wanted: Uint8Array): { cell: number; state: Uint8Array } | null {
    for (const [cell, open] of this.initial.open.entries()) {
      if (!open || state[cell] !== OPEN) continue;
      const next = state.slice();
      for (let value = 0; value < OPEN; value++) {
        next[cell] = value;
        this.canonical(next);
        if (wanted.every((v, k) => v === this.smallest[k])) return { cell, state: next };
      }
    }
    return null;
  }

  /** The path to the violation, in states that really follow one another (stored ones are renamed). */
  path(): Path {
    const { stride } = this.layout;
    const ids: number[] = [];
    for (let id = this.violation; id >= 0; id = this.parents[id] as number) ids.unshift(id);
    const row = (id: number) => this.store.slice(id * stride, (id + 1) * stride);
    const initial = row(ids[0] as number);
    const steps: PathStep[] = [];
    const states: Uint8Array[] = [initial];
    let current: Uint8Array = initial;
    for (const id of ids.slice(1)) {
      const wanted = row(id);
      let reached: Uint8Array | null = null;
      const next = new Uint8Array(stride);
      for (const { command, slots, run } of this.instance.steps) {
        let opened = -1;
        const emit = (cell: number) => {
          if (reached !== null) return;
          this.canonical(next);
          if (!wanted.every((v, k) => v === this.smallest[k])) return;
          reached = next.slice();
          opened = cell;
        };
        run(current, next, emit, () => {});
        if (reached === null) continue;
        if (opened < 0 && command !== null) {
          steps.push({ transition: command.transition, arguments: slots.slice(0, command.parameters), state: reached });
        } else for (const earlier of states) earlier[opened] = (reached as Uint8Array)[opened] as number;
        break;
      }
      if (reached === null) {
        // Which of several open cells is given a value first depends on names, and those are others here.
        const opened = this.opening(current, wanted);
        if (opened === null) throw new Error('a stored path does not step');
        reached = opened.state;
        for (const earlier of states) earlier[opened.cell] = opened.state[opened.cell] as number;
      }
      states.push(reached);
      current = reached;
    }
    // What nobody ever looked at may have any value.
    for (const state of states) {
      for (const [k, open] of this.initial.open.entries()) if (open && state[k] === OPEN) state[k] = 0;
    }
    return { initial, steps };
  }
}

/** Numbers below a bound, the same ones each time (xorshift). */
function randomBelow(): (bound: number) => number {
  let seed = 0x2545f491;
  return (bound) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % bound;
  };
}

function shuffled<T>(items: readonly T[], below: (bound: number) => number): T[] {
  const out = [...items];
  for (let k = out.length - 1; k > 0; k--) {
    const other = below(k + 1);
    [out[k], out[other]] = [out[other] as T, out[k] as T];
  }
  return out;
}
