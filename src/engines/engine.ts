/**
 * The contract of every engine.
 *
 * An engine says whether it takes a question (`accepts`) and works on one (`run`). Its work is a generator: it yields
 * `Progress` between two small steps and returns its answer. Whoever drives it (`check/budget.ts`) decides when to stop: a
 * clock, a signal, a memory bound. When it is stopped, its `standing` says what is known by then. Engines never look at the
 * clock, never print, and keep no global state.
 */
import type { Property, StateSymbol } from '../models/array-system/model.js';
import type { ViewedCube } from '../models/array-system/view-cube.js';
import type { Answer, BufferScope, Holds } from './answer.js';
import type { Question } from './question.js';
import type { EngineName } from './registry.js';
import type { Covered, Refusal } from './remarks.js';

export interface Engine {
  readonly name: EngineName;
  /** Null, or why the question is not for this engine: a refusal that a user can act on. */
  accepts(question: Question): Refusal | null;
  /** Only for questions that it accepts. */
  run(question: Question, limits: Limits): Running;
}

/** Bounds on a search; each engine has defaults of its own. Reaching one ends in `unknown`, never in `holds`. */
export interface Limits {
  /** Stored states, configurations or abstract states; of small instances, which only guide, those of each. */
  readonly maxStates?: number;
  readonly maxMegabytes?: number;
  /** Cubes kept as visited, over all restarts. */
  readonly maxCubes?: number;
  /** Steps back from the unsafe states. */
  readonly maxDepth?: number;
  /** Processes in one cube. */
  readonly maxProcesses?: number;
  readonly maxPredicates?: number;
  /** Threads that may search side by side; unless given as many as there are processors. */
  readonly jobs?: number;
}

export type Counts = Readonly<Record<string, number>>;

/** What an engine knows when it is stopped. */
export interface Standing {
  readonly counts: Counts;
  readonly covered: Covered | null;
  /** The store buffers that it looks at. */
  readonly buffer: BufferScope;
  /** What holds for shorter buffers, when that is known already, and what was counted for it. */
  readonly known: { readonly answer: Holds; readonly counts: Counts } | null;
  /** The same where there is no proof of it to show: it holds for buffers of so many writes. */
  readonly held?: number;
}

/** What holds a search on cubes up, in the terms of the system that it works on. */
export interface Stuck {
  /** How many processes its cubes speak of, ascending. */
  readonly processes: readonly number[];
  /** What most of the widest cubes speak of. */
  readonly cells: readonly StateSymbol[];
  readonly widest: { readonly cube: Property | ViewedCube; readonly shown: string } | null;
  /** Conditions that no explored state satisfies and that are not proved, the most promising first. */
  readonly lemmas: readonly Property[];
}

export interface Running {
  readonly steps: Generator<Progress, Answer>;
  standing(): Standing;
  /** Of a search that has ended without an answer, or was stopped; with so many lemmas at most. */
  stuck?(lemmas: number): Stuck | null;
}

/** Where a search is; the numbers only grow within one phase. */
export interface Progress {
  /** In a word or two: `backward`, `forward with 3 processes`, `replay`. */
  readonly phase: string;
  readonly cubes: number;
  readonly depth: number;
  readonly queue: number;
  readonly states: number;
  readonly restarts: number;
}
