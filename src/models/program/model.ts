/**
 * Programs: threads as control-flow automata over local and shared variables; what everything that is not an array system
 * is turned into (`.fp`, `.rmm` and Trencher files; litmus tests; array systems with n processes).
 *
 * This is the contract between the front ends and the engines. All values are integers: booleans are 0 and 1, members of
 * an enumeration their positions. A step of a thread is one edge of its automaton:
 *
 *   - it is enabled when its guard is true (not 0), and, with `fence` or `atomic`, the thread's store buffers are empty;
 *   - its reads of shared variables all happen at one moment: from the thread's own buffer (the newest entry for the
 *     cell), else from memory; an atomic edge reads memory, which is the same since its buffers are empty;
 *   - all values are taken before the step; then all updates happen at once. Writes to shared variables go into the
 *     thread's buffer (TSO: as one batch into its FIFO; PSO: each into the FIFO of its cell), or straight to memory when
 *     the edge is atomic, or under sequential consistency.
 *
 * Front ends make edges with at most one shared access unless the language means more by a step.
 */

export type Sort =
  /** Without bound. Engines that store numbers in words say so when a value does not fit. */
  | { readonly kind: 'int' }
  | { readonly kind: 'range'; readonly low: number; readonly high: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'enum'; readonly name: string; readonly constructors: readonly string[] };

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A variable, or an array of `size` cells with indices from 0 (`size` null for a scalar). `$1`: not the user's. */
export interface Variable {
  readonly name: string;
  readonly sort: Sort;
  readonly size: number | null;
  readonly place: Place;
}

export interface SharedVariable extends Variable {
  /** One value for each cell; 'any': every value of its (finite) sort. */
  readonly initial: readonly (number | 'any')[];
}

export type UnaryOperator = '!' | '-';
export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  /** Truncating, as in C. */
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  /** These two evaluate their right side only if they need it. */
  | '&&'
  | '||';

/** `index` is null for a scalar. A division by zero or an index out of bounds is a failure of the step. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'local'; readonly variable: number; readonly index: Expression | null }
  | { readonly kind: 'shared'; readonly variable: number; readonly index: Expression | null }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    };

export interface Update {
  readonly target: {
    readonly kind: 'local' | 'shared';
    readonly variable: number;
    readonly index: Expression | null;
  };
  /** 'any': every value of the target's (finite) sort. */
  readonly value: Expression | 'any';
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly guard: Expression | null;
  readonly updates: readonly Update[];
  readonly fence: boolean;
  readonly atomic: boolean;
  /** The statement as people read it: `turn = other`, `await !flag[1]`. */
  readonly text: string;
  readonly place: Place;
}

export interface Location {
  /** Names that properties and traces use; most locations have none. */
  readonly labels: readonly string[];
  /** Not null: being here is a violation, with these words (a failed `assert`). */
  readonly failure: string | null;
}

/** The automaton of a thread; its parameters are the first of its locals and never assigned. */
export interface Template {
  readonly name: string;
  readonly parameters: number;
  readonly locals: readonly Variable[];
  readonly locations: readonly Location[];
  readonly entry: number;
  readonly edges: readonly Edge[];
}

export interface Thread {
  /** `P(0)`, `Sender`. */
  readonly name: string;
  /** Position in `Program.templates`. */
  readonly template: number;
  /** For each local its cells' first values. */
  readonly initial: readonly (readonly (number | 'any')[])[];
}

/** A condition on a state: what is in memory (not in buffers), where threads are, what their locals hold. */
export type StateExpression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'memory'; readonly variable: number; readonly index: StateExpression | null }
  | { readonly kind: 'at'; readonly thread: number; readonly locations: readonly number[] }
  | {
      readonly kind: 'localOf';
      readonly thread: number;
      readonly variable: number;
      readonly index: StateExpression | null;
    }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: StateExpression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: StateExpression;
      readonly right: StateExpression;
    };

export interface NeverProperty {
  readonly name: string;
  /** States in which this is true are the bad ones. */
  readonly condition: StateExpression;
  /** The condition as the user wrote it. */
  readonly text: string;
  readonly place: Place;
}

export interface Program {
  readonly shared: readonly SharedVariable[];
  readonly templates: readonly Template[];
  readonly threads: readonly Thread[];
  readonly never: readonly NeverProperty[];
  /** What happens when a value does not fit the sort of its variable: a violation, or the edge is not enabled. */
  readonly outOfRange: 'failure' | 'disabled';
}
