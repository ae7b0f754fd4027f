import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import {
  and,
  atMost,
  constant,
  equal,
  FALSE,
  type Formula,
  not,
  or,
  scaled,
  sum,
  TooLarge,
  TRUE,
  variable,
} from '../../../src/logic/integer/formula.js';
import { type Bounds, Prover } from '../../../src/logic/integer/prover.js';
import { truthOf } from '../../../src/logic/integer/truth.js';
import { isTrue } from '../../judges/integer-formula.js';
import { cases, least } from '../../support/size.js';
import { random } from '../arithmetic-support.js';
import {
  allValues,
  isModel,
  looseBounds,
  randomFormula,
  randomLiteral,
  type Shape,
  smallBounds,
  verdicts,
} from './support.js';

afterAll(closeZ3);

const FREE: Bounds = { low: null, high: null };
const [x, y, z] = [variable(0), variable(1), variable(2)];
const number = constant;
const less = (a: typeof x, b: typeof x) => atMost(sum(a, number(1)), b);

/** The answer, which is checked when it is a model. */
function answer(prover: Prover, formulas: readonly Formula[]): 'sat' | 'unsat' | 'unknown' {
  const model = prover.model(formulas);
  if (model === 'unknown') return model;
  if (model !== null && !isModel(formulas, model, prover.bounds)) {
    throw new Error(`no model: ${[...model]} of ${formulas.map(({ key }) => key)}`);
  }
  return model === null ? 'unsat' : 'sat';
}

describe('the prover', () => {
  it('finds values for all variables, also those that do not occur', () => {
    const bounds = [FREE, { low: 3, high: 5 }, { low: null, high: -2 }, { low: 7, high: null }];
    const prover = new Prover(bounds);
    for (let i = 0; i < 200; i++) expect(answer(prover, [atMost(x, number(i))])).toBe('sat');
    expect([...(prover.model([]) as Float64Array)]).toHaveLength(4);
  });

  it('starts from zero where it can', () => {
    const bounds = [FREE, { low: 3, high: 5 }, { low: null, high: -2 }, { low: -1, high: 1 }, { low: -9, high: -4 }];
    expect([...(new Prover(bounds).model([]) as Float64Array)]).toEqual([0, 3, -2, 0, -4]);
  });

  it('gives models that differ in what was not asked', () => {
    const prover = new Prover([FREE, FREE, { low: 0, high: 3 }]);
    const seen = new Set<string>();
    for (let i = 0; i < 50; i++) seen.add([...(prover.model([equal(x, number(5))]) as Float64Array)].join());
    expect(seen.size).toBeGreaterThan(10);
  });

  it('knows cycles of differences', () => {
    const prover = new Prover([FREE, FREE, FREE]);
    expect(prover.implies([less(x, y), less(y, z)], less(x, z))).toBe(true);
    expect(prover.implies([less(x, y), less(y, z)], atMost(sum(x, number(2)), z))).toBe(true);
    expect(prover.implies([less(x, y), less(y, z)], atMost(sum(x, number(3)), z))).toBe(false);
    expect(prover.implies([equal(x, y), equal(y, sum(z, number(1)))], equal(x, sum(z, number(1))))).toBe(true);
    expect(prover.implies([], equal(x, x))).toBe(true);
    expect(prover.implies([FALSE], equal(x, y))).toBe(true);
    expect(prover.implies([TRUE], FALSE)).toBe(false);
  });

  it('counts the values between bounds when variables are different', () => {
    const different = (n: number): Formula[] =>
      Array.from({ length: n }, (_, i) =>
        Array.from({ length: i }, (_, j) => not(equal(variable(i), variable(j)))),
      ).flat();
    for (let n = 2; n <= 5; n++) {
      const bounds = (high: number) => Array.from({ length: n }, () => ({ low: 1, high }));
      expect(answer(new Prover(bounds(n)), different(n))).toBe('sat');
      expect(answer(new Prover(bounds(n - 1)), different(n))).toBe('unsat');
    }
  });

  it('reasons by cases', () => {
    const prover = new Prover([{ low: 0, high: 2 }, FREE, FREE]);
    const cases = or([0, 1, 2].map((n) => and([equal(x, number(n)), equal(y, number(2 * n))])));
    expect(prover.implies([cases], equal(y, scaled(x, 2)))).toBe(true);
    expect(prover.implies([equal(y, scaled(x, 2))], cases)).toBe(true);
    expect(prover.implies([cases, not(equal(x, number(1)))], or([equal(y, number(0)), equal(y, number(4))]))).toBe(
      true,
    );
    expect(prover.implies([cases], not(equal(y, number(4))))).toBe(false);
  });

  it('forgets what one side of a disequality brought when it tries the other', () => {
    // At first all is 0. Below y only z != 0 is left of the first disjunction, and nothing of the second, where z is 0.
    const prover = new Prover([FREE, FREE, FREE, FREE]);
    const formulas = [
      not(equal(x, y)),
      or([and([less(x, y), not(equal(z, number(0)))]), less(y, x)]),
      or([1, 2].map((n) => and([less(y, x), equal(z, number(0)), equal(variable(3), number(n))]))),
    ];
    for (let i = 0; i < 100; i++) expect(answer(prover, formulas)).toBe('sat');
  });

  it('has no model where a variable has no value', () => {
    expect(new Prover([FREE, { low: 1, high: 0 }]).model([])).toBeNull();
  });

  it('does arithmetic with large constants exactly', () => {
    const large = 2 ** 44;
    const prover = new Prover([FREE, FREE, { low: -large, high: large }]);
    expect(answer(prover, [atMost(sum(x, number(large)), y), atMost(y, number(-large + 1))])).toBe('sat');
    expect(answer(prover, [atMost(sum(x, number(large)), z), not(atMost(x, number(0)))])).toBe('unsat');
    expect(answer(prover, [atMost(sum(x, number(large)), z), not(atMost(x, number(-1)))])).toBe('sat');
  });

  it('says that it does not know rather than give values that were rounded', () => {
    const large = 2 ** 44;
    const count = 200;
    const prover = new Prover(Array.from({ length: count + 1 }, () => FREE));
    const chain = Array.from({ length: count }, (_, i) => atMost(sum(variable(i), number(large)), variable(i + 1)));
    expect(prover.model(chain)).toBe('unknown');
    const product = scaled(x, large - 1);
    expect(prover.model([equal(sum(product, scaled(y, 2)), number(1)), less(number(large), x)])).toBe('unknown');
    expect(prover.counts.unknown).toBe(2);
    expect(prover.implies(chain, FALSE)).toBe(false);
    expect(answer(prover, [less(x, y)])).toBe('sat');
  });

  it('takes no bounds that are too large to compute with', () => {
    expect(() => new Prover([{ low: null, high: 2 ** 60 }])).toThrow(TooLarge);
  });

  it('keeps count', () => {
    const prover = new Prover([FREE, FREE, FREE]);
    prover.model([equal(x, y)]);
    prover.implies([equal(sum(x, y), number(3)), equal(x, y)], FALSE);
    expect(prover.counts).toMatchObject({ calls: 2, general: 1, unknown: 0 });
  });
});

