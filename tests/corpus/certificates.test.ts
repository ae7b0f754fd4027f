import { afterAll, describe, expect, it } from 'vitest';
import { certificate } from '../../src/evidence/cubes/certificate.js';
import { checkCertificate } from '../../src/evidence/solvers/check.js';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import type { Property } from '../../src/models/array-system/model.js';
import { showProperty } from '../../src/models/array-system/show.js';
import { type CubeProof, cubeProofOf } from '../support/ask.js';
import { sized } from '../support/size.js';
import { hasCorpus, modelText } from './corpus.js';

async function proofOf(file: string): Promise<CubeProof> {
  const proof = await cubeProofOf(modelText('cubicle', file), { file });
  if (proof === null) throw new Error(`${file} is not proved`);
  return proof;
}

async function isAccepted({ system }: CubeProof, cubes: readonly Property[]): Promise<boolean> {
  const [z3] = await checkCertificate(certificate(system, cubes), { programs: [] });
  return z3?.accepted ?? false;
}

describe.skipIf(!hasCorpus)('certificates of proofs found by the search', () => {
  afterAll(closeZ3);

  const large = ['german', 'german_data', 'german_pfs_data_enum', 'ricart_abdulla_int', 'szymanski_at'];
  it.each(sized(large.slice(-2), large))('%s.cub: accepted', async (name) => {
    const proof = await proofOf(`${name}.cub`);
    expect(await isAccepted(proof, proof.invariant)).toBe(true);
  });

  const quick = ['bakery_uguard', 'berkeley', 'dekker', 'mesi', 'mutex', 'synapse'];
  const more = ['bakery', 'dekker_limbo', 'dekker_loc', 'flash_eager', 'moesi', 'szymanski_talupur_at'];
  const slow = ['bakery_lamport', 'german_data', 'germanish', 'germanish3', 'motivating', 'peterson_two_proc'];
  const asked = [...quick, ...sized([], more, [...more, ...slow])];

  // Not so for every proof: a cube may be chosen to cover a pre-image that others would cover as well.
  it.each(asked)('%s.cub: accepted, and refused without any one of its cubes', async (name) => {
    const proof = await proofOf(`${name}.cub`);
    expect(await isAccepted(proof, proof.invariant)).toBe(true);
    const superfluous: string[] = [];
    for (const [k, cube] of proof.invariant.entries()) {
      const others = proof.invariant.filter((_, i) => i !== k);
      if (await isAccepted(proof, others)) superfluous.push(showProperty('invariant', cube));
    }
    expect(superfluous).toEqual([]);
  });
});
