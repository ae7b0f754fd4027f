/** What the parser makes of a file in Trencher's format. Names are any strings without blanks. */
import type { Span } from '../shared/source.js';

export interface Name extends Span {
  readonly text: string;
}

export const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', '&&', '||', '+', '-', '*', '/', '%', '&'] as const;
export type Operator = (typeof OPERATORS)[number];

export type ExpressionSyntax =
  | { readonly kind: 'number'; readonly value: number }
  /** Its position among the registers of the thread. */
  | { readonly kind: 'register'; readonly register: number }
  | { readonly kind: 'not'; readonly of: ExpressionSyntax }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: ExpressionSyntax;
      readonly right: ExpressionSyntax;
    };

export type Instruction =
  | { readonly kind: 'read'; readonly register: number; readonly address: ExpressionSyntax }
  | { readonly kind: 'write'; readonly value: ExpressionSyntax; readonly address: ExpressionSyntax }
  | { readonly kind: 'local'; readonly register: number; readonly value: ExpressionSyntax }
  | { readonly kind: 'check'; readonly condition: ExpressionSyntax }
  | { readonly kind: 'mfence' | 'lock' | 'unlock' | 'noop' };

export interface Transition extends Span {
  /** Positions among the states of the thread. */
  readonly from: number;
  readonly to: number;
  readonly instruction: Instruction;
  /** The instruction as it is written, in one line. */
  readonly text: string;
}

export interface ThreadSyntax {
  readonly name: Name;
  readonly states: readonly Name[];
  readonly registers: readonly Name[];
  readonly initial: number;
  readonly finals: readonly { readonly state: number; readonly place: Name }[];
  readonly transitions: readonly Transition[];
}

export interface FileSyntax {
  readonly threads: readonly ThreadSyntax[];
  /** `memory_size`: how many cells memory has; null when the file does not say. */
  readonly cells: number | null;
}
