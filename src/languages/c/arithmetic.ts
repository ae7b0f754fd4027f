/**
 * Integers of C as terms of programs, whose numbers are exact. Known numbers are computed by the width of their type. Of others:
 *
 *   - signed `+ - *` that leave the type are failures, which `overflow` says as a condition on the operands;
 *   - unsigned ones wrap. Sums and products of 32 and 64 bits are left exact: an engine whose numbers have 32 bits says when
 *     one does not fit, and answers `unknown`. A difference that may be negative is reduced.
 *   - what is narrower is reduced when it is converted.
 */
import { constant } from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm, unaryTerm } from '../../models/program/fold.js';
import type { BinaryOperator } from '../../models/program/model.js';
import type { Term } from './memory.js';
import { type IntegerType, limits, wrapped } from './types.js';

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
  const size = 2 ** to.bits;
  if (to.bits === 64 || (to.bits === 32 && from.bits === 32)) {
    // Of the same width, or to a wider one without sign: only what has the highest bit changes, and that does not fit.
    const outside = to.signed ? binaryTerm('>', term, constant(2 ** 31 - 1)) : binaryTerm('<', term, constant(0));
    return conditionalTerm(outside, unfit(term), term);
  }
  const low = to.signed ? -size / 2 : 0;
  const shifted = binaryTerm('%', binaryTerm('-', term, constant(low)), constant(size));
  const positive = binaryTerm('%', binaryTerm('+', shifted, constant(size)), constant(size));
  return binaryTerm('+', positive, constant(low));
}

const GREATEST = constant(2 ** 31 - 1);

/** In place of a number that engines with 32 bits do not have: of a term that is not 0 a product that fits nowhere. */
function unfit(term: Term): Term {
  return binaryTerm('*', binaryTerm('*', term, GREATEST), GREATEST);
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
    case '-':
      if (type.signed || second === 0n) return binaryTerm('-', left, right);
      return conditionalTerm(
        binaryTerm('<', left, right),
        unfit(binaryTerm('-', left, right)),
        binaryTerm('-', left, right),
      );
    case '<<': {
      // As a product, which is exact. 1 << 31 is no number of 32 bits.
      const power = second === null ? powerOf(right) : constant(Number(1n << second));
      return binaryTerm('*', left, power);
    }
    case '>>':
      if (type.bits <= 32 || (second !== null && second < 32n)) return binaryTerm('>>', left, right);
      return conditionalTerm(
        binaryTerm('>', right, constant(31)),
        type.signed ? binaryTerm('-', constant(0), binaryTerm('<', left, constant(0))) : constant(0),
        binaryTerm('>>', left, right),
      );
    case '&':
    case '|':
    case '^':
      return binaryTerm(operator, masked(left), masked(right));
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const test = binaryTerm(operator, left, right);
      if (type.signed || first !== null || second !== null) return test;
      // True of numbers without sign; it keeps engines from taking such numbers for ones without bound, which do not wrap.
      return binaryTerm('&&', test, binaryTerm('>=', left, constant(0)));
    }
    default:
      return binaryTerm(operator, left, right);
  }
}

function isArithmetic(operator: BinaryOperator): boolean {
  return ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].includes(operator);
}

/** A mask such as 0xfffffffe, as operators on 32 bits know it. */
function masked(term: Term): Term {
  const value = known(term);
  return value !== null && value > 0x7fffffffn && value <= 0xffffffffn
    ? constant(Number(BigInt.asIntN(32, value)))
    : term;
}

function powerOf(exponent: Term): Term {
  const power = binaryTerm('<<', constant(1), exponent);
  return conditionalTerm(binaryTerm('==', exponent, constant(31)), unfit(constant(1)), power);
}

/** The condition under which a signed operation stays within the type; null where it does anyhow. */
export function within(
  operator: BinaryOperator,
  left: Term,
  right: Term,
  type: IntegerType,
  bounds: Bounds,
): Term | null {
  if (!type.signed || type.bits > 32 || fitsIn(bounds, type)) return null;
  const { low, high } = limits(type);
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
      // Products of two unknown numbers stay exact, and engines say where one does not fit.
      return null;
    }
    default:
      return null;
  }
}

export function negated(term: Term, type: IntegerType): Term {
  return operated('-', constant(0), term, type);
}

export function complement(term: Term, type: IntegerType): Term {
  const value = known(term);
  if (value !== null) return constant(Number(wrapped(~value, type)));
  if (type.signed) return unaryTerm('~', term);
  return unfit(unaryTerm('~', term));
}
