/**
 * The answer to a question, with its scope and its evidence. Plain data: everything here can be printed as JSON.
 */
import type { Counts } from '../engines/engine.js';
import type { EngineName } from '../engines/registry.js';
import type { Note, Reason } from '../engines/remarks.js';
import type { Warning } from '../engines/warnings.js';
import type { MemoryName } from '../memory/models.js';
import type { Trace } from '../memory/trace.js';

export type Verdict = 'holds' | 'violated' | 'unknown';

/** A temporal property, and the runs that count. */
export interface TemporalScope {
  readonly property: string;
  readonly formula: string;
  /** A thread that stays enabled eventually runs. */
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
  /** Which engine answered. */
  readonly engine: EngineName;
  /** Of a temporal property; otherwise the question is which states can be reached. */
  readonly asked?: TemporalScope;
  readonly seconds: number;
  /** What the engine counted, named and stable. */
  readonly counts: Counts;
  /** When violated. */
  readonly trace: Trace | null;
  /** When violated: the run as one word, for `replay` and for links; null where it cannot be written. */
  readonly run: string | null;
  /** When it holds: what proves it, conditions that are never true: `never (i j) { ... }`; of a program in its own words. */
  readonly invariants: readonly string[];
  /** When predicate abstraction has proved it: with which predicates, on the program's variables alone and others. */
  readonly predicates?: { readonly program: readonly string[]; readonly others: readonly string[] };
  /** What the answer rests on: the model's own `invariant` declarations, not checked here. */
  readonly assumptions: readonly string[];
  /** When unknown: why. */
  readonly reasons: readonly Reason[];
  /** What a reader should know beside the verdict. */
  readonly notes: readonly Note[];
  /**
   * When it holds: where threads can get stuck, which places no run reaches, which properties say nothing. Empty when the
   * search looked and found nothing; null when the engine cannot know, or warnings are switched off.
   */
  readonly warnings: readonly Warning[] | null;
  /**
   * How far it was looked for threads that get stuck. `all`: each place where one can is among the warnings. `some`: where
   * others go on, not all were looked for. Null when there are no warnings.
   */
  readonly stuckThreads: 'all' | 'some' | null;
  /** Where it was asked for: a run to the deadlock that the first such warning tells of; null when there is none. */
  readonly deadlock?: Trace | null;
}
