/**
 * Conjunctions that differences do not cover. First a guess: each general constraint in turn is to be satisfied by one of
 * its variables while the others keep their values, which is a matter of differences again. Where that does not work out
 * the linear constraints, with the bounds of variables, go to the exact procedures for linear arithmetic: only those that
 * are connected with a general one by shared variables; all others are satisfied by values that stay as they are.
 */
import { solve } from '../arithmetic.js';
import type { LinearConstraint } from '../linear.js';
import type { Bounds, Differences } from './differences.js';
import { type Atom, termValue } from './formula.js';

/** Whether an atom compares a variable, or the difference of two, with a number. */
function isDifference({ variables, coefficients }: Atom): boolean {
  return variables.length === 1 || (variables.length === 2 && coefficients[0] === 1 && coefficients[1] === -1);
}

/**
 * Values for all literals at once, `atoms[i]` or its negation: `values` as they are, which satisfy all differences among
 * them, with others for what is connected with the rest. False: there are none. Null: none that numbers represent.
 */
export function solveGeneral(
  atoms: readonly Atom[],
  positive: ArrayLike<number>,
  count: number,
  bounds: readonly Bounds[],
  values: Float64Array,
): boolean | null {
  const touched = new Set<number>();
  const constraints: LinearConstraint[] = [];
  const open = new Set<number>();
  for (let i = 0; i < count; i++) {
    open.add(i);
    if (isDifference(atoms[i] as Atom)) continue;
    for (const variable of (atoms[i] as Atom).variables) touched.add(variable);
  }
  for (let size = -1; size !== constraints.length; ) {
    size = constraints.length;
    for (const i of open) {
      const atom = atoms[i] as Atom;
      if (!atom.variables.some((variable) => touched.has(variable))) continue;
      for (const variable of atom.variables) touched.add(variable);
      constraints.push(constraintOf(atom, positive[i] === 1));
      open.delete(i);
    }
  }
  for (const variable of touched) {
    const { low, high } = bounds[variable] as Bounds;
    const variables = [variable];
    if (low !== null) constraints.push({ variables, coefficients: [-1n], relation: '<=', constant: BigInt(-low) });
    if (high !== null) constraints.push({ variables, coefficients: [1n], relation: '<=', constant: BigInt(high) });
  }
  const model = solve(constraints, () => true);
  if (model === null) return false;
  for (const [variable, { numerator }] of model) {
    const value = Number(numerator);
    if (!Number.isSafeInteger(value)) return null;
    values[variable] = value;
  }
  return true;
}

function constraintOf({ variables, coefficients, constant, relation }: Atom, positive: boolean): LinearConstraint {
  const exact = coefficients.map(BigInt);
  const right = BigInt(-constant);
  if (relation === '==') return { variables, coefficients: exact, relation: positive ? '=' : '<>', constant: right };
  if (positive) return { variables, coefficients: exact, relation: '<=', constant: right };
  return { variables, coefficients: exact.map((c) => -c), relation: '<=', constant: -right - 1n };
}

/**
 * Moves the values of the differences to where general literals may be true. No promise: the caller looks at them, and at
 * the disequalities, which may no longer be true. The differences and bounds still are.
 */
export function guessGeneral(
  differences: Differences,
  atoms: readonly Atom[],
  positive: readonly boolean[],
  count: number,
  attempt: number,
): void {
  const { edgeCount, nodeCount } = differences;
  for (let i = 0; i < count; i++) {
    const atom = atoms[i] as Atom;
    const pivot = (attempt + i) % atom.variables.length;
    if (!moveOne(differences, atom, positive[i] as boolean, pivot)) break;
  }
  differences.undo(edgeCount, nodeCount);
}

function moveOne(differences: Differences, atom: Atom, positive: boolean, pivot: number): boolean {
  const { variables, coefficients, relation } = atom;
  const { values, zero } = differences;
  const variable = variables[pivot] as number;
  const coefficient = coefficients[pivot] as number;
  for (const other of variables) {
    if (other === variable) continue;
    const value = values[other] as number;
    if (!differences.add(other, zero, value) || !differences.add(zero, other, -value)) return false;
  }
  // The literal is about `coefficient * variable + rest` now.
  const exact = -(termValue(atom, values) - coefficient * (values[variable] as number)) / coefficient;
  const atMost = (value: number) => differences.add(variable, zero, value);
  const atLeast = (value: number) => differences.add(zero, variable, -value);
  if (relation === '==' && positive) return Number.isInteger(exact) && atMost(exact) && atLeast(exact);
  if (relation === '==') return atMost(Math.ceil(exact) - 1) || atLeast(Math.floor(exact) + 1);
  if (positive) return coefficient > 0 ? atMost(Math.floor(exact)) : atLeast(Math.ceil(exact));
  return coefficient > 0 ? atLeast(Math.floor(exact) + 1) : atMost(Math.ceil(exact) - 1);
}
