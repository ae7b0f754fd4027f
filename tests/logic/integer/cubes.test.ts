import { describe, expect, it } from 'vitest';
import { reachedFrom, withoutPendants } from '../../../src/logic/integer/cone.js';
import { type Cube, CubeSearch, coneOf } from '../../../src/logic/integer/cubes.js';
import {
  and,
  atMost,
  constant,
  equal,
  FALSE,
  type Formula,
  not,
  or,
  sum,
  TRUE,
  variable,
} from '../../../src/logic/integer/formula.js';
import { ModelPool } from '../../../src/logic/integer/pool.js';
import { type Bounds, Prover } from '../../../src/logic/integer/prover.js';
import { isTrue } from '../../judges/integer-formula.js';
import { random } from '../arithmetic-support.js';
import { allValues, randomFormula, randomLiteral, smallBounds } from './support.js';

const FREE: Bounds = { low: null, high: null };
const BIT: Bounds = { low: 0, high: 1 };
const [x, y, z, w] = [variable(0), variable(1), variable(2), variable(3)];
const is = (term: typeof x, value: number) => equal(term, constant(value));
const less = (a: typeof x, b: typeof x) => atMost(sum(a, constant(1)), b);

/** All cubes of a size over some predicates, as the paper goes through them. */
function* cubesOf(size: number, predicates: readonly number[], from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let i = from; i < predicates.length; i++) {
      for (const rest of cubesOf(size - 1, predicates, i + 1)) {
        yield [2 * (predicates[i] as number), ...rest];
        yield [2 * (predicates[i] as number) + 1, ...rest];
      }
    }
  }
}

const contains = (cube: Cube, part: Cube) => part.every((literal) => cube.includes(literal));

/** Figures 6 and 7 word by word, with an oracle that goes through all states. */
function plainSearch(
  states: readonly (readonly number[])[],
  predicates: readonly Formula[],
  size: number,
  relevant: readonly number[],
  wanted: (matching: readonly (readonly number[])[]) => 'yes' | 'no' | 'leave out',
): Cube[] {
  const truth = predicates.map((predicate) => states.map((state) => isTrue(predicate, state)));
  const found: Cube[] = [];
  const done: Cube[] = [];
  for (let i = 0; i <= size; i++) {
    for (const cube of cubesOf(i, relevant)) {
      if (done.some((part) => contains(cube, part))) continue;
      const matching = states.filter((_, s) =>
        cube.every((literal) => truth[literal >> 1]?.[s] === ((literal & 1) === 0)),
      );
      const answer = wanted(matching);
      if (answer === 'no') continue;
      done.push(cube);
      if (answer === 'yes') found.push(cube);
    }
  }
  return found;
}

const sorted = (cubes: readonly Cube[]) => cubes.map((cube) => cube.join()).sort();

