/**
 * A certificate for solvers: obligations in groups, each of which must be answered `unsat`. What they are and why they make a
 * proof is told where they are written: for cubes in `cubes/`, for invariants of programs in `invariant/`.
 */

/** One question whose answer must be `unsat`: a scope of its own, which echoes the label and asks. */
export interface Obligation {
  readonly label: string;
  readonly script: string;
}

/** Obligations about the same number of processes. */
export interface ObligationGroup {
  /** Echoed before the declarations. */
  readonly title: string;
  /** Declarations and shared assertions, within the scope that `chunks` opens around the group. */
  shared(): Iterable<string>;
  /** Not the negations of all cubes are assumed: then `sat` refutes nothing. */
  partial(): boolean;
  scripts(): Iterable<Obligation>;
}

/** One that knows how many there are. */
export interface CountedGroup extends ObligationGroup {
  readonly obligations: number;
}

export interface Certificate {
  /** What the text is, for people; comments at its head. */
  readonly header: readonly string[];
  /** How many answers must be `unsat`. */
  readonly obligations: number;
  /** Steps that need no obligation: the header says which. */
  readonly omitted: number;
  /** The model's `invariant` declarations, which the proof rests on. */
  readonly assumptions: readonly string[];
  /** Logic and sorts; stands before the groups. */
  readonly preamble: string;
  readonly groups: Iterable<ObligationGroup>;
  /** The whole text, piece by piece; each piece ends with a line. */
  chunks(): Iterable<string>;
}
