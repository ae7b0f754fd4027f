/**
 * Programs: threads as control-flow automata over local and shared variables; what everything that is not an array system
 * is turned into (`.fp`, `.rmm` and Trencher files; litmus tests; array systems with n processes).
 *
 * This is the contract between the front ends and the engines. All values are integers: booleans are 0 and 1, members of
 * an enumeration their positions. A step of a thread is one edge of its automaton:
 *
 *   - it is enabled when its guard is true (not 0), and, with `fence` or `atomic`, the thread's store buffers are empty, with
 *     `drained` those of all threads;
 *   - its reads of shared variables all happen at one moment: from the thread's own buffer (the newest entry for the
 *     cell), else from memory; an atomic edge reads memory, which is the same since its buffers are empty;
 *   - all values are taken before the step; then all updates happen at once, and of two updates of one cell the last counts.
 *     Writes to shared variables go into the thread's buffer (TSO: as one batch into its FIFO, or with `apart` one by one in
 *     the order of the updates; PSO: each into the FIFO of its cell), or straight to memory: when the edge is atomic, when
 *     the write is `direct`, when the variable is `strong`, or under sequential consistency;
 *   - with `storeFence` those of the thread's writes that wait in its buffers reach memory before any write that it buffers
 *     from this step on, those of the step itself included: a barrier, then the writes. It waits for nothing, and reads pass
 *     it. Where one queue keeps all writes in order, and where nothing waits, it is nothing; so `fence` and `atomic` imply it.
 *
 * Front ends make edges with at most one shared access unless the language means more by a step. In a model of DiVinE a step
 * reads and writes as many variables as it likes. Barnat, Brim and Havel (LTL model checking of parallel programs with
 * under-approximated TSO memory model, 2012, section III) say what buffers make of that, and `strong`, `direct`, `drained`
 * and `apart` are for it; where they are absent, nothing differs from programs that never heard of them.
 */

export type Sort =
  /** Without bound. Engines that store numbers in words say so when a value does not fit. */
  | { readonly kind: 'int' }
  /** `wraps`: numbers of a fixed width, such as `u8`. Whatever is assigned has been reduced to it by the front end. */
  | {
      readonly kind: 'range';
      readonly low: number;
      readonly high: number;
      readonly wraps?: true;
      /** How people read its values, from the least on: pointers of C. */
      readonly names?: readonly string[];
    }
  | { readonly kind: 'bool' }
  | { readonly kind: 'enum'; readonly name: string; readonly constructors: readonly string[] };

export interface Place {
  readonly line: number;
  readonly column: number;
  /** The procedure whose text it is, where a thread has come there by a call. */
  readonly within?: string;
  /** The file, and its line, where the text includes it; `line` goes on counting behind the text itself. */
  readonly included?: { readonly file: string; readonly line: number };
}

/** A variable, or an array of `size` cells with indices from 0 (`size` null for a scalar). `$1`: not the user's. */
export interface Variable {
  readonly name: string;
  readonly sort: Sort;
  readonly size: number | null;
  readonly place: Place;
  /**
   * How its cells are written, where that is not `name[3]`: what is said, and where an index stands, how many it may be.
   * `nodes[1].next` of two nodes is `nodes`, 2, `.next`; `a[0][2]` of two times three cells is `a`, 2, 3.
   */
  readonly spelling?: readonly (string | number)[];
  /** Or each cell by itself: the members of objects that lie side by side have the names of these objects. */
  readonly cells?: readonly string[];
}

export interface SharedVariable extends Variable {
  /** One value for each cell; 'any': every value of its (finite) sort. */
  readonly initial: readonly (number | 'any')[];
  /** Its cells are never buffered: a write is in memory with the step, whatever waits in buffers, and a read is of memory. */
  readonly strong?: true;
  /** Strong, and no thread acts on it: it only notes what happened, for properties. */
  readonly ghost?: true;
}

export type UnaryOperator =
  | '!'
  | '-'
  /** On 32 bits, as the binary operators on bits. */
  | '~';
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
  | '||'
  | '&'
  | '|'
  | '^'
  | '<<'
  /** Keeps the sign. */
  | '>>'
  /** Without sign: the result is from 0 to 2^32 - 1. */
  | '>>>'
  /** The lowest 32 bits of a product, with sign: products of numbers of 32 bits are not exact in all engines. */
  | '*32';

/**
 * What threads compute and what is asked of states are trees of one kind, which differ in what their leaves read. So one kit
 * (`expression.ts`, `fold.ts`) serves both. Conditions on states have `conditional`, too, although no front end makes one
 * yet: a tree without it would need a second type and a second kit.
 *
 * A division by zero, an index out of bounds and a shift by less than 0 or more than 31 are failures of the step.
 */
export type Tree<Leaf> = Leaf | Constant | Unary<Leaf> | Binary<Leaf> | Conditional<Leaf>;

export interface Constant {
  readonly kind: 'constant';
  readonly value: number;
}

export interface Unary<Leaf> {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Tree<Leaf>;
}

export interface Binary<Leaf> {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Tree<Leaf>;
  readonly right: Tree<Leaf>;
}

export interface Conditional<Leaf> {
  readonly kind: 'conditional';
  readonly condition: Tree<Leaf>;
  readonly whenTrue: Tree<Leaf>;
  readonly whenFalse: Tree<Leaf>;
}

/** What a thread reads; `index` is null for a scalar. */
export type Read =
  | { readonly kind: 'local'; readonly variable: number; readonly index: Expression | null }
  | { readonly kind: 'shared'; readonly variable: number; readonly index: Expression | null };

export type Expression = Tree<Read>;

