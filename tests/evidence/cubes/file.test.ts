/** Cubes as JSON, and back: the obligations are the same, to the letter. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { readQuestion } from '../../../src/check/read.js';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { readCertificate, writeCertificate } from '../../../src/evidence/cubes/file.js';
import { ENDLESS } from '../../../src/languages/shared/patience.js';
import type { ArraySystem, Property } from '../../../src/models/array-system/model.js';
import { SCOPE } from '../../support/scope.js';
import { readProof } from './proof.js';
import { PROOFS } from './proofs.js';

function readAgain(system: ArraySystem, text: string): readonly Property[] {
  const read = readCertificate(text);
  if ('fault' in read) throw new Error(read.fault);
  const cubes = read.cubesOf(system);
  if ('fault' in cubes) throw new Error(cubes.fault);
  return cubes;
}

function obligations(system: ArraySystem, cubes: readonly Property[]): string {
  const { preamble, groups } = certificate(system, cubes);
  const scripts = [...groups].flatMap((group) => [
    ...group.shared(),
    ...[...group.scripts()].map(({ script }) => script),
  ]);
  return [preamble, ...scripts].join('');
}

const WRITTEN = PROOFS.filter(({ cubes }) => !cubes.some((cube) => /exists|not |fence|^\w/.test(cube)));

it.each(WRITTEN.map((proof) => [proof.name, proof] as const))('%s', (_, { model, cubes }) => {
  const { system, badCubes } = readProof(model, cubes);
  const text = [...writeCertificate(SCOPE, system, badCubes)].join('');
  expect(obligations(system, readAgain(system, text))).toBe(obligations(system, badCubes));
});

it.each(['bakery', 'barrier', 'burns', 'readers-writer', 'token-ring', 'fischer'])('the proof of %s', async (name) => {
  const [text, file] = [readFileSync(`examples/${name}.cub`, 'utf8'), 'a.cub'];
  const proved = await certify(text, { file });
  const asked = await readQuestion(text, { file }, ENDLESS);
  if (!proved.ok || !asked.ok || asked.question.model.kind !== 'system') throw new Error('it can be read');
  const { certificate: made } = proved;
  if (made.kind !== 'obligations') throw new Error(`${name} has no certificate`);
  const { system } = asked.question.model;
  const again = readAgain(system, [...made.data()].join(''));
  const { preamble, groups } = made.obligations;
  const scripts = [...groups].flatMap((group) => [
    ...group.shared(),
    ...[...group.scripts()].map(({ script }) => script),
  ]);
  expect(obligations(system, again)).toBe([preamble, ...scripts].join(''));
});
