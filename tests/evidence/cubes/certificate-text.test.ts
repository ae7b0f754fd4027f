import { describe, expect, test } from 'vitest';
import { certificate } from '../../../src/evidence/cubes/certificate.js';
import { readProof } from './proof.js';
import { PROOFS } from './proofs.js';

const TOKEN = PROOFS[0] as (typeof PROOFS)[number];

function textOf(model: string, cubes: readonly string[]): string {
  const { system, badCubes } = readProof(model, cubes);
  return [...certificate(system, badCubes).chunks()].join('');
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('the text of a certificate', () => {
  test.each(PROOFS)('$name: one scope, one label and one question for each obligation', ({ model, cubes }) => {
    const { system, badCubes } = readProof(model, cubes);
    const written = certificate(system, badCubes);
    const text = [...written.chunks()].join('');
    const labels = [...written.groups].flatMap((group) => [...group.scripts()].map(({ label }) => label));
    expect(new Set(labels).size).toBe(written.obligations);
    expect(occurrences(text, '(check-sat)')).toBe(written.obligations);
    for (const label of labels) expect(occurrences(text, `(echo "${label}")`)).toBe(1);
    expect(occurrences(text, '(push 1)')).toBe(written.obligations + [...written.groups].length);
    expect(occurrences(text, '(pop 1)')).toBe(occurrences(text, '(push 1)'));
    // Made anew each time, always the same.
    expect([...written.chunks()].join('')).toBe(text);
  });

  test('the head says what is proved, from what, and what was left out', () => {
    const text = textOf(TOKEN.model, TOKEN.cubes);
    const head = text.split('\n').filter((line) => line.startsWith('; '));
    expect(head).toContain('; unsafe 1 (i j): PC[i] = Crit && PC[j] = Crit is never reached');
    expect(head).toContain('; cube 2 (i): PC[i] = Crit && Free = True');
    expect(head).toContain('; Instances: any number of processes, at least one.');
    expect(head).toContain('; Obligations: 2 of initiation, 4 of safety and consecution.');
    // A third process assigns nothing of cube 1, by any transition, nor request(z2) of cube 2.
    expect(head.join('\n')).toContain('Left out: 4 instances');
    // Request and leave put their process elsewhere than cube 1 (twice each) and cube 2 want it, and enter takes what is free.
    expect(head.join('\n')).toContain('and 8 instances');
    expect(head.join('\n')).not.toContain('Assumed');
  });

  test('declared invariants are listed as assumptions', () => {
    const assuming = PROOFS.find(({ model }) => model.includes('invariant (i)')) as (typeof PROOFS)[number];
    const { system, badCubes } = readProof(assuming.model, assuming.cubes);
    const written = certificate(system, badCubes);
    expect(written.assumptions).toEqual(['invariant 1 (i): PC[i] = Crit && Free = True is never reached']);
    expect(written.header).toContain(written.assumptions[0]);
    expect(written.header).toContain('Assumed and not proved here:');
  });

  test('processes are reals only where they are compared', () => {
    const compared = PROOFS.find(({ name }) => name.startsWith('marking')) as (typeof PROOFS)[number];
    expect(textOf(compared.model, compared.cubes)).toContain('(declare-const z1 Real)');
    expect(textOf(TOKEN.model, TOKEN.cubes)).toContain('(declare-sort type.proc 0)');
  });

  test('interchangeable processes of a fixed number are not permuted', () => {
    const { system, badCubes } = readProof(`number_procs 3\n${TOKEN.model}`, TOKEN.cubes);
    const written = certificate(system, badCubes);
    const initiations = [...([...written.groups][0]?.scripts() ?? [])].map(({ label }) => label);
    expect(initiations).toEqual(['initiation: cube 1(#1, #2)', 'initiation: cube 2(#1)']);
    expect([...written.groups]).toHaveLength(2);
  });

  test('only steps that leave all cells of the cube alone, or contradict it in plain words, are left out', () => {
    const { system, badCubes } = readProof(TOKEN.model, TOKEN.cubes);
    const labels = [...certificate(system, badCubes).groups].flatMap((group) =>
      [...group.scripts()].map(({ label }) => label),
    );
    expect(labels.filter((label) => label.startsWith('consecution: cube 2'))).toEqual([
      'consecution: cube 2(z1) by leave(z2)',
    ]);
    expect(labels.filter((label) => label.startsWith('consecution: cube 1'))).toEqual([
      'consecution: cube 1(z1, z2) by enter(z1)',
      'consecution: cube 1(z1, z2) by enter(z2)',
    ]);
  });

  test('a cube about a stranger that looks like a symbol of the model is not accepted for a proof', () => {
    const { system } = readProof(TOKEN.model, TOKEN.cubes);
    const other = readProof(TOKEN.model, TOKEN.cubes);
    expect(() => certificate(system, other.badCubes)).toThrow('not a symbol of the model');
  });
});
