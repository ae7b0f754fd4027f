/** A seeded share of `npm run fuzz -- --kind weak`: both forms of cube against exhaustive exploration with store buffers. */
import { describe, expect, it } from 'vitest';
import { cases } from '../../support/size.js';
import { printModel } from '../text-model.js';
import { randomWeakModel } from './generate.js';
import { type Judged, judgeWeak, QUICK_WEAK, questionsFor } from './judge.js';

const SHARES = [100, 200, 300].map((seed) => ({ seed, count: cases(30) }));

describe('random models for weak memory', () => {
  it.each(SHARES)('agree with exploration, from seed $seed', async ({ seed, count }) => {
    const judged: Judged[] = [];
    for (let number = 0; number < count; number++) {
      const model = randomWeakModel(seed + number);
      const text = printModel(model);
      const questions = questionsFor(seed + number, model.processes, ['views', 'events']);
      for (const one of await judgeWeak(text, questions, QUICK_WEAK)) {
        const { judgement } = one;
        if (judgement.kind === 'wrong') {
          const asked = JSON.stringify(one.question);
          expect.fail(`seed ${seed + number}, ${asked}: ${judgement.fault}: ${judgement.detail}\n${text}`);
        }
        judged.push(one);
      }
    }
    // The share must say something: both verdicts occur with both forms, and most questions are answered and decided.
    for (const cubes of ['views', 'events']) {
      const weak = judged.filter(({ question }) => question.memory === 'tso' && question.cubes === cubes);
      const agreed = weak.filter(({ judgement }) => judgement.kind === 'agreed' && judgement.decided);
      for (const verdict of ['holds', 'violated']) {
        const such = agreed.filter(({ judgement }) => judgement.kind === 'agreed' && judgement.verdict === verdict);
        expect(such.length).toBeGreaterThan(weak.length / 8);
      }
      expect(agreed.length).toBeGreaterThan(0.6 * weak.length);
    }
  });
});
