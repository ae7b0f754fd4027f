/**
 * Values of registers and memory: numbers of one word, kept as signed ones, and addresses.
 *
 * An address is spelled like the location it leads to: `x`, or `x+8` in the middle of an array. Adding to an address
 * gives another one; cutting one to fewer bits leaves it as it is, as if addresses were small. Anything else that is done
 * to addresses gives a value that equals only itself.
 */
import type { Value } from '../../memory/axiomatic/event.js';
import type { Arithmetic, ValueType } from './test.js';

/** What the low bits of a value say, as a number that is not negative. */
export function cut(value: Value, bits: number): Value {
  return typeof value === 'bigint' ? BigInt.asUintN(bits, value) : value;
}

/** A number as one of so many bits, signed. */
export function signed(value: Value, bits: number): Value {
  return typeof value === 'bigint' ? BigInt.asIntN(bits, value) : value;
}

export function addressPlus(address: string, offset: bigint): string {
  const plus = address.lastIndexOf('+');
  const base = plus < 0 ? address : address.slice(0, plus);
  const total = offset + (plus < 0 ? 0n : BigInt(address.slice(plus + 1)));
  return total === 0n ? base : `${base}+${total}`;
}

export function add(left: Value, right: Value): Value {
  if (typeof left === 'bigint') return typeof right === 'bigint' ? left + right : addressPlus(right, left);
  return typeof right === 'bigint' ? addressPlus(left, right) : `(${left} add ${right})`;
}

/** Where a value used as an address leads. */
export function locationOf(value: Value): string {
  return typeof value === 'bigint' ? `${value}` : value;
}

/** Greater, for numbers of so many bits; addresses are not ordered. */
export function isGreater(left: Value, right: Value, bits: number): boolean {
  const [first, second] = [signed(left, bits), signed(right, bits)];
  return typeof first === 'bigint' && typeof second === 'bigint' && first > second;
}

export function calculate(operation: Arithmetic, left: Value, right: Value): Value {
  switch (operation) {
    case 'add':
    case 'inc':
      return add(left, right);
    case 'dec':
      return add(left, typeof right === 'bigint' ? -right : right);
    case 'sub':
      if (left === right) return 0n;
      if (typeof right === 'bigint') return add(left, -right);
      break;
    case 'neg':
      return calculate('sub', 0n, left);
    case 'not':
      return calculate('xor', left, -1n);
    case 'xor':
      if (left === right) return 0n;
      break;
    case 'or':
    case 'and':
      if (left === right) return left;
      break;
    case 'shl':
      break;
  }
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return `(${left} ${operation} ${right})`;
  switch (operation) {
    case 'sub':
      return left - right;
    case 'xor':
      return left ^ right;
    case 'or':
      return left | right;
    case 'and':
      return left & right;
    case 'shl':
      return left << BigInt.asUintN(6, right);
  }
}

/** A value as its type shows it. */
export function showValue(value: Value, type: ValueType): string {
  if (typeof value === 'string') return value;
  return `${type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)}`;
}
