/**
 * Numbers in words. Code computes 32 bits; the interval that comes with it says which number they are: one with sign, or one
 * without where the interval is too high for that (`u32`). If it fits neither way, the bits are all that is known of the number.
 * That is enough below operators that look at nothing else.
 */
import { binary, type Code, choose, constant, GREATEST, GREATEST_UNSIGNED, LEAST, let_, ZERO } from './code/code.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Code, and the interval of its values. */
export interface Ranged extends Interval {
  readonly code: Code;
}

export const SIGNED: Interval = { low: LEAST, high: GREATEST };

export function isSigned({ low, high }: Interval): boolean {
  return low >= LEAST && high <= GREATEST;
}

/** The bits of a word tell which number it is. */
export function isWord(interval: Interval): boolean {
  return isSigned(interval) || (interval.low >= 0 && interval.high <= GREATEST_UNSIGNED);
}

/** Interpreters compute with such numbers exactly. */
export function isExact({ low, high }: Interval): boolean {
  return low >= Number.MIN_SAFE_INTEGER && high <= Number.MAX_SAFE_INTEGER;
}

export function exactly(value: number): Ranged {
  return { code: constant(value), low: value, high: value };
}

export function truth(code: Code): Ranged {
  return code.op === 'constant' ? exactly(code.value) : { code, low: 0, high: 1 };
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Of two words; `fresh` gives names for what is looked at twice. */
export function compared(operator: Comparison, left: Ranged, right: Ranged, fresh: () => string): Code {
  if (isSigned(left) && isSigned(right)) return binary(operator, left.code, right.code);
  const [one, other] = [named(left.code, fresh), named(right.code, fresh)];
  const natural = withoutSign(operator, one.value, other.value);
  // What is negative is less than any number without sign.
  const whole =
    left.low < 0
      ? choose(binary('<', one.value, ZERO), less(operator), natural)
      : right.low < 0
        ? choose(binary('<', other.value, ZERO), more(operator), natural)
        : natural;
  return one.around(other.around(whole));
}

/** Code that is looked at several times: its name there, and what gives it the name; a constant needs none. */
export function named(
  code: Code,
  fresh: () => string,
): { readonly value: Code; readonly around: (then: Code) => Code } {
  if (code.op === 'constant') return { value: code, around: (then) => then };
  const name = fresh();
  return { value: { op: 'get', name }, around: (then) => let_(name, code, then) };
}

function withoutSign(operator: Comparison, left: Code, right: Code): Code {
  const not = (code: Code) => binary('==', code, ZERO);
  switch (operator) {
    case '==':
    case '!=':
      return binary(operator, left, right);
    case '<':
      return binary('<u', left, right);
    case '>=':
      return not(binary('<u', left, right));
    case '>':
      return binary('<u', right, left);
    case '<=':
      return not(binary('<u', right, left));
  }
}

/** What a comparison gives when its left side is less, and when it is greater. */
function less(operator: Comparison): Code {
  return constant(Number(operator === '<' || operator === '<=' || operator === '!='));
}

function more(operator: Comparison): Code {
  return constant(Number(operator === '>' || operator === '>=' || operator === '!='));
}

/** What an operator on bits gives, from the number of bits that its operands need. */
export function bitBounds(operator: '&' | '|' | '^', left: Interval, right: Interval): Interval {
  const [one, other] = [bitsIn(left), bitsIn(right)];
  const bits = (value: number) => 32 - Math.clz32(value < 0 ? ~value : value);
  const most = 2 ** Math.max(bits(one.low), bits(one.high), bits(other.low), bits(other.high)) - 1;
  if (one.low >= 0 && other.low >= 0) return { low: 0, high: operator === '&' ? Math.min(one.high, other.high) : most };
  if (operator === '&' && (one.low >= 0 || other.low >= 0)) {
    return { low: 0, high: one.low >= 0 ? one.high : other.high };
  }
  return { low: -most - 1, high: most };
}

/** Its 32 bits as a number with sign, which is how operators on bits see it. */
export function bitsIn(interval: Interval): Interval {
  return isSigned(interval) ? interval : SIGNED;
}
