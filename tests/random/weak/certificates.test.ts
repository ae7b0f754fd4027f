/** Proofs of random models under TSO: each certificate is accepted, and refused without one of its cubes. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { judge, viewProofOf } from '../../evidence/views/proof.js';
import { cases } from '../../support/size.js';
import { printModel } from '../text-model.js';
import { randomWeakModel } from './generate.js';

const PROOFS = cases(40);
const SEED = 7_000;

describe('proofs of random models under TSO', () => {
  afterAll(closeZ3);

  it('are accepted, and refused without a cube that they need', async () => {
    const refused: string[] = [];
    const superfluous: string[] = [];
    let proofs = 0;
    for (let seed = SEED; seed < SEED + 20 * PROOFS && proofs < PROOFS; seed++) {
      const proof = await viewProofOf(printModel(randomWeakModel(seed)), { maxCubes: 300, maxProcesses: 8 });
      if (proof === null || proof.cubes.length === 0) continue;
      proofs++;
      const check = await judge(proof);
      if (!check.accepted) refused.push(`seed ${seed}: ${JSON.stringify(check.failed[0])}`);
      const named = proof.cubes.filter((cube) => cube.parameters.length > 0);
      const dropped = named[seed % named.length];
      if (dropped === undefined) continue;
      const rest = proof.cubes.filter((cube) => cube !== dropped);
      if (rest.length > 0 && (await judge({ ...proof, cubes: rest })).accepted) superfluous.push(`seed ${seed}`);
    }
    expect(refused).toEqual([]);
    expect(proofs).toBe(PROOFS);
    // An inductive set can have an inductive part that is enough.
    expect(superfluous.length).toBeLessThanOrEqual(PROOFS / 10);
  });
});
