/**
 * Integers of C as terms of programs, whose numbers are exact. Known numbers are computed by the width of their type. Of others:
 *
 *   - signed `+ - * /` of 32 bits that leave the type are failures of the program;
 *   - what is narrower is reduced when it is converted;
 *   - results that C reduces to 32 bits without sign, and all of 64 bits, are computed as long as they are below 2^31. Beyond, the
 *     run leaves the model (`TOO_WIDE`), and the answer is `unknown`.
 *
 * `within` is the condition for the first and the last, on the operands. So no engine ever has to reduce a wide number, and one
 * whose numbers have no bound does not prove what wrapping would break.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm, conditionalTerm, unaryTerm } from '../../../models/program/fold.js';
import type { BinaryOperator } from '../../../models/program/model.js';
import type { Term } from '../memory.js';
import { type IntegerType, limits, wrapped } from '../types.js';

/** What is certain of a term: its least and greatest value; null: nothing. */
export type Bounds = { readonly low: number; readonly high: number } | null;

export function known(term: Term): bigint | null {
  return term.kind === 'constant' && Number.isSafeInteger(term.value) ? BigInt(term.value) : null;
}

/** Null: a division by zero, or a shift by too much. */
export function compute(operator: BinaryOperator, left: bigint, right: bigint, type: IntegerType): bigint | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? null : left / right;
    case '%':
      return right === 0n ? null : left % right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return right < 0n || right >= BigInt(type.bits) ? null : left << right;
    case '>>':
      return right < 0n || right >= BigInt(type.bits) ? null : left >> right;
    // Operators of other languages.
    case '>>>':
    case '*32':
      return null;
    case '==':
      return BigInt(left === right);
    case '!=':
      return BigInt(left !== right);
    case '<':
      return BigInt(left < right);
    case '<=':
      return BigInt(left <= right);
    case '>':
      return BigInt(left > right);
    case '>=':
      return BigInt(left >= right);
    case '&&':
      return BigInt(left !== 0n && right !== 0n);
    case '||':
      return BigInt(left !== 0n || right !== 0n);
  }
}

export function fitsIn(bounds: Bounds, type: IntegerType): boolean {
  if (bounds === null) return false;
  const { low, high } = limits(type);
  return BigInt(bounds.low) >= low && BigInt(bounds.high) <= high;
}

/** A term of one type as one of another. `bounds`: of the term. */
export function converted(term: Term, from: IntegerType, to: IntegerType, bounds: Bounds): Term {
  const value = known(term);
  if (value !== null) return constant(Number(wrapped(value, to)));
  if (to.bits === 1) return from.bits === 1 ? term : binaryTerm('!=', term, constant(0));
  if (fitsIn(bounds, to)) return term;
  if (contains(to, from)) return term;
  // `convertible` holds.
  if (to.bits >= 32) return term;
  const size = 2 ** to.bits;
  const low = to.signed ? -size / 2 : 0;
  const shifted = binaryTerm('%', binaryTerm('-', term, constant(low)), constant(size));
  const positive = binaryTerm('%', binaryTerm('+', shifted, constant(size)), constant(size));
  return binaryTerm('+', positive, constant(low));
}

/** What is computed of a type: of wide ones what is below 2^31. */
function computedLimits(type: IntegerType): { readonly low: bigint; readonly high: bigint } {
  const { low, high } = limits(type);
  const most = 2n ** 31n;
  return { low: low < -most ? -most : low, high: high > most - 1n ? most - 1n : high };
}

/** The condition under which a term is the same number in a wide type; null where it always is. */
export function convertible(term: Term, from: IntegerType, to: IntegerType, bounds: Bounds): Term | null {
  if (to.bits < 32 || known(term) !== null || fitsIn(bounds, to) || contains(to, from)) return null;
  return between(term, to);
}

function between(term: Term, type: IntegerType): Term {
  const { low, high } = computedLimits(type);
  return binaryTerm(
    '&&',
    binaryTerm('>=', term, constant(Number(low))),
    binaryTerm('<=', term, constant(Number(high))),
  );
}

/** Every value of one is a value of the other. */
export function contains(outer: IntegerType, inner: IntegerType): boolean {
  const [one, other] = [limits(outer), limits(inner)];
  return one.low <= other.low && one.high >= other.high;
}

/** The value of an operation on operands of the type. They are used more than once: they load nothing. */
export function operated(operator: BinaryOperator, left: Term, right: Term, type: IntegerType): Term {
  const [first, second] = [known(left), known(right)];
  if (first !== null && second !== null) {
    const value = compute(operator, first, second, type);
    if (value !== null && (!isArithmetic(operator) || Number.isSafeInteger(Number(wrapped(value, type)))))
      return constant(Number(isArithmetic(operator) ? wrapped(value, type) : value));
  }
  switch (operator) {
    case '<<':
      // As a product, which is exact.
      return binaryTerm(
        '*',
        left,
        second === null ? binaryTerm('<<', constant(1), right) : constant(Number(1n << second)),
      );
    case '>>':
      if (type.bits <= 32 || (second !== null && second < 32n)) return binaryTerm('>>', left, right);
      return conditionalTerm(
        binaryTerm('>', right, constant(31)),
        type.signed ? binaryTerm('-', constant(0), binaryTerm('<', left, constant(0))) : constant(0),
        binaryTerm('>>', left, right),
      );
    case '&':
      return binaryTerm('&', masked(left), masked(right));
    default:
      return binaryTerm(operator, left, right);
  }
}

