/** A seeded share of `npm run fuzz -- --kind any`, and that its judge and its shrinking are worth something. */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { type Comparison, compare } from '../../bridges/any-threads/compare.js';
import { anyCampaign } from './campaign.js';
import { randomAnyText } from './generate.js';

const SEEDS = 12;
const FIRST_SEED = 700_000;
const PATIENCE = 2;

describe('random programs for any number of threads', () => {
  it('are the same to the parameterized engine, Dual-TSO and the explicit engine', async () => {
    const campaign = anyCampaign(PATIENCE);
    const counts = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      for (const { way, result, shrunk } of await campaign.judge(seed)) {
        if (result.kind === 'wrong') expect.fail(`seed ${seed}, ${way}: ${result.fault}\n${await shrunk()}`);
        const kind = result.kind === 'agreed' ? result.verdict : result.kind;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    for (const kind of ['holds', 'violated']) expect(counts.get(kind), kind).toBeGreaterThan(SEEDS / 4);
    expect(counts.get('unknown') ?? 0).toBeLessThan(SEEDS / 2);
  });

  it('are texts that can be read', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { program, diagnostics } = readProgram(randomAnyText(seed), 'random.fp');
      expect(program, `seed ${seed}: ${diagnostics.map(({ message }) => message).join('; ')}`).not.toBeNull();
    }
  });
});

describe('the judge', () => {
  /** As if the bridge did not see that something is violated. */
  const blind = async (text: string, memory: 'sc' | 'tso'): Promise<Comparison> => {
    const found = await compare(text, memory, PATIENCE, 2);
    const isMissed = found.explicit.some(({ verdict }) => verdict === 'violated');
    return isMissed ? { ...found, wrong: 'the bridge holds, violated with 1' } : found;
  };

  it('sees a wrong answer, and makes the text smaller', async () => {
    const campaign = anyCampaign(PATIENCE, blind);
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