describe('the cubes that imply a formula', () => {
  const bounds = [FREE, FREE, BIT, BIT];
  const predicates = [is(x, 0), is(y, 0), equal(x, y), less(x, y), is(z, 1), equal(z, w), is(w, 1)];
  const search = new CubeSearch(new Prover(bounds), predicates);
  const all = predicates.map((_, i) => i);

  it('are minimal, small ones first, and free of contradictions', () => {
    expect(search.implicants(is(x, 0), 3, all)).toEqual([[0], [2, 4]]);
    expect(search.implicants(not(equal(x, y)), 3, all)).toEqual([[5], [6], [0, 3], [1, 2]]);
    expect(search.implicants(less(x, sum(y, constant(1))), 2, all)).toEqual([[4], [6], [0, 2]]);
    expect(search.implicants(is(z, 0), 2, all)).toEqual([[9], [10, 13], [11, 12]]);
  });

  it('are the empty one alone for what is always true, none for what never is', () => {
    expect(search.implicants(TRUE, 2, all)).toEqual([[]]);
    expect(search.implicants(atMost(z, constant(1)), 2, all)).toEqual([[]]);
    expect(search.implicants(FALSE, 2, all)).toEqual([]);
    expect(search.implicants(is(z, 5), 3, all)).toEqual([]);
  });

  it('may use what is known', () => {
    expect(search.implicants(is(x, 0), 2, all, [is(x, 0)])).toEqual([[]]);
    expect(search.implicants(is(x, 0), 2, all, [equal(x, y)])).toEqual([[0], [2]]);
    // Known that x < y: what says otherwise implies nothing of interest.
    expect(search.implicants(is(x, 5), 2, all, [less(x, y)])).toEqual([]);
    // The bridge from x to w is in the context only.
    expect(search.implicants(is(x, 0), 1, [6], [equal(sum(x, w), constant(1))])).toEqual([[12]]);
    expect(search.implicants(is(x, 3), 1, all, [is(x, 1), is(x, 2)])).toEqual([[]]);
  });

  it('may hang together with the formula by the context, and with each other in any order', () => {
    const ask = (formula: Formula, size: number, cubes: readonly Formula[], ...context: Formula[]) =>
      new CubeSearch(new Prover([FREE, FREE, FREE, FREE]), cubes).implicants(
        formula,
        size,
        cubes.map((_, i) => i),
        context,
      );
    expect(ask(is(y, 0), 2, [equal(x, z), is(z, 0)], equal(x, y))).toEqual([[0, 2]]);
    expect(ask(is(x, 0), 2, [equal(x, y)], is(y, 0))).toEqual([[0]]);
    expect(ask(not(is(x, 0)), 2, [equal(sum(x, y, 2), constant(3))])).toEqual([[0]]);
    const chain = [equal(x, y), equal(y, z), equal(z, w), is(w, 0)];
    for (const a of chain)
      for (const b of chain)
        for (const c of chain) {
          const order = [...new Set([a, b, c, ...chain])];
          expect(ask(is(x, 0), 4, order)).toEqual([[0, 2, 4, 6]]);
        }
  });

  it('that contradict one context are fine in another', () => {
    const ones = [is(x, 1), is(y, 1), is(z, 1)];
    const together = and(ones);
    const cubes = new CubeSearch(new Prover([FREE, FREE, FREE]), ones);
    expect(cubes.implicants(together, 3, [0, 1, 2], [not(together)])).toEqual([]);
    expect(cubes.implicants(together, 3, [0, 1, 2])).toEqual([[0, 2, 4]]);
  });

  it('are over the predicates that are named, up to the size', () => {
    expect(search.implicants(is(x, 0), 1, all)).toEqual([[0]]);
    expect(search.implicants(is(x, 0), 2, [1, 2])).toEqual([[2, 4]]);
    expect(search.implicants(is(x, 0), 2, [2, 1, 1])).toEqual([[2, 4]]);
    expect(search.implicants(is(x, 0), 0, all)).toEqual([]);
    expect(search.implicants(is(x, 0), 2, [])).toEqual([]);
  });

  it('are remembered', () => {
    const { cacheHits, solverCalls } = { ...search.counts };
    expect(search.implicants(is(x, 0), 3, all)).toEqual([[0], [2, 4]]);
    expect(search.counts.cacheHits).toBe(cacheHits + 1);
    expect(search.counts.solverCalls).toBe(solverCalls);
  });

  it('take few questions', () => {
    const many = Array.from({ length: 12 }, (_, i) => is(variable(i), 0));
    const cubes = new CubeSearch(new Prover(many.map(() => FREE)), many);
    const sum12 = or([and(many.slice(0, 3)), and(many.slice(3, 7)), many[7] as Formula]);
    expect(
      cubes.implicants(
        sum12,
        4,
        many.map((_, i) => i),
      ),
    ).toEqual([[14], [0, 2, 4], [6, 8, 10, 12]]);
    // 12 predicates have 9,968 cubes of at most four literals.
    expect(cubes.counts.solverCalls).toBeLessThan(150);
    expect(cubes.counts.refutedByModels).toBeLessThanOrEqual(cubes.counts.asked);
  });
});

describe('the pool of models', () => {
  it('forgets the oldest', () => {
    const pool = new ModelPool([is(x, 0), less(constant(500), x)]);
    for (let i = 0; i < 1000; i++) {
      const place = pool.add(Float64Array.of(i));
      expect([...pool.truthsOf([0, 1], place)]).toEqual([i === 0 ? 1 : 0, i > 500 ? 1 : 0]);
      expect(pool.is(is(x, i), true, place)).toBe(true);
    }
    expect(pool.size).toBeLessThan(1000);
  });
});

