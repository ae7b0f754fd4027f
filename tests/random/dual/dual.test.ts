import { describe, expect, it } from 'vitest';
import { compare } from '../../engines/dual-tso/compare.js';
import { dualCampaign } from './campaign.js';

const SEEDS = 120;

describe('the campaign of the Dual-TSO engine', () => {
  it('finds no disagreement in a share of it, and decides most cases', async () => {
    const campaign = dualCampaign((program) => compare(program, 300));
    const found = new Map<string, number>();
    for (let seed = 500_000; seed < 500_000 + SEEDS; seed++) {
      for (const { result, shrunk } of await campaign.judge(seed)) {
        if (result.kind === 'wrong') expect.fail(`seed ${seed}: ${await shrunk()}`);
        const key = result.kind === 'agreed' ? result.verdict : result.kind;
        found.set(key, (found.get(key) ?? 0) + 1);
      }
    }
    expect(found.get('holds') ?? 0).toBeGreaterThan(SEEDS / 5);
    expect(found.get('violated') ?? 0).toBeGreaterThan(SEEDS / 5);
  });

  it('tells of an engine that is wrong, and makes the case small', async () => {
    const upsideDown = dualCampaign((program) => {
      const { truth, verdict } = compare(program, 0);
      return { truth, verdict, wrong: truth === 'violated' ? 'it says that it holds' : null };
    });
    for (let seed = 1; ; seed++) {
      const [found] = await upsideDown.judge(seed);
      if (found?.result.kind !== 'wrong') continue;
      const text = await found.shrunk();
      expect(text).toContain('it says that it holds');
      expect(JSON.parse(text)).toMatchObject({ expect: { tso: 'violated' } });
      return;
    }
  });
});
