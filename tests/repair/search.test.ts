import { describe, expect, test } from 'vitest';
import { outside } from '../../src/engines/remarks.js';
import type { Clause } from '../../src/repair/hitting-set.js';
import { type Oracle, searchPlaces } from '../../src/repair/search.js';

const NO_TIME = [outside('no time')];

/** An oracle with a list of runs, each forbidden by any of its places. */
class Listed implements Oracle<readonly number[]> {
  readonly asked: (readonly number[])[] = [];
  private readonly runs: readonly (readonly number[])[];
  private readonly patience: number;

  constructor(runs: readonly (readonly number[])[], patience = Number.POSITIVE_INFINITY) {
    this.runs = runs;
    this.patience = patience;
  }

  async ask(places: readonly number[]) {
    this.asked.push(places);
    if (this.asked.length > this.patience) return { verdict: 'unknown' as const, reasons: NO_TIME };
    const run = this.runs.find((forbidding) => !forbidding.some((place) => places.includes(place)));
    return run === undefined ? { verdict: 'holds' as const } : { verdict: 'violated' as const, run };
  }

  clauseOf(run: readonly number[]): Clause {
    return { hit: run, without: [] };
  }
}

const WEIGHTS = [0, 0, 0, 0];

describe('the search', () => {
  test('takes nothing where nothing is needed', async () => {
    const result = await searchPlaces({ oracle: new Listed([]), weights: WEIGHTS });
    expect(result).toMatchObject({ kind: 'repaired', sets: [[]], iterations: 1, clauses: [] });
  });

  test('takes places back: a later run makes an earlier choice needless', async () => {
    // Taken one after the other, 0 would be chosen first and stay.
    const oracle = new Listed([
      [0, 1],
      [1, 2],
      [1, 3],
    ]);
    const result = await searchPlaces({ oracle, weights: WEIGHTS });
    expect(result).toMatchObject({ kind: 'repaired', sets: [[1]] });
    expect(oracle.asked).toEqual([[], [0], [1]]);
  });

  test('finds all minimal sets, the fewest first, and knows that there are no more', async () => {
    const oracle = new Listed([
      [0, 1],
      [0, 2, 3],
    ]);
    const result = await searchPlaces({ oracle, weights: WEIGHTS, all: 10 });
    expect(result).toMatchObject({ kind: 'repaired', sets: [[0], [1, 2], [1, 3]], complete: true });
  });

  test('stops at the limit of sets, and says so', async () => {
    const oracle = new Listed([
      [0, 1],
      [0, 2, 3],
    ]);
    const result = await searchPlaces({ oracle, weights: WEIGHTS, all: 2 });
    expect(result).toMatchObject({ sets: [[0], [1, 2]], complete: false, notes: [{ code: 'some sets', most: 2 }] });
  });

  test('ends with a run that nothing forbids', async () => {
    const result = await searchPlaces({ oracle: new Listed([[2], []]), weights: WEIGHTS });
    expect(result).toMatchObject({ kind: 'unrepairable', run: [], places: [2], always: true });
  });

  test('without an answer it says how many places are needed at least', async () => {
    const result = await searchPlaces({ oracle: new Listed([[0], [1], [2]], 2), weights: WEIGHTS });
    expect(result).toMatchObject({ kind: 'unknown', reasons: NO_TIME, lowerBound: 2, iterations: 3 });
    expect(result.clauses).toHaveLength(2);
  });

  test('what was found before the answers ended is kept', async () => {
    const result = await searchPlaces({ oracle: new Listed([[0, 1]], 2), weights: WEIGHTS, all: 5 });
    const notes = [{ code: 'incomplete', reasons: NO_TIME }];
    expect(result).toMatchObject({ kind: 'repaired', sets: [[0]], complete: false, notes });
  });

  test('a run that needs a place is avoided by leaving the place out', async () => {
    // With 0 alone there is another run; 1 does without it.
    const oracle: Oracle<Clause> = {
      ask: async (places) => {
        if (places.length === 0) return { verdict: 'violated', run: { hit: [0, 1], without: [] } };
        if (places.includes(0)) return { verdict: 'violated', run: { hit: [], without: [0] } };
        return { verdict: 'holds' };
      },
      clauseOf: (run) => run,
    };
    const result = await searchPlaces({ oracle, weights: [0, 0] });
    expect(result).toMatchObject({ kind: 'repaired', sets: [[1]], iterations: 3 });
  });

  test('a clause that the set satisfies is a fault of the oracle', async () => {
    const oracle: Oracle<null> = {
      ask: async () => ({ verdict: 'violated', run: null }),
      clauseOf: () => ({ hit: [0], without: [] }),
    };
    await expect(searchPlaces({ oracle, weights: [0] })).rejects.toThrow('forbidden by the places it passed');
  });
});
