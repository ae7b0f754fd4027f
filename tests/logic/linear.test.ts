import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combination,
  type LinearConstraint,
  type LinearRelation,
  linearConstraint,
  negation,
} from '../../src/logic/linear.js';
import { type Rational, rational } from '../../src/logic/rational.js';
import { cases } from '../support/size.js';

type Value = number | readonly [numerator: number, denominator: number];

function fraction(n: Value): Rational {
  return typeof n === 'number' ? rational(n) : rational(n[0], n[1]);
}

/** From a coefficient for each variable. */
function build(sum: Readonly<Record<number, Value>>, relation: LinearRelation, constant: Value, integer: boolean) {
  const summands = Object.entries(sum).map(([variable, c]) => ({
    variable: Number(variable),
    coefficient: fraction(c),
  }));
  return linearConstraint(summands, relation, fraction(constant), integer);
}

function constraint(
  variables: number[],
  coefficients: bigint[],
  relation: LinearRelation,
  constant: bigint,
): LinearConstraint {
  return { variables, coefficients, relation, constant };
}

describe('canonical linear constraints', () => {
  it('merges and sorts summands', () => {
    const summands = [7, 3, 7, 5, 5].map((variable, i) => ({
      variable,
      coefficient: rational([1, 2, 2, 4, -4][i] ?? 0),
    }));
    expect(linearConstraint(summands, '<=', rational(9), true)).toEqual(constraint([3, 7], [2n, 3n], '<=', 9n));
  });

  it('is a truth value when no variable is left', () => {
    expect(build({ 1: 0 }, '<=', 0, true)).toBe(true);
    expect(build({ 1: 0 }, '<', 0, true)).toBe(false);
    expect(build({}, '=', 0, false)).toBe(true);
    expect(build({}, '<>', 0, false)).toBe(false);
    expect(build({}, '<', [1, 2], true)).toBe(true);
  });

  it('tightens integer inequalities', () => {
    expect(build({ 0: 2, 1: 4 }, '<=', 5, true)).toEqual(constraint([0, 1], [1n, 2n], '<=', 2n));
    expect(build({ 0: 2, 1: 4 }, '<=', -5, true)).toEqual(constraint([0, 1], [1n, 2n], '<=', -3n));
    expect(build({ 0: 1 }, '<', 3, true)).toEqual(constraint([0], [1n], '<=', 2n));
    expect(build({ 0: -3 }, '<', -3, true)).toEqual(constraint([0], [-1n], '<=', -2n));
    expect(build({ 0: [1, 2] }, '<=', [5, 3], true)).toEqual(constraint([0], [1n], '<=', 3n));
    expect(build({ 0: 1 }, '<', [5, 2], true)).toEqual(constraint([0], [1n], '<=', 2n));
  });

  it('finds integer equalities without solutions', () => {
    expect(build({ 0: 3, 1: -3 }, '=', 1, true)).toBe(false);
    expect(build({ 0: 3, 1: -3 }, '<>', 1, true)).toBe(true);
    expect(build({ 0: 1 }, '=', [1, 2], true)).toBe(false);
    expect(build({ 0: 3, 1: -6 }, '=', -9, true)).toEqual(constraint([0, 1], [1n, -2n], '=', -3n));
  });

  it('keeps what is exact over reals', () => {
    expect(build({ 0: 2 }, '<', 1, false)).toEqual(constraint([0], [2n], '<', 1n));
    expect(build({ 0: 4, 1: -6 }, '<=', 2, false)).toEqual(constraint([0, 1], [2n, -3n], '<=', 1n));
    expect(build({ 0: [1, 2], 1: [1, 3] }, '=', [1, 4], false)).toEqual(constraint([0, 1], [6n, 4n], '=', 3n));
    expect(build({ 0: 3, 1: -3 }, '<=', 0, false)).toEqual(constraint([0, 1], [1n, -1n], '<=', 0n));
  });

  it('makes the first coefficient of equalities and disequalities positive, of inequalities not', () => {
    expect(build({ 0: -1, 1: 2 }, '=', 3, true)).toEqual(constraint([0, 1], [1n, -2n], '=', -3n));
    expect(build({ 0: -1, 1: 2 }, '<>', 3, false)).toEqual(constraint([0, 1], [1n, -2n], '<>', -3n));
    expect(build({ 0: -1, 1: 2 }, '<=', 3, true)).toEqual(constraint([0, 1], [-1n, 2n], '<=', 3n));
  });

  it('adds multiples', () => {
    const first = constraint([0, 2], [1n, 2n], '<=', 3n);
    const second = constraint([1, 2], [5n, -3n], '<=', 4n);
    expect(combination([first, 3n], [second, 2n], '<=', true)).toEqual(constraint([0, 1], [3n, 10n], '<=', 17n));
    expect(combination([first, 1n], [first, -1n], '=', true)).toBe(true);
  });
});

const RELATIONS = ['<=', '<', '=', '<>'] as const;

function holdsAt(form: LinearConstraint | boolean, point: readonly number[]): boolean {
  if (typeof form === 'boolean') return form;
  const sum = form.variables.reduce(
    (s, v, i) => s + Number(form.coefficients[i]) * (point[v] as number),
    -Number(form.constant),
  );
  return form.relation === '<='
    ? sum <= 0
    : form.relation === '<'
      ? sum < 0
      : form.relation === '='
        ? sum === 0
        : sum !== 0;
}

describe('at random points', () => {
  const small = fc.integer({ min: -6, max: 6 });
  const arbitrary = {
    written: fc.array(fc.tuple(fc.nat(3), small), { maxLength: 5 }),
    relation: fc.constantFrom(...RELATIONS),
    constant: small,
    integer: fc.boolean(),
    point: fc.array(small, { minLength: 4, maxLength: 4 }),
  };

  it('the canonical form means what was written, and the negation the opposite', () => {
    fc.assert(
      fc.property(fc.record(arbitrary), ({ written, relation, constant, integer, point }) => {
        // Halves are points of the reals too.
        const at = integer ? point : point.map((x) => x / 2);
        const left = written.reduce((s, [v, c]) => s + c * (at[v] as number), 0);
        const meant =
          relation === '<='
            ? left <= constant
            : relation === '<'
              ? left < constant
              : (left === constant) === (relation === '=');
        const summands = written.map(([variable, c]) => ({ variable, coefficient: rational(c) }));
        const form = linearConstraint(summands, relation, rational(constant), integer);
        expect(holdsAt(form, at)).toBe(meant);
        if (typeof form === 'boolean') return;
        expect(holdsAt(negation(form, integer), at)).toBe(!meant);
        expect(negation(negation(form, integer), integer)).toEqual(form);
        const again = linearConstraint(
          form.variables.map((variable, i) => ({ variable, coefficient: rational(form.coefficients[i] as bigint) })),
          form.relation,
          rational(form.constant),
          integer,
        );
        expect(again).toEqual(form);
      }),
      { numRuns: cases(2000, 400) },
    );
  });
});
