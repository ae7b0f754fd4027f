/**
 * Operators of programs on known numbers, for whoever folds constants. The judge of counterexamples has its own
 * (`memory/operational/program/evaluate.ts`), and so have kernels, whose numbers have 32 bits.
 */
import type { BinaryOperator } from './model.js';

/** Null for a division by zero, or a shift by less than 0 or more than 31. */
export function applyBinary(operator: BinaryOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? null : Math.trunc(left / right);
    case '%':
      return right === 0 ? null : left % right;
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '||':
      return Number(left !== 0 || right !== 0);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return right < 0 || right > 31 ? null : left << right;
    case '>>':
      return right < 0 || right > 31 ? null : left >> right;
  }
}
