/**
 * Expressions of the model: making them small, how large they are, what values they can have, whether they can fail.
 *
 * Nothing that may fail is folded away: `x / 0 == 1 && false` keeps its failure.
 */

import { applyBinary } from './arithmetic.js';
import { boundsOfSort } from './cells.js';
import type { BinaryOperator, Expression, Sort, UnaryOperator, Variable } from './model.js';

/** Whose variables an expression is about. */
export interface Variables {
  readonly locals: readonly Variable[];
  readonly shared: readonly Variable[];
}

export function constantTerm(value: number): Expression {
  // No negative zero.
  return { kind: 'constant', value: value + 0 };
}

export const TRUE = constantTerm(1);

export function unaryTerm(operator: UnaryOperator, operand: Expression): Expression {
  if (operator === '!') return negate(operand);
  if (operand.kind !== 'constant') return { kind: 'unary', operator, operand };
  return constantTerm(operator === '-' ? 0 - operand.value : ~operand.value);
}

const opposites: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The negation of a condition. */
export function negate(condition: Expression): Expression {
  if (condition.kind === 'constant') return constantTerm(Number(condition.value === 0));
  if (condition.kind === 'unary' && condition.operator === '!') return condition.operand;
  if (condition.kind === 'binary') {
    const { operator, left, right } = condition;
    const opposite = opposites[operator];
    if (opposite !== undefined) return { kind: 'binary', operator: opposite, left, right };
    if (operator === '&&') return { kind: 'binary', operator: '||', left: negate(left), right: negate(right) };
    if (operator === '||') return { kind: 'binary', operator: '&&', left: negate(left), right: negate(right) };
  }
  return { kind: 'unary', operator: '!', operand: condition };
}

export function binaryTerm(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  if (left.kind === 'constant') {
    if (right.kind === 'constant') {
      const value = applyBinary(operator, left.value, right.value);
      if (value !== null && Number.isSafeInteger(value)) return constantTerm(value);
    }
    if (operator === '&&') return left.value === 0 ? left : right;
    if (operator === '||') return left.value === 0 ? right : TRUE;
    if (operator === '+' && left.value === 0) return right;
  } else if (right.kind === 'constant') {
    if ((operator === '&&' && right.value !== 0) || (operator === '||' && right.value === 0)) return left;
    if ((operator === '+' || operator === '-') && right.value === 0) return left;
  }
  return { kind: 'binary', operator, left, right };
}

export function conditionalTerm(condition: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  if (condition.kind === 'constant') return condition.value !== 0 ? whenTrue : whenFalse;
  return { kind: 'conditional', condition, whenTrue, whenFalse };
}

/** Conditions in order, evaluated from the left; null when there is none. */
export function conjunction(conditions: readonly Expression[]): Expression | null {
  let whole: Expression | null = null;
  for (const condition of conditions) whole = whole === null ? condition : binaryTerm('&&', whole, condition);
  return whole === null || (whole.kind === 'constant' && whole.value !== 0) ? null : whole;
}

export function sameTerm(a: Expression | null, b: Expression | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'constant':
      return b.kind === 'constant' && a.value === b.value;
    case 'local':
    case 'shared':
      return (b.kind === 'local' || b.kind === 'shared') && a.variable === b.variable && sameTerm(a.index, b.index);
    case 'unary':
      return b.kind === 'unary' && a.operator === b.operator && sameTerm(a.operand, b.operand);
    case 'binary':
      return b.kind === 'binary' && a.operator === b.operator && sameTerm(a.left, b.left) && sameTerm(a.right, b.right);
    case 'conditional':
      return (
        b.kind === 'conditional' &&
        sameTerm(a.condition, b.condition) &&
        sameTerm(a.whenTrue, b.whenTrue) &&
        sameTerm(a.whenFalse, b.whenFalse)
      );
  }
}

export function partsOfTerm(term: Expression): readonly Expression[] {
  switch (term.kind) {
    case 'constant':
      return [];
    case 'local':
    case 'shared':
      return term.index === null ? [] : [term.index];
    case 'unary':
      return [term.operand];
    case 'binary':
      return [term.left, term.right];
    case 'conditional':
      return [term.condition, term.whenTrue, term.whenFalse];
  }
}

