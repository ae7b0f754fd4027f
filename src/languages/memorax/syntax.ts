/** What the parser makes of an `.rmm` file, macros expanded, before names are looked up. */
import type { Span } from '../shared/source.js';

export interface Name extends Span {
  readonly text: string;
}

export interface NumberSyntax extends Span {
  readonly kind: 'number';
  readonly value: number;
}

export type ExpressionSyntax =
  | NumberSyntax
  /** The name with its `$`. */
  | { readonly kind: 'register'; readonly name: Name }
  | { readonly kind: 'negative'; readonly of: ExpressionSyntax }
  | {
      readonly kind: 'sum';
      readonly operator: '+' | '-';
      readonly left: ExpressionSyntax;
      readonly right: ExpressionSyntax;
    };

export type Comparison = '=' | '!=' | '<' | '>' | '<=' | '>=';

export type BooleanSyntax =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'not'; readonly of: BooleanSyntax }
  | { readonly kind: 'and' | 'or'; readonly of: readonly BooleanSyntax[] }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: ExpressionSyntax;
      readonly right: ExpressionSyntax;
    };

export type MemorySyntax = Span &
  (
    | { readonly kind: 'global'; readonly name: Name }
    /** `v[my]`. */
    | { readonly kind: 'own'; readonly name: Name }
    /** `v[1]`: of another process, numbered without me. */
    | { readonly kind: 'other'; readonly name: Name; readonly index: NumberSyntax }
    | { readonly kind: 'pointer'; readonly address: ExpressionSyntax }
  );

/** Where a statement starts is its place. */
export type StatementSyntax = Span &
  (
    | { readonly kind: 'nop' | 'fence' | 'ssfence' | 'llfence' }
    | {
        readonly kind: 'read';
        readonly sync: boolean;
        readonly memory: MemorySyntax;
        readonly equals: ExpressionSyntax;
      }
    | { readonly kind: 'load'; readonly sync: boolean; readonly register: Name; readonly memory: MemorySyntax }
    | {
        readonly kind: 'write';
        /** `slocked`: not before the writes that came earlier. */
        readonly how: 'write' | 'syncwr' | 'slocked';
        readonly memory: MemorySyntax;
        readonly value: ExpressionSyntax;
      }
    | { readonly kind: 'assign'; readonly register: Name; readonly value: ExpressionSyntax }
    | { readonly kind: 'assume'; readonly condition: BooleanSyntax }
    | {
        readonly kind: 'locked';
        /** `locked write: ..` and `cas(..)` are short for blocks. */
        readonly sugar: 'write' | 'cas' | null;
        readonly alternatives: readonly (readonly LabelledSyntax[])[];
      }
    | {
        readonly kind: 'if';
        readonly condition: BooleanSyntax;
        readonly then: LabelledSyntax;
        readonly otherwise: LabelledSyntax | null;
      }
    | { readonly kind: 'while'; readonly condition: BooleanSyntax; readonly body: LabelledSyntax }
    | { readonly kind: 'either'; readonly alternatives: readonly (readonly LabelledSyntax[])[] }
    | { readonly kind: 'goto'; readonly label: Name }
    | { readonly kind: 'block'; readonly statements: readonly LabelledSyntax[] }
  );

export interface LabelledSyntax {
  readonly label: Name | null;
  readonly statement: StatementSyntax;
}

export interface Domain extends Span {
  readonly low: number;
  readonly high: number;
}

export interface DeclarationSyntax {
  readonly name: Name;
  /** Null: any value of the domain. */
  readonly initial: NumberSyntax | null;
  /** Null: all integers. */
  readonly domain: Domain | null;
}

export interface ProcessSyntax extends Span {
  readonly copies: NumberSyntax | null;
  readonly data: readonly DeclarationSyntax[];
  readonly registers: readonly DeclarationSyntax[];
  readonly text: readonly LabelledSyntax[];
}

export interface RowSyntax extends Span {
  /** Labels, and `*` for any state. */
  readonly entries: readonly Name[];
}

export interface PredicateSyntax extends Span {
  readonly condition: BooleanSyntax;
}

export interface FileSyntax {
  readonly forbidden: readonly RowSyntax[];
  readonly predicates: readonly PredicateSyntax[];
  readonly data: readonly DeclarationSyntax[];
  readonly processes: readonly ProcessSyntax[];
}
