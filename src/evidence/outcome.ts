/**
 * What an engine answers, and the evidence that goes with it. Plain data: everything here can be printed as JSON.
 */

import type { MemoryName } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';

export type Verdict = 'holds' | 'violated' | 'unknown';

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
  readonly memory: MemoryName;
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
