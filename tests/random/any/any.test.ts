/** A seeded share of `npm run fuzz -- --kind any`, and that its judge and its shrinking are worth something. */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { type BridgeMemory, type Comparison, compare, QUICK } from '../../bridges/any-threads/compare.js';
import { cases, isLong, sized } from '../../support/size.js';
import { judgeShare } from '../share.js';
import { anyCampaign } from './campaign.js';
import { randomAnyText } from './generate.js';

const SEEDS = cases(12, 3);
/** Of the first three one takes longer than all others of a long run together. */
const FIRST_SEED = sized(700_002, 700_000);

describe('random programs for any number of threads', () => {
  it('are the same to the parameterized engine, the exact engines and the explicit one', async () => {
    const counted = await judgeShare(anyCampaign(QUICK), FIRST_SEED, SEEDS);
    for (const kind of ['holds', 'violated']) expect(counted(kind), kind).toBeGreaterThan(SEEDS / 4);
    expect(counted('unknown')).toBeLessThan(SEEDS / 2);
  });

  it('are texts that can be read', () => {
    for (let seed = 0; seed < cases(300); seed++) {
      const { program, diagnostics } = readProgram(randomAnyText(seed), 'random.fp');
      expect(program, `seed ${seed}: ${diagnostics.map(({ message }) => message).join('; ')}`).not.toBeNull();
    }
  });
});

describe('the judge', () => {
  /** As if the bridge did not see that something is violated. */
  const blind = async (text: string, memory: BridgeMemory): Promise<Comparison> => {
    const found = await compare(text, memory, QUICK, 2);
    const isMissed = found.explicit.some(({ verdict }) => verdict === 'violated');
    return isMissed ? { ...found, wrong: 'the bridge holds, violated with 1' } : found;
  };

  it.runIf(isLong)('sees a wrong answer, and makes the text smaller', async () => {
    const campaign = anyCampaign(QUICK, blind);
    for (let seed = 0; ; seed++) {
      const [first] = await campaign.judge(seed);
      if (first?.result.kind !== 'wrong') continue;
      expect(first.result.fault).toBe('contradiction');
      const small = await first.shrunk();
      expect(small.length).toBeLessThan(randomAnyText(seed).length);
      expect(small).toContain('thread');
      return;
    }
  });
});
