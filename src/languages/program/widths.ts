/**
 * Numbers of a fixed width: `u8`, `u16`, `u32`, `i8`, `i16`, `i32`.
 *
 * They are ranges to everything behind the checker. Here what is assigned to one, and what operators give of one, is reduced
 * to the width, as unsigned numbers of C are (and signed ones of most processors). Where the bounds of a term show that it
 * fits, nothing is done.
 *
 * Numbers of programs are exact below 2^53, and operators on bits see 32 bits with a sign. Products of 32 bits may be longer than
 * the one, and what `>>` sees of a large `u32` is negative: for both there are operators of their own.
 */

import { boundsOfTree, certainlyFits, type Declared } from '../../models/program/bounds.js';
import { binary, constant, type Leaf } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Binary, Sort, Tree } from '../../models/program/model.js';

type Width = Sort & { readonly kind: 'range'; readonly wraps?: true };

const width = (low: number, high: number): Width => ({ kind: 'range', low, high, wraps: true });

export const WIDTHS: ReadonlyMap<string, Width> = new Map([
  ['u8', width(0, 2 ** 8 - 1)],
  ['u16', width(0, 2 ** 16 - 1)],
  ['u32', width(0, 2 ** 32 - 1)],
  ['i8', width(-(2 ** 7), 2 ** 7 - 1)],
  ['i16', width(-(2 ** 15), 2 ** 15 - 1)],
  ['i32', width(-(2 ** 31), 2 ** 31 - 1)],
]);

export function isWidth(sort: Sort): sort is Width {
  return sort.kind === 'range' && sort.wraps === true;
}

/** The width of what an operator gives: the wider one, and of two that are as wide the one without sign; null without one. */
export function widerOf(one: Sort, other: Sort): Width | null {
  if (!isWidth(one)) return isWidth(other) ? other : null;
  if (!isWidth(other)) return one;
  const [first, second] = [one.high - one.low, other.high - other.low];
  if (first !== second) return first > second ? one : other;
  return one.low === 0 ? one : other;
}

/** A known number, reduced. */
export function reduce(value: number, sort: Sort): number {
  if (!isWidth(sort)) return value;
  const size = sort.high - sort.low + 1;
  return ((((value - sort.low) % size) + size) % size) + sort.low;
}

/** A term as a value of the sort; itself for a sort without width. */
export function reduced<L extends Leaf>(term: Tree<L>, sort: Sort, declared: Declared<L>): Tree<L> {
  if (!isWidth(sort) || certainlyFits(term, sort, declared)) return term;
  const size = sort.high - sort.low + 1;
  // What operators on bits give is of this width.
  if (size === 2 ** 32 && sort.low < 0) return binary('|', term, constant(0));
  const bounds = boundsOfTree(term, declared);
  const from = bounds === null ? null : Math.ceil(Math.max(0, sort.low - bounds.low) / size) * size;
  const modulo = (part: Tree<L>) => binaryTerm('%', part, constant(size));
  if (from !== null && from <= size * 256) {
    return binaryTerm('+', modulo(binaryTerm('+', term, constant(from - sort.low))), constant(sort.low));
  }
  const rest = modulo(binaryTerm('+', term, constant(-sort.low)));
  return binaryTerm('+', modulo(binaryTerm('+', rest, constant(size))), constant(sort.low));
}

/** How an operator is computed on numbers of a width, before the result is reduced. */
export function computed<L extends Leaf>(tree: Binary<L>, sort: Sort, declared: Declared<L>): Binary<L> {
  if (!isWidth(sort) || sort.high - sort.low + 1 < 2 ** 32) return tree;
  if (tree.operator === '*' && !certainlyFits(tree, EXACT, declared)) return { ...tree, operator: '*32' };
  if (tree.operator === '>>' && sort.low === 0) return { ...tree, operator: '>>>' };
  return tree;
}

const EXACT: Sort = { kind: 'range', low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER };
