/** A share of `npm run fuzz -- --kind certificates`: nothing false is accepted, and both words of a judge occur. */
import { afterAll, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { cases, sized } from '../../support/size.js';
import { corruptedCampaign } from './campaign.js';

const SEED = 31_000;

afterAll(closeZ3);

it('spoilt certificates are refused, or prove what holds', async () => {
  const campaign = corruptedCampaign();
  const verdicts = new Set<string>();
  for (let number = 0; number < cases(60, 3); number++) {
    for (const { way, result } of await campaign.judge(SEED + number)) {
      if (result.kind === 'wrong') expect.fail(`seed ${SEED + number}, ${way}: ${result.fault}: ${result.detail}`);
      if (result.kind === 'agreed') verdicts.add(result.verdict);
    }
  }
  // Chance has its say in few cases.
  const words = sized(['refused'], ['refused', 'refused, and violated', 'accepted, and holds']);
  for (const word of words) expect(verdicts).toContain(word);
});
