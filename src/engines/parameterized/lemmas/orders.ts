/**
 * Orders that always hold: lemmas that compare two numbers, or a number with one that the model mentions.
 *
 * Clocks and tickets only grow, and what was taken from a clock is less than the clock is now. A search that does not know
 * this counts ticks backwards without end: `Timer + Tick = 0`, `Timer + 2 * Tick = 0`, and so on. There are few such
 * comparisons, so all of them are proposed, without any look at reachable states, and those stay that prove each other
 * (inductive.ts).
 */
import { type LinearConstraint, linearConstraint } from '../../../logic/linear.js';
import type { Literal, Literals } from '../../../logic/literals.js';
import { rational } from '../../../logic/rational.js';
import { numbersOf } from '../../../models/array-system/mentions.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import type { Cube } from '../cube.js';
import type { CubeForm } from '../form.js';
import { isNumber } from '../forward/layout.js';
import { inductive, type Sifting } from './inductive.js';

/** A model with more numbers than this is not compared with itself. */
const MOST_CELLS = 8;
const MOST_CONSTANTS = 4;

/** `cubeOf`: the cube with just these literals. */
export function orderLemmas<C extends Cube>(
  form: CubeForm<C>,
  cubeOf: (conjunction: readonly Literal[]) => C,
  system: ArraySystem,
  literals: Literals,
): Generator<Sifting, readonly C[]> {
  /** What is said instead when `<=` is too much. */
  const strict = new Map<Literal, Literal>();
  for (const constraint of comparisons(system, literals)) {
    strict.set(linear(literals, constraint), linear(literals, { ...constraint, relation: '<' }));
  }
  const candidates = [...strict].map(([wide, narrow]) => {
    const cube = cubeOf([wide]);
    return form.meetsInitial(cube) ? cubeOf([narrow]) : cube;
  });
  const narrower = ({ literals: [literal] }: C): C[] => {
    const narrow = strict.get(literal as Literal);
    return narrow === undefined ? [] : [cubeOf([narrow])];
  };
  return inductive(form, candidates, narrower);
}

/** `<=` both ways: what a process has with what is shared, with what else it has, and with numbers of the model. */
function comparisons(system: ArraySystem, literals: Literals): LinearConstraint[] {
  const symbols = system.symbols.filter((s) => isNumber(s) && s.arity < 2);
  if (symbols.length > MOST_CELLS) return [];
  const cells = symbols.map(({ index, arity }) => literals.cell(index, arity === 0 ? [] : [0]));
  const constants = [...new Set([0n, ...numbersOf(system)])].sort(nearest).slice(0, MOST_CONSTANTS);
  const out: LinearConstraint[] = [];
  for (const [i, a] of cells.entries()) {
    for (const constant of constants) {
      out.push({ variables: [a], coefficients: [1n], relation: '<=', constant });
      out.push({ variables: [a], coefficients: [-1n], relation: '<=', constant: -constant });
    }
    for (const b of cells.slice(i + 1)) {
      if (literals.symbolOf(a).kind !== literals.symbolOf(b).kind) continue;
      out.push({ variables: [a, b], coefficients: [1n, -1n], relation: '<=', constant: 0n });
      out.push({ variables: [a, b], coefficients: [-1n, 1n], relation: '<=', constant: 0n });
    }
  }
  return out;
}

/** Small numbers first. */
function nearest(a: bigint, b: bigint): number {
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  return x < y ? -1 : x > y ? 1 : 0;
}

function linear(literals: Literals, { variables, coefficients, relation, constant }: LinearConstraint): Literal {
  const summands = variables.map((variable, i) => ({ variable, coefficient: rational(coefficients[i] as bigint) }));
  const integer = literals.isInteger(variables[0] as number);
  return literals.linear(linearConstraint(summands, relation, rational(constant), integer));
}
