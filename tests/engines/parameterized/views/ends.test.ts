/** Theorem 2: unsafe view cubes, and which cubes meet init. */
import { describe, expect, it } from 'vitest';
import { cases, least } from '../../../support/size.js';
import { bothWays, eachModel } from './each-model.js';
import { examineInitial, examineUnsafe, noEnds } from './examine-ends.js';
import { SMALL } from './models.js';

describe('the ends of a search on view cubes', () => {
  it('are right for small models', () => {
    const total = noEnds();
    for (const text of Object.values(SMALL)) {
      bothWays(text, (shop) => {
        examineInitial(shop, 5, total.initial);
        examineUnsafe(shop, 8, total);
      });
    }
    expect(total.initial.yes).toBeGreaterThan(8);
    expect(total.initial.no).toBeGreaterThan(120);
    expect(total.unsafe.inside).toBeGreaterThan(120);
    expect(total.unsafe.outside).toBeGreaterThan(30);
  });

  it('are right for random models', () => {
    const total = noEnds();
    for (const kind of ['dense', 'general'] as const) {
      eachModel(kind, cases(kind === 'dense' ? 24 : 10), (shop) => {
        examineInitial(shop, 6, total.initial);
        examineUnsafe(shop, 8, total);
      });
    }
    expect(total.initial.yes).toBeGreaterThan(least(60));
    expect(total.initial.no).toBeGreaterThan(least(200));
    expect(total.unsafe.inside).toBeGreaterThan(least(350));
    expect(total.unsafe.outside).toBeGreaterThan(least(30));
    expect(total.moments.inside).toBeGreaterThan(least(350));
    expect(total.moments.outside).toBeGreaterThan(least(30));
  });
});
