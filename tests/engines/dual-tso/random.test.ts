import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import { cases, least } from '../../support/size.js';
import { shrink } from '../explicit/random-programs.js';
import { compare } from './compare.js';
import { randomFiniteProgram } from './random-programs.js';

const SEEDS = cases(300, 19);

describe('the Dual-TSO engine and the explicit one agree on random finite programs', () => {
  it('holds, violated (which replays), and certificates', () => {
    const agreed = { holds: 0, violated: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const program = randomFiniteProgram(new Random(seed));
      const { truth, verdict, wrong } = compare(program, 40);
      if (wrong !== null) {
        const small = shrink(program, (smaller: Program) => compare(smaller, 40).wrong !== null);
        expect.fail(`seed ${seed}: ${compare(small, 40).wrong}\n${JSON.stringify(small)}`);
      }
      if (truth !== null && truth === verdict) agreed[truth]++;
    }
    expect(agreed.holds).toBeGreaterThan(least(80));
    expect(agreed.violated).toBeGreaterThan(least(80));
  });
});
