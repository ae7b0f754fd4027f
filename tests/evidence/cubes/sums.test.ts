/** Place sums in certificates: those of a proof are accepted, written and read back; corrupted ones are refused. */
import { expect, test } from 'vitest';
import { ParameterizedEngine } from '../../../src/engines/parameterized/engine.js';
import type { Answer } from '../../../src/engines/parameterized/question.js';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { readCertificate, writeCertificate } from '../../../src/evidence/cubes/file.js';
import { checkCertificate } from '../../../src/evidence/solvers/check.js';
import { SC } from '../../../src/memory/models.js';
import type { ArraySystem, Property } from '../../../src/models/array-system/model.js';
import type { PlaceSum, PlaceSums } from '../../../src/models/array-system/place-sum.js';
import { SCOPE } from '../../support/scope.js';
import { readModel } from './proof.js';

/** Readers are counted up, writers down: weights of both signs, and a store that only a lemma makes an addition. */
const LOCK = `type place = Out | Reading | Writing
  array P[proc] : place  var N : int
  init (i) { P[i] = Out && N = 0 } unsafe (i j) { P[i] = Writing && P[j] = Reading }
  unsafe (i j) { P[i] = Writing && P[j] = Writing }
  transition read (i) requires { P[i] = Out && 0 <= N } { P[i] := Reading; N := N + 1 }
  transition done (i) requires { P[i] = Reading } { P[i] := Out; N := N - 1 }
  transition write (i) requires { P[i] = Out && N = 0 } { P[i] := Writing; N := N - 1 }
  transition over (i) requires { P[i] = Writing } { P[i] := Out; N := 0 }`;

interface Proved {
  readonly system: ArraySystem;
  readonly cubes: readonly Property[];
  readonly sums: PlaceSums;
}

function proved(text: string): Proved {
  const system = readModel(text);
  const limits = { maxCubes: 200, maxDepth: 100, maxProcesses: 6, maxStates: 1_000 };
  const hints = { cubes: 'views', approximate: false, trim: true, countAtOnce: true } as const;
  const run = new ParameterizedEngine({ system, memory: SC, limits, ...hints }).run();
  let step = run.next();
  while (!step.done) step = run.next();
  const answer: Answer = step.value;
  if (answer.verdict !== 'holds' || answer.invariant === null || answer.sums === null) throw new Error('no proof');
  return { system, cubes: answer.invariant, sums: answer.sums };
}

async function accepts({ system, cubes, sums }: Proved): Promise<boolean> {
  const [check] = await checkCertificate(certificate(system, cubes, [], sums), { programs: [] });
  return check?.accepted ?? false;
}

test('sums of a proof are accepted, also when they are read back', async () => {
  const proof = proved(LOCK);
  expect(proof.sums.excluded.length).toBeGreaterThan(0);
  expect(await accepts(proof)).toBe(true);
  const text = [...writeCertificate(SCOPE, proof.system, proof.cubes, proof.sums)].join('');
  const read = readCertificate(text);
  if ('fault' in read) throw new Error(read.fault);
  expect(read.sumsOf(proof.system)).toEqual(proof.sums);
});

test('corrupted sums are refused', async () => {
  const proof = proved(LOCK);
  const [sum] = proof.sums.sums as readonly [PlaceSum];
  const withSum = (changed: Partial<PlaceSum>): Proved => ({
    ...proof,
    sums: { ...proof.sums, sums: [{ ...sum, ...changed }] },
  });
  const heavier = sum.weights.map((each, k) => (k === 0 ? { ...each, weight: each.weight + 1n } : each));
  expect(await accepts(withSum({ weights: heavier }))).toBe(false);
  expect(await accepts(withSum({ constant: sum.constant + 1n }))).toBe(false);
  expect(await accepts(withSum({ weights: sum.weights.slice(1) }))).toBe(false);
  const everything: Property = {
    name: null,
    parameters: [],
    formula: { kind: 'constant', value: true },
    place: { line: 0, column: 0 },
  };
  const excluded = [{ sum: 0, cube: everything }];
  expect(await accepts({ ...proof, sums: { sums: [sum], excluded } })).toBe(false);
  expect(await accepts({ ...proof, sums: { sums: [sum], excluded: [] } })).toBe(false);
});
