/**
 * What is left of a text when names and types are checked: what to compile.
 *
 * Sizes that depend on the number of `any` threads are still open (`instances`, `count`); everything else is known.
 */
import type { LtlBinary, LtlUnary } from '../../logic/ltl/formula.js';
import type { NoDeadlock, Place, Sort, Tree } from '../../models/program/model.js';
import type { LockedOperation, StatementShape } from './syntax.js';

/** How many: a number, or as many as there are instances of a thread (its position). */
export type Size =
  | { readonly kind: 'fixed'; readonly size: number }
  | { readonly kind: 'instances'; readonly thread: number; readonly times?: number };

export interface PlannedVariable {
  readonly name: string;
  readonly sort: Sort;
  readonly size: Size | null;
  readonly place: Place;
}

/** One value for all cells, or one for each. */
export interface PlannedShared extends PlannedVariable {
  /** As `spelling` of variables; null where the size is open. */
  readonly spelling?: readonly (string | Size)[];
  /** As `cells` of variables. */
  readonly cells?: readonly string[];
  readonly initial: number | 'any' | readonly (number | 'any')[];
  readonly ghost?: true;
  /** Never buffered. */
  readonly strong?: true;
}

/** A thread in a property: its arguments are values or instance variables. */
export interface InstanceUse {
  readonly thread: number;
  readonly arguments: readonly Resolved[];
  readonly text: string;
}

/** An expression of a thread or of a property; booleans are 0 and 1. */
export type Resolved = Tree<ResolvedLeaf>;

export type ResolvedLeaf =
  | { readonly kind: 'count'; readonly thread: number }
  | { readonly kind: 'local'; readonly variable: number; readonly index: Resolved | null }
  /** `text` is what the trace says is loaded; a ghost is not loaded. */
  | {
      readonly kind: 'shared';
      readonly variable: number;
      readonly index: Resolved | null;
      readonly text: string;
      readonly ghost?: true;
    }
  | {
      readonly kind: 'locked';
      readonly operation: LockedOperation;
      readonly variable: number;
      readonly index: Resolved | null;
      readonly operands: readonly Resolved[];
      readonly text: string;
    }
  /** Only in properties. */
  | { readonly kind: 'instanceVariable'; readonly variable: string }
  | { readonly kind: 'at'; readonly instance: InstanceUse; readonly label: string }
  | {
      readonly kind: 'localOf';
      readonly instance: InstanceUse;
      readonly variable: number;
      readonly index: Resolved | null;
    };

export interface Target {
  readonly kind: 'local' | 'shared';
  readonly variable: number;
  readonly index: Resolved | null;
  readonly ghost?: true;
}

export type Statement = {
  /** Its own labels. */
  readonly labels: readonly string[];
  readonly place: Place;
  readonly text: string;
  /** What `goto` calls its labels, where one label stands for several places: in procedures. */
  readonly keys?: readonly string[];
  /** Of an assertion that the text does not make: told where it fails, and not where it holds. */
  readonly unsaid?: true;
} & (
  | StatementShape<Resolved, Resolved | 'any', Target, readonly Statement[], string>
  /** The last value is taken once: `last` keeps it where it may change meanwhile. */
  | {
      readonly kind: 'for';
      readonly variable: number;
      readonly low: Resolved;
      readonly high: Resolved;
      readonly last: number | null;
      readonly body: readonly Statement[];
    }
  /** The body of a procedure, in the place of its call. */
  | { readonly kind: 'inline'; readonly body: readonly Statement[] }
  | { readonly kind: 'return' }
);

/** A local that gets its first value when the thread is made, from parameters, constants and earlier locals. */
export interface FirstValue {
  readonly variable: number;
  /** One for all cells, or one for each. */
  readonly values: readonly (Resolved | 'any')[];
  readonly place: Place;
}

export interface PlannedThread {
  readonly name: string;
  readonly place: Place;
  /** Parameters first (`self` for counted threads). */
  readonly locals: readonly PlannedVariable[];
  readonly parameters: number;
  /** So many of the last locals are hidden: they take no place in states where nobody reads them any more. */
  readonly hidden?: number;
  /** The arguments of each instance; 'any': 0, 1, 2, ... as many as asked for. */
  readonly instances: readonly (readonly number[])[] | 'any';
  readonly firstValues: readonly FirstValue[];
  readonly body: readonly Statement[];
  readonly labels: ReadonlySet<string>;
}

/** A condition with the instance variables in it. */
export interface PlannedCondition {
  readonly condition: Resolved;
  readonly variables: readonly InstanceVariable[];
  readonly text: string;
  readonly place: Place;
}

/** Where a variable stands: as which argument of which threads. */
export interface InstanceVariable {
  readonly name: string;
  readonly positions: readonly { readonly thread: number; readonly argument: number }[];
}

export interface PlannedNever extends PlannedCondition {
  readonly name: string;
  /** A of `invariant A -> B`, and labels that stand beside others in `never P@a && Q@b`. */
  readonly premises: readonly PlannedCondition[];
}

/** The structure of an `ltl` formula; what has no temporal operator in it is a proposition. */
export type PlannedFormula =
  | { readonly kind: 'proposition'; readonly condition: Resolved; readonly text: string; readonly place: Place }
  | { readonly kind: LtlUnary; readonly operand: PlannedFormula }
  | { readonly kind: LtlBinary; readonly left: PlannedFormula; readonly right: PlannedFormula };

export interface PlannedLtl {
  readonly name: string;
  readonly formula: PlannedFormula;
  readonly variables: readonly InstanceVariable[];
  readonly text: string;
  readonly place: Place;
}

export interface Plan {
  readonly shared: readonly PlannedShared[];
  readonly threads: readonly PlannedThread[];
  readonly never: readonly PlannedNever[];
  /** Conditions that are never true, as hints. */
  readonly lemmas: readonly PlannedNever[];
  /** `never deadlock`; null where the text does not say so. */
  readonly noDeadlock: NoDeadlock | null;
  readonly ltl: readonly PlannedLtl[];
  readonly predicates: readonly PlannedCondition[];
}
