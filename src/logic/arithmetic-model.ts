/**
 * A model of a satisfiable conjunction, one variable after the other, by asking a decision procedure.
 *
 * Asking for the model rather than taking it from the procedures keeps those free to drop and to change variables, and
 * gives small values: an integer is the one nearest to zero that the variables before it allow (the question "is there a
 * value between -k and k" is monotone in k, so doubling and halving find the least k). A real is an integer near to zero
 * or, if there is none among the first few, among the positive or else the negative values the simplest fraction: the
 * first one on the way down the tree of Stern and Brocot, where each run of equal turns is again found by doubling and
 * halving. That tree has every rational number, and every interval has a first number in it, so the descent ends.
 */
import { coefficientOf, combination, type LinearConstraint, type LinearRelation } from './linear.js';
import { type Rational, rational, ZERO } from './rational.js';

/** Whether the conjunction, with further constraints `coefficient * variable  relation  constant`, is satisfiable. */
type Possible = (
  ...further: readonly (readonly [coefficient: bigint, relation: LinearRelation, constant: bigint])[]
) => boolean;

/** Values for all variables of a conjunction that `satisfiable` must say yes to. */
export function modelOf(
  constraints: readonly LinearConstraint[],
  integer: (variable: number) => boolean,
  satisfiable: (constraints: readonly LinearConstraint[], integer: (variable: number) => boolean) => boolean,
): Map<number, Rational> {
  const model = new Map<number, Rational>();
  const variables = [...new Set(constraints.flatMap((c) => c.variables))].sort((a, b) => a - b);
  let open = constraints;
  for (const variable of variables) {
    const integral = integer(variable);
    const possible: Possible = (...further) => {
      const added = further.map(([coefficient, relation, constant]): LinearConstraint => {
        return { variables: [variable], coefficients: [coefficient], relation, constant };
      });
      return satisfiable([...open, ...added], integer);
    };
    const value = integral ? chooseInteger(possible) : chooseReal(possible);
    model.set(variable, value);
    open = fixed(open, variable, value, integral);
  }
  return model;
}

/** What is left of constraints when a variable has a value. */
function fixed(
  constraints: readonly LinearConstraint[],
  variable: number,
  value: Rational,
  integral: boolean,
): LinearConstraint[] {
  const equality: LinearConstraint = {
    variables: [variable],
    coefficients: [value.denominator],
    relation: '=',
    constant: value.numerator,
  };
  return constraints.flatMap((constraint) => {
    if (!constraint.variables.includes(variable)) return [constraint];
    const own = coefficientOf(constraint, variable);
    const left = combination([constraint, value.denominator], [equality, -own], constraint.relation, integral);
    if (left === false) throw new Error('a value was chosen that a constraint forbids');
    return left === true ? [] : [left];
  });
}

/** The least number above `start` with a property that, once true, stays true. */
function least(start: bigint, property: (n: bigint) => boolean): bigint {
  let step = 1n;
  while (!property(start + step)) step *= 2n;
  let no = start + step / 2n;
  let yes = start + step;
  while (yes - no > 1n) {
    const middle = (yes + no) / 2n;
    if (property(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

function chooseInteger(possible: Possible): Rational {
  if (possible([1n, '=', 0n])) return ZERO;
  const size = least(0n, (k) => possible([1n, '<=', k], [-1n, '<=', k]));
  return rational(possible([1n, '=', size]) ? size : -size);
}

/** A non-negative fraction, or infinity when the denominator is zero. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** From a, k steps towards b: neighbours in the tree as long as a and b are. */
function towards(a: Fraction, b: Fraction, k: bigint): Fraction {
  return { numerator: a.numerator + k * b.numerator, denominator: a.denominator + k * b.denominator };
}

/** So many sizes of integers are tried for a real, as some may be excluded by disequalities. */
const TRIED = 4n;

function chooseReal(possible: Possible): Rational {
  if (possible([1n, '=', 0n])) return ZERO;
  const size = least(0n, (k) => possible([1n, '<=', k], [-1n, '<=', k]));
  for (let k = size; k < size + TRIED; k++) {
    if (possible([1n, '=', k])) return rational(k);
    if (possible([1n, '=', -k])) return rational(-k);
  }
  return simplestFraction(possible);
}

function simplestFraction(possible: Possible): Rational {
  const sign = possible([-1n, '<', 0n]) ? 1n : -1n;
  const above = (f: Fraction, relation: '<' | '<=') => [-sign * f.denominator, relation, -f.numerator] as const;
  // Nothing is asked of a value below infinity.
  const below = (f: Fraction, relation: '<' | '<=') =>
    f.denominator === 0n ? ([-sign, '<', 0n] as const) : ([sign * f.denominator, relation, f.numerator] as const);
  const at = (f: Fraction): boolean => possible([sign * f.denominator, '=', f.numerator]);
  // Some value lies strictly between low and high, which are neighbours.
  let low: Fraction = { numerator: 0n, denominator: 1n };
  let high: Fraction = { numerator: 1n, denominator: 0n };
  for (;;) {
    const a = low;
    const b = high;
    const middle = towards(a, b, 1n);
    if (at(middle)) return rational(sign * middle.numerator, middle.denominator);
    let end: Fraction;
    if (possible(above(a, '<'), below(middle, '<'))) {
      const k = least(1n, (n) => possible(above(towards(b, a, n), '<='), below(middle, '<')));
      low = end = towards(b, a, k);
      high = towards(b, a, k - 1n);
    } else {
      const k = least(1n, (n) => possible(above(middle, '<'), below(towards(a, b, n), '<='), below(b, '<')));
      low = towards(a, b, k - 1n);
      high = end = towards(a, b, k);
    }
    if (at(end)) return rational(sign * end.numerator, end.denominator);
  }
}
