/**
 * Propositions about final states as conditions on the states of a program in which values have numbers.
 *
 * Two values are equal when they are so after cutting both to the type of the location: 255 and -1 are the same byte. Which
 * values those are is decided here, so that the condition compares numbers of values only.
 */

import type { Value } from '../../memory/axiomatic/event.js';
import { binary, compare, FALSE, row, TRUE, unary } from '../../models/program/expression.js';
import type { StateExpression } from '../../models/program/model.js';
import type { Observable, Proposition, ValueType } from './test.js';
import { cut } from './values.js';

/** Where a program keeps what a proposition is about. */
interface ObservedCells {
  register(thread: number, register: number): StateExpression;
  location(location: string): StateExpression;
}

/** `values` are all there are, by their numbers. */
export function conditionOn(proposition: Proposition, cells: ObservedCells, values: readonly Value[]): StateExpression {
  const again = (part: Proposition) => conditionOn(part, cells, values);
  switch (proposition.kind) {
    case 'constant':
      return proposition.value ? TRUE : FALSE;
    case 'value': {
      const { left, values: wanted } = proposition;
      const found = cellsOf(left, cells);
      if (found.length !== wanted.length) return FALSE;
      return both(found.map((cell, index) => isOne(cell, equalTo(wanted[index] as Value, left.type, values))));
    }
    case 'same': {
      const { type } = proposition.left;
      const [left, right] = [cellsOf(proposition.left, cells), cellsOf(proposition.right, cells)];
      if (left.length !== right.length) return FALSE;
      return both(left.map((cell, index) => isSame(cell, right[index] as StateExpression, type, values)));
    }
    case 'not':
      return unary('!', again(proposition.of));
    case 'and':
      return both(proposition.of.map(again));
    case 'or':
      return either(proposition.of.map(again));
    case 'implies':
      return either([unary('!', again(proposition.left)), again(proposition.right)]);
  }
}

function cellsOf(observable: Observable, cells: ObservedCells): StateExpression[] {
  switch (observable.kind) {
    case 'register':
      return [cells.register(observable.thread, observable.register)];
    case 'location':
      return [cells.location(observable.location)];
    case 'array':
      return observable.locations.map((location) => cells.location(location));
  }
}

/** The numbers of the values that are equal to one in a type. */
function equalTo(wanted: Value, { bits }: ValueType, values: readonly Value[]): number[] {
  return values.flatMap((value, number) => (cut(value, bits) === cut(wanted, bits) ? [number] : []));
}

function isOne(cell: StateExpression, numbers: readonly number[]): StateExpression {
  return either(numbers.map((number) => compare(cell, '==', number)));
}

/** Mostly the same number; two numbers where the type does not tell two values apart. */
function isSame(
  left: StateExpression,
  right: StateExpression,
  type: ValueType,
  values: readonly Value[],
): StateExpression {
  const classes = new Map(values.map((value) => [cut(value, type.bits), equalTo(value, type, values)]));
  const large = [...classes.values()].filter((numbers) => numbers.length > 1);
  return either([
    binary('==', left, right),
    ...large.map((numbers) => both([isOne(left, numbers), isOne(right, numbers)])),
  ]);
}

function both(parts: readonly StateExpression[]): StateExpression {
  return row('&&', parts) ?? TRUE;
}

function either(parts: readonly StateExpression[]): StateExpression {
  return row('||', parts) ?? FALSE;
}