function isArithmetic(operator: BinaryOperator): boolean {
  return ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].includes(operator);
}

/** Of a mask such as 0xfffffffe the bits that the other operand of `&` can have, which is not negative. */
function masked(term: Term): Term {
  const value = known(term);
  return value !== null && value > 0x7fffffffn ? constant(Number(value & 0x7fffffffn)) : term;
}

/** Whether leaving the type is a failure of the program, and not of the model. */
export function overflows(type: IntegerType): boolean {
  return type.signed && type.bits <= 32;
}

/** The condition under which an operation is computed; null where it always is. */
export function within(
  operator: BinaryOperator,
  left: Term,
  right: Term,
  type: IntegerType,
  bounds: Bounds,
): Term | null {
  const { low, high } = computedLimits(type);
  const bits = operator === '&' || operator === '|' || operator === '^' || operator === '>>';
  if (!bits && bounds !== null && BigInt(bounds.low) >= low && BigInt(bounds.high) <= high) return null;
  const [least, greatest] = [constant(Number(low)), constant(Number(high))];
  const [first, second] = [known(left), known(right)];
  switch (operator) {
    case '+': {
      const number = second ?? first;
      const other = second === null ? right : left;
      if (number !== null) {
        if (number >= 0n) return binaryTerm('<=', other, constant(Number(high - number)));
        return binaryTerm('>=', other, constant(Number(low - number)));
      }
      return conditionalTerm(
        binaryTerm('>', right, constant(0)),
        binaryTerm('<=', left, binaryTerm('-', greatest, right)),
        binaryTerm('>=', left, binaryTerm('-', least, right)),
      );
    }
    case '-': {
      if (second !== null) {
        if (second >= 0n) return binaryTerm('>=', left, constant(Number(low + second)));
        return binaryTerm('<=', left, constant(Number(high + second)));
      }
      return conditionalTerm(
        binaryTerm('>', right, constant(0)),
        binaryTerm('>=', left, binaryTerm('+', least, right)),
        binaryTerm('<=', left, binaryTerm('+', greatest, right)),
      );
    }
    case '*': {
      const inside = (factor: Term, number: bigint): Term | null => {
        if (number === 0n || number === 1n) return null;
        const [one, other] = [Number(high / number), Number(low / number)];
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        return binaryTerm('&&', binaryTerm('>=', factor, constant(from)), binaryTerm('<=', factor, constant(to)));
      };
      if (second !== null) return inside(left, second);
      if (first !== null) return inside(right, first);
      return between(binaryTerm('*', left, right), type);
    }
    case '/':
    case '%': {
      // Only the least number by -1 leaves the type.
      if (!type.signed || (second !== null && second !== -1n)) return null;
      const inside = binaryTerm('>', left, least);
      return second === null ? binaryTerm('||', binaryTerm('!=', right, constant(-1)), inside) : inside;
    }
    case '<<': {
      if (second !== null) return between(binaryTerm('*', left, constant(Number(1n << second))), type);
      const narrow = binaryTerm('<=', right, constant(30));
      const power = binaryTerm('<<', constant(1), conditionalTerm(narrow, right, constant(0)));
      return binaryTerm('&&', narrow, between(binaryTerm('*', left, power), type));
    }
    case '&':
    case '|':
    case '^': {
      // Operators on bits see 32 of them.
      if (overflows(type)) return null;
      const [one, other] = [operandOf(operator, left, right, type), operandOf(operator, right, left, type)];
      if (one === null || other === null) return one ?? other;
      return binaryTerm('&&', one, other);
    }
    case '>>':
      return overflows(type) ? null : between(left, type);
    default:
      return null;
  }
}

function operandOf(operator: '&' | '|' | '^', term: Term, other: Term, type: IntegerType): Term | null {
  const { low, high } = computedLimits(type);
  const [value, mask] = [known(term), known(other)];
  // The mask loses its high bits.
  if (operator === '&' && value !== null && value > high) return null;
  const negative = operator === '&' && mask !== null && mask > high ? constant(0) : constant(Number(low));
  if (value !== null) return value <= high && value >= BigInt(negative.value) ? null : constant(0);
  return binaryTerm('&&', binaryTerm('>=', term, negative), binaryTerm('<=', term, constant(Number(high))));
}

/** Null: what is not known without sign, whose complement is beyond 2^31. */
export function complement(term: Term, type: IntegerType): Term | null {
  const value = known(term);
  if (value !== null) return constant(Number(wrapped(~value, type)));
  return type.signed ? unaryTerm('~', term) : null;
}
