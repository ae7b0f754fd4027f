import { describe, expect, it } from 'vitest';
import { compare } from '../../engines/pso-queues/compare.js';
import { cases } from '../../support/size.js';
import { judgeShare } from '../share.js';
import { psoCampaign } from './campaign.js';

const SEEDS = cases(120, 15);

describe('the campaign of the PSO engine', () => {
  it('finds no disagreement in a share of it, and decides most cases', async () => {
    const campaign = psoCampaign((program) => compare(program, 300));
    const counted = await judgeShare(campaign, 500_000, SEEDS);
    for (const kind of ['holds', 'violated']) expect(counted(kind), kind).toBeGreaterThan(SEEDS / 6);
  });

  it('tells of an engine that is wrong, and makes the case small', async () => {
    const upsideDown = psoCampaign((program) => {
      const compared = compare(program, 0);
      return { ...compared, wrong: compared.truth === 'violated' ? 'it says that it holds' : null };
    });
    for (let seed = 0; ; seed += 8) {
      const [found] = await upsideDown.judge(seed);
      if (found?.result.kind !== 'wrong') continue;
      const text = await found.shrunk();
      expect(text).toContain('it says that it holds');
      expect(JSON.parse(text)).toMatchObject({ expect: { pso: 'violated' } });
      return;
    }
  });
});
