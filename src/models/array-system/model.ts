/**
 * Array systems: parameterized guarded commands over arrays indexed by processes (what a `.cub` file says).
 *
 * This is the contract between the front end, which resolves names, types, predicates and `let`, and everything that
 * gives the text a meaning: the engines, the operational machine that judges their counterexamples, and the
 * certificates that judge their proofs. None of those reads syntax; none of them shares code for the semantics.
 *
 * Semantics. A state of an instance with n processes gives a value to every scalar and to every cell of every array
 * (an array of arity d has n^d cells). Processes are totally ordered. A value of sort `proc` is an element of a total
 * order that contains the processes of the instance, and may be none of them (`Home <> p` for every p is satisfiable).
 * Values of an abstract sort come from an infinite set and can only be compared for equality.
 */
import type { Rational } from '../../logic/rational.js';
import type { EnumSort, NumberSort, Operator, ProcSort, Sort } from '../../logic/sorts.js';

export type { AbstractSort, EnumSort, NumberSort, Operator, Sort } from '../../logic/sorts.js';

export const INT: NumberSort = { kind: 'int' };
export const REAL: NumberSort = { kind: 'real' };
export const PROC: ProcSort = { kind: 'proc' };
/** `False` is value 0 and `True` is value 1. */
export const BOOL: EnumSort = { kind: 'enum', name: 'bool', constructors: ['False', 'True'] };

export function sortName(sort: Sort): string {
  return sort.kind === 'enum' || sort.kind === 'abstract' ? sort.name : sort.kind;
}

/** A variable (`arity` 0), an array (`arity` > 0) or a constant: rigid, never assigned, arbitrary unless init says more. */
export interface StateSymbol {
  readonly name: string;
  /** Position in `ArraySystem.symbols`. */
  readonly index: number;
  readonly constant: boolean;
  readonly arity: number;
  readonly sort: Sort;
  readonly weak: boolean;
}

/** A process: a name bound by a parameter list, a quantifier or a case update, or a constant `#k` (k from 1). */
export type Process =
  | { readonly kind: 'bound'; readonly name: string }
  | { readonly kind: 'constant'; readonly number: number };

/** `X`, `A[i,j]`; `reader` is the process of `i@X`, null when none is written. */
export interface Access {
  readonly symbol: StateSymbol;
  readonly indices: readonly Process[];
  readonly reader: Process | null;
  /** In the cubes of a proof under TSO: at which of its positions the process reads (view-cube.ts). */
  readonly moment?: number;
}

/**
 * Terms. A term of sort int or real is always `linear` (a lone variable is one summand with coefficient 1, a number has
 * no summand); an `access` term has any other sort. Summands mention an access once, with a non-zero coefficient.
 */
export type Term =
  | { readonly kind: 'process'; readonly process: Process }
  | { readonly kind: 'constructor'; readonly sort: EnumSort; readonly value: number }
  | { readonly kind: 'access'; readonly access: Access }
  | {
      readonly kind: 'linear';
      readonly sort: NumberSort;
      readonly constant: Rational;
      readonly summands: readonly Summand[];
    };

export interface Summand {
  readonly coefficient: Rational;
  readonly access: Access;
}

/**
 * Formulas. Every binder in one declaration has a name of its own (the front end renames on shadowing), and says which
 * processes its variable differs from: `forall_other` and `exists_other` exclude all parameters of the declaration and
 * all enclosing bound variables; `forall x <> y` excludes x for y; a plain `forall` excludes nothing.
 */
export type Formula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Term; readonly right: Term }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Formula[] }
  | { readonly kind: 'not'; readonly operand: Formula }
  | Quantified
  | { readonly kind: 'fence' };

/** The formulas directly inside of one. */
export function operandsOf(formula: Formula): readonly Formula[] {
  if ('operands' in formula) return formula.operands;
  if ('operand' in formula) return [formula.operand];
  return 'body' in formula ? [formula.body] : [];
}

export interface Quantified {
  readonly kind: 'forall' | 'exists';
  readonly variable: string;
  readonly excluded: readonly Process[];
  readonly body: Formula;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A formula about some processes: for `init` all tuples (equal ones too), elsewhere some tuple of distinct processes. */
export interface Property {
  /** The declared name, or null. */
  readonly name: string | null;
  readonly parameters: readonly string[];
  readonly formula: Formula;
  readonly place: Place;
}

/** States claimed unreachable, as a hint: nothing rests on it before it is proved. */
export interface Lemma extends Property {
  /** It was proved alone: a search from it ends. */
  readonly proved?: boolean;
}

/** First matching switch wins; conditions and values read the state before the transition. */
export interface Switch {
  readonly condition: Formula;
  readonly value: Term;
}

/**
 * One assignment. `assign` writes one cell (no indices for a scalar). `case` writes every cell of the symbol: `binders`
 * name the indices of the cell being written (none for a scalar). Without a matching switch and with `otherwise` null
 * the cell becomes arbitrary under the rules of SC models and stays unchanged under those of weak-memory models
 * (`ArraySystem.weak`). `havoc` gives a scalar any value of its sort.
 */
export type Update =
  | {
      readonly kind: 'assign';
      readonly symbol: StateSymbol;
      readonly indices: readonly Process[];
      readonly value: Term;
    }
  | {
      readonly kind: 'case';
      readonly symbol: StateSymbol;
      readonly binders: readonly string[];
      readonly switches: readonly Switch[];
      readonly otherwise: Term | null;
    }
  | { readonly kind: 'havoc'; readonly symbol: StateSymbol };

/** All updates happen at once; a symbol is the target of at most one. Parameters are pairwise distinct processes. */
export interface Transition {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The parameter in brackets, which performs the memory accesses; null when there is none. */
  readonly actor: string | null;
  readonly guard: Formula;
  readonly updates: readonly Update[];
  readonly place: Place;
}

/**
 * How many processes there are of a kind, as a number: in an initial state the constant `symbol` (a scalar of sort int) is the
 * number of processes whose cell of `array` has another value than the first of its enumerated sort.
 */
export interface Census {
  readonly symbol: StateSymbol;
  readonly array: StateSymbol;
}

export interface ArraySystem {
  /** `number_procs`: the instance has exactly this many processes, named #1 < #2 < ...; null for any number. */
  readonly processes: number | null;
  readonly symbols: readonly StateSymbol[];
  readonly init: Property;
  /** Part of what initial states are; none unless given. */
  readonly census?: readonly Census[];
  /** Each describes states *claimed unreachable*; an assumption until checked. */
  readonly invariants: readonly Property[];
  readonly unsafe: readonly Property[];
  /** None unless given. */
  readonly lemmas?: readonly Lemma[];
  readonly transitions: readonly Transition[];
  /** Some symbol is weak or some transition names its actor. */
  readonly weak: boolean;
}
