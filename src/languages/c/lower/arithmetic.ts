/**
 * Integers of C as terms of programs, whose numbers are exact. Known numbers are computed by the width of their type. Of others:
 *
 *   - signed `+ - * /` of 32 bits that leave the type are failures of the program;
 *   - what is narrower is reduced when it is converted;
 *   - a value of 32 bits without sign, or of 64, is kept as the number between -2^31 and 2^31 that is the same modulo the size
 *     of its type: the greatest value of `unsigned` is -1. Sums, differences, products and operators on bits are the same on
 *     such numbers; what looks at the sign (order, division, a wider type) asks for it. A result that is not between these
 *     bounds leaves the model (`TOO_WIDE`), and the answer is `unknown`.
 *
 * `within` is the condition for the first and the last, on the operands. So no engine ever has to reduce a wide number, and one
 * whose numbers have no bound does not prove what wrapping would break.
 */
import { constant } from '../../../models/program/expression.js';
import { binaryTerm, conditionalTerm, isSo, unaryTerm } from '../../../models/program/fold.js';
import type { BinaryOperator } from '../../../models/program/model.js';
import type { Term } from '../memory.js';
import { type IntegerType, isNatural, limits, represented, wrapped } from '../types.js';

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
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return BigInt(isSo(operator, left, right));
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
  if (value !== null) return constant(Number(represented(wrapped(value, from), to)));
  if (to.bits === 1) return from.bits === 1 ? term : binaryTerm('!=', term, constant(0));
  // `convertible` holds.
  if (to.bits >= 32 || fitsIn(bounds, to) || (contains(to, from) && !isNatural(from))) return term;
  const size = 2 ** to.bits;
  const low = to.signed ? -size / 2 : 0;
  const shifted = binaryTerm('%', binaryTerm('-', term, constant(low)), constant(size));
  const positive = binaryTerm('%', binaryTerm('+', shifted, constant(size)), constant(size));
  return binaryTerm('+', positive, constant(low));
}

const MOST = 2n ** 31n;

/** What is computed of a type. */
function computedLimits(type: IntegerType): { readonly low: bigint; readonly high: bigint } {
  const { low, high } = isNatural(type) ? { low: -MOST, high: MOST } : limits(type);
  return { low: low < -MOST ? -MOST : low, high: high > MOST - 1n ? MOST - 1n : high };
}

/** The condition under which the number that stands for a term stands for it in a wide type, too; null where it always does. */
export function convertible(term: Term, from: IntegerType, to: IntegerType, bounds: Bounds): Term | null {
  if (to.bits < 32 || known(term) !== null) return null;
  if (isNatural(from) && from.bits < to.bits) return isAtLeastZero(bounds) ? null : natural(term);
  if (from.bits <= to.bits) return null;
  const { low, high } = computedLimits(to);
  if (bounds !== null && BigInt(bounds.low) >= low && BigInt(bounds.high) <= high) return null;
  return between(term, to);
}

export function isAtLeastZero(bounds: Bounds): boolean {
  return bounds !== null && bounds.low >= 0;
}

