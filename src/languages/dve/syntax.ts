/**
 * The syntax tree of a `.dve` file: what is written, with its places, before any name or type is looked at.
 *
 * Parentheses are not in the tree, and the two ways of writing a conjunction (`and`, `&&`) are one. Conjunctions and
 * disjunctions are lists: files that were generated hold guards of thousands of parts, and a list is no deeper for that.
 * Comments are kept beside the tree, in the order of the text, for the printer.
 */
import type { BinaryOperator as ProgramOperator } from '../../models/program/model.js';
import type { Span } from '../shared/source.js';
import type { Comment } from '../shared/token-reader.js';

export type { Comment } from '../shared/token-reader.js';

export interface Name extends Span {
  readonly text: string;
}

export type UnaryOperator = '-' | '~' | 'not';

export type BinaryOperator = 'imply' | Exclude<ProgramOperator, '&&' | '||' | '>>>' | '*32'>;

/** `v`, `a[e]`. */
export interface NameUse extends Span {
  readonly kind: 'name';
  readonly name: Name;
  readonly index: ExpressionSyntax | null;
}

export type ExpressionSyntax =
  | NameUse
  | (Span &
      (
        | { readonly kind: 'number'; readonly text: string }
        | { readonly kind: 'boolean'; readonly value: boolean }
        | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: ExpressionSyntax }
        | {
            readonly kind: 'binary';
            readonly operator: BinaryOperator;
            readonly left: ExpressionSyntax;
            readonly right: ExpressionSyntax;
          }
        /** Two parts at least. */
        | { readonly kind: 'chain'; readonly operator: 'and' | 'or'; readonly parts: readonly ExpressionSyntax[] }
        /** `P.s` */
        | { readonly kind: 'at'; readonly process: Name; readonly state: Name }
        /** `P->v`, `P->a[e]` */
        | {
            readonly kind: 'localOf';
            readonly process: Name;
            readonly variable: Name;
            readonly index: ExpressionSyntax | null;
          }
      ));

export type TypeName = 'byte' | 'int';

export interface DeclaratorSyntax extends Span {
  readonly name: Name;
  readonly size: ExpressionSyntax | null;
  readonly initial: ExpressionSyntax | { readonly kind: 'list'; readonly values: readonly ExpressionSyntax[] } | null;
}

export interface VariablesSyntax extends Span {
  readonly kind: 'variables';
  readonly constant: boolean;
  readonly type: TypeName;
  readonly declarators: readonly DeclaratorSyntax[];
}

export interface ChannelsSyntax extends Span {
  readonly kind: 'channels';
  /** The types of a message; null for channels without type. */
  readonly types: readonly TypeName[] | null;
  /** The capacity is null for channels without type. */
  readonly channels: readonly { readonly name: Name; readonly capacity: ExpressionSyntax | null }[];
}

export interface SyncSyntax extends Span {
  readonly channel: Name;
  readonly direction: '!' | '?';
  /** Variables, when received. */
  readonly values: readonly ExpressionSyntax[];
  /** Written in braces. */
  readonly braces: boolean;
  /** Positions of variables that are marked atomic; there is one at least. */
  readonly atomic?: readonly number[];
}

export interface AssignmentSyntax extends Span {
  readonly target: NameUse;
  readonly value: ExpressionSyntax;
  /** Marked so (`annotations.ts`). */
  readonly atomic?: true;
}

export interface TransitionSyntax extends Span {
  /** Null: that of the transition before. */
  readonly from: Name | null;
  readonly to: Name;
  readonly guards: readonly ExpressionSyntax[];
  readonly sync: SyncSyntax | null;
  readonly effects: readonly AssignmentSyntax[];
  /** Marked so (`annotations.ts`). */
  readonly fence?: true;
}

export type AcceptanceKind = 'buchi' | 'genbuchi' | 'muller' | 'rabin' | 'streett';

export type SectionSyntax =
  | VariablesSyntax
  | (Span &
      (
        | { readonly kind: 'state' | 'commit'; readonly states: readonly Name[] }
        | { readonly kind: 'init'; readonly state: Name }
        | {
            readonly kind: 'accept';
            readonly condition: AcceptanceKind;
            /** One list for `buchi`, one for each set of `genbuchi` and `muller`, two for each pair of the others. */
            readonly sets: readonly (readonly Name[])[];
          }
        | { readonly kind: 'assert'; readonly assertions: readonly AssertionSyntax[] }
        | { readonly kind: 'trans'; readonly transitions: readonly TransitionSyntax[] }
      ));

export interface AssertionSyntax extends Span {
  readonly state: Name;
  readonly condition: ExpressionSyntax;
}

export interface ProcessSyntax extends Span {
  readonly kind: 'process';
  readonly name: Name;
  readonly sections: readonly SectionSyntax[];
}

export interface SystemSyntax extends Span {
  readonly kind: 'system';
  readonly mode: 'async' | 'sync';
  readonly property: Name | null;
}

export type DeclarationSyntax = VariablesSyntax | ChannelsSyntax | ProcessSyntax | SystemSyntax;

export interface DveSyntax {
  readonly declarations: readonly DeclarationSyntax[];
  readonly comments: readonly Comment[];
}
