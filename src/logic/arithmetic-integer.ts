/**
 * Conjunctions of linear inequalities and disequalities over the integers.
 *
 * First branch and bound on the exact linear relaxation, for a limited number of nodes. It settles almost everything, but
 * need not end where solutions of the relaxation are unbounded. What it leaves open is made bounded:
 *
 * 1. Let P be the real solutions of the inequalities, not empty. For each sum s that occurs, linear programming tells
 *    whether s is bounded on P from both sides. Let r be the sum of rays of P, one for every unbounded s: along r,
 *    bounded sums do not change, and r can be taken generic so that every unbounded sum does. An integer point that
 *    satisfies the bounded constraints alone can thus be moved along r, by a large integer step, to one that satisfies
 *    all: unbounded inequalities and unbounded disequalities can be dropped (Bromberger, A Reduction from Unbounded
 *    Linear Mixed Arithmetic Problems into Bounded Problems).
 * 2. Bounds are rounded to integers. An inequality whose two bounds meet is an equality, and eliminating that leaves
 *    fewer variables: we start over. A disequality whose value is outside of the bounds goes.
 * 3. Otherwise change to variables that are reduced with respect to the bounded sums. They are now bounded all, because
 *    their columns are independent, so branch and bound ends: every split makes the finite range of some variable, or
 *    the finite list of open disequalities, smaller.
 */

import { reducedColumns } from './arithmetic-lattice.js';
import { columnsOf, dense } from './arithmetic-rows.js';
import { Dictionary, floorOf } from './arithmetic-simplex.js';
import type { LinearConstraint } from './linear.js';

/** So many nodes of branch and bound are tried before the problem is made bounded. Does not affect any answer. */
const FIRST_ATTEMPT = 8;

interface Row {
  readonly coefficients: readonly bigint[];
  readonly constant: bigint;
}

/** A row that is bounded on the solutions of the relaxation. */
interface BoundedRow extends Row {
  readonly lower: bigint;
  readonly upper: bigint;
}

function negated(coefficients: readonly bigint[]): bigint[] {
  return coefficients.map((c) => -c);
}

/** Branch and bound. Null when the limit of nodes is reached. */
function search(root: Dictionary, apart: readonly Row[], limit: number): boolean | null {
  const open = [root];
  const split = (node: Dictionary, row: readonly bigint[], value: bigint, gap: bigint, lowerFirst: boolean): void => {
    const below = node.copy();
    below.addAtMost(row, value);
    node.addAtMost(negated(row), -value - gap);
    if (lowerFirst) open.push(node, below);
    else open.push(below, node);
  };
  for (let nodes = 0; ; nodes++) {
    const node = open.pop();
    if (node === undefined) return false;
    if (nodes === limit) return null;
    if (!node.makeFeasible()) continue;
    const { values, common } = node.point();
    let fractional = values.length - 1;
    // The last variable first: in a reduced basis, the one with the fewest values.
    while (fractional >= 0 && (values[fractional] as bigint) % common === 0n) fractional--;
    if (fractional >= 0) {
      const value = values[fractional] as bigint;
      const floor = floorOf({ numerator: value, denominator: common });
      const row = values.map((_, i) => (i === fractional ? 1n : 0n));
      split(node, row, floor, 1n, 2n * (value - floor * common) <= common);
      continue;
    }
    const violated = apart.find(
      ({ coefficients, constant }) =>
        constant * common === coefficients.reduce((s, c, i) => s + c * (values[i] as bigint), 0n),
    );
    if (violated === undefined) return true;
    split(node, violated.coefficients, violated.constant - 1n, 2n, true);
  }
}

/** The rounded bounds of a sum on the solutions of a feasible dictionary, null when it has not both. */
function bounded(row: Row, dictionary: Dictionary): BoundedRow | null {
  const upper = dictionary.maximise(row.coefficients);
  if (upper === null) return null;
  const lower = dictionary.maximise(negated(row.coefficients));
  if (lower === null) return null;
  return { ...row, lower: -floorOf(lower), upper: floorOf(upper) };
}

/** Branch and bound in reduced variables. */
function searchReduced(rows: readonly BoundedRow[], apart: readonly Row[], columnCount: number): boolean {
  let widest = 1n;
  for (const { lower, upper } of rows) if (upper - lower > widest) widest = upper - lower;
  const columns = Array.from({ length: columnCount }, (_, j) => [
    ...rows.map(({ coefficients, lower, upper }) => (coefficients[j] as bigint) * (widest / (upper - lower))),
    ...rows.map(({ coefficients }) => coefficients[j] as bigint),
    ...apart.map(({ coefficients }) => coefficients[j] as bigint),
  ]);
  const reduced = reducedColumns(columns, rows.length);
  const dictionary = new Dictionary(reduced.length);
  rows.forEach(({ lower, upper }, i) => {
    const coefficients = reduced.map((column) => column[rows.length + i] as bigint);
    dictionary.addAtMost(coefficients, upper);
    dictionary.addAtMost(negated(coefficients), -lower);
  });
  const moved = apart.map(({ constant }, i) => ({
    coefficients: reduced.map((column) => column[2 * rows.length + i] as bigint),
    constant,
  }));
  return search(dictionary, moved, Number.POSITIVE_INFINITY) === true;
}

/**
 * Decides canonical inequalities and disequalities over integers, or gives a conjunction that is satisfiable exactly when the given one
 * is and has an equality, by which it has one variable less.
 */
export function integersSatisfiable(
  constraints: readonly LinearConstraint[],
  firstAttempt = FIRST_ATTEMPT,
): boolean | LinearConstraint[] {
  const columns = columnsOf(constraints);
  const dictionary = new Dictionary(columns.size);
  const row = (constraint: LinearConstraint): Row => ({
    coefficients: dense(constraint, columns),
    constant: constraint.constant,
  });
  for (const constraint of constraints) {
    if (constraint.relation !== '<>') dictionary.addAtMost(dense(constraint, columns), constraint.constant);
  }
  if (!dictionary.makeFeasible()) return false;
  const disequalities = constraints.filter((c) => c.relation === '<>').map(row);
  const attempt = search(dictionary.copy(), disequalities, firstAttempt);
  if (attempt !== null) return attempt;

  const kept: LinearConstraint[] = [];
  const rows: BoundedRow[] = [];
  const apart: Row[] = [];
  let equalities = 0;
  for (const constraint of constraints) {
    const range = bounded(row(constraint), dictionary);
    if (range === null) continue;
    const { lower, upper, constant } = range;
    if (lower > upper) return false;
    if (constraint.relation === '<>') {
      if (constant < lower || constant > upper) continue;
      if (lower === upper) return false;
      kept.push(constraint);
      apart.push(range);
    } else if (lower === upper) {
      equalities++;
      kept.push({ ...constraint, relation: '=', constant: upper });
    } else {
      kept.push(constraint);
      rows.push(range);
    }
  }
  return equalities > 0 ? kept : searchReduced(rows, apart, columns.size);
}
