/**
 * The expressions of `#if`: integers of 64 bits, signed unless a suffix, a size or the other operand says otherwise. What is
 * not evaluated (behind `0 &&`, in the other branch of `? :`) may divide by zero. Names that are no macros are 0.
 */
import { isText, type PpToken } from './token.js';

export class ConditionFault extends Error {
  constructor(
    readonly token: PpToken,
    message: string,
  ) {
    super(message);
  }
}

interface Value {
  readonly number: bigint;
  readonly unsigned: boolean;
}

const BINDING: Readonly<Record<string, number>> = {
  ',': 0,
  '?': 1,
  '||': 2,
  '&&': 3,
  '|': 4,
  '^': 5,
  '&': 6,
  '==': 7,
  '!=': 7,
  '<': 8,
  '>': 8,
  '<=': 8,
  '>=': 8,
  '<<': 9,
  '>>': 9,
  '+': 10,
  '-': 10,
  '*': 11,
  '/': 11,
  '%': 11,
};

const MOST_NESTED = 200;

/** Tokens with macros expanded and `defined` replaced; the last is the end. Throws a `ConditionFault`. */
export function isTrue(tokens: readonly PpToken[]): boolean {
  const reader = new ConditionReader(tokens);
  const { number } = reader.expression(0, true);
  reader.end();
  return number !== 0n;
}

class ConditionReader {
  private position = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly PpToken[]) {}

  private get current(): PpToken {
    return this.tokens[this.position] as PpToken;
  }

  private take(): PpToken {
    const token = this.current;
    if (token.kind !== 'end') this.position++;
    return token;
  }

  end(): void {
    const { current } = this;
    if (current.kind !== 'end') throw new ConditionFault(current, `expected an operator, found \`${current.text}\``);
  }

  /** Operators that bind at least so tightly. `live`: it is evaluated. */
  expression(least: number, live: boolean): Value {
    if (++this.depth > MOST_NESTED) throw new ConditionFault(this.current, 'this condition is nested too deeply');
    let left = this.unary(live);
    for (;;) {
      const operator = this.current;
      const binding = operator.kind === 'punctuator' ? BINDING[operator.text] : undefined;
      if (binding === undefined || binding < least) break;
      this.take();
      if (operator.text === '?') left = this.conditional(left, operator, live);
      else {
        const decided =
          (operator.text === '&&' && left.number === 0n) || (operator.text === '||' && left.number !== 0n);
        const right = this.expression(binding + 1, live && !decided);
        left = binary(operator, left, right, live && !decided);
      }
    }
    this.depth--;
    return left;
  }

  private conditional(condition: Value, operator: PpToken, live: boolean): Value {
    const holds = condition.number !== 0n;
    const first = this.expression(0, live && holds);
    if (!isText(this.current, ':')) throw new ConditionFault(operator, '`?` without `:`');
    this.take();
    const second = this.expression(1, live && !holds);
    const unsigned = first.unsigned || second.unsigned;
    return fitted((holds ? first : second).number, unsigned);
  }

  private unary(live: boolean): Value {
    const token = this.take();
    if (token.kind === 'number') return numberOf(token);
    if (token.kind === 'character') return characterOf(token);
    if (token.kind === 'identifier') return { number: 0n, unsigned: false };
    if (token.kind === 'end') throw new ConditionFault(token, 'this condition ends too early');
    switch (token.text) {
      case '(': {
        const inner = this.expression(0, live);
        if (!isText(this.current, ')')) throw new ConditionFault(token, 'this `(` is not closed');
        this.take();
        return inner;
      }
      case '!':
        return { number: this.operand(live).number === 0n ? 1n : 0n, unsigned: false };
      case '~': {
        const { number, unsigned } = this.operand(live);
        return fitted(~number, unsigned);
      }
      case '-': {
        const { number, unsigned } = this.operand(live);
        return fitted(-number, unsigned);
      }
      case '+':
        return this.operand(live);
      default:
        throw new ConditionFault(token, `\`${token.text}\` cannot stand here in a condition`);
    }
  }

  private operand(live: boolean): Value {
    if (++this.depth > MOST_NESTED) throw new ConditionFault(this.current, 'this condition is nested too deeply');
    const value = this.unary(live);
    this.depth--;
    return value;
  }
}

