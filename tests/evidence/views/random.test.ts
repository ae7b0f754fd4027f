/** Random sets of view cubes: what their certificates prove is never wrong on the view machine. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { denseModel, SMALL } from '../../engines/parameterized/views/models.js';
import { Workshop } from '../../engines/parameterized/views/workshop.js';
import { Random } from '../../random/random.js';
import { printModel } from '../../random/text-model.js';
import { randomWeakModel } from '../../random/weak/generate.js';
import { cases, isLong, least } from '../../support/size.js';
import { examineCertificate, type Tally } from './examine.js';

const nothing = (): Tally => ({ sets: 0, proved: 0, failed: 0, tried: 0 });

describe('obligations about view cubes', () => {
  afterAll(closeZ3);

  it.each(Object.entries(SMALL))('prove nothing false: %s', async (_, text) => {
    const total = nothing();
    for (let seed = 1; seed <= cases(8); seed++) {
      await examineCertificate(new Workshop(text, new Random(seed), seed % 2 === 0), 20, total);
    }
    expect(Math.min(total.proved, total.failed, total.tried)).toBeGreaterThan(0);
  });

  it('prove nothing false of dense models', async () => {
    const total = nothing();
    for (let seed = 1; seed <= cases(40); seed++) {
      const universal = seed % 2 === 0;
      const text = denseModel(seed, { loops: seed % 5 !== 0, universal });
      await examineCertificate(new Workshop(text, new Random(seed), universal && seed % 6 !== 0), 15, total);
    }
    expect(Math.min(total.proved, total.failed, total.tried)).toBeGreaterThan(least(100));
  });

  // One of them takes longer than all the others here.
  it.runIf(isLong)('prove nothing false of models of many kinds', async () => {
    const total = nothing();
    for (let seed = 1; seed <= cases(20); seed++) {
      await examineCertificate(new Workshop(printModel(randomWeakModel(seed)), new Random(seed), true), 15, total);
    }
    expect(Math.min(total.proved, total.failed, total.tried)).toBeGreaterThan(least(30));
  });
});
