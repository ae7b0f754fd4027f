/**
 * Proofs of random models: each certificate is accepted by Z3, and refused without one of its cubes.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { certificate } from '../../src/evidence/cubes/certificate.js';
import { checkCertificate } from '../../src/evidence/solvers/check.js';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { type CubeProof, cubeProofOf } from '../support/ask.js';
import { cases } from '../support/size.js';
import { randomModel } from './generate.js';
import { printModel } from './text-model.js';

const PROOFS = cases(25);
const SEED = 5_000;

type Proof = Pick<CubeProof, 'system' | 'invariant' | 'sums'>;

async function isAccepted({ system, invariant, sums }: Proof): Promise<boolean> {
  const [z3] = await checkCertificate(certificate(system, invariant, [], sums), { programs: [] });
  return z3?.accepted ?? false;
}

describe('proofs of random models', () => {
  afterAll(closeZ3);

  it('are accepted, and refused without a cube that they need', async () => {
    const refused: string[] = [];
    const superfluous: string[] = [];
    let proofs = 0;
    // The first seed once lost a cube that has universal parts and no literal.
    for (const seed of [5_267, ...Array.from({ length: 20 * PROOFS }, (_, k) => SEED + k)]) {
      if (proofs >= PROOFS) break;
      const proof = await cubeProofOf(printModel(randomModel(seed)), { maxCubes: 300, maxProcesses: 8 });
      if (proof === null || proof.invariant.length === 0) continue;
      proofs++;
      const { invariant } = proof;
      if (!(await isAccepted(proof))) refused.push(`seed ${seed}`);
      // A cube that names no process can follow from others that name one, since some process is always there.
      const named = invariant.filter((cube) => cube.parameters.length > 0);
      const dropped = named[seed % named.length];
      if (dropped === undefined) continue;
      const rest = invariant.filter((cube) => cube !== dropped);
      // A model without unsafe states needs no cube at all.
      if (rest.length > 0 && (await isAccepted({ ...proof, invariant: rest }))) superfluous.push(`seed ${seed}`);
    }
    expect(refused).toEqual([]);
    // An inductive set can have an inductive part that is enough: seldom, since proofs are trimmed.
    expect(superfluous.length).toBeLessThanOrEqual(PROOFS / 20);
  });
});
