/**
 * What a `.dve` file means, with names resolved and constants folded: plain data, the contract of this language with
 * engines and with the translation to programs.
 *
 * A state is a value for each cell of each variable, a control state for each process, and the messages in each buffered
 * channel. Variables, channels, processes, control states and transitions are numbered from 0 in the order of the text.
 *
 * Values are computed in 32 bits (`arithmetic.ts`) and must fit the type of what they are stored in; an index must be one
 * of the array; a divisor must not be 0. What breaks this is a *range error*: the step leads to the one error state.
 *
 * A step of a process takes a transition whose guard is not 0. Control moves, a received message is stored, then the
 * effects happen one by one, each seeing those before. `docs/reference/languages/dve.md` tells the rest: rendez-vous,
 * buffers, committed states, the property.
 */
import type { BinaryOperator, TypeName, UnaryOperator } from './syntax.js';

export type { BinaryOperator, TypeName, UnaryOperator } from './syntax.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The operators as those of programs. */
export const PROGRAM_UNARY = { '-': '-', '~': '~', not: '!' } as const satisfies Record<UnaryOperator, string>;

export const RANGES: Readonly<Record<TypeName, { readonly low: number; readonly high: number }>> = {
  byte: { low: 0, high: 255 },
  int: { low: -32_768, high: 32_767 },
};

/** `owner` is the process a local variable belongs to; null for a global one. */
export interface DveVariableUse {
  readonly kind: 'variable';
  readonly owner: number | null;
  readonly variable: number;
  /** Null exactly for scalars. */
  readonly index: DveExpression | null;
}

export type DveExpression =
  | DveVariableUse
  | { readonly kind: 'constant'; readonly value: number }
  /** 1 when the process is in the control state, else 0. */
  | { readonly kind: 'at'; readonly process: number; readonly state: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: DveExpression }
  /** `imply` evaluates its right side only if it needs it. */
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: DveExpression;
      readonly right: DveExpression;
    }
  /** 0 or 1; evaluated from the left, no further than needed. Two parts at least. */
  | { readonly kind: 'chain'; readonly operator: 'and' | 'or'; readonly parts: readonly DveExpression[] };

/** The expressions directly inside of one. */
export function partsOf(expression: DveExpression): readonly DveExpression[] {
  switch (expression.kind) {
    case 'constant':
    case 'at':
      return [];
    case 'variable':
      return expression.index === null ? [] : [expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'chain':
      return expression.parts;
  }
}

export interface DveVariable {
  readonly name: string;
  readonly type: TypeName;
  /** Null for a scalar. */
  readonly size: number | null;
  /** One value for each cell. */
  readonly initial: readonly number[];
  /** An array declared `const`: nothing writes it. (Constants that are scalars are folded.) */
  readonly constant: boolean;
  readonly place: Place;
}

/** A scalar declared `const`; expressions hold its value. */
export interface DveConstant {
  readonly name: string;
  readonly owner: number | null;
  readonly value: number;
}

export interface DveChannel {
  readonly name: string;
  /** The types of a message, to which values are cut when they are sent; null for a channel without type. */
  readonly types: readonly TypeName[] | null;
  /** How many values a message has; 0 for a mere synchronisation. */
  readonly arity: number;
  /** 0 for a rendez-vous. */
  readonly capacity: number;
  readonly place: Place;
}

export type DveSync =
  | { readonly direction: 'send'; readonly channel: number; readonly values: readonly DveExpression[] }
  | {
      readonly direction: 'receive';
      readonly channel: number;
      readonly targets: readonly DveVariableUse[];
      /** Positions of global variables that are marked atomic; there is one at least. */
      readonly atomic?: readonly number[];
    };

export interface DveAssignment {
  readonly target: DveVariableUse;
  /** Evaluated before the index of the target. */
  readonly value: DveExpression;
  /** A global variable, all of whose writes by this transition are in memory with the step, once all buffers are empty. */
  readonly atomic?: true;
}

/** A cell that is read or written; null for one that depends on the state. 0 for scalars. */
export interface DveAccess {
  readonly owner: number | null;
  readonly variable: number;
  readonly cell: number | null;
}

export interface DveTransition {
  readonly from: number;
  readonly to: number;
  /** Null when nothing is asked. */
  readonly guard: DveExpression | null;
  readonly sync: DveSync | null;
  readonly effects: readonly DveAssignment[];
  /** Without constant arrays; each cell once, in the order in which it is first met in the text. */
  readonly reads: readonly DveAccess[];
  /** Received messages are written, too. */
  readonly writes: readonly DveAccess[];
  /** The processes whose control states are looked at. */
  readonly looksAt: readonly number[];
  /** The step waits until the store buffer of its process is empty. */
  readonly fence?: true;
  readonly place: Place;
}

export interface DveControlState {
  readonly name: string;
  readonly committed: boolean;
  /** Of a Büchi condition. */
  readonly accepting: boolean;
  readonly place: Place;
}

/** Violated in a state in which the process is there and the condition is 0. */
export interface DveAssertion {
  readonly state: number;
  readonly condition: DveExpression;
  /** As it is written. */
  readonly text: string;
  readonly place: Place;
}

/** What a run must visit infinitely often to be accepted; sets and pairs of control states. */
export type DveAcceptance =
  | { readonly kind: 'buchi'; readonly states: readonly number[] }
  | { readonly kind: 'genbuchi' | 'muller'; readonly sets: readonly (readonly number[])[] }
  | {
      readonly kind: 'rabin' | 'streett';
      readonly pairs: readonly (readonly [readonly number[], readonly number[]])[];
    };

export interface DveProcess {
  readonly name: string;
  readonly variables: readonly DveVariable[];
  readonly states: readonly DveControlState[];
  readonly initial: number;
  readonly acceptance: DveAcceptance;
  readonly assertions: readonly DveAssertion[];
  readonly transitions: readonly DveTransition[];
  readonly place: Place;
}

export interface DveModel {
  readonly globals: readonly DveVariable[];
  readonly constants: readonly DveConstant[];
  readonly channels: readonly DveChannel[];
  readonly processes: readonly DveProcess[];
  /** `sync`: all processes move together, and channels mean nothing. */
  readonly mode: 'async' | 'sync';
  /** The process that watches the others: an automaton for the runs that are not wanted. */
  readonly property: number | null;
}
