/** What the tests of linear arithmetic share: random conjunctions, their SMT-LIB text, and Z3's verdicts in batches. */

import { evaluateSmtLib } from '../../src/evidence/solvers/z3.js';
import type { LinearConstraint, LinearRelation } from '../../src/logic/linear.js';
import { linearConstraint } from '../../src/logic/linear.js';
import { multiply, type Rational, rational, subtract } from '../../src/logic/rational.js';

/** Variables 0 to 49 are integers, the others reals. */
export const isInteger = (variable: number): boolean => variable < 50;
export const REALS = 50;

export interface Random {
  /** An integer from 0 to n - 1. */
  below(n: number): number;
  /** An integer from a to b. */
  between(a: number, b: number): number;
  pick<T>(list: readonly T[]): T;
}

/** The generator of Tommy Ettinger called mulberry32: small, and the same sequence everywhere. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    between: (a, b) => a + below(b - a + 1),
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}

export interface Shape {
  /** First variable: 0 for integers, `REALS` for reals. */
  readonly base: number;
  readonly variables: number;
  readonly constraints: number;
  /** `difference`: x - y or x or -x; a number: up to `summands` summands with coefficients up to that size. */
  readonly coefficient: 'difference' | number;
  readonly summands?: number;
  /** Largest absolute value of a constant, before scaling. */
  readonly constant: number;
  readonly relations?: readonly LinearRelation[];
  /** Multiplies every other constant. */
  readonly scale?: bigint;
  /** Largest denominator of coefficients. */
  readonly denominator?: number;
  /** The first variable occurs in every constraint. */
  readonly about?: boolean;
}

const RELATIONS: readonly LinearRelation[] = ['<=', '<=', '<', '=', '<>', '<>'];

function randomSummands(r: Random, shape: Shape): { variable: number; coefficient: Rational }[] {
  const { base, variables, coefficient, denominator = 1 } = shape;
  const count = r.between(1, coefficient === 'difference' ? 2 : (shape.summands ?? 2));
  const sign = r.pick([1, -1]);
  const divisor = r.between(1, denominator);
  return Array.from({ length: count }, (_, i) => {
    const size =
      coefficient === 'difference' ? (i === 0 ? sign : -sign) : sign * r.between(1 - coefficient, coefficient);
    return {
      variable: shape.about && i === 0 ? base : base + r.below(variables),
      coefficient: rational(size, divisor),
    };
  });
}

export function randomConjunction(r: Random, shape: Shape): LinearConstraint[] {
  const conjunction: LinearConstraint[] = [];
  while (conjunction.length < shape.constraints) {
    const relation = r.pick(shape.relations ?? RELATIONS);
    let constant = BigInt(r.between(-shape.constant, shape.constant));
    if (shape.scale !== undefined && r.below(2) === 0) constant = constant * shape.scale + BigInt(r.between(-1, 1));
    const constraint = linearConstraint(randomSummands(r, shape), relation, rational(constant), shape.base < REALS);
    if (typeof constraint !== 'boolean') conjunction.push(constraint);
  }
  return conjunction;
}

function numeral(n: bigint, integer: boolean): string {
  const digits = `${n < 0n ? -n : n}${integer ? '' : '.0'}`;
  return n < 0n ? `(- ${digits})` : digits;
}

export function smtConstraint({ variables, coefficients, relation, constant }: LinearConstraint): string {
  const integer = isInteger(variables[0] ?? 0);
  const products = variables.map((v, i) => `(* ${numeral(coefficients[i] as bigint, integer)} x${v})`);
  const sum =
    products.length === 0 ? numeral(0n, integer) : products.length === 1 ? products[0] : `(+ ${products.join(' ')})`;
  const operator = relation === '<>' ? 'distinct' : relation;
  return `(${operator} ${sum} ${numeral(constant, integer)})`;
}

export function smtConjunction(conjunction: readonly LinearConstraint[]): string {
  return `(and true ${conjunction.map(smtConstraint).join(' ')})`;
}

export function smtDisjunction(cases: readonly (readonly LinearConstraint[])[]): string {
  return `(or false ${cases.map(smtConjunction).join(' ')})`;
}

/** Z3's verdict on each formula: `sat`, `unsat` or `unknown`. A tactic is needed for quantified formulas. */
export async function verdicts(formulas: readonly string[], tactic: string | null = null): Promise<string[]> {
  const declarations = Array.from(
    { length: 2 * REALS },
    (_, v) => `(declare-const x${v} ${isInteger(v) ? 'Int' : 'Real'})`,
  );
  const check = tactic === null ? '(check-sat)' : `(check-sat-using ${tactic})`;
  const script = [...declarations, ...formulas.map((f) => `(push)(assert ${f})${check}(pop)`)].join('\n');
  const answers = (await evaluateSmtLib(script)).trim().split('\n');
  if (answers.length !== formulas.length)
    throw new Error(`Z3 did not answer every question: ${answers.slice(0, 5).join('; ')}`);
  return answers;
}

/** The first constraint that values do not satisfy, null when they satisfy all. */
export function firstViolated(
  conjunction: readonly LinearConstraint[],
  model: ReadonlyMap<number, Rational>,
): LinearConstraint | null {
  const violated = conjunction.find(({ variables, coefficients, relation, constant }) => {
    let sum = rational(-constant);
    variables.forEach((variable, i) => {
      const value = model.get(variable);
      if (value === undefined) throw new Error(`variable ${variable} has no value`);
      if (isInteger(variable) && value.denominator !== 1n) throw new Error(`variable ${variable} is not an integer`);
      sum = subtract(sum, multiply(rational(-(coefficients[i] as bigint)), value));
    });
    const n = sum.numerator;
    return !(relation === '<=' ? n <= 0n : relation === '<' ? n < 0n : relation === '=' ? n === 0n : n !== 0n);
  });
  return violated ?? null;
}
