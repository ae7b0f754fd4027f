/**
 * Getting rid of equalities in a conjunction of constraints of one sort, keeping satisfiability (not the solutions).
 *
 * Over reals, and over integers where some coefficient is 1 or -1, an equality is solved for that variable, which is then
 * replaced everywhere. Over integers with larger coefficients, the variable x with the smallest one, a, is replaced by
 * x - q*y - ..., where q is y's coefficient divided by a and rounded: this is a bijection of the integer points, and it
 * leaves y a coefficient of at most a/2. As the coefficients have no common divisor, repeating it ends with a coefficient
 * 1: Euclid's algorithm on the columns. An equality without solutions, like 3x - 3y = 1, is found out by its canonical
 * form.
 */
import { absolute, canonicalized, combination, floorDivide, type LinearConstraint } from './linear.js';

/** The position of the smallest coefficient in absolute value. */
function smallest(coefficients: readonly bigint[]): number {
  let best = 0;
  for (let i = 1; i < coefficients.length; i++) {
    if (absolute(coefficients[i] as bigint) < absolute(coefficients[best] as bigint)) best = i;
  }
  return best;
}

/** The equality that is cheapest to use, -1 when there is none. */
function choose(constraints: readonly LinearConstraint[]): number {
  let best = -1;
  let bestSize = 0n;
  constraints.forEach((constraint, i) => {
    if (constraint.relation !== '=') return;
    const size = absolute(constraint.coefficients[smallest(constraint.coefficients)] as bigint) * 64n;
    const cost = size + BigInt(constraint.variables.length);
    if (best >= 0 && cost >= bestSize) return;
    best = i;
    bestSize = cost;
  });
  return best;
}

/** A conjunction of canonical inequalities and disequalities, satisfiable exactly when the given one is; null when not. */
export function withoutEqualities(
  constraints: readonly LinearConstraint[],
  integer: boolean,
): LinearConstraint[] | null {
  let current: LinearConstraint[] = [];
  for (const constraint of constraints) {
    const form = canonicalized(constraint, integer);
    if (form === false) return null;
    if (form !== true) current.push(form);
  }
  for (;;) {
    const index = choose(current);
    if (index < 0) return current;
    const equality = current[index] as LinearConstraint;
    const position = smallest(equality.coefficients);
    const variable = equality.variables[position] as number;
    const coefficient = equality.coefficients[position] as bigint;
    const size = absolute(coefficient);
    const solved = !integer || size === 1n;
    const shift = solved ? equality : reduction(equality, position);
    const next: LinearConstraint[] = [];
    for (const constraint of current) {
      if (solved && constraint === equality) continue;
      const at = constraint.variables.indexOf(variable);
      if (at < 0) {
        next.push(constraint);
        continue;
      }
      const own = constraint.coefficients[at] as bigint;
      const changed = solved
        ? combination([constraint, size], [shift, coefficient < 0n ? own : -own], constraint.relation, integer)
        : combination([constraint, 1n], [shift, own], constraint.relation, integer);
      if (changed === false) return null;
      if (changed !== true) next.push(changed);
    }
    current = next;
  }
}

/** What is added to the variable at a position so that the other coefficients shrink: minus the rounded quotients. */
function reduction(equality: LinearConstraint, position: number): LinearConstraint {
  const coefficient = equality.coefficients[position] as bigint;
  const variables: number[] = [];
  const coefficients: bigint[] = [];
  equality.variables.forEach((variable, i) => {
    if (i === position) return;
    const own = equality.coefficients[i] as bigint;
    const sign = coefficient < 0n ? -1n : 1n;
    const quotient = floorDivide(2n * own * sign + coefficient * sign, 2n * coefficient * sign);
    if (quotient === 0n) return;
    variables.push(variable);
    coefficients.push(-quotient);
  });
  return { variables, coefficients, relation: '=', constant: 0n };
}
