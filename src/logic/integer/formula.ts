/**
 * Formulas without quantifiers over integer variables: what predicates, guards and weakest preconditions are made of.
 *
 * Variables are numbers. An atom compares a linear term with 0 and is kept in one form: coefficients without common
 * divisor, the first one positive, the constant of an inequality as tight as integers allow. So `x < y`, `y >= x + 1` and
 * `!(y <= x)` are one atom or its negation, and differ by nothing that a search could take for two predicates. Every
 * formula has a key; equal keys are equal formulas.
 */

/** The sum of `coefficients[i] * variables[i]` and `constant`; variables rise, no coefficient is 0. */
export interface Linear {
  readonly variables: readonly number[];
  readonly coefficients: readonly number[];
  readonly constant: number;
}

export interface Atom extends Linear {
  readonly kind: 'atom';
  /** The term is at most 0, or is 0. */
  readonly relation: '<=' | '==';
  readonly key: string;
}

interface Compound {
  readonly key: string;
  /** The variables that occur, rising. */
  readonly variables: readonly number[];
}

export type Formula =
  | (Compound & { readonly kind: 'true' | 'false' })
  | Atom
  | (Compound & { readonly kind: 'not'; readonly operand: Atom })
  | (Compound & { readonly kind: 'and' | 'or'; readonly operands: readonly Formula[] });

/** An atom or its negation. */
type Literal = Extract<Formula, { kind: 'atom' | 'not' }>;

export const TRUE: Formula = { kind: 'true', key: 'T', variables: [] };
export const FALSE: Formula = { kind: 'false', key: 'F', variables: [] };

/** Beyond this, sums of numbers are no longer exact. */
const SAFE = 2 ** 45;

export class TooLarge extends Error {}

function safe(value: number): number {
  if (Math.abs(value) > SAFE) throw new TooLarge('a number of a formula is too large');
  return value === 0 ? 0 : value;
}

export function constant(value: number): Linear {
  return { variables: [], coefficients: [], constant: safe(value) };
}

export function variable(number: number): Linear {
  return { variables: [number], coefficients: [1], constant: 0 };
}

