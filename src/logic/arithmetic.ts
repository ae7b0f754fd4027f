/**
 * Exact linear arithmetic over integers and reals for conjunctions of constraints.
 *
 * Nearly everything a search asks is a conjunction of difference constraints, which a graph decides in about a
 * microsecond. The rest goes the long way: the two sorts apart (no constraint mentions both), equalities used up, the
 * conjunction cut into parts that share no variable, and each part decided as differences if it has become that, by
 * linear programming over reals, and by linear programming, branching and lattice reduction over integers. Every step
 * keeps satisfiability in both directions and the whole ends on every input.
 */
import { DifferenceGraph } from './arithmetic-difference.js';
import { eliminateVariable } from './arithmetic-elimination.js';
import { withoutEqualities } from './arithmetic-equalities.js';
import { integersSatisfiable } from './arithmetic-integer.js';
import { modelOf } from './arithmetic-model.js';
import { realsSatisfiable } from './arithmetic-real.js';
import { components } from './arithmetic-rows.js';
import { canonicalized, type LinearConstraint } from './linear.js';
import type { Rational } from './rational.js';

/** Calls use it one after the other. */
const graph = new DifferenceGraph();

/** Whether some assignment of integers and reals to the variables satisfies all constraints. */
export function satisfiable(constraints: readonly LinearConstraint[], integer: (variable: number) => boolean): boolean {
  const variable = constraints[0]?.variables[0];
  const answer = graph.decide(constraints, integer, variable === undefined || integer(variable) ? 'int' : 'real');
  if (answer !== 'rest') return answer === 'satisfiable';
  const integers: LinearConstraint[] = [];
  const reals: LinearConstraint[] = [];
  for (const constraint of constraints) {
    const first = constraint.variables[0];
    if (first === undefined) {
      if (!canonicalized(constraint, false)) return false;
    } else if (integer(first)) integers.push(constraint);
    else reals.push(constraint);
  }
  return decide(integers, true) && decide(reals, false);
}

/** Decides constraints of one sort. */
function decide(constraints: readonly LinearConstraint[], integer: boolean): boolean {
  const answer = graph.decide(constraints, () => integer, integer ? 'int' : 'real');
  if (answer !== 'rest') return answer === 'satisfiable';
  const open = withoutEqualities(constraints, integer);
  if (open === null) return false;
  return components(open).every((part) => {
    const partly = graph.decide(part, () => integer, integer ? 'int' : 'real');
    if (partly !== 'rest') return partly === 'satisfiable';
    if (!integer) return realsSatisfiable(part);
    const simpler = integersSatisfiable(part);
    return typeof simpler === 'boolean' ? simpler : decide(simpler, true);
  });
}

/** Values that satisfy all constraints, small ones where possible, for every variable that occurs; null if there are none. */
export function solve(
  constraints: readonly LinearConstraint[],
  integer: (variable: number) => boolean,
): Map<number, Rational> | null {
  return satisfiable(constraints, integer) ? modelOf(constraints, integer, satisfiable) : null;
}

/**
 * "For some value of the variable, all constraints hold", without the variable: a disjunction of conjunctions (none for
 * false), equivalent for all values of the others. Null when that needs to say that a number divides another: an integer
 * variable with coefficients other than 1 and -1.
 */
export function eliminate(
  constraints: readonly LinearConstraint[],
  variable: number,
  integer: (variable: number) => boolean,
): LinearConstraint[][] | null {
  const canonical: LinearConstraint[] = [];
  for (const constraint of constraints) {
    const form = canonicalized(constraint, integer(constraint.variables[0] ?? variable));
    if (form === false) return [];
    if (form !== true) canonical.push(form);
  }
  const cases = eliminateVariable(canonical, variable, integer(variable));
  if (cases === null) return null;
  const possible = cases.filter((conjunction) => satisfiable(conjunction, integer));
  return possible.some((conjunction) => conjunction.length === 0) ? [[]] : possible;
}
