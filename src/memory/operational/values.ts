/**
 * Concrete values of an instance: what a cell of a state holds.
 *
 * The processes of an instance are the numbers 1..n in their order. A value of sort `proc` is a position in a total
 * order that contains them and may be none of them, so it is kept as a rational number: position 2 is process #2,
 * positions 0, 3/2 or n + 1 are nobody, and the order of positions is the order of the model. Values of an abstract
 * sort are numbered and only ever compared for equality.
 */

import { compare, equal, isInteger, type Rational, rational, showRational } from '../../logic/rational.js';
import type { AbstractSort, EnumSort, Sort } from '../../models/array-system/model.js';

export type Value =
  | { readonly kind: 'constructor'; readonly sort: EnumSort; readonly value: number }
  | { readonly kind: 'number'; readonly number: Rational }
  | { readonly kind: 'process'; readonly position: Rational }
  | { readonly kind: 'datum'; readonly sort: AbstractSort; readonly number: number };

export function constructorValue(sort: EnumSort, value: number): Value {
  return { kind: 'constructor', sort, value };
}

export function numberValue(number: Rational): Value {
  return { kind: 'number', number };
}

/** The process with this number when it is one of 1..n; any other position is nobody. */
export function processValue(position: Rational | number): Value {
  return { kind: 'process', position: typeof position === 'number' ? rational(position) : position };
}

export function datumValue(sort: AbstractSort, number: number): Value {
  return { kind: 'datum', sort, number };
}

/** Whether a cell of this sort can hold the value: constructors in range, integers whole. */
export function belongsTo(value: Value, sort: Sort): boolean {
  switch (value.kind) {
    case 'constructor':
      return value.sort === sort && value.value >= 0 && value.value < value.sort.constructors.length;
    case 'number':
      return sort.kind === 'real' || (sort.kind === 'int' && isInteger(value.number));
    case 'process':
      return sort.kind === 'proc';
    case 'datum':
      return value.sort === sort;
  }
}

/** Both values belong to one sort; anything else is a fault of the front end and throws. */
export function equalValues(left: Value, right: Value): boolean {
  if (left.kind === 'constructor' && right.kind === 'constructor') return left.value === right.value;
  if (left.kind === 'number' && right.kind === 'number') return equal(left.number, right.number);
  if (left.kind === 'process' && right.kind === 'process') return equal(left.position, right.position);
  if (left.kind === 'datum' && right.kind === 'datum') return left.number === right.number;
  throw new Error(`values of different sorts compared: ${left.kind} and ${right.kind}`);
}

/** Negative, zero or positive; only numbers and processes are ordered. */
export function orderValues(left: Value, right: Value): number {
  if (left.kind === 'number' && right.kind === 'number') return compare(left.number, right.number);
  if (left.kind === 'process' && right.kind === 'process') return compare(left.position, right.position);
  throw new Error(`values without an order compared: ${left.kind} and ${right.kind}`);
}

/** A short text that is equal for equal values of one sort. */
export function valueKey(value: Value): string {
  switch (value.kind) {
    case 'constructor':
      return String(value.value);
    case 'number':
      return showRational(value.number);
    case 'process':
      return showRational(value.position);
    case 'datum':
      return String(value.number);
  }
}

/** The number of the process that the value is, in an instance of this many processes; null for nobody. */
export function processNumber(value: Value, processes: number): number | null {
  if (value.kind !== 'process' || !isInteger(value.position)) return null;
  const { numerator } = value.position;
  return numerator >= 1n && numerator <= BigInt(processes) ? Number(numerator) : null;
}

/**
 * A value as people read it: `Idle`, `-1/2`, `#2`, `nobody`, `data!1`. With `positions` a value of sort proc that is no
 * process shows where it stands among them: `nobody(3/2)` is between #1 and #2.
 */
export function showValue(value: Value, processes: number, positions: boolean): string {
  switch (value.kind) {
    case 'constructor':
      return value.sort.constructors[value.value] ?? `${value.sort.name}!${value.value}`;
    case 'number':
      return showRational(value.number);
    case 'process': {
      const number = processNumber(value, processes);
      if (number !== null) return `#${number}`;
      return positions ? `nobody(${showRational(value.position)})` : 'nobody';
    }
    case 'datum':
      return `${value.sort.name}!${value.number}`;
  }
}