/** `left + factor * right`. */
export function sum(left: Linear, right: Linear, factor = 1): Linear {
  const variables: number[] = [];
  const coefficients: number[] = [];
  let i = 0;
  let j = 0;
  while (i < left.variables.length || j < right.variables.length) {
    const a = left.variables[i] ?? Number.POSITIVE_INFINITY;
    const b = right.variables[j] ?? Number.POSITIVE_INFINITY;
    const coefficient =
      (a <= b ? (left.coefficients[i] as number) : 0) + (b <= a ? factor * (right.coefficients[j] as number) : 0);
    if (coefficient !== 0) {
      variables.push(Math.min(a, b));
      coefficients.push(safe(coefficient));
    }
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return { variables, coefficients, constant: safe(left.constant + factor * right.constant) };
}

export function scaled(term: Linear, factor: number): Linear {
  return sum(constant(0), term, factor);
}

/** `left <= right`. */
export function atMost(left: Linear, right: Linear): Formula {
  const { variables, coefficients, constant: rest } = sum(left, right, -1);
  if (variables.length === 0) return rest <= 0 ? TRUE : FALSE;
  const divisor = coefficients.reduce(gcd, 0);
  const least = coefficients.map((coefficient) => coefficient / divisor);
  const tight = Math.ceil(rest / divisor);
  if ((least[0] as number) > 0) return atom('<=', variables, least, tight);
  // -t <= -c is t >= c, the negation of t <= c - 1.
  return negated(
    atom(
      '<=',
      variables,
      least.map((coefficient) => -coefficient),
      1 - tight,
    ),
  );
}

/** `left == right`. */
export function equal(left: Linear, right: Linear): Formula {
  const { variables, coefficients, constant: rest } = sum(left, right, -1);
  if (variables.length === 0) return rest === 0 ? TRUE : FALSE;
  const size = coefficients.reduce(gcd, 0);
  if (rest % size !== 0) return FALSE;
  const divisor = (coefficients[0] as number) > 0 ? size : -size;
  return atom(
    '==',
    variables,
    coefficients.map((coefficient) => coefficient / divisor),
    rest / divisor,
  );
}

function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

function atom(
  relation: Atom['relation'],
  variables: readonly number[],
  coefficients: readonly number[],
  rest: number,
): Atom {
  const parts = variables.map((number, i) => `${coefficients[i]}v${number}`);
  const zero = rest === 0 ? 0 : rest;
  return {
    kind: 'atom',
    relation,
    variables,
    coefficients,
    constant: zero,
    key: `${parts.join('+')}+${zero}${relation}`,
  };
}

function negated(operand: Atom): Literal {
  return { kind: 'not', operand, key: `!${operand.key}`, variables: operand.variables };
}

export function not(formula: Formula): Formula {
  switch (formula.kind) {
    case 'true':
      return FALSE;
    case 'false':
      return TRUE;
    case 'atom':
      return negated(formula);
    case 'not':
      return formula.operand;
    case 'and':
      return or(formula.operands.map(not));
    case 'or':
      return and(formula.operands.map(not));
  }
}

export function and(operands: readonly Formula[]): Formula {
  return combined('and', operands, TRUE, FALSE);
}

export function or(operands: readonly Formula[]): Formula {
  return combined('or', operands, FALSE, TRUE);
}

export function implies(left: Formula, right: Formula): Formula {
  return or([not(left), right]);
}

/** Flat, without repetitions, sorted by key; an operand beside its negation decides. */
function combined(kind: 'and' | 'or', operands: readonly Formula[], neutral: Formula, decisive: Formula): Formula {
  const kept = new Map<string, Formula>();
  for (const operand of operands) {
    for (const part of operand.kind === kind ? operand.operands : [operand]) {
      if (part.kind === decisive.kind) return decisive;
      if (part.kind !== neutral.kind) kept.set(part.key, part);
    }
  }
  for (const part of kept.values()) if (part.kind === 'not' && kept.has(part.operand.key)) return decisive;
  const sorted = [...kept.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const [only] = sorted;
  if (only === undefined) return neutral;
  if (sorted.length === 1) return only;
  const key = `(${kind === 'and' ? '&' : '|'}${sorted.map((part) => part.key).join(' ')})`;
  const variables = [...new Set(sorted.flatMap((part) => part.variables))].sort((a, b) => a - b);
  return { kind, operands: sorted, key, variables };
}

/** The value of a variable after a step in terms of those before it; undefined: unchanged. */
type Substitution = (variable: number) => Linear | undefined;

export function substituted(term: Linear, substitution: Substitution): Linear {
  let result = constant(term.constant);
  for (const [i, number] of term.variables.entries())
    result = sum(result, substitution(number) ?? variable(number), term.coefficients[i] as number);
  return result;
}

export function substitute(formula: Formula, substitution: Substitution): Formula {
  if (!formula.variables.some((number) => substitution(number) !== undefined)) return formula;
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula;
    case 'atom': {
      const term = substituted(formula, substitution);
      return formula.relation === '<=' ? atMost(term, constant(0)) : equal(term, constant(0));
    }
    case 'not':
      return not(substitute(formula.operand, substitution));
    case 'and':
      return and(formula.operands.map((operand) => substitute(operand, substitution)));
    case 'or':
      return or(formula.operands.map((operand) => substitute(operand, substitution)));
  }
}

export function termValue({ variables, coefficients, constant: rest }: Linear, values: ArrayLike<number>): number {
  let value = rest;
  for (let i = 0; i < variables.length; i++)
    value += (coefficients[i] as number) * (values[variables[i] as number] as number);
  return value;
}

/** The atoms that a formula is made of. */
export function atomsOf(formula: Formula): readonly Atom[] {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return [];
    case 'atom':
      return [formula];
    case 'not':
      return [formula.operand];
    case 'and':
    case 'or':
      return [...new Map(formula.operands.flatMap(atomsOf).map((found) => [found.key, found])).values()];
  }
}
