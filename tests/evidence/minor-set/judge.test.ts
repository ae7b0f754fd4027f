import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/check/budget.js';
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import type { CertifiedConfiguration, DualCertificate } from '../../../src/engines/dual-tso/certificate.js';
import { checkCertificate, judge } from '../../../src/evidence/minor-set/judge.js';
import type { Program } from '../../../src/models/program/model.js';
import { runDual } from '../../engines/dual-tso/compare.js';
import { straightLines } from '../../engines/dual-tso/programs.js';
import { randomFiniteProgram } from '../../engines/dual-tso/random-programs.js';
import { peterson } from '../../engines/explicit/programs.js';
import { Random } from '../../random/random.js';
import { checkByDefinition } from './reference.js';

function proof(program: Program): { system: ConcurrentSystem; certificate: DualCertificate } {
  const { answer } = runDual(program);
  if (answer.verdict !== 'holds') throw new Error('it holds');
  return answer;
}

const SB = proof(straightLines('w x 1; fence; r y 0', 'w y 1; fence; r x 0'));
const MP = proof(straightLines('w x 1; w y 1', 'r y 1; r x 0'));

describe('certificates', () => {
  it('are accepted, also by the definitions, and when more buffers are tried than needed', () => {
    for (const { system, certificate } of [SB, MP]) {
      expect(checkCertificate(system, certificate)).toEqual({ ok: true });
      for (const slack of [1, 2]) expect(checkByDefinition(system, certificate, slack)).toEqual({ ok: true });
    }
    const { system, certificate } = proof(peterson(true));
    expect(checkCertificate(system, certificate)).toEqual({ ok: true });
  });

  it('are judged step by step, and it is told how much was looked at', async () => {
    const { system, certificate } = proof(peterson(true));
    const { length } = certificate.configurations;
    const phases = new Set<string>();
    let last = 0;
    const work = judge(system, certificate);
    let step = work.next();
    for (; step.done !== true; step = work.next()) {
      const { phase, cubes, queue } = step.value;
      phases.add(phase);
      expect(cubes + queue).toBe(length);
      expect(cubes).toBeGreaterThanOrEqual(last);
      last = cubes;
    }
    expect([...phases]).toEqual(['threads alone', 'reading', 'steps']);
    expect(step.value).toEqual({ ok: true, configurations: length, steps: expect.any(Number) });
    expect(step.value.steps).toBeGreaterThan(length);
    expect(await new Budget({}).drive(judge(system, certificate))).toEqual({ value: step.value });
    const broken = { ...certificate, configurations: certificate.configurations.slice(0, -1) };
    expect(await new Budget({}).drive(judge(system, broken))).toMatchObject({ value: { ok: false } });
  });

  it('are rejected when they speak of what the program does not have', () => {
    const { system, certificate } = SB;
    const [first] = certificate.configurations;
    if (first === undefined) throw new Error('it has configurations');
    const { memory } = first;
    const thread = { automaton: 0, state: 0, buffer: [] };
    const message = { cell: 0, value: 0, own: true };
    const strange: CertifiedConfiguration[] = [
      { memory: memory.slice(1), threads: [] },
      { memory: [...memory, 0], threads: [] },
      { memory: memory.with(0, 7), threads: [] },
      ...[{ automaton: 2 }, { automaton: -1 }, { state: 99 }, { state: -1 }, { state: 0.5 }].map((wrong) => ({
        memory,
        threads: [{ ...thread, ...wrong }],
      })),
      ...[{ cell: 3 }, { cell: -1 }, { value: 7 }].map((wrong) => ({
        memory,
        threads: [{ ...thread, buffer: [{ ...message, ...wrong }] }],
      })),
    ];
    strange.push({ memory, threads: [thread, { ...thread, state: 1 }] });
    const reason = 'it speaks of threads, states or cells that the program does not have';
    for (const each of strange) {
      const configurations = [...certificate.configurations, each];
      expect(checkCertificate(system, { ...certificate, configurations })).toEqual({ ok: false, reason });
    }
    const [states = [], ...others] = certificate.alone;
    const entry = { own: [], memory: [] };
    for (const alone of [
      others,
      [...certificate.alone, []],
      [states.slice(1), ...others],
      [[...states, []], ...others],
      [states.with(0, [{ ...entry, own: [{ cell: 9, value: 0 }] }]), ...others],
      [states.with(0, [{ ...entry, memory: [{ cell: 0, value: 7 }] }]), ...others],
    ]) {
      expect(checkCertificate(system, { ...certificate, alone })).toEqual({ ok: false, reason });
    }
  });

  it('are data', () => {
    const read = JSON.parse(JSON.stringify(SB.certificate)) as DualCertificate;
    expect(checkCertificate(SB.system, read)).toEqual({ ok: true });
  });

  it('are rejected without one of their configurations, whichever it is', () => {
    for (const { system, certificate } of [SB, MP]) {
      for (const [k] of certificate.configurations.entries()) {
        const configurations = certificate.configurations.toSpliced(k, 1);
        expect(checkCertificate(system, { ...certificate, configurations }).ok).toBe(false);
      }
    }
  });

  it('are rejected when a configuration says more', () => {
    const { system, certificate } = SB;
    const more = (change: (old: CertifiedConfiguration) => CertifiedConfiguration) =>
      certificate.configurations.flatMap((old, k) => {
        const changed = change(old);
        const same = JSON.stringify(changed) === JSON.stringify(old);
        return same ? [] : [{ ...certificate, configurations: certificate.configurations.with(k, changed) }];
      });
    const changed = [
      ...more((old) => ({ ...old, memory: old.memory.map((value) => value ?? 0) })),
      ...more(({ memory, threads }) => ({
        memory,
        threads: threads.map((thread) => ({
          ...thread,
          buffer: [{ cell: 0, value: 0, own: false }, ...thread.buffer],
        })),
      })),
    ];
    expect(changed.length).toBeGreaterThan(5);
    for (const certificate of changed) expect(checkCertificate(system, certificate).ok).toBe(false);
  });

  it('are rejected when an initial configuration is covered', () => {
    const { system, certificate } = SB;
    const memory = system.domains.map(() => null);
    const all = [{ memory, threads: [] }];
    expect(checkCertificate(system, { ...certificate, configurations: all })).toEqual({
      ok: false,
      reason: 'an initial configuration is covered',
    });
    expect(checkCertificate(system, { ...certificate, configurations: [] })).toEqual({
      ok: false,
      reason: 'a target is not covered',
    });
  });

  it('are rejected without something that a thread alone can have', () => {
    const { system, certificate } = SB;
    let tried = 0;
    for (const [a, states] of certificate.alone.entries()) {
      for (const [s, entries] of states.entries()) {
        for (const [e] of entries.entries()) {
          const alone = certificate.alone.with(a, states.with(s, entries.toSpliced(e, 1)));
          expect(checkCertificate(system, { ...certificate, alone }).ok).toBe(false);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  it('are rejected when they claim a cell for one thread that others write', () => {
    const { system, certificate } = proof(straightLines('w x 1; fence; r y 0', 'w x 1; w y 1; fence; r x 0'));
    expect(checkCertificate(system, certificate)).toEqual({ ok: true });
    const claimed = certificate.alone.map((states) =>
      states.map((entries) => entries.map((entry) => ({ ...entry, memory: [{ cell: 0, value: 0 }, ...entry.memory] }))),
    );
    expect(checkCertificate(system, { ...certificate, alone: claimed })).toEqual({
      ok: false,
      reason: 'memory is listed that others write',
    });
  });

  it('do not prove another program', () => {
    const unfenced = runDual(straightLines('w x 1; r y 0', 'w y 1; fence; r x 0'));
    expect(unfenced.answer.verdict).toBe('violated');
    const { system, certificate } = SB;
    const [first, second] = system.automata;
    if (first === undefined || second === undefined) throw new Error('there are two automata');
    const transitions = first.transitions.map((each) =>
      each.operation.kind === 'fence' ? { ...each, operation: { kind: 'nop' as const } } : each,
    );
    const broken = { ...system, automata: [{ ...first, transitions }, second] };
    expect(checkCertificate(broken, certificate).ok).toBe(false);
  });

  it('of random programs are accepted, and rejected when something is taken out', () => {
    const random = new Random(5);
    let proofs = 0;
    for (let seed = 0; seed < 120; seed++) {
      const { answer } = runDual(randomFiniteProgram(new Random(seed)));
      if (answer.verdict !== 'holds' || answer.certificate.configurations.length > 120) continue;
      const { system, certificate } = answer;
      expect(checkCertificate(system, certificate), `seed ${seed}`).toEqual({ ok: true });
      const { configurations } = certificate;
      if (configurations.length === 0) continue;
      proofs++;
      const without = configurations.toSpliced(random.between(0, configurations.length - 1), 1);
      const judged = checkCertificate(system, { ...certificate, configurations: without });
      expect(judged.ok, `seed ${seed}, with one taken out`).toBe(false);
    }
    expect(proofs).toBeGreaterThan(15);
  });
});
