/**
 * The syntax tree of a `.cub` file: what is written, with its places, before any name or type is looked at.
 *
 * Parentheses are not in the tree. A chain `a && b && c` is one node with three operands, so long chains are not deep;
 * `(a && b) && c` is another tree, and the printer keeps them apart.
 */
import type { Span } from '../shared/source.js';

export interface Name extends Span {
  readonly text: string;
}

/** A process variable, or `#k` with the digits of k. */
export type ProcessSyntax = { readonly kind: 'variable' | 'number'; readonly text: string } & Span;

/** `X`, `A[i,j]`, `i@X`: a variable, a constant, a constructor. `indices` is null without brackets. */
export interface SymbolUse extends Span {
  readonly kind: 'symbol';
  readonly reader: ProcessSyntax | null;
  readonly name: Name;
  readonly indices: readonly ProcessSyntax[] | null;
}

export interface ProcessUse extends Span {
  readonly kind: 'process';
  readonly process: ProcessSyntax;
}

/** A number as it is written: `12`, `-3`, `1.`, `0.25`. */
export interface NumberUse extends Span {
  readonly kind: 'number';
  readonly text: string;
  readonly real: boolean;
}

/** `3 * X`, also written `X * 3` or `- 3 * X`. The coefficient is an integer as it would be written. */
export interface Product extends Span {
  readonly kind: 'product';
  readonly coefficient: string;
  readonly factor: SymbolUse;
}

export interface Sum extends Span {
  readonly kind: 'sum';
  readonly left: SymbolUse | ProcessUse;
  readonly operator: '+' | '-';
  /** A process variable here is a name given by `let`, or a parameter of a predicate. */
  readonly right: NumberUse | SymbolUse | ProcessUse | Product;
}

export type TermSyntax = SymbolUse | ProcessUse | NumberUse | Product | Sum;

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Quantifier = 'forall' | 'exists' | 'forall_other' | 'exists_other';

export type FormulaSyntax = Span &
  (
    | { readonly kind: 'constant'; readonly value: boolean }
    | { readonly kind: 'fence' }
    | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: TermSyntax; readonly right: TermSyntax }
    | PredicateCall
    | { readonly kind: 'not'; readonly operand: FormulaSyntax }
    | { readonly kind: 'and' | 'or'; readonly operands: readonly FormulaSyntax[] }
    | { readonly kind: 'implies' | 'iff'; readonly left: FormulaSyntax; readonly right: FormulaSyntax }
    | {
        readonly kind: 'if';
        readonly condition: FormulaSyntax;
        readonly positive: FormulaSyntax;
        readonly negative: FormulaSyntax;
      }
    | QuantifiedSyntax
  );

export interface PredicateCall extends Span {
  readonly kind: 'call';
  readonly name: Name;
  readonly arguments: readonly ArgumentSyntax[];
}

/** `forall x <> y. ...` binds several variables that differ; the `_other` forms bind one. */
export interface QuantifiedSyntax extends Span {
  readonly kind: 'quantified';
  readonly quantifier: Quantifier;
  readonly variables: readonly Name[];
  readonly body: FormulaSyntax;
}

export type ArgumentSyntax =
  | { readonly kind: 'term'; readonly term: TermSyntax }
  | { readonly kind: 'formula'; readonly formula: FormulaSyntax };

export interface TypeSyntax extends Span {
  readonly name: Name;
  /** Null for an abstract type. */
  readonly constructors: readonly Name[] | null;
}

export interface SymbolSyntax extends Span {
  readonly kind: 'const' | 'var' | 'array';
  readonly weak: boolean;
  readonly name: Name;
  /** The types between the brackets; null for a scalar. */
  readonly indices: readonly Name[] | null;
  readonly type: Name;
}

export interface PropertySyntax extends Span {
  readonly kind: 'init' | 'invariant' | 'unsafe' | 'lemma';
  readonly name: Name | null;
  readonly parameters: readonly Name[];
  readonly formula: FormulaSyntax;
}

export interface PredicateSyntax extends Span {
  readonly kind: 'predicate';
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly formula: FormulaSyntax;
}

export interface LetSyntax extends Span {
  readonly name: Name;
  readonly term: TermSyntax;
}

/** `| condition : value`; the condition is null for `_`, which can only be the last. */
export interface SwitchSyntax extends Span {
  readonly condition: FormulaSyntax | null;
  readonly value: TermSyntax;
}

export type UpdateSyntax = Span & { readonly target: Name } & (
    | { readonly kind: 'assign'; readonly indices: readonly ProcessSyntax[] | null; readonly value: TermSyntax }
    | { readonly kind: 'case'; readonly binders: readonly Name[] | null; readonly switches: readonly SwitchSyntax[] }
    | { readonly kind: 'havoc' }
  );

export interface TransitionSyntax extends Span {
  readonly kind: 'transition';
  readonly name: Name;
  readonly parameters: readonly Name[];
  /** The position of the bracketed parameter, or null. */
  readonly actor: number | null;
  readonly guard: FormulaSyntax | null;
  /** The braces and what is in them. */
  readonly body: Span;
  readonly lets: readonly LetSyntax[];
  readonly updates: readonly UpdateSyntax[];
}

export type DeclarationSyntax = PropertySyntax | PredicateSyntax | TransitionSyntax;

export interface ModelSyntax {
  /** The digits after `number_procs`. */
  readonly processes: Name | null;
  readonly types: readonly TypeSyntax[];
  readonly symbols: readonly SymbolSyntax[];
  readonly declarations: readonly DeclarationSyntax[];
}