const sizes = new WeakMap<Expression, number>();

/** Nodes of the tree; parts are shared in memory, so it is remembered, not counted again. */
export function sizeOfTerm(term: Expression): number {
  const known = sizes.get(term);
  if (known !== undefined) return known;
  let size = 1;
  for (const part of partsOfTerm(term)) size += sizeOfTerm(part);
  sizes.set(term, size);
  return size;
}

type Bounds = readonly [number, number] | null;

/** The least and greatest value it may have; null when there is no bound. */
export function boundsOfTerm(term: Expression, variables: Variables): Bounds {
  switch (term.kind) {
    case 'constant':
      return [term.value, term.value];
    case 'local':
    case 'shared': {
      const variable = (term.kind === 'local' ? variables.locals : variables.shared)[term.variable];
      return variable === undefined ? null : boundsOfSort(variable.sort);
    }
    case 'unary': {
      if (term.operator === '!') return [0, 1];
      const operand = boundsOfTerm(term.operand, variables);
      if (operand === null || term.operator === '~') return null;
      return [0 - operand[1], 0 - operand[0]];
    }
    case 'binary':
      return boundsOfBinary(term.operator, boundsOfTerm(term.left, variables), boundsOfTerm(term.right, variables));
    case 'conditional': {
      const first = boundsOfTerm(term.whenTrue, variables);
      const second = boundsOfTerm(term.whenFalse, variables);
      if (first === null || second === null) return null;
      return [Math.min(first[0], second[0]), Math.max(first[1], second[1])];
    }
  }
}

function boundsOfBinary(operator: BinaryOperator, left: Bounds, right: Bounds): Bounds {
  switch (operator) {
    case '+':
      return left === null || right === null ? null : [left[0] + right[0], left[1] + right[1]];
    case '-':
      return left === null || right === null ? null : [left[0] - right[1], left[1] - right[0]];
    case '*': {
      if (left === null || right === null) return null;
      const corners = [left[0] * right[0], left[0] * right[1], left[1] * right[0], left[1] * right[1]];
      return [Math.min(...corners), Math.max(...corners)];
    }
    case '/':
      if (left === null) return null;
      return [Math.min(left[0], 0 - left[1], 0), Math.max(left[1], 0 - left[0], 0)];
    case '%': {
      if (right === null) return left === null ? null : [Math.min(left[0], 0), Math.max(left[1], 0)];
      const most = Math.max(Math.abs(right[0]), Math.abs(right[1])) - 1;
      return [left !== null && left[0] >= 0 ? 0 : -most, left !== null && left[1] <= 0 ? 0 : most];
    }
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return null;
    default:
      return [0, 1];
  }
}

/** May be true of an expression that never fails; false is certain. */
export function mayFail(term: Expression, variables: Variables): boolean {
  if (term.kind === 'binary' && (term.operator === '/' || term.operator === '%')) {
    const divisor = boundsOfTerm(term.right, variables);
    if (divisor === null || (divisor[0] <= 0 && divisor[1] >= 0)) return true;
  }
  if (term.kind === 'binary' && (term.operator === '<<' || term.operator === '>>')) return true;
  if ((term.kind === 'local' || term.kind === 'shared') && term.index !== null) {
    if (!indexIsSafe(term.kind, term.variable, term.index, variables)) return true;
  }
  return partsOfTerm(term).some((part) => mayFail(part, variables));
}

export function indexIsSafe(
  kind: 'local' | 'shared',
  variable: number,
  index: Expression,
  { locals, shared }: Variables,
): boolean {
  const size = (kind === 'local' ? locals : shared)[variable]?.size ?? 0;
  const bounds = boundsOfTerm(index, { locals, shared });
  return bounds !== null && bounds[0] >= 0 && bounds[1] < size;
}

/** Every value it may have is in the sort. */
export function certainlyFits(term: Expression, sort: Sort, variables: Variables): boolean {
  const wanted = boundsOfSort(sort);
  if (wanted === null) return true;
  const bounds = boundsOfTerm(term, variables);
  return bounds !== null && bounds[0] >= wanted[0] && bounds[1] <= wanted[1];
}
