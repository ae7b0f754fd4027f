/** A seeded share of a campaign, for tests. */
import { expect } from 'vitest';
import type { Campaign } from './campaigns.js';

/** How often each verdict was agreed on, and how much is unknown. The first case that is wrong is made small, and fails. */
export async function judgeShare(campaign: Campaign, first: number, count: number): Promise<(kind: string) => number> {
  const counts = new Map<string, number>();
  for (let seed = first; seed < first + count; seed++) {
    for (const { way, result, shrunk } of await campaign.judge(seed)) {
      if (result.kind === 'wrong') expect.fail(`seed ${seed}, ${way}: ${result.fault}\n${await shrunk()}`);
      const kind = result.kind === 'agreed' ? result.verdict : result.kind;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return (kind) => counts.get(kind) ?? 0;
}
