/** Theorem 4: what is said to be contained in visited view cubes is. */
import { describe, expect, it } from 'vitest';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examineContainment, noAnswers } from './examine-containment.js';
import { SMALL } from './models.js';

const EFFORT: Effort = { visited: 8, variations: 24, configurations: 2 };

describe('containment of view cubes', () => {
  it('is right about small models', () => {
    const total = noAnswers();
    for (const text of Object.values(SMALL)) bothWays(text, (shop) => examineContainment(shop, EFFORT, total));
    expect(total.covering).toBeGreaterThan(250);
    expect(total.inside).toBeGreaterThan(80_000);
  });

  it('is right about random models', () => {
    const total = noAnswers();
    eachModel('dense', 40, (shop) => examineContainment(shop, EFFORT, total));
    eachModel('general', 12, (shop) => examineContainment(shop, EFFORT, total));
    expect(total.contains).toBeGreaterThan(4000);
    expect(total.covering).toBeGreaterThan(700);
    expect(total.union).toBeGreaterThan(25);
    expect(total.coveredBy).toBeGreaterThan(4000);
    expect(total.fenced).toBeGreaterThan(500);
    expect(total.pending).toBeGreaterThan(700);
    expect(total.joint).toBeGreaterThan(1500);
    expect(total.universal).toBeGreaterThan(350);
    expect(total.inside).toBeGreaterThan(500_000);
  });
});
