/** Proofs written by hand: a model, and its bad cubes as further `unsafe` declarations. */

import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { type CertificateCheck, checkCertificate } from '../../../src/evidence/solvers/check.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import type { ArraySystem, Property } from '../../../src/models/array-system/model.js';

export function readModel(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'model.cub');
  if (system === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return system;
}

export interface Proof {
  readonly system: ArraySystem;
  readonly badCubes: readonly Property[];
}

/** The cubes are read together with the model, since they must speak of its very symbols. */
export function readProof(model: string, cubes: readonly string[]): Proof {
  const declared = readModel(model).unsafe.length;
  const all = readModel(`${model}\n${cubes.map((cube) => `unsafe ${cube}`).join('\n')}`);
  return { system: { ...all, unsafe: all.unsafe.slice(0, declared) }, badCubes: all.unsafe.slice(declared) };
}

/** Asks the library alone. */
export async function judge({ system, badCubes }: Proof): Promise<CertificateCheck> {
  const [check] = await checkCertificate(certificate(system, badCubes), { programs: [] });
  if (check === undefined) throw new Error('the library always answers');
  return check;
}
