/**
 * Exact elimination of one existentially quantified variable from a conjunction, as a disjunction of conjunctions.
 *
 * With an equality, solve it for the variable and substitute (over integers this needs a coefficient 1 or -1, which
 * Euclid's algorithm on all equalities with the variable may produce). Otherwise the variable has lower bounds, upper
 * bounds and excluded values. Without one kind of bound there is always a value left. Without excluded values every
 * lower bound must be below every upper one (Fourier and Motzkin), which over integers is exact if all lower or all upper
 * bounds have coefficient 1. With d excluded values:
 * - Reals: either there is room between all bounds, and an interval is never used up by d points; or the value is one of
 *   the weak lower bounds (or: of the weak upper ones).
 * - Integers: either take each excluded value as a bound, below or above: 2^d cases; or try each lower bound plus
 *   0, 1, ..., d, which is enough as only d values are excluded (Cooper). We take what gives fewer cases.
 */
import { absolute, coefficientOf, combination, floorDivide, type LinearConstraint } from './linear.js';

type Maybe = LinearConstraint | boolean;

/** The solutions of one variable in the words of the others. Bounds keep the form of the constraints they come from. */
interface Bounds {
  readonly lower: readonly LinearConstraint[];
  readonly upper: readonly LinearConstraint[];
  readonly excluded: readonly LinearConstraint[];
}

/** A disjunction equivalent to "for some value of the variable, all constraints hold"; null if that needs divisibility. */
export function eliminateVariable(
  constraints: readonly LinearConstraint[],
  variable: number,
  integer: boolean,
): LinearConstraint[][] | null {
  const rest = constraints.filter((c) => !c.variables.includes(variable));
  const about = constraints.filter((c) => c.variables.includes(variable));
  const equalities = about.filter((c) => c.relation === '=');
  const others = about.filter((c) => c.relation !== '=');
  if (equalities.length === 0) return casesOf(others, variable, integer)?.flatMap((c) => conjunction(rest, c)) ?? null;
  const consequences: Maybe[] = [];
  let solvable = equalities;
  while (solvable.length > 1) {
    const next: LinearConstraint[] = [];
    const pivot = solvable.reduce((a, b) => (size(b, variable) < size(a, variable) ? b : a));
    for (const equality of solvable) {
      if (equality === pivot) continue;
      const reduced = integer ? reduce(equality, pivot, variable) : substitute(equality, pivot, variable, integer);
      if (typeof reduced !== 'boolean' && reduced.variables.includes(variable)) next.push(reduced);
      else consequences.push(reduced);
    }
    solvable = [pivot, ...next];
  }
  const equality = solvable[0] as LinearConstraint;
  if (integer && size(equality, variable) !== 1n) return consequences.includes(false) ? [] : null;
  const substituted = others.map((c) => substitute(c, equality, variable, integer));
  return conjunction(rest, [...consequences, ...substituted]);
}

function size(constraint: LinearConstraint, variable: number): bigint {
  return absolute(coefficientOf(constraint, variable));
}

/** Subtracts the multiple of another equality that makes the variable's coefficient smallest. */
function reduce(equality: LinearConstraint, pivot: LinearConstraint, variable: number): Maybe {
  const a = coefficientOf(equality, variable);
  const b = coefficientOf(pivot, variable);
  const quotient = b < 0n ? floorDivide(-a, -b) : floorDivide(a, b);
  return combination([equality, 1n], [pivot, -quotient], '=', true);
}

/** Replaces the variable by what an equality says of it. */
function substitute(
  constraint: LinearConstraint,
  equality: LinearConstraint,
  variable: number,
  integer: boolean,
): Maybe {
  const own = coefficientOf(constraint, variable);
  const other = coefficientOf(equality, variable);
  return combination([constraint, absolute(other)], [equality, other < 0n ? own : -own], constraint.relation, integer);
}

