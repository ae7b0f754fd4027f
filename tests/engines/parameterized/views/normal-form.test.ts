/** Theorem 5: a draft and its normal form have the same configurations. */
import { describe, expect, it } from 'vitest';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examineNormalForm, noForms } from './examine-normal-form.js';
import { SMALL } from './models.js';

const EFFORT: Effort = { visited: 6, drafts: 16, configurations: 2 };

describe('the normal form of view cubes', () => {
  it('means the same, for small models', () => {
    const total = noForms();
    for (const text of Object.values(SMALL)) bothWays(text, (shop) => examineNormalForm(shop, EFFORT, total));
    expect(total.shortened).toBeGreaterThan(0);
    expect(total.inside).toBeGreaterThan(0);
    expect(total.outside).toBeGreaterThan(0);
  });

  it('means the same, for random models', () => {
    const total = noForms();
    eachModel('dense', 24, (shop) => examineNormalForm(shop, EFFORT, total));
    eachModel('general', 8, (shop) => examineNormalForm(shop, EFFORT, total));
    expect(total.shortened).toBeGreaterThan(0);
    expect(total.fenced).toBeGreaterThan(0);
    expect(total.pending).toBeGreaterThan(0);
    expect(total.joint).toBeGreaterThan(0);
    expect(total.inside).toBeGreaterThan(0);
    expect(total.outside).toBeGreaterThan(0);
  });
});
