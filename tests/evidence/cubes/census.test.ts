/** Systems that count their processes: certificates know what the census says, and no more than that. */
import { expect, test } from 'vitest';
import { parameterizedProgram } from '../../../src/bridges/any-threads/index.js';
import { ParameterizedEngine } from '../../../src/engines/parameterized/engine.js';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { checkCertificate } from '../../../src/evidence/solvers/check.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { SC } from '../../../src/memory/models.js';
import type { ArraySystem, Property } from '../../../src/models/array-system/model.js';
import type { PlaceSum, PlaceSums } from '../../../src/models/array-system/place-sum.js';

/** A barrier that is passed once, and whose counter is cleared. */
const BARRIER = `shared arrived: int, open: bool
thread T[any] {
  before: skip
  if (fetch_add(arrived, 1) == count(T) - 1) { arrived = 0; open = true } else { await open }
  after: skip
}
never T(i)@before && T(j)@after`;

function systemOf(text: string): ArraySystem {
  const { program } = readProgram(text, 'barrier.fp');
  const made = program === null ? null : parameterizedProgram(program, SC);
  if (made === null || 'refused' in made) throw new Error('no system');
  return made.system;
}

interface Proved {
  readonly system: ArraySystem;
  readonly cubes: readonly Property[];
  readonly sums: PlaceSums;
}

function proved(system: ArraySystem): Proved {
  const limits = { maxCubes: 200, maxDepth: 100, maxProcesses: 6, maxStates: 1_000 };
  const run = new ParameterizedEngine({
    system,
    memory: SC,
    limits,
    cubes: 'views',
    approximate: true,
    trim: true,
  }).run();
  let step = run.next();
  while (!step.done) step = run.next();
  const answer = step.value;
  if (answer.verdict !== 'holds' || answer.invariant === null || answer.sums === null) throw new Error('no proof');
  return { system, cubes: answer.invariant, sums: answer.sums };
}

async function accepts({ system, cubes, sums }: Proved): Promise<boolean> {
  const [check] = await checkCertificate(certificate(system, cubes, [], sums), { programs: [] });
  return check?.accepted ?? false;
}

test('a proof that counts all threads is accepted, and refused if it says something else', async () => {
  const proof = proved(systemOf(BARRIER));
  expect(proof.sums.sums.some(({ scalars }) => scalars.some(({ symbol }) => symbol.constant))).toBe(true);
  expect(await accepts(proof)).toBe(true);
  // Without the census nobody knows how many processes there are.
  const { census: _, ...nothing } = proof.system;
  expect(await accepts({ ...proof, system: nothing })).toBe(false);
  // Nobody is there whom the counter does not count.
  const changed = (sum: PlaceSum): PlaceSum => ({
    ...sum,
    weights: sum.weights.map((w) => ({ ...w, weight: 2n * w.weight })),
  });
  expect(await accepts({ ...proof, sums: { ...proof.sums, sums: proof.sums.sums.map(changed) } })).toBe(false);
});

test('a step that sets a counter back, but not to its first value, is refused', async () => {
  const proof = proved(systemOf(BARRIER));
  const transitions = proof.system.transitions.map((transition) => ({
    ...transition,
    updates: transition.updates.map((update) => {
      const back = update.kind === 'assign' && update.value.kind === 'linear' && update.value.summands.length === 0;
      if (!back || update.value.kind !== 'linear') return update;
      return { ...update, value: { ...update.value, constant: { numerator: 1n, denominator: 1n } } };
    }),
  }));
  expect(await accepts({ ...proof, system: { ...proof.system, transitions } })).toBe(false);
});
