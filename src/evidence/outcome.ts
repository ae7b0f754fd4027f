/**
 * What an engine answers, and the evidence that goes with it. Plain data: everything here can be printed as JSON.
 */

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

export interface Step {
  readonly transition: string;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
  readonly changes: readonly Change[];
}

/** A concrete execution, confirmed by running it on the operational machine. */
export interface Trace {
  readonly processes: number;
  /** Every cell of the initial state. */
  readonly initial: readonly { readonly cell: string; readonly value: Value }[];
  readonly steps: readonly Step[];
  /** The condition reached at the end, and the processes it holds for. */
  readonly violated: { readonly property: string; readonly arguments: readonly number[]; readonly condition: string };
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly memory: Memory;
  readonly processes: number | 'any';
  /** Which engine answered: `parameterized`, or `explicit` when a finite instance was enumerated. */
  readonly engine: string;
  readonly seconds: number;
  /** What the engine counted, named and stable. */
  readonly counts: Readonly<Record<string, number>>;
  /** When violated. */
  readonly trace: Trace | null;
  /** When it holds: the invariants found, each a declaration `invariant (i j) { ... }` of states never reached. */
  readonly invariants: readonly string[];
  /** What the answer rests on: the model's own `invariant` declarations, not checked here. */
  readonly assumptions: readonly string[];
  /** When unknown: which limit, what was covered, what to try. Otherwise null, or a remark on the answer. */
  readonly reason: string | null;
}

export type Counts = Record<string, number>;