function natural(term: Term): Term {
  return binaryTerm('>=', term, constant(0));
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

/** What is certain of an operand. */
export type BoundsOf = (term: Term) => Bounds;

/** The value of an operation on operands of the type. They are used more than once: they load nothing. */
export function operated(
  operator: BinaryOperator,
  left: Term,
  right: Term,
  type: IntegerType,
  boundsOf: BoundsOf,
): Term {
  const [first, second] = [known(left), known(right)];
  if (first !== null && second !== null) {
    const shift = operator === '<<' || operator === '>>';
    const value = compute(operator, wrapped(first, type), shift ? second : wrapped(second, type), type);
    if (value !== null && (!isArithmetic(operator) || Number.isSafeInteger(Number(represented(value, type)))))
      return constant(Number(isArithmetic(operator) ? represented(value, type) : value));
  }
  const isSigned = (term: Term) => isNatural(type) && !isAtLeastZero(boundsOf(term));
  switch (operator) {
    case '<<':
      // As a product, which is exact.
      return binaryTerm(
        '*',
        left,
        second === null ? binaryTerm('<<', constant(1), right) : constant(second > 63n ? 0 : Number(1n << second)),
      );
    case '>>':
      if (type.bits <= 32 || (second !== null && second < 32n))
        return type.bits === 32 && isSigned(left) ? shiftedNatural(left, right) : binaryTerm('>>', left, right);
      return conditionalTerm(
        binaryTerm('>', right, constant(31)),
        type.signed ? binaryTerm('-', constant(0), binaryTerm('<', left, constant(0))) : constant(0),
        binaryTerm('>>', left, right),
      );
    case '&':
      return binaryTerm('&', masked(left), masked(right));
    case '%':
      return second !== null && second > 0n && isSigned(left)
        ? remainder(left, second, type)
        : binaryTerm('%', left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(operator, left, right, isSigned(left), isSigned(right));
    default:
      return binaryTerm(operator, left, right);
  }
}

/** Of 32 bits without sign. */
function shiftedNatural(left: Term, right: Term): Term {
  const shifted = binaryTerm('>>>', left, right);
  const by = known(right);
  if (by !== null) return by === 0n ? left : shifted;
  return conditionalTerm(binaryTerm('==', right, constant(0)), left, shifted);
}

/** Of a number without sign that may be kept as a negative one, by a known one. */
function remainder(left: Term, by: bigint, { bits }: IntegerType): Term {
  const size = 1n << BigInt(bits);
  if (size % by === 0n && by <= MOST) return binaryTerm('&', left, constant(Number(by - 1n)));
  const direct = binaryTerm('%', left, constant(Number(by)));
  const around = binaryTerm('%', binaryTerm('+', direct, constant(Number((size % by) + by))), constant(Number(by)));
  return conditionalTerm(natural(left), direct, around);
}

/** The order of numbers without sign: those that are kept as negative ones are the greatest. */
function compared(
  operator: '<' | '<=' | '>' | '>=',
  left: Term,
  right: Term,
  leftSigned: boolean,
  rightSigned: boolean,
): Term {
  const plain = binaryTerm(operator, left, right);
  const negative = (term: Term) => binaryTerm('<', term, constant(0));
  const less = operator === '<' || operator === '<=';
  const isGreatest = (term: Term) => (known(term) ?? 0n) < 0n;
  if (!leftSigned && !rightSigned) return plain;
  // A known number that is kept as a negative one is greater than all that are not.
  if (isGreatest(left)) return binaryTerm(less ? '&&' : '||', less ? negative(right) : natural(right), plain);
  if (isGreatest(right)) return binaryTerm(less ? '||' : '&&', less ? natural(left) : negative(left), plain);
  if (!rightSigned) return binaryTerm(less ? '&&' : '||', less ? natural(left) : negative(left), plain);
  if (!leftSigned) return binaryTerm(less ? '||' : '&&', less ? negative(right) : natural(right), plain);
  const same = binaryTerm('==', negative(left), negative(right));
  return conditionalTerm(same, plain, less ? negative(right) : negative(left));
}

function isArithmetic(operator: BinaryOperator): boolean {
  return ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].includes(operator);
}

/** Of a mask such as 0xffffffff00 the bits that the other operand of `&` can have, which is not negative. */
function masked(term: Term): Term {
  const value = known(term);
  return value !== null && (value >= MOST || value < -MOST) ? constant(Number(value & (MOST - 1n))) : term;
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
  boundsOf: BoundsOf,
): Term | null {
  const { low, high } = computedLimits(type);
  const bounds = boundsOf(binaryTerm(operator, left, right));
  const divides = operator === '/' || operator === '%';
  if (isNatural(type) && divides) return naturals(operator === '%' ? known(right) : null, [left, right], boundsOf);
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
      if (second !== null && second !== -1n) return null;
      const inside = binaryTerm('>', left, least);
      return second === null ? binaryTerm('||', binaryTerm('!=', right, constant(-1)), inside) : inside;
    }
    case '<<': {
      if (second !== null && second > 63n) return constant(0);
      if (second !== null) return between(binaryTerm('*', left, constant(Number(1n << second))), type);
      const narrow = binaryTerm('<=', right, constant(30));
      const power = binaryTerm('<<', constant(1), conditionalTerm(narrow, right, constant(0)));
      return binaryTerm('&&', narrow, between(binaryTerm('*', left, power), type));
    }
    case '&':
    case '|':
    case '^': {
      // Operators on bits see 32 of them.
      if (type.bits <= 32) return null;
      const [one, other] = [operandOf(operator, left, right, type), operandOf(operator, right, left, type)];
      if (one === null || other === null) return one ?? other;
      return binaryTerm('&&', one, other);
    }
    case '>>':
      if (type.bits <= 32) return null;
      return isNatural(type) ? binaryTerm('&&', natural(left), between(left, type)) : between(left, type);
    default:
      return null;
  }
}

/** Operands that are not negative; the left one of a remainder by a known number may be. */
function naturals(by: bigint | null, operands: readonly Term[], boundsOf: BoundsOf): Term | null {
  if (by !== null && by > 0n) return null;
  const wanted = operands.filter((term) => !isAtLeastZero(boundsOf(term))).map(natural);
  return wanted.length === 0 ? null : wanted.reduce((one, other) => binaryTerm('&&', one, other));
}

function operandOf(operator: '&' | '|' | '^', term: Term, other: Term, type: IntegerType): Term | null {
  const { low, high } = computedLimits(type);
  const [value, mask] = [known(term), known(other)];
  const isWide = (number: bigint | null) => number !== null && (number > high || number < low);
  // The mask loses its high bits.
  if (operator === '&' && isWide(value)) return null;
  const least = operator === '&' && isWide(mask) ? 0n : low;
  if (value !== null) return value <= high && value >= least ? null : constant(0);
  return binaryTerm(
    '&&',
    binaryTerm('>=', term, constant(Number(least))),
    binaryTerm('<=', term, constant(Number(high))),
  );
}

export function complement(term: Term, type: IntegerType): Term {
  const value = known(term);
  return value !== null ? constant(Number(represented(~value, type))) : unaryTerm('~', term);
}