export interface Update {
  readonly target: Read;
  /** 'any': every value of the target's (finite) sort. */
  readonly value: Expression | 'any';
  /** Of a shared target: this write is in memory with the step. The edge must be a `fence`, `atomic` or `drained` one. */
  readonly direct?: true;
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly guard: Expression | null;
  readonly updates: readonly Update[];
  readonly fence: boolean;
  readonly atomic: boolean;
  /** Enabled only while the store buffers of all threads are empty. */
  readonly drained?: true;
  /** A store-store barrier before the writes of the step. */
  readonly storeFence?: true;
  /**
   * Of an `await` that is false but has written something, and of a loop that looks again in one step: the thread still waits,
   * unless the step changes the state.
   */
  readonly retries?: true;
  /** Within a loop that has a way out, and writes nothing shared: a thread that only takes such steps for ever waits (`rounds.ts`). */
  readonly round?: true;
  /** The statement as people read it: `turn = other`, `await !flag[1]`. */
  readonly text: string;
  readonly place: Place;
}

export interface Location {
  /** Names that properties and traces use; most locations have none. */
  readonly labels: readonly string[];
  /** Not null: being here is a violation, with these words (a failed `assert`). */
  readonly failure: string | null;
  /** A thread that stays here may wait for an `assume` that is false: the text asks nothing of such a run. */
  readonly assumed?: true;
  /** A thread waits here, though no edge leads away: `await false`. */
  readonly waits?: true;
}

/** A statement of the text, and where it stands in it. */
export interface SourceStatement {
  readonly place: Place;
  readonly text: string;
  /** Its own. */
  readonly labels: readonly string[];
  /** Position of the statement around it, and of the one before it in the same block; null where there is none. */
  readonly around: number | null;
  readonly before: number | null;
  /** The text alone tells that nothing leads there: the reader has said so. */
  readonly cutOff: boolean;
  /** `assert false`: the text says that nobody should come there. */
  readonly unwanted: boolean;
}

/** Which statements of the text a thread comes to: with each edge, and by being at a location. Positions in `statements`. */
export interface Coverage {
  readonly statements: readonly SourceStatement[];
  readonly edges: readonly (readonly number[])[];
  readonly locations: readonly (readonly number[])[];
  /** For each location the statement that is next there; null where there is none. */
  readonly next: readonly (number | null)[];
}

/** The automaton of a thread; its parameters are the first of its locals and never assigned. */
export interface Template {
  readonly name: string;
  readonly parameters: number;
  readonly locals: readonly Variable[];
  readonly locations: readonly Location[];
  readonly entry: number;
  readonly edges: readonly Edge[];
  /** Where an edge is more than one statement; whoever makes other edges of these leaves it out. */
  readonly coverage?: Coverage;
}

export interface Thread {
  /** `P(0)`, `Sender`. */
  readonly name: string;
  /** Position in `Program.templates`. */
  readonly template: number;
  /** For each local its cells' first values. */
  readonly initial: readonly (readonly (number | 'any')[])[];
}

/** What a condition on a state reads: memory (not buffers), where a thread is, a local of a thread. */
export type StateRead =
  | { readonly kind: 'memory'; readonly variable: number; readonly index: StateExpression | null }
  | { readonly kind: 'at'; readonly thread: number; readonly locations: readonly number[] }
  | {
      readonly kind: 'localOf';
      readonly thread: number;
      readonly variable: number;
      readonly index: StateExpression | null;
    };

export type StateExpression = Tree<StateRead>;

export interface NeverProperty {
  readonly name: string;
  /** States in which this is true are the bad ones. */
  readonly condition: StateExpression;
  /** The condition as the user wrote it. */
  readonly text: string;
  readonly place: Place;
}

/** What a property speaks of first, for each choice of threads: where none of these is ever true it says nothing. */
export interface Premise {
  /** The name of the property. */
  readonly property: string;
  readonly conditions: readonly StateExpression[];
  /** As it is written. */
  readonly text: string;
  /** Of the property. */
  readonly place: Place;
  /** It speaks of all threads of a kind, and of no value in particular: renaming threads does not change it. */
  readonly general: boolean;
}

/** The name of that property, unless the text gives one. */
export const DEADLOCK = 'deadlock';

/** That no thread gets stuck: `never deadlock`. */
export interface NoDeadlock {
  readonly name: string;
  readonly place: Place;
}

export interface ProgramLemma extends NeverProperty {
  /** It was proved alone. */
  readonly proved?: boolean;
}

export interface Program {
  readonly shared: readonly SharedVariable[];
  readonly templates: readonly Template[];
  readonly threads: readonly Thread[];
  readonly never: readonly NeverProperty[];
  /**
   * A state is bad from which nothing can happen while some thread has something left to do, unless an `assume` has stopped
   * one (`stuckThreads` in `parts.ts`).
   */
  readonly noDeadlock?: NoDeadlock;
  /**
   * Conditions claimed to be never true, as hints for proofs for any number of threads: nothing rests on one before it is
   * proved. None unless given.
   */
  readonly lemmas?: readonly ProgramLemma[];
  /** Of the `never` properties, where the text tells them. */
  readonly premises?: readonly Premise[];
  /** What happens when a value does not fit the sort of its variable: a violation, or the edge is not enabled. */
  readonly outOfRange: 'failure' | 'disabled';
  /** Under TSO the writes of a step enter the buffer, and leave it, one by one; without this they are one batch. */
  readonly apart?: true;
  /** Arithmetic is on 32 bits and wraps; without this numbers are exact, and engines say so when one does not fit. */
  readonly wraps?: true;
}
