/** What an obligation leaves out: cubes that it does not need, and whole obligations that contradict themselves. */
import { describe, expect, test } from 'vitest';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { type Needless, Obligations, type Pending } from '../../../src/evidence/cubes/obligations.js';
import { evaluateSmtLib } from '../../../src/evidence/solvers/z3.js';
import { judge, readProof } from './proof.js';
import { PROOFS } from './proofs.js';

function isAsked(pending: Pending | Needless): pending is Pending {
  return typeof pending !== 'string';
}

/** Each obligation alone, of a state of which nothing is assumed. */
async function answers(obligations: Obligations, pending: readonly Pending[]): Promise<string[]> {
  const texts = pending.flatMap(({ processes, write, needs }) => {
    const state = obligations.anyState(processes);
    const { script } = write(state, needs() ?? []);
    return ['(push 1)', ...state.text(), script, '(pop 1)'];
  });
  const printed = await evaluateSmtLib([...obligations.vocabulary.declarations(), ...texts].join('\n'));
  return printed.split('\n').filter((line) => /^(un)?sat$|error/.test(line));
}

describe('steps that contradict a cube in plain words', () => {
  test.each(PROOFS)('$name: no state takes them', async ({ model, cubes }) => {
    const { system, badCubes } = readProof(model, cubes);
    const obligations = new Obligations(system, badCubes);
    const all = [...obligations.consecution(true)];
    const kept = [...obligations.consecution()];
    expect(kept).toHaveLength(all.length);
    const left = all.filter((each, k): each is Pending => isAsked(each) && !isAsked(kept[k] as Pending | Needless));
    expect(await answers(obligations, left)).toEqual(left.map(() => 'unsat'));
  });

  test('there are such steps: a state that they would need is told', () => {
    const { system, badCubes } = readProof((PROOFS[0] as { model: string }).model, ['(i) { PC[i] = Crit }']);
    const steps = [...new Obligations(system, badCubes).consecution()];
    expect(steps.filter((each) => each === 'contradicts the cube in plain words')).toHaveLength(2);
  });
});

describe('the cubes that a step needs', () => {
  test.each(PROOFS)('$name: with them alone it is impossible', async ({ model, cubes }) => {
    const { system, badCubes } = readProof(model, cubes);
    const obligations = new Obligations(system, badCubes);
    const closed = [...obligations.consecution()].filter(isAsked).filter(({ needs }) => needs() !== null);
    expect(await answers(obligations, closed)).toEqual(closed.map(() => 'unsat'));
  });

  test('are few, and without them the step is possible', async () => {
    const { system, badCubes } = readProof((PROOFS[0] as { model: string }).model, [
      '(i j) { PC[i] = Crit && PC[j] = Crit }',
      '(i) { PC[i] = Crit && Free = True }',
    ]);
    const obligations = new Obligations(system, badCubes);
    const closed = [...obligations.consecution()].filter(isAsked);
    expect(closed.map(({ needs }) => needs()?.length)).toEqual([1, 1, 1]);
    const bare = closed.map((each) => ({ ...each, needs: () => [] }));
    expect(await answers(obligations, bare)).toEqual(['sat', 'sat', 'sat']);
  });

  test('a step that nothing closes is asked about with all cubes, and refutes the proof', async () => {
    const proof = readProof((PROOFS[0] as { model: string }).model, ['(i j) { PC[i] = Crit && PC[j] = Crit }']);
    const titles = [...certificate(proof.system, proof.badCubes).groups].map(({ title }) => title);
    expect(titles).toContain('states outside of all cubes, 2 processes');
    const check = await judge(proof);
    expect(check.refuted).toBe(true);
  });
});
