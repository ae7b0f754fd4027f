/**
 * What an engine answers, and the evidence that goes with it. Plain data: everything here can be printed as JSON.
 */

import type { EventGraph } from './event-graph.js';

export type Verdict = 'holds' | 'violated' | 'unknown';
export type Memory = 'sc' | 'tso' | 'pso';

/** A value as people read it: a constructor, a number (`3`, `-1/2`), a process (`#2`), `nobody`, a datum (`data!1`). */
export type Value = string;

/** One cell that a step changed: `PC[#1]`, before and after. */
export interface Change {
  readonly cell: string;
  readonly before: Value;
  readonly after: Value;
}

/** What a process saw when it read a weak variable. */
export interface Read {
  readonly reader: number;
  readonly cell: string;
  readonly value: Value;
  /** Its own store buffer, or memory. */
  readonly from: 'buffer' | 'memory';
  /** The step (from 1) that wrote the value, null when it is the initial one. */
  readonly write: number | null;
}

/** A transition. Under weak memory its writes wait in the actor's buffer, unless it reads as well: then it is atomic. */
export interface TransitionStep {
  readonly kind: 'transition';
  readonly transition: string;
  /** Where the text of a program has it. */
  readonly line?: number;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
  /** Who acts on memory; null where every write reaches it at once. */
  readonly actor: number | null;
  /** Its guard demands an empty buffer. */
  readonly fence: boolean;
  /** What it changed at once: local cells, and memory when nothing is buffered. */
  readonly changes: readonly Change[];
  readonly reads: readonly Read[];
  /** What went into the actor's buffer. */
  readonly buffered: readonly { readonly cell: string; readonly value: Value }[];
}

/** The oldest writes in a process's buffer reach memory. */
export interface DrainStep {
  readonly kind: 'drain';
  readonly process: number;
  /** The step (from 1) that put them into the buffer. */
  readonly write: number;
  readonly writes: readonly { readonly cell: string; readonly value: Value }[];
  readonly changes: readonly Change[];
}

export type Step = TransitionStep | DrainStep;

/** A concrete execution, confirmed by running it on the operational machine. */
export interface Trace {
  readonly memory: Memory;
  readonly processes: number;
  /** What the processes are called; `#1`, `#2`... unless given. */
  readonly names?: readonly string[];
  /** Every cell of the initial state. */
  readonly initial: readonly { readonly cell: string; readonly value: Value }[];
  readonly steps: readonly Step[];
  /**
   * For an infinite execution: the position in `steps` from which on they are repeated for ever. When that is their number,
   * nothing can happen any more, and the execution stays where it is.
   */
  readonly cycle?: number;
  /** The condition reached at the end, the processes it holds for, and what they see of weak variables then. */
  readonly violated: {
    readonly property: string;
    readonly arguments: readonly number[];
    readonly condition: string;
    readonly reads: readonly Read[];
  };
  /** The memory events of the execution; null under sequential consistency. */
  readonly graph: EventGraph | null;
}

/** A temporal property, and the runs that count. */
export interface TemporalScope {
  readonly property: string;
  readonly formula: string;
  /** No thread that could always go on is left out for ever. */
  readonly fairThreads: boolean;
  /** No write stays in a store buffer for ever. */
  readonly fairBuffers: boolean;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly memory: Memory;
  /**
   * How far the answer reaches: store buffers of any length, or with at most so many writes in each (under PSO: for each
   * cell). Null under SC, which has none. A violation with bounded buffers is one with larger ones, too.
   */
  readonly buffer: number | 'unbounded' | null;
  /** The number of `buffer` is for each location, also under TSO. */
  readonly perLocation?: true;
  readonly processes: number | 'any';
  /** What the model calls those. */
  readonly actors: 'processes' | 'threads';
  /** Which engine answered: `parameterized`, or `explicit` for programs and models of a given number of processes. */
  readonly engine: string;
  /** Of a temporal property; otherwise the question is which states can be reached. */
  readonly asked?: TemporalScope;
  readonly seconds: number;
  /** What the engine counted, named and stable. */
  readonly counts: Readonly<Record<string, number>>;
  /** When violated. */
  readonly trace: Trace | null;
  /** When it holds: the invariants found, each a declaration `invariant (i j) { ... }` of states never reached. */
  readonly invariants: readonly string[];
  /** When predicate abstraction has proved it: with which predicates, on the program's variables alone and others. */
  readonly predicates?: { readonly program: readonly string[]; readonly others: readonly string[] };
  /** What the answer rests on: the model's own `invariant` declarations, not checked here. */
  readonly assumptions: readonly string[];
  /** When unknown: which limit, what was covered, what to try. Otherwise null, or a remark on the answer. */
  readonly reason: string | null;
}

export type Counts = Record<string, number>;
