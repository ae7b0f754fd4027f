import { describe, expect, it } from 'vitest';
import { type Cube, coverOf, isCovered, minimize, satisfies } from '../../../src/logic/ltl/cubes.js';
import { Random } from '../../random/random.js';

const PROPOSITIONS = 4;
const VALUATIONS = Array.from({ length: 2 ** PROPOSITIONS }, (_, valuation) => valuation);
const isIn = (valuation: number, cubes: readonly Cube[]) => cubes.some((cube) => satisfies(valuation, cube));

function randomCube(random: Random): Cube {
  let [positive, negative] = [0, 0];
  for (let bit = 1; bit < 2 ** PROPOSITIONS; bit <<= 1) {
    const sign = random.between(0, 2);
    if (sign === 0) positive |= bit;
    if (sign === 1) negative |= bit;
  }
  return { positive, negative };
}

describe('cubes, against all valuations', () => {
  it('covering', () => {
    const random = new Random(31);
    let covered = 0;
    for (let count = 0; count < 3_000; count++) {
      const cube = randomCube(random);
      const others = Array.from({ length: random.between(0, 12) }, () => randomCube(random));
      const expected = VALUATIONS.every((valuation) => !satisfies(valuation, cube) || isIn(valuation, others));
      expect(isCovered(cube, others)).toBe(expected);
      if (expected) covered++;
    }
    expect(covered).toBeGreaterThan(300);
  });

  it('fewer cubes mean the same, and none of them can be left out', () => {
    const random = new Random(32);
    for (let count = 0; count < 1_000; count++) {
      const cubes = Array.from({ length: random.between(1, 10) }, () => randomCube(random));
      const fewer = minimize(cubes);
      for (const valuation of VALUATIONS) expect(isIn(valuation, fewer)).toBe(isIn(valuation, cubes));
      expect(fewer.length).toBeLessThanOrEqual(cubes.length);
      for (const cube of fewer)
        expect(
          isCovered(
            cube,
            fewer.filter((other) => other !== cube),
          ),
        ).toBe(false);
    }
    const halves = [
      { positive: 1, negative: 0 },
      { positive: 0, negative: 1 },
    ];
    expect(minimize(halves)).toEqual([{ positive: 0, negative: 0 }]);
  });

  it('a truth table is covered exactly', () => {
    const random = new Random(33);
    const propositions = [0, 2, 3];
    for (let count = 0; count < 500; count++) {
      const table = Array.from({ length: 8 }, () => random.between(0, 1));
      const cubes = coverOf(table, propositions);
      for (const [position, value] of table.entries()) {
        const valuation = (position & 1) | ((position & 6) << 1);
        expect(isIn(valuation, cubes)).toBe(value === 1);
      }
      for (const cube of cubes)
        expect(
          isCovered(
            cube,
            cubes.filter((other) => other !== cube),
          ),
        ).toBe(false);
    }
  });
});
