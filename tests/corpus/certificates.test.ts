import { afterAll, describe, expect, it } from 'vitest';
import { certificate } from '../../src/evidence/cubes/certificate.js';
import { checkCertificate } from '../../src/evidence/solvers/check.js';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import type { Property } from '../../src/models/array-system/model.js';
import { showProperty } from '../../src/models/array-system/show.js';
import { judge, viewProofOf } from '../evidence/views/proof.js';
import { type CubeProof, cubeProofOf } from '../support/ask.js';
import { isLong, sized } from '../support/size.js';
import { expected, hasCorpus, modelText } from './corpus.js';

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
  it.each(sized(large.slice(-1), large))('%s.cub: accepted', async (name) => {
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

describe.skipIf(!hasCorpus)('certificates of proofs under TSO', () => {
  afterAll(closeZ3);

  const quick = ['dekker_simple_N.cub', 'lamport_N.cub', 'paper_spinlock.cub', 'sense_rev_N.cub'];
  // The reference implementation decides these otherwise, or not at all.
  const more = ['arbiter_v3_N.cub', 'chandy_misra.cub', 'inc.cub', 'two_phase_i_N.cub'];
  const safe = expected<{ file: string; verdict: string }>('cubicle-w').flatMap(({ file, verdict }) =>
    (isLong ? verdict === 'safe' || more.includes(file) : quick.includes(file)) ? [file] : [],
  );

  it.each(safe)('%s: accepted', async (file) => {
    const proof = await viewProofOf(modelText('cubicle-w', file), { file });
    if (proof === null) throw new Error(`${file} is not proved`);
    expect((await judge(proof)).failed).toEqual([]);
  });
});