/** The conjunction without repetitions and trivial parts, in a list; an empty list when it is plainly false. */
function conjunction(rest: readonly LinearConstraint[], added: readonly Maybe[]): LinearConstraint[][] {
  const kept = new Map<string, LinearConstraint>();
  for (const constraint of [...rest, ...added]) {
    if (constraint === false) return [];
    if (constraint === true) continue;
    const { variables, coefficients, relation, constant } = constraint;
    kept.set(`${variables.join()} ${coefficients.join()} ${relation} ${constant}`, constraint);
  }
  return [[...kept.values()]];
}

function casesOf(about: readonly LinearConstraint[], variable: number, integer: boolean): Maybe[][] | null {
  const bounds: Bounds = {
    lower: about.filter((c) => c.relation !== '<>' && coefficientOf(c, variable) < 0n),
    upper: about.filter((c) => c.relation !== '<>' && coefficientOf(c, variable) > 0n),
    excluded: about.filter((c) => c.relation === '<>'),
  };
  if (bounds.lower.length === 0 || bounds.upper.length === 0) return [[]];
  return integer ? integerCases(bounds, variable) : realCases(bounds, variable);
}

/** Every lower bound is below every upper one; strictly so, if asked. */
function between({ lower, upper }: Bounds, variable: number, strictly: boolean, integer: boolean): Maybe[] {
  return lower.flatMap((low) =>
    upper.map((high) => {
      const strict = strictly || low.relation === '<' || high.relation === '<';
      const relation = strict ? '<' : '<=';
      return combination([high, size(low, variable)], [low, size(high, variable)], relation, integer);
    }),
  );
}

/** The variable is at one of its bounds, or `distance` away from it into the interior. */
function atBound(
  bounds: Bounds,
  bound: LinearConstraint,
  distance: bigint,
  variable: number,
  integer: boolean,
): Maybe[] {
  const value: LinearConstraint = { ...bound, relation: '=', constant: bound.constant - distance };
  const others = [...bounds.lower, ...bounds.upper, ...bounds.excluded].filter((c) => c !== bound);
  return others.map((c) => substitute(c, value, variable, integer));
}

function realCases(bounds: Bounds, variable: number): Maybe[][] {
  if (bounds.excluded.length === 0) return [between(bounds, variable, false, false)];
  const weakLower = bounds.lower.filter((c) => c.relation === '<=');
  const weakUpper = bounds.upper.filter((c) => c.relation === '<=');
  const ends = weakLower.length <= weakUpper.length ? weakLower : weakUpper;
  return [between(bounds, variable, true, false), ...ends.map((end) => atBound(bounds, end, 0n, variable, false))];
}

function integerCases(bounds: Bounds, variable: number): Maybe[][] | null {
  const { lower, upper, excluded } = bounds;
  const unit = (list: readonly LinearConstraint[]): boolean => list.every((c) => size(c, variable) === 1n);
  const ends = [lower, upper].filter(unit).sort((a, b) => a.length - b.length)[0];
  if (ends === undefined) return null;
  const steps = excluded.length + 1;
  if (unit(excluded) && 2 ** excluded.length <= ends.length * steps) return splitCases(bounds, variable);
  return ends.flatMap((end) =>
    Array.from({ length: steps }, (_, distance) => atBound(bounds, end, BigInt(distance), variable, true)),
  );
}

/** Each excluded value bounds the variable from above or from below. */
function splitCases(bounds: Bounds, variable: number): Maybe[][] {
  const [first, ...excluded] = bounds.excluded;
  if (first === undefined) return [between(bounds, variable, false, true)];
  const below: LinearConstraint = { ...first, relation: '<=', constant: first.constant - 1n };
  const coefficients = first.coefficients.map((c) => -c);
  const above: LinearConstraint = { ...first, coefficients, relation: '<=', constant: -first.constant - 1n };
  const [low, high] = coefficientOf(first, variable) < 0n ? [below, above] : [above, below];
  return [
    ...splitCases({ ...bounds, upper: [...bounds.upper, high], excluded }, variable),
    ...splitCases({ ...bounds, lower: [...bounds.lower, low], excluded }, variable),
  ];
}
