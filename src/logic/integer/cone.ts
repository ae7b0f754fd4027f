/** The cone of influence of a formula: the predicates that can have a part in implying it (section 6 of the paper). */
import type { Bounds } from './differences.js';
import type { Formula } from './formula.js';
import type { Links } from './hitting.js';

/**
 * The predicates that share a variable with the formula, rising; transitively, those that share one with such a predicate
 * too, and so on. Others never are in a minimal cube that implies the formula.
 */
export function coneOf(
  formula: Formula,
  predicates: readonly Formula[],
  reach: 'direct' | 'transitive' = 'transitive',
): number[] {
  if (reach === 'transitive') return reachedFrom(formula.variables, predicates);
  const seed = new Set(formula.variables);
  return predicates.flatMap(({ variables }, i) => (variables.some((variable) => seed.has(variable)) ? [i] : []));
}

/** The places of the formulas that hang together with some variables, by variables they share, one with the other. */
export function reachedFrom(seed: readonly number[], formulas: readonly Formula[]): number[] {
  const users = usersOf(formulas);
  const reached = new Set<number>();
  const seen = new Set(seed);
  // A set goes on to what is added while it is gone through.
  for (const variable of seen) {
    for (const place of users.get(variable) ?? []) {
      if (reached.has(place)) continue;
      reached.add(place);
      for (const other of (formulas[place] as Formula).variables) seen.add(other);
    }
  }
  return [...reached].sort((a, b) => a - b);
}

/** By variable, the places of the formulas with it. */
function usersOf(formulas: readonly Formula[]): Map<number, number[]> {
  const users = new Map<number, number[]>();
  for (const [place, { variables }] of formulas.entries()) {
    for (const variable of variables) {
      const list = users.get(variable);
      if (list === undefined) users.set(variable, [place]);
      else list.push(place);
    }
  }
  return users;
}

/** By variable: one that stands for all those which formulas bring together with it. */
export function leadersOf(formulas: readonly Formula[]): (variable: number) => number {
  const leaders = new Map<number, number>();
  const leaderOf = (variable: number): number => {
    let leader = variable;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    return leader;
  };
  for (const { variables } of formulas) {
    for (const variable of variables) {
      const [from, to] = [leaderOf(variable), leaderOf(variables[0] as number)];
      if (from !== to) leaders.set(from, to);
    }
  }
  return leaderOf;
}

/**
 * What hangs together directly: literals (2i and 2i + 1 for the predicate at place i) that share a variable, with each
 * other and with a formula, when the variables that the context brings together count as one. In a minimal cube all
 * literals hang together with the formula: one that does not has a solution of its own beside any solution of the others,
 * and can be left out.
 */
export function linksOf(formula: Formula | null, predicates: readonly Formula[], context: readonly Formula[]): Links {
  const leaderOf = leadersOf(context);
  const words = (2 * predicates.length + 31) >> 5;
  const users = new Map<number, Int32Array>();
  const leaders = predicates.map(({ variables }) => variables.map(leaderOf));
  for (const [i, variables] of leaders.entries()) {
    for (const variable of variables) {
      const mask = users.get(variable) ?? new Int32Array(words);
      users.set(variable, mask);
      (mask[i >> 4] as number) |= 3 << (2 * (i & 15));
    }
  }
  const union = (variables: readonly number[], target: Int32Array, from: number) => {
    for (const variable of variables) {
      const mask = users.get(variable);
      if (mask !== undefined) for (let w = 0; w < words; w++) (target[from + w] as number) |= mask[w] as number;
    }
  };
  const beside = new Int32Array(2 * predicates.length * words);
  for (const [i, variables] of leaders.entries()) {
    union(variables, beside, 2 * i * words);
    union(variables, beside, (2 * i + 1) * words);
  }
  if (formula === null) return { near: null, beside };
  const near = new Int32Array(words);
  union(formula.variables.map(leaderOf), near, 0);
  return { near, beside };
}

/**
 * Without the predicates that say nothing about the others: comparisons with a variable that has no bounds and occurs
 * nowhere else, so that some value of it makes the comparison true, and another false, whatever the rest is.
 */
export function withoutPendants(
  relevant: readonly number[],
  predicates: readonly Formula[],
  others: readonly Formula[],
  bounds: readonly Bounds[],
): number[] {
  const occurrences = new Map<number, number>();
  const count = ({ variables }: Formula, by: number) => {
    for (const variable of variables) occurrences.set(variable, (occurrences.get(variable) ?? 0) + by);
  };
  for (const formula of others) count(formula, 1);
  for (const number of relevant) count(predicates[number] as Formula, 1);
  const isPendant = (formula: Formula): boolean => {
    const atom = formula.kind === 'not' ? formula.operand : formula;
    if (atom.kind !== 'atom') return false;
    return atom.variables.some((variable, i) => {
      const { low, high } = bounds[variable] as Bounds;
      if (low !== null || high !== null || occurrences.get(variable) !== 1) return false;
      return Math.abs(atom.coefficients[i] as number) === 1;
    });
  };
  let kept = [...relevant];
  for (let size = -1; size !== kept.length; ) {
    size = kept.length;
    kept = kept.filter((number) => {
      const predicate = predicates[number] as Formula;
      if (!isPendant(predicate)) return true;
      count(predicate, -1);
      return false;
    });
  }
  return kept;
}