describe('the truth of a formula', () => {
  it('is in doubt where a sum may have been rounded and nothing else decides', () => {
    const values = Float64Array.of(2 ** 40, 1, 0);
    const large = equal(sum(scaled(x, 2 ** 40), y), number(3));
    const small = equal(y, number(1));
    expect(truthOf(large, values)).toBeNull();
    expect(truthOf(not(large), values)).toBeNull();
    expect(truthOf(and([large, small]), values)).toBeNull();
    expect(truthOf(and([large, not(small)]), values)).toBe(false);
    expect(truthOf(or([large, small]), values)).toBe(true);
    expect(truthOf(or([large, not(small)]), values)).toBeNull();
    expect([TRUE, FALSE, less(y, x), not(small)].map((f) => truthOf(f, values))).toEqual([true, false, true, false]);
  });
});

describe('random questions', () => {
  const shapes: readonly Partial<Shape>[] = [{}, { equalities: 4 }, { equalities: 0 }, { general: 1 }];

  it('within small bounds are answered as going through all values does', () => {
    const r = random(7);
    const counts = { sat: 0, unsat: 0, unknown: 0 };
    for (let round = 0; round < cases(3000); round++) {
      const variables = r.between(1, 4);
      const bounds = smallBounds(r, variables);
      const shape = { variables, constant: 4, ...r.pick(shapes) };
      const formulas = Array.from({ length: r.between(1, 7) }, () => randomFormula(r, shape, r.below(3)));
      const prover = new Prover(bounds);
      const expected = allValues(bounds).some((values) => formulas.every((f) => isTrue(f, values))) ? 'sat' : 'unsat';
      // Each call starts from other values.
      for (let call = 0; call < 3; call++) {
        const found = answer(prover, formulas);
        counts[found]++;
        if (found !== expected) throw new Error(`${found} ${formulas.map(({ key }) => key)} ${JSON.stringify(bounds)}`);
      }
    }
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.sat, counts.unsat)).toBeGreaterThan(least(1000));
  });

  it('are answered as Z3 does', async () => {
    const r = random(11);
    const questions = Array.from({ length: cases(1000, 63) }, (_, round) => {
      const variables = r.between(2, 8);
      const shape = { variables, constant: r.pick([2, 5, 1000]), ...r.pick(shapes) };
      const literals = Array.from({ length: r.between(1, 8) }, () => randomLiteral(r, shape));
      const compounds = Array.from({ length: round % 2 === 0 ? 0 : r.between(1, 4) }, () => randomFormula(r, shape, 2));
      return { formulas: [...literals, ...compounds], bounds: looseBounds(r, variables) };
    });
    const expected = await verdicts(questions);
    const found = questions.map(({ formulas, bounds }) => answer(new Prover(bounds), formulas));
    expect(found).toEqual(expected);
    expect(found.filter((each) => each === 'sat').length).toBeGreaterThan(least(250));
    expect(found.filter((each) => each === 'unsat').length).toBeGreaterThan(least(250));
  });
});
