/** Theorem 4: what is said to be contained in visited view cubes is. */
import { describe, expect, it } from 'vitest';
import { least, sized } from '../../../support/size.js';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examineContainment, noAnswers } from './examine-containment.js';
import { SMALL } from './models.js';

const EFFORT: Effort = { visited: 7, variations: 21, configurations: 2 };

describe('containment of view cubes', () => {
  it('is right about small models', () => {
    const total = noAnswers();
    for (const text of Object.values(SMALL)) bothWays(text, (shop) => examineContainment(shop, EFFORT, total));
    expect(total.covering).toBeGreaterThan(250);
    expect(total.inside).toBeGreaterThan(80_000);
  });

  it('is right about random models', () => {
    const total = noAnswers();
    eachModel('dense', sized(8, 20), (shop) => examineContainment(shop, EFFORT, total));
    eachModel('general', sized(2, 6), (shop) => examineContainment(shop, EFFORT, total));
    expect(total.contains).toBeGreaterThan(least(2000));
    expect(total.covering).toBeGreaterThan(least(300));
    expect(total.union).toBeGreaterThan(least(10));
    expect(total.coveredBy).toBeGreaterThan(least(2000));
    expect(total.fenced).toBeGreaterThan(least(200));
    expect(total.pending).toBeGreaterThan(least(100));
    expect(total.joint).toBeGreaterThan(least(400));
    expect(total.universal).toBeGreaterThan(least(200));
    expect(total.inside).toBeGreaterThan(least(200_000));
  });
});