function fitted(number: bigint, unsigned: boolean): Value {
  return { number: unsigned ? BigInt.asUintN(64, number) : BigInt.asIntN(64, number), unsigned };
}

function binary(operator: PpToken, left: Value, right: Value, live: boolean): Value {
  const truth = (holds: boolean): Value => ({ number: holds ? 1n : 0n, unsigned: false });
  const unsigned = left.unsigned || right.unsigned;
  const [a, b] = [fitted(left.number, unsigned).number, fitted(right.number, unsigned).number];
  switch (operator.text) {
    case ',':
      return right;
    case '||':
      return truth(left.number !== 0n || right.number !== 0n);
    case '&&':
      return truth(left.number !== 0n && right.number !== 0n);
    case '|':
      return fitted(a | b, unsigned);
    case '^':
      return fitted(a ^ b, unsigned);
    case '&':
      return fitted(a & b, unsigned);
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '>':
      return truth(a > b);
    case '<=':
      return truth(a <= b);
    case '>=':
      return truth(a >= b);
    case '<<':
      return shifted(left, right.unsigned ? right.number : right.number);
    case '>>':
      return shifted(left, -right.number);
    case '+':
      return fitted(a + b, unsigned);
    case '-':
      return fitted(a - b, unsigned);
    case '*':
      return fitted(a * b, unsigned);
    default: {
      if (b === 0n) {
        if (live) throw new ConditionFault(operator, 'a division by zero');
        return fitted(0n, unsigned);
      }
      return fitted(operator.text === '/' ? a / b : a % b, unsigned);
    }
  }
}

/** To the left by a number, which may be negative. */
function shifted({ number, unsigned }: Value, by: bigint): Value {
  if (by >= 0n) return by >= 64n ? fitted(0n, unsigned) : fitted(number << by, unsigned);
  return fitted(-by >= 64n ? (number < 0n ? -1n : 0n) : number >> -by, unsigned);
}

const INTEGER = /^(0[xX][\da-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)([uU]?(?:[lL]|ll|LL)?|(?:[lL]|ll|LL)[uU])$/;

function numberOf(token: PpToken): Value {
  const match = INTEGER.exec(token.text);
  if (match === null) {
    const what =
      /[.eEpP]/.test(token.text) && !/^0[xX]/.test(token.text) ? 'a floating-point number' : 'no integer of C';
    throw new ConditionFault(token, `\`${token.text}\` is ${what}`);
  }
  const [, digits = '', suffix = ''] = match;
  const octal = /^0\d/.test(digits);
  const number = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  if (number >= 1n << 64n)
    throw new ConditionFault(token, `\`${token.text}\` is too large: it needs more than 64 bits`);
  return { number, unsigned: /u/i.test(suffix) || number >= 1n << 63n };
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

function characterOf(token: PpToken): Value {
  const [prefix = '', inner = ''] = token.text.slice(0, -1).split(/'(.*)/s);
  const units: bigint[] = [];
  const width = prefix === '' ? 8 : prefix === 'u' ? 16 : 32;
  const pattern = /\\x([\da-fA-F]+)|\\([0-7]{1,3})|\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})|\\(.)|([^\\])/gsu;
  for (const [, hex, octal, short, long, escaped, plain] of inner.matchAll(pattern)) {
    const point = short ?? long;
    if (hex !== undefined) units.push(BigInt(`0x${hex}`));
    else if (octal !== undefined) units.push(BigInt(`0o${octal}`));
    else if (escaped !== undefined) units.push(BigInt(ESCAPES[escaped] ?? escaped.charCodeAt(0)));
    else {
      const character = point === undefined ? (plain ?? '') : String.fromCodePoint(Number(`0x${point}`) % 0x110000);
      if (width > 8) units.push(BigInt(character.codePointAt(0) ?? 0));
      else units.push(...[...new TextEncoder().encode(character)].map(BigInt));
    }
  }
  if (width > 8) return { number: BigInt.asUintN(width, units.at(-1) ?? 0n), unsigned: prefix !== 'L' };
  if (units.length === 1) return { number: BigInt.asIntN(8, units[0] ?? 0n), unsigned: false };
  const joined = units.reduce((sum, unit) => (sum << 8n) | BigInt.asUintN(8, unit), 0n);
  return { number: BigInt.asIntN(32, joined), unsigned: false };
}
