/**
 * Linear constraints in canonical form, and the one operation on them: adding multiples of two.
 *
 * A constraint over reals is divided by the greatest common divisor of its coefficients and constant, one over integers
 * by that of its coefficients alone, and then its constant is rounded: 2x + 4y <= 5 says x + 2y <= 2 about integers,
 * 2x + 4y = 5 says nothing is a solution, and x < 3 is x <= 2. Equal constraints thus mostly have equal fields, and the
 * rounding is the cheapest cutting plane there is.
 */
import { greatestCommonDivisor, type Rational } from './rational.js';

/** The sum of `coefficients[i]` times `variables[i]`, compared with `constant`. All variables are of one sort. */
export interface LinearConstraint {
  /** Ascending and distinct; any non-negative integers. */
  readonly variables: readonly number[];
  /** Never zero. */
  readonly coefficients: readonly bigint[];
  /** A canonical constraint over integers never has `<`. */
  readonly relation: LinearRelation;
  readonly constant: bigint;
}

export type LinearRelation = '<=' | '<' | '=' | '<>';

export function absolute(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** The largest integer not above `a / b`, for positive `b`. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** Whether `left relation right`. */
function holds(left: bigint, relation: LinearRelation, right: bigint): boolean {
  switch (relation) {
    case '<=':
      return left <= right;
    case '<':
      return left < right;
    case '=':
      return left === right;
    case '<>':
      return left !== right;
  }
}

/** The canonical form of a constraint whose variables are ascending and distinct and whose coefficients are not zero. */
function canonical(
  variables: readonly number[],
  coefficients: readonly bigint[],
  relation: LinearRelation,
  constant: bigint,
  integer: boolean,
): LinearConstraint | boolean {
  const leading = coefficients[0];
  if (leading === undefined) return holds(0n, relation, constant);
  const oriented = relation === '<=' || relation === '<';
  const strict = integer && relation === '<';
  let bound = strict ? constant - 1n : constant;
  let divisor = integer ? absolute(leading) : greatestCommonDivisor(leading, constant);
  for (let i = 1; i < coefficients.length && divisor !== 1n; i++) {
    divisor = greatestCommonDivisor(divisor, coefficients[i] as bigint);
  }
  if (divisor !== 1n) {
    if (!oriented && bound % divisor !== 0n) return relation === '<>';
    bound = floorDivide(bound, divisor);
  }
  if (!oriented && leading < 0n) {
    divisor = -divisor;
    bound = -bound;
  }
  return {
    variables,
    coefficients: divisor === 1n ? coefficients : coefficients.map((c) => c / divisor),
    relation: strict ? '<=' : relation,
    constant: bound,
  };
}

/** The canonical form of `sum of the summands  relation  constant`; a truth value when no variable is left. */
export function linearConstraint(
  summands: readonly { readonly variable: number; readonly coefficient: Rational }[],
  relation: LinearRelation,
  constant: Rational,
  integer: boolean,
): LinearConstraint | boolean {
  let scale = constant.denominator;
  for (const { coefficient } of summands) {
    scale *= coefficient.denominator / greatestCommonDivisor(scale, coefficient.denominator);
  }
  const sorted = [...summands].sort((a, b) => a.variable - b.variable);
  const variables: number[] = [];
  const coefficients: bigint[] = [];
  for (let i = 0; i < sorted.length; ) {
    const { variable } = sorted[i] as (typeof sorted)[number];
    let sum = 0n;
    for (let summand = sorted[i]; summand !== undefined && summand.variable === variable; summand = sorted[++i]) {
      sum += summand.coefficient.numerator * (scale / summand.coefficient.denominator);
    }
    if (sum === 0n) continue;
    variables.push(variable);
    coefficients.push(sum);
  }
  return canonical(variables, coefficients, relation, constant.numerator * (scale / constant.denominator), integer);
}

/** A constraint times a factor. */
type Multiple = readonly [constraint: LinearConstraint, factor: bigint];

/**
 * The sum of two multiples compared by `relation`, in canonical form. Only the sums and constants of the two are read: the
 * caller sees to it that relation and factors make sense together.
 */
export function combination(
  [first, firstFactor]: Multiple,
  [second, secondFactor]: Multiple,
  relation: LinearRelation,
  integer: boolean,
): LinearConstraint | boolean {
  const variables: number[] = [];
  const coefficients: bigint[] = [];
  const push = (variable: number, coefficient: bigint): void => {
    if (coefficient === 0n) return;
    variables.push(variable);
    coefficients.push(coefficient);
  };
  let i = 0;
  let j = 0;
  while (i < first.variables.length || j < second.variables.length) {
    const left = first.variables[i] ?? Number.POSITIVE_INFINITY;
    const right = second.variables[j] ?? Number.POSITIVE_INFINITY;
    if (left < right) push(left, firstFactor * (first.coefficients[i++] as bigint));
    else if (right < left) push(right, secondFactor * (second.coefficients[j++] as bigint));
    else
      push(
        left,
        firstFactor * (first.coefficients[i++] as bigint) + secondFactor * (second.coefficients[j++] as bigint),
      );
  }
  const constant = firstFactor * first.constant + secondFactor * second.constant;
  return canonical(variables, coefficients, relation, constant, integer);
}

/** The canonical form of a constraint written by hand. */
export function canonicalized(constraint: LinearConstraint, integer: boolean): LinearConstraint | boolean {
  return canonical(constraint.variables, constraint.coefficients, constraint.relation, constraint.constant, integer);
}

const TURNED = { '=': '<>', '<>': '=', '<=': '<', '<': '<=' } as const;

/** The complement: what holds exactly where a canonical constraint does not. */
export function negation(constraint: LinearConstraint, integer: boolean): LinearConstraint {
  const { variables, relation, constant } = constraint;
  const turned = TURNED[relation];
  if (relation === '=' || relation === '<>') return { ...constraint, relation: turned };
  const coefficients = constraint.coefficients.map((c) => -c);
  if (integer) {
    return { variables, coefficients, relation: '<=', constant: relation === '<=' ? -constant - 1n : -constant };
  }
  return { variables, coefficients, relation: turned, constant: -constant };
}

/** The coefficient of a variable, zero when it does not occur. */
export function coefficientOf(constraint: LinearConstraint, variable: number): bigint {
  const position = constraint.variables.indexOf(variable);
  return position < 0 ? 0n : (constraint.coefficients[position] as bigint);
}
