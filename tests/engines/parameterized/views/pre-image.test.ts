/** Theorem 3: pre-images of view cubes are what the view machine says. */
import { describe, expect, it } from 'vitest';
import { cases, least } from '../../../support/size.js';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examinePreImages, noComparison } from './examine-pre-images.js';
import { SMALL } from './models.js';

const LESS: Effort = { visited: 3, variations: 5, perCube: 2, perImage: 1 };
const MORE: Effort = { visited: 5, variations: 8, perCube: 3, perImage: 1 };

describe('pre-images of view cubes', () => {
  it.each(Object.entries(SMALL))('are exact: %s', (_, text) => {
    const total = noComparison();
    bothWays(text, (shop) => examinePreImages(shop, LESS, total));
    expect(total.entering).toBeGreaterThan(20);
    expect(total.inside).toBeGreaterThan(35);
    expect(total.fresh).toBeGreaterThan(20);
  });

  it('are exact on dense models', () => {
    const total = noComparison();
    eachModel('dense', cases(20), (shop) => examinePreImages(shop, MORE, total));
    expect(total.images).toBeGreaterThan(least(400));
    expect(total.entering).toBeGreaterThan(least(3000));
    expect(total.inside).toBeGreaterThan(least(10_000));
    expect(total.fresh).toBeGreaterThan(least(4500));
  });

  it('are exact on models of many kinds', () => {
    const total = noComparison();
    eachModel('general', cases(8), (shop) => examinePreImages(shop, MORE, total));
    expect(total.images).toBeGreaterThan(least(150));
    expect(total.entering).toBeGreaterThan(least(800));
    expect(total.inside).toBeGreaterThan(least(1800));
    expect(total.fresh).toBeGreaterThan(least(900));
  });
});
