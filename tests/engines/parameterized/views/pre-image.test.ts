/** Theorem 3: pre-images of view cubes are what the view machine says. */
import { describe, expect, it } from 'vitest';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examinePreImages, noComparison } from './examine-pre-images.js';
import { SMALL } from './models.js';

const LESS: Effort = { visited: 4, variations: 6, perCube: 2, perImage: 1 };
const MORE: Effort = { visited: 5, variations: 8, perCube: 3, perImage: 1 };

describe('pre-images of view cubes', () => {
  it.each(Object.entries(SMALL))('are exact: %s', (_, text) => {
    const total = noComparison();
    bothWays(text, (shop) => examinePreImages(shop, LESS, total));
    expect(total.entering).toBeGreaterThan(15);
    expect(total.inside).toBeGreaterThan(8);
    expect(total.fresh).toBeGreaterThan(5);
  });

  it('are exact on dense models', () => {
    const total = noComparison();
    eachModel('dense', 36, (shop) => examinePreImages(shop, MORE, total));
    expect(total.images).toBeGreaterThan(300);
    expect(total.entering).toBeGreaterThan(700);
    expect(total.inside).toBeGreaterThan(1000);
    expect(total.fresh).toBeGreaterThan(400);
  });

  it('are exact on models of many kinds', () => {
    const total = noComparison();
    eachModel('general', 15, (shop) => examinePreImages(shop, MORE, total));
    expect(total.images).toBeGreaterThan(150);
    expect(total.entering).toBeGreaterThan(500);
    expect(total.inside).toBeGreaterThan(400);
    expect(total.fresh).toBeGreaterThan(300);
  });
});
