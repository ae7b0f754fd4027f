import { describe, expect, test } from 'vitest';
import { type Clause, cheapestSet, satisfies } from '../../src/repair/hitting-set.js';
import { Random } from '../random/random.js';

const hit = (...places: number[]): Clause => ({ hit: places, without: [] });

/** Number of places and weight of a cheapest set, by looking at all sets. */
function bruteForce(weights: readonly number[], clauses: readonly Clause[]): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  for (let mask = 0; mask < 2 ** weights.length; mask++) {
    const set = new Set(weights.flatMap((_, place) => ((mask >> place) % 2 === 1 ? [place] : [])));
    if (!clauses.every((clause) => satisfies(set, clause))) continue;
    const weight = [...set].reduce((sum, place) => sum + (weights[place] as number), 0);
    if (best === null || set.size < best[0] || (set.size === best[0] && weight < best[1])) best = [set.size, weight];
  }
  return best;
}

function randomClause(random: Random, places: number): Clause {
  const some = (chance: number) => Array.from({ length: places }, (_, k) => k).filter(() => random.chance(chance));
  return { hit: some(0.3), without: random.chance(0.3) ? some(0.3) : [] };
}

describe('a cheapest set', () => {
  test('is empty when nothing is asked', () => {
    expect(cheapestSet([1, 1], [])).toEqual([]);
  });

  test('has one place that is in all clauses', () => {
    expect(cheapestSet([0, 0, 0, 0], [hit(0, 1), hit(1, 2), hit(3, 1)])).toEqual([1]);
  });

  test('has few places rather than light ones, and light ones rather than others', () => {
    expect(cheapestSet([0, 9, 0], [hit(0, 1), hit(1, 2)])).toEqual([1]);
    expect(cheapestSet([5, 3, 4], [hit(0, 1, 2)])).toEqual([1]);
    expect(cheapestSet([1, 1, 1], [hit(2, 1)])).toEqual([1]);
  });

  test('is none when a clause has nothing in it', () => {
    expect(cheapestSet([0, 0], [hit(0), hit()])).toBeNull();
  });

  test('lacks a place of the other half', () => {
    const notBoth: Clause = { hit: [], without: [0, 1] };
    expect(cheapestSet([0, 0, 0], [hit(0), notBoth])).toEqual([0]);
    expect(cheapestSet([0, 0, 0], [hit(0), hit(1), notBoth])).toBeNull();
    expect(cheapestSet([0, 0, 0], [hit(0), hit(1), { hit: [2], without: [0, 1] }])).toEqual([0, 1, 2]);
  });

  test('costs what the cheapest of all sets costs', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const weights = Array.from({ length: random.between(1, 8) }, () => random.between(0, 3));
      const clauses = Array.from({ length: random.between(0, 10) }, () => randomClause(random, weights.length));
      const found = cheapestSet(weights, clauses);
      const cost = found && [found.length, found.reduce((sum, place) => sum + (weights[place] as number), 0)];
      expect([seed, cost]).toEqual([seed, bruteForce(weights, clauses)]);
      if (found !== null) expect(clauses.every((clause) => satisfies(new Set(found), clause))).toBe(true);
    }
  });

  test('costs least when places cost differently, and has few places among those', () => {
    expect(cheapestSet([0, 0, 0], [hit(0, 1), hit(0, 2)], (place) => (place === 0 ? 3 : 1))).toEqual([1, 2]);
    expect(cheapestSet([9, 0, 0], [hit(0, 1), hit(0, 2)], (place) => (place === 0 ? 2 : 1))).toEqual([0]);
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const costs = Array.from({ length: random.between(1, 8) }, () => random.between(1, 4));
      const weights = costs.map(() => random.between(0, 3));
      const clauses = Array.from({ length: random.between(0, 10) }, () => randomClause(random, weights.length));
      const found = cheapestSet(weights, clauses, (place) => costs[place] as number);
      const sets = Array.from({ length: 2 ** costs.length }, (_, mask) =>
        costs.flatMap((_, place) => ((mask >> place) % 2 === 1 ? [place] : [])),
      ).filter((set) => clauses.every((clause) => satisfies(new Set(set), clause)));
      const price = (set: readonly number[]) => {
        const sum = (each: readonly number[]) => set.reduce((total, place) => total + (each[place] as number), 0);
        return [sum(costs), set.length, sum(weights)] as const;
      };
      const [best] = sets.map(price).sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
      expect([seed, found && price(found)]).toEqual([seed, best ?? null]);
    }
  });

  test('is found among a hundred places and two hundred clauses', () => {
    const random = new Random(7);
    const planted = [3, 20, 41, 60, 77, 95];
    const clauses = Array.from({ length: 200 }, () => {
      const others = Array.from({ length: 5 }, () => random.between(0, 99));
      return hit(random.pick(planted), ...others);
    });
    const found = cheapestSet(new Array(100).fill(1), clauses);
    expect(found?.length).toBeLessThanOrEqual(planted.length);
    for (const clause of clauses) expect(satisfies(new Set(found), clause)).toBe(true);
  });
});
