/**
 * The value of an expression whose variables are known: constants, first values of locals, arguments of instances.
 */
import { applyBinary, applyUnary } from '../../models/program/fold.js';
import type { Resolved } from './plan.js';

interface Surroundings {
  /** How many instances a thread has; null when that is open. */
  readonly count: (thread: number) => number | null;
  /** The value of a cell of a local; null when it is not known. */
  readonly local: (variable: number, index: number) => number | null;
}

export const NOTHING_KNOWN: Surroundings = { count: () => null, local: () => null };

/** `open`: something in it is not known. */
export type Value =
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'fault'; readonly message: string };

const OPEN: Value = { kind: 'open' };

export function evaluate(expression: Resolved, known: Surroundings): Value {
  switch (expression.kind) {
    case 'constant':
      return value(expression.value);
    case 'count': {
      const count = known.count(expression.thread);
      return count === null ? OPEN : value(count);
    }
    case 'local': {
      const index = expression.index === null ? value(0) : evaluate(expression.index, known);
      if (index.kind !== 'value') return index;
      const found = known.local(expression.variable, index.value);
      return found === null ? OPEN : value(found);
    }
    case 'unary': {
      const operand = evaluate(expression.operand, known);
      return operand.kind === 'value' ? value(applyUnary(expression.operator, operand.value)) : operand;
    }
    case 'binary': {
      const { operator } = expression;
      const left = evaluate(expression.left, known);
      if (left.kind !== 'value') return left;
      if (operator === '&&' && left.value === 0) return value(0);
      if (operator === '||' && left.value !== 0) return value(1);
      const right = evaluate(expression.right, known);
      if (right.kind !== 'value') return right;
      const result = applyBinary(operator, left.value, right.value);
      return result === null ? { kind: 'fault', message: 'a division by zero' } : value(result);
    }
    case 'conditional': {
      const condition = evaluate(expression.condition, known);
      if (condition.kind !== 'value') return condition;
      return evaluate(condition.value !== 0 ? expression.whenTrue : expression.whenFalse, known);
    }
    default:
      return OPEN;
  }
}

function value(number: number): Value {
  if (!Number.isSafeInteger(number)) return { kind: 'fault', message: 'a number that is too large' };
  // No negative zero.
  return { kind: 'value', value: number + 0 };
}