describe('contradictory cubes', () => {
  it('are pairs, or single literals, or larger ones', () => {
    const predicates = [is(x, 0), is(x, 1), less(x, y), less(y, x), is(z, 2), equal(x, y)];
    const search = new CubeSearch(new Prover([FREE, FREE, BIT]), predicates);
    expect(search.contradictions(1)).toEqual([[8]]);
    expect(search.contradictions(2)).toEqual([[8], [0, 2], [4, 6], [4, 10], [6, 10]]);
    expect(search.contradictions(3)).toEqual([[8], [0, 2], [4, 6], [4, 10], [6, 10], [5, 7, 11]]);
    expect(search.contradictions(2)).toEqual([[8], [0, 2], [4, 6], [4, 10], [6, 10]]);
  });

  it('are none without predicates', () => {
    const search = new CubeSearch(new Prover([FREE]), []);
    expect(search.contradictions(2)).toEqual([]);
    expect(search.implicants(is(x, 0), 2, [])).toEqual([]);
  });
});

describe('random searches give the same as the plain one', () => {
  it('for implicants', () => {
    const r = random(3);
    let found = 0;
    for (let round = 0; round < 120; round++) {
      const variables = r.between(2, 4);
      const shape = { variables, constant: 3, general: round % 4 === 0 ? 1 : 0 };
      const bounds = smallBounds(r, variables);
      const predicates = Array.from({ length: r.between(1, 7) }, () =>
        r.below(5) === 0 ? randomFormula(r, shape, 1) : randomLiteral(r, shape),
      );
      const states = allValues(bounds);
      const search = new CubeSearch(new Prover(bounds), predicates);
      for (let question = 0; question < 4; question++) {
        const formula = randomFormula(r, shape, r.below(2));
        const context = Array.from({ length: r.below(3) }, () => randomFormula(r, shape, r.below(2)));
        const relevant = predicates.map((_, i) => i).filter(() => r.below(6) > 0);
        const size = r.between(1, 4);
        const known = states.filter((state) => context.every((each) => isTrue(each, state)));
        const expected = plainSearch(known, predicates, size, relevant, (matching) => {
          if (!matching.every((state) => isTrue(formula, state))) return 'no';
          return matching.length > 0 || known.length === 0 ? 'yes' : 'leave out';
        });
        const cubes = search.implicants(formula, size, relevant, context);
        found += cubes.length;
        expect(sorted(cubes)).toEqual(sorted(expected));
        expect(cubes.map((cube) => cube.length)).toEqual(cubes.map((cube) => cube.length).sort((a, b) => a - b));
      }
    }
    expect(found).toBeGreaterThan(300);
  });

  it('for contradictions', () => {
    const r = random(5);
    for (let round = 0; round < 60; round++) {
      const variables = r.between(1, 4);
      const bounds = smallBounds(r, variables);
      const predicates = Array.from({ length: r.between(1, 7) }, () =>
        randomLiteral(r, { variables, constant: 3, equalities: 2 }),
      );
      const search = new CubeSearch(new Prover(bounds), predicates);
      const all = predicates.map((_, i) => i);
      const expected = plainSearch(allValues(bounds), predicates, 3, all, ({ length }) => (length > 0 ? 'no' : 'yes'));
      expect(sorted(search.contradictions(3))).toEqual(sorted(expected));
    }
  });
});

describe('the cone of influence', () => {
  const predicates = [is(x, 0), equal(x, y), is(y, 1), is(z, 0), less(z, w)];

  it('is what shares variables with a formula, one with the other', () => {
    expect(coneOf(is(x, 5), predicates)).toEqual([0, 1, 2]);
    expect(coneOf(is(x, 5), predicates, 'direct')).toEqual([0, 1]);
    expect(coneOf(equal(y, w), predicates)).toEqual([0, 1, 2, 3, 4]);
    expect(coneOf(TRUE, predicates)).toEqual([]);
    expect(reachedFrom([3], predicates)).toEqual([3, 4]);
  });

  it('leaves out comparisons with a variable that could have any value', () => {
    const all = [0, 1, 2, 3, 4];
    expect(withoutPendants(all, predicates, [is(x, 5)], [FREE, FREE, FREE, FREE])).toEqual([0, 1, 2]);
    expect(withoutPendants([0, 1, 3, 4], predicates, [is(x, 5)], [FREE, FREE, FREE, FREE])).toEqual([0]);
    expect(withoutPendants(all, predicates, [is(x, 5)], [FREE, FREE, BIT, FREE])).toEqual([0, 1, 2, 3]);
    expect(withoutPendants([0, 1, 3, 4], predicates, [is(x, 5)], [FREE, BIT, FREE, BIT])).toEqual([0, 1, 3, 4]);
    expect(withoutPendants([4], predicates, [is(x, 5)], [FREE, FREE, FREE, FREE])).toEqual([]);
  });
});
