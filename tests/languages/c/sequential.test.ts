/** Random programs in C: a share of the campaigns of `npm run fuzz -- --kind c` and `--kind c-threads`. */
import { describe, expect, test } from 'vitest';
import { concurrentCampaign } from '../../random/c/concurrent.js';
import { hasCompiler, sequentialCampaign } from '../../random/c/sequential.js';
import type { Campaign } from '../../random/campaigns.js';
import { sized } from '../../support/size.js';

async function agreed(campaign: Campaign, seeds: number): Promise<number> {
  let known = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    for (const { way, result, shrunk } of await campaign.judge(seed)) {
      const about = result.kind === 'wrong' ? `${result.fault}\n${await shrunk()}` : '';
      expect(result.kind, `seed ${seed}, ${way}: ${about}`).not.toBe('wrong');
      if (result.kind === 'agreed') known++;
    }
  }
  return known;
}

if (!hasCompiler) console.log('skipped: gcc is not installed');

describe('random programs in C', () => {
  test.skipIf(!hasCompiler)('compute what compiled ones do', { timeout: 3_000_000 }, async () => {
    const seeds = sized(5, 200);
    expect(await agreed(sequentialCampaign(), seeds)).toBeGreaterThan(seeds / 2);
  });

  test('with threads have the verdicts of the axioms and of `.fp`', { timeout: 3_000_000 }, async () => {
    const seeds = sized(6, 200);
    expect(await agreed(concurrentCampaign(), seeds)).toBeGreaterThan(2 * seeds);
  });
});
