/**
 * Conjunctions of linear inequalities and disequalities over the reals.
 *
 * One more variable e stands for the room left: a strict inequality s < c becomes s + e <= c with 0 <= e <= 1, and the
 * inequalities have a solution exactly when e can be positive. Their solutions then form a convex set whose closure is
 * the set where e may be zero. A convex set lies in a finite union of hyperplanes only if it lies in one of them, so the
 * disequalities s <> c can be looked at one by one: each fails only if s is c on the whole closure.
 */

import { columnsOf, dense } from './arithmetic-rows.js';
import { Dictionary } from './arithmetic-simplex.js';
import type { LinearConstraint } from './linear.js';

export function realsSatisfiable(constraints: readonly LinearConstraint[]): boolean {
  const columns = columnsOf(constraints);
  const room = columns.size;
  const roomOnly = (value: bigint): bigint[] => [...new Array<bigint>(room).fill(0n), value];
  const dictionary = new Dictionary(room + 1);
  dictionary.addAtMost(roomOnly(1n), 1n);
  dictionary.addAtMost(roomOnly(-1n), 0n);
  for (const constraint of constraints) {
    if (constraint.relation === '<>') continue;
    dictionary.addAtMost([...dense(constraint, columns), constraint.relation === '<' ? 1n : 0n], constraint.constant);
  }
  if (!dictionary.makeFeasible()) return false;
  const most = dictionary.maximise(roomOnly(1n));
  if (most === null) throw new Error('the room left by strict inequalities is at most one');
  if (most.numerator <= 0n) return false;
  const apart = constraints.filter((c) => c.relation === '<>');
  return apart.every((constraint) => {
    const row = [...dense(constraint, columns), 0n];
    const { values, common } = dictionary.point();
    const value = row.reduce((sum, coefficient, i) => sum + coefficient * (values[i] as bigint), 0n);
    if (value !== constraint.constant * common) return true;
    const upper = dictionary.maximise(row);
    if (upper === null || upper.numerator > constraint.constant * upper.denominator) return true;
    const lower = dictionary.maximise(row.map((coefficient) => -coefficient));
    return lower === null || lower.numerator > -constraint.constant * lower.denominator;
  });
}
