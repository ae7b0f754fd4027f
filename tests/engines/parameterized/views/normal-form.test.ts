/** Theorem 5: a draft and its normal form have the same configurations. */
import { describe, expect, it } from 'vitest';
import { cases, least } from '../../../support/size.js';
import { bothWays, eachModel } from './each-model.js';
import { type Effort, examineNormalForm, noForms } from './examine-normal-form.js';
import { SMALL } from './models.js';

const EFFORT: Effort = { visited: 6, drafts: 16, configurations: 2 };

describe('the normal form of view cubes', () => {
  it('means the same, for small models', () => {
    const total = noForms();
    for (const text of Object.values(SMALL)) bothWays(text, (shop) => examineNormalForm(shop, EFFORT, total));
    expect(total.shortened).toBeGreaterThan(50);
    expect(total.inside).toBeGreaterThan(1500);
    expect(total.outside).toBeGreaterThan(6000);
  });

  it('means the same, for random models', () => {
    const total = noForms();
    eachModel('dense', cases(24), (shop) => examineNormalForm(shop, EFFORT, total));
    eachModel('general', cases(8), (shop) => examineNormalForm(shop, EFFORT, total));
    expect(total.shortened).toBeGreaterThan(least(80));
    expect(total.fenced).toBeGreaterThan(least(20));
    expect(total.pending).toBeGreaterThan(least(20));
    expect(total.joint).toBeGreaterThan(least(30));
    expect(total.inside).toBeGreaterThan(least(4000));
    expect(total.outside).toBeGreaterThan(least(8000));
  });
});
