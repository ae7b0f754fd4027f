/**
 * The values of expressions and of conditions on states. A division by zero, an index out of bounds or a shift by less than 0
 * or more than 31 is no value but a failure, which is told. `/` and `%` truncate, as in C. Operators on bits see 32 of them.
 *
 * Numbers are exact: one that JavaScript cannot hold exactly throws. Nothing that is explored or replayed comes near it. In
 * programs that say so they have 32 bits and wrap instead.
 */
import type {
  BinaryOperator,
  Conditional,
  Expression,
  StateExpression,
  Tree,
  UnaryOperator,
} from '../../../models/program/model.js';

export interface Failure {
  readonly kind: 'division' | 'index' | 'range' | 'shift';
  /** What went wrong: `division by zero`, `index 4 of flag[2]`. */
  readonly text: string;
}

export type Evaluated = number | Failure;

export function isFailure(value: Evaluated): value is Failure {
  return typeof value !== 'number';
}

/** How an expression sees the cells; the index is null for a scalar. It may fail because of the index. */
export interface View {
  local(variable: number, index: number | null): Evaluated;
  shared(variable: number, index: number | null): Evaluated;
  /** Numbers have 32 bits. */
  readonly wraps: boolean;
}

/** The same for conditions on states. */
export interface StateView {
  memory(variable: number, index: number | null): Evaluated;
  localOf(thread: number, variable: number, index: number | null): Evaluated;
  location(thread: number): number;
  readonly wraps: boolean;
}

export function evaluate(view: View, expression: Expression): Evaluated {
  const again = (part: Expression) => evaluate(view, part);
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'local':
      return withIndex(again, expression.index, (index) => view.local(expression.variable, index));
    case 'shared':
      return withIndex(again, expression.index, (index) => view.shared(expression.variable, index));
    case 'unary':
      return unary(view, expression.operator, again(expression.operand));
    case 'binary':
      return binary(view, again, expression.operator, expression.left, expression.right);
    case 'conditional':
      return choice(again, expression);
  }
}

export function evaluateState(view: StateView, expression: StateExpression): Evaluated {
  const again = (part: StateExpression) => evaluateState(view, part);
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'memory':
      return withIndex(again, expression.index, (index) => view.memory(expression.variable, index));
    case 'localOf':
      return withIndex(again, expression.index, (index) => view.localOf(expression.thread, expression.variable, index));
    case 'at':
      return expression.locations.includes(view.location(expression.thread)) ? 1 : 0;
    case 'unary':
      return unary(view, expression.operator, again(expression.operand));
    case 'binary':
      return binary(view, again, expression.operator, expression.left, expression.right);
    case 'conditional':
      return choice(again, expression);
  }
}

function choice<L>(again: (part: Tree<L>) => Evaluated, { condition, whenTrue, whenFalse }: Conditional<L>): Evaluated {
  const value = again(condition);
  return isFailure(value) ? value : again(value !== 0 ? whenTrue : whenFalse);
}

function withIndex<E>(
  again: (part: E) => Evaluated,
  index: E | null,
  access: (index: number | null) => Evaluated,
): Evaluated {
  if (index === null) return access(null);
  const value = again(index);
  return isFailure(value) ? value : access(value);
}

interface Arithmetic {
  readonly wraps: boolean;
}

function unary({ wraps }: Arithmetic, operator: UnaryOperator, operand: Evaluated): Evaluated {
  if (isFailure(operand)) return operand;
  switch (operator) {
    case '!':
      return truth(operand === 0);
    case '-':
      return wraps ? (0 - operand) | 0 : 0 - operand;
    case '~':
      return ~operand;
  }
}

function binary<E>(
  { wraps }: Arithmetic,
  again: (part: E) => Evaluated,
  operator: BinaryOperator,
  left: E,
  right: E,
): Evaluated {
  const one = again(left);
  if (isFailure(one)) return one;
  if (operator === '&&' && one === 0) return 0;
  if (operator === '||' && one !== 0) return 1;
  const other = again(right);
  if (isFailure(other)) return other;
  switch (operator) {
    case '&&':
    case '||':
      return truth(other !== 0);
    case '+':
      return wraps ? (one + other) | 0 : exact(one + other);
    case '-':
      return wraps ? (one - other) | 0 : exact(one - other);
    case '*':
      return wraps ? Math.imul(one, other) : exact(one * other);
    case '/':
      if (other === 0) return DIVISION;
      return wraps ? (one / other) | 0 : exact(Math.trunc(one / other));
    case '%':
      return other === 0 ? DIVISION : exact(one % other);
    case '==':
      return truth(one === other);
    case '!=':
      return truth(one !== other);
    case '<':
      return truth(one < other);
    case '<=':
      return truth(one <= other);
    case '>':
      return truth(one > other);
    case '>=':
      return truth(one >= other);
    case '&':
      return one & other;
    case '|':
      return one | other;
    case '^':
      return one ^ other;
    case '<<':
      return other < 0 || other > 31 ? shiftBy(other) : one << other;
    case '>>':
      return other < 0 || other > 31 ? shiftBy(other) : one >> other;
    case '>>>':
      return other < 0 || other > 31 ? shiftBy(other) : one >>> other;
    case '*32':
      return Math.imul(one, other);
  }
}

function shiftBy(bits: number): Failure {
  return { kind: 'shift', text: `a shift by ${bits}` };
}

const DIVISION: Failure = { kind: 'division', text: 'division by zero' };

function truth(value: boolean): number {
  return value ? 1 : 0;
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is too large to be computed with exactly`);
  // No negative zero: keys of configurations would tell it from zero.
  return value + 0;
}
