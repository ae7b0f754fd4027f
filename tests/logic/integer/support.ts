/** What the tests of integer formulas share: random formulas, their SMT-LIB text, and answers by going through all values. */

import { evaluateSmtLib } from '../../../src/evidence/solvers/z3.js';
import {
  and,
  atMost,
  constant,
  equal,
  type Formula,
  not,
  or,
  scaled,
  sum,
  variable,
} from '../../../src/logic/integer/formula.js';
import type { Bounds } from '../../../src/logic/integer/prover.js';
import { isTrue } from '../../judges/integer-formula.js';
import type { Random } from '../arithmetic-support.js';

export interface Shape {
  readonly variables: number;
  /** Largest absolute value of a constant. */
  readonly constant: number;
  /** Of four literals, so many are no differences. */
  readonly general?: number;
  /** Of four literals, so many are equalities or disequalities. */
  readonly equalities?: number;
}

export function randomLiteral(
  r: Random,
  { variables, constant: largest, general = 0, equalities = 2 }: Shape,
): Formula {
  let term = variable(r.below(variables));
  if (r.below(3) > 0) term = sum(term, variable(r.below(variables)), -1);
  if (r.below(4) < general) {
    term = sum(scaled(term, r.pick([1, 2, 3])), variable(r.below(variables)), r.pick([1, 2, -2, 3]));
  }
  const right = constant(r.between(-largest, largest));
  const atom = r.below(4) < equalities ? equal(term, right) : atMost(term, right);
  return r.below(2) === 0 ? atom : not(atom);
}

export function randomFormula(r: Random, shape: Shape, depth: number): Formula {
  if (depth === 0 || r.below(3) === 0) return randomLiteral(r, shape);
  const operands = Array.from({ length: r.between(2, 3) }, () => randomFormula(r, shape, depth - 1));
  return r.below(2) === 0 ? and(operands) : or(operands);
}

export function smallBounds(r: Random, variables: number): Bounds[] {
  return Array.from({ length: variables }, () => {
    const low = r.between(-3, 2);
    return { low, high: low + r.between(0, 4) };
  });
}

export function looseBounds(r: Random, variables: number): Bounds[] {
  return Array.from({ length: variables }, () => {
    const low = r.below(2) === 0 ? null : r.between(-3, 2);
    const high = r.below(2) === 0 ? null : (low ?? 0) + r.between(0, 4);
    return { low, high };
  });
}

/** All lists of values within bounds, which must be bounds on both sides. */
export function allValues(bounds: readonly Bounds[]): number[][] {
  return bounds.reduce<number[][]>(
    (lists, { low, high }) => {
      if (low === null || high === null) throw new Error('not all values can be listed');
      const values = Array.from({ length: high - low + 1 }, (_, i) => low + i);
      return lists.flatMap((list) => values.map((value) => [...list, value]));
    },
    [[]],
  );
}

export function withinBounds(values: ArrayLike<number>, bounds: readonly Bounds[]): boolean {
  return bounds.every(({ low, high }, i) => {
    const value = values[i] as number;
    return Number.isInteger(value) && (low === null || value >= low) && (high === null || value <= high);
  });
}

/** Whether values are a model; not the prover's own evaluation. */
export function isModel(formulas: readonly Formula[], values: ArrayLike<number>, bounds: readonly Bounds[]): boolean {
  return withinBounds(values, bounds) && formulas.every((formula) => isTrue(formula, values));
}

const numeral = (n: number): string => (n < 0 ? `(- ${-n})` : `${n}`);

export function smtFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind;
    case 'atom': {
      const products = formula.variables.map((v, i) => `(* ${numeral(formula.coefficients[i] as number)} x${v})`);
      return `(${formula.relation === '==' ? '=' : '<='} (+ ${products.join(' ')} ${numeral(formula.constant)}) 0)`;
    }
    case 'not':
      return `(not ${smtFormula(formula.operand)})`;
    case 'and':
    case 'or':
      return `(${formula.kind} ${formula.operands.map(smtFormula).join(' ')})`;
  }
}

function smtBounds(bounds: readonly Bounds[]): string {
  return bounds
    .map(
      ({ low, high }, v) =>
        `${low === null ? '' : ` (<= ${numeral(low)} x${v})`}${high === null ? '' : ` (<= x${v} ${numeral(high)})`}`,
    )
    .join('');
}

/** Z3's verdict on each list of formulas, `sat` or `unsat`, in one script. */
export async function verdicts(
  questions: readonly { readonly formulas: readonly Formula[]; readonly bounds: readonly Bounds[] }[],
): Promise<string[]> {
  const variables = Math.max(...questions.map(({ bounds }) => bounds.length));
  const script = [
    ...Array.from({ length: variables }, (_, v) => `(declare-const x${v} Int)`),
    ...questions.map(
      ({ formulas, bounds }) =>
        `(push)(assert (and true${smtBounds(bounds)} ${formulas.map(smtFormula).join(' ')}))(check-sat)(pop)`,
    ),
  ].join('\n');
  const answers = (await evaluateSmtLib(script)).trim().split('\n');
  if (answers.length !== questions.length) throw new Error(`Z3 did not answer every question: ${answers[0]}`);
  return answers;
}
