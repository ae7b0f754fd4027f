import { describe, expect, it } from 'vitest';
import { cases } from '../../support/size.js';
import { judgeShare } from '../share.js';
import { ltlCampaign } from './campaign.js';

const SEEDS = cases(400);

describe('the campaign of temporal questions', () => {
  it('finds no disagreement in a share of it, and decides most cases', async () => {
    const counted = await judgeShare(ltlCampaign(), 600_000, SEEDS);
    for (const kind of ['lasso', 'holds']) expect(counted(kind), kind).toBeGreaterThan(SEEDS / 30);
  });
});
