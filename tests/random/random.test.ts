/** A seeded share of what `npm run fuzz` does: the checker against exhaustive exploration of small instances. */
import { describe, expect, it } from 'vitest';
import { cases } from '../support/size.js';
import { campaignModel } from './generate.js';
import { type Judgement, judge, QUICK } from './judge.js';
import { printModel } from './text-model.js';

const SHARES = [1000, 2000, 3000].map((seed) => ({ seed, count: cases(50, 7) }));

describe('random models', () => {
  it.each(SHARES)('agree with exploration, from seed $seed', async ({ seed, count }) => {
    const judgements: Judgement[] = [];
    for (let number = 0; number < count; number++) {
      const text = printModel(campaignModel(seed + number));
      const judgement = await judge(text, QUICK);
      if (judgement.kind === 'wrong')
        expect.fail(`seed ${seed + number}: ${judgement.fault}: ${judgement.detail}\n${text}`);
      judgements.push(judgement);
    }
    // The share must say something: both verdicts occur, and most models are decided.
    const agreed = judgements.filter((judgement) => judgement.kind === 'agreed');
    expect(new Set(agreed.map((judgement) => judgement.verdict))).toEqual(new Set(['holds', 'violated']));
    expect(agreed.length).toBeGreaterThan(count / 2);
  });
});
