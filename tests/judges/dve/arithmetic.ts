/**
 * The operators of DVE on numbers of 32 bits, which wrap; null where an operator has no value: a division by 0, a shift by
 * less than 0 or more than 31. `/` and `%` truncate, as in C; `>>` keeps the sign.
 *
 * `imply` is not lazy here: its operands have values already. Whoever evaluates asks for the right one only when needed.
 */
import type { BinaryOperator, TypeName, UnaryOperator } from '../../../src/languages/dve/syntax.js';

export function applyUnary(operator: UnaryOperator, value: number): number {
  switch (operator) {
    case '-':
      return -value | 0;
    case '~':
      return ~value;
    case 'not':
      return truth(value === 0);
  }
}

export function applyBinary(operator: BinaryOperator, left: number, right: number): number | null {
  switch (operator) {
    case 'imply':
      return truth(left === 0 || right !== 0);
    case '|':
      return left | right;
    case '&':
      return left & right;
    case '^':
      return left ^ right;
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    case '<':
      return truth(left < right);
    case '<=':
      return truth(left <= right);
    case '>':
      return truth(left > right);
    case '>=':
      return truth(left >= right);
    case '<<':
      return right < 0 || right > 31 ? null : left << right;
    case '>>':
      return right < 0 || right > 31 ? null : left >> right;
    case '+':
      return (left + right) | 0;
    case '-':
      return (left - right) | 0;
    case '*':
      return Math.imul(left, right);
    case '/':
      return right === 0 ? null : (left / right) | 0;
    case '%':
      return right === 0 ? null : (left % right) | 0;
  }
}

/** The lowest bits of a value, as a channel with a type carries them. */
export function cutTo(type: TypeName, value: number): number {
  return type === 'byte' ? value & 0xff : (value << 16) >> 16;
}

function truth(value: boolean): number {
  return value ? 1 : 0;
}
