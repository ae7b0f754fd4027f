/** Proofs of programs for any number of threads: in the program's own words, and with certificates that are accepted. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { checkCertificate } from '../../../src/evidence/solvers/check.js';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { noteText } from '../../../src/report/remarks.js';
import { outcomeOf } from '../../support/ask.js';

const ROLES = `shared busy: 0..2 = 0
thread T[any] {
  local seen: 0..2 = 0
  await busy == 1
  seen = busy
  cs: skip
}
thread Main {
  busy = 1
  done: skip
}
never T(i)@cs && T(i).seen == 2
`;

const EXAMPLE = new URL('../../../examples/dual-tso/any-mp.fp', import.meta.url);

describe('a proof of a program', () => {
  afterAll(closeZ3);

  it.each(['sc', 'tso'] as const)('is told in its words under %s', async (memory) => {
    const { verdict, invariants } = await outcomeOf(readFileSync(EXAMPLE), { memory, engine: 'parameterized' });
    expect(verdict).toBe('holds');
    expect(invariants).toContain('never T(i)@old');
    expect(invariants).toContain('never T(i) at line 8 && !data && T(j) at line 9');
    const reading = { sc: 'never !data && T(i) at line 12', tso: 'never T(i) at line 12 && T(i) is to read !data' };
    expect(invariants).toContain(reading[memory]);
    for (const line of invariants) expect(line).not.toMatch(/\bz\d|PC\[|_at_/);
  });

  it.each(['sc', 'tso'] as const)('names locals, values and other threads under %s', async (memory) => {
    const { verdict, invariants } = await outcomeOf(ROLES, { memory, engine: 'parameterized' });
    expect(verdict).toBe('holds');
    expect(invariants).toContain('never T(i)@cs && T(i).seen == 2');
    for (const line of invariants) expect(line).not.toMatch(/\bz\d|PC\[|_at_|N\d/);
  });

  it('names the statement where a line has several', async () => {
    const text = `shared lock, x: 0..1
thread T[any] { loop { await cas(lock, 0, 1); cs: x = 1; x = 0; lock = 0 } }
never T(i)@cs && T(j)@cs`;
    const { verdict, invariants } = await outcomeOf(text, { memory: 'sc', engine: 'parameterized' });
    expect(verdict).toBe('holds');
    expect(invariants).toContain('never T(j)@cs && T(i) at line 2 (lock = 0)');
    expect(new Set(invariants).size).toBe(invariants.length);
  });

  it.each(['sc', 'tso'] as const)('has a certificate about the array system under %s', async (memory) => {
    const options: CheckOptions = { memory, engine: 'parameterized' };
    const result = await certify(readFileSync(EXAMPLE), options);
    if (!result.ok || result.certificate.kind !== 'obligations') throw new Error('there is no certificate');
    expect(result.outcome.notes.map((note) => noteText(note, (name) => name))).toContainEqual(
      expect.stringContaining('about the array system'),
    );
    expect(result.certificate.obligations.header[1]).toContain('array system');
    const [z3] = await checkCertificate(result.certificate.obligations, { programs: [] });
    expect(z3).toMatchObject({ accepted: true });
  });
});

describe('a proof on event cubes', () => {
  afterAll(closeZ3);
  const model = new URL('../../../examples/weak/naive-mutex.cub', import.meta.url);

  it('is certified by its own cubes, and that is said', async () => {
    const result = await certify(readFileSync(model), { cubes: 'events' });
    if (!result.ok || result.certificate.kind !== 'obligations') throw new Error('there is no certificate');
    expect(result.outcome.notes).toContainEqual({ code: 'certificate of', what: 'event cubes' });
    const [z3] = await checkCertificate(result.certificate.obligations, { programs: [] });
    expect(z3).toMatchObject({ accepted: true });
  });
});
