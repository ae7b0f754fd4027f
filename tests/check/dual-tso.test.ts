import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { type CheckOptions, check } from '../../src/check/check.js';
import { compare } from '../../src/check/compare.js';
import { judgeCertificate } from '../../src/check/judge.js';
import { ask, FENCED, UNFENCED } from './ask.js';

const STORES = 'shared x: 0..1\nthread P { loop { x = 0; x = 1 } }\nthread Q { assert x < 2 }';

const SPINLOCK = `
shared lock: 0..1
thread T[any] {
  loop {
    await swap(lock, 1) == 0
    cs: skip
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs
`;
const RACY = SPINLOCK.replace('await swap(lock, 1) == 0', 'await lock == 0\nlock = 1');

const OWNER = `
shared lock: 0..1
shared flag[T]: bool = false
thread T[any] {
  loop {
    await swap(lock, 1) == 0
    flag[self] = true
    cs: skip
    flag[self] = false
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs
`;

describe('--engine dual-tso', () => {
  it('answers for buffers of any length', async () => {
    const engine = 'dual-tso' as const;
    const held = await ask(FENCED, { engine });
    expect(held).toMatchObject({ verdict: 'holds', buffer: 'unbounded', engine, processes: 2, reason: null });
    expect(held.counts.minimal).toBeGreaterThan(0);
    const violated = await ask(UNFENCED, { engine });
    expect(violated).toMatchObject({ verdict: 'violated', engine, buffer: 'unbounded' });
    expect(violated.trace?.names).toEqual(['P(0)', 'P(1)']);
  });

  it('takes the other languages', async () => {
    const sb =
      'X86 SB\n{ }\nP0 | P1 ;\nMOV [x],$1 | MOV [y],$1 ;\nMOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)';
    expect(await ask(sb, { engine: 'dual-tso', file: 'SB.litmus' })).toMatchObject({ verdict: 'violated' });
    const fenced = sb.replace('MOV EAX,[y] | MOV EAX,[x]', 'MFENCE | MFENCE ;\nMOV EAX,[y] | MOV EAX,[x]');
    expect(await ask(fenced, { engine: 'dual-tso', file: 'SB.litmus' })).toMatchObject({ verdict: 'holds' });
  });

  it('says what to do about programs that are not for it', async () => {
    const unbounded = 'shared t: int\nthread P { loop { t = t + 1 } }\nnever t == 5';
    const outcome = await ask(unbounded, { engine: 'dual-tso' });
    expect(outcome).toMatchObject({ verdict: 'unknown', engine: 'dual-tso' });
    expect(outcome.reason).toMatch(/t is an unbounded int.*range/);
    for (const memory of ['sc', 'pso'] as const) {
      const result = await check(FENCED, { file: 'program.fp', engine: 'dual-tso', memory });
      expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'unsupported' }] });
    }
  });

  it('stops at a limit and says what was covered', async () => {
    const outcome = await ask(FENCED, { engine: 'dual-tso', maxStates: 20 });
    expect(outcome).toMatchObject({ verdict: 'unknown' });
    expect(outcome.reason).toContain('the limit of 20 configurations');
  });

  it('is the one under TSO in a comparison', async () => {
    const result = await compare(FENCED, { file: 'program.fp', engine: 'dual-tso' });
    const engines = result.ok ? result.comparison.outcomes.map(({ engine }) => engine) : [];
    expect(engines).toEqual(['explicit', 'dual-tso', 'explicit']);
  });

  it('takes an array system with a number of processes', async () => {
    const model = `
      type place = Outside | Waiting | Inside
      weak var Taken : bool
      array At[proc] : place
      init (i) { At[i] = Outside && Taken = False }
      unsafe (i j) { At[i] = Inside && At[j] = Inside }
      transition enter ([i]) requires { At[i] = Outside && Taken = False } { At[i] := Inside; Taken := True }
    `;
    const options = { file: 'lock.cub', engine: 'dual-tso', processes: 2 } as const;
    expect(await ask(model, options)).toMatchObject({ verdict: 'holds', engine: 'dual-tso', actors: 'processes' });
  });
});

describe('buffers of any length, whoever answers', () => {
  it('takes the Dual-TSO engine where longer buffers have no end', async () => {
    const bounded = await ask(STORES, { engine: 'explicit' });
    expect(bounded).toMatchObject({ verdict: 'unknown', buffer: 'unbounded', reasons: [{ bound: 64, reasons: [] }] });
    expect(bounded.reason).toBe(
      'it holds for buffers of at most 64 writes, which --buffer 64 asks about; longer ones were not tried',
    );
    const outcome = await ask(STORES);
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'dual-tso', buffer: 'unbounded' });
    expect(outcome.reason).toContain('with buffers of 8');
    // Three writes are all that wait here.
    expect(await ask(FENCED)).toMatchObject({ engine: 'explicit', buffer: 'unbounded' });
  });
});

describe('any number of threads', () => {
  it('is proved in two ways, and the answer says which one was chosen', async () => {
    const chosen = await ask(SPINLOCK);
    expect(chosen).toMatchObject({ verdict: 'holds', processes: 'any', engine: 'dual-tso', buffer: 'unbounded' });
    expect(chosen.reason).toContain('--engine parameterized');
    const cubes = await ask(SPINLOCK, { engine: 'parameterized' });
    expect(cubes).toMatchObject({ verdict: 'holds', processes: 'any', engine: 'parameterized', actors: 'threads' });
    expect(cubes.invariants.length).toBeGreaterThan(0);
    expect(await ask(SPINLOCK, { memory: 'sc' })).toMatchObject({ verdict: 'holds', engine: 'parameterized' });
  });

  it('is refuted in both, with threads that have their names', async () => {
    for (const engine of ['dual-tso', 'parameterized'] as const) {
      const outcome = await ask(RACY, { engine });
      expect(outcome).toMatchObject({ verdict: 'violated', engine, processes: 'any', trace: { processes: 2 } });
      expect(outcome.trace?.names).toEqual(['T(0)', 'T(1)']);
    }
  });

  it('goes to the engine that can', async () => {
    const outcome = await ask(OWNER);
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'parameterized', processes: 'any' });
    expect(await ask(OWNER, { engine: 'dual-tso' })).toMatchObject({ verdict: 'unknown' });
    const given = await check(OWNER, { file: 'a.fp', engine: 'parameterized', processes: 2 });
    expect(given).toMatchObject({ ok: false, diagnostics: [{ code: 'unsupported' }] });
  });

  it('goes to the parameterized engine first where there are many values', async () => {
    const many = SPINLOCK.replace('shared lock: 0..1', 'shared lock: 0..1, last: 0..40').replace(
      'cs: skip',
      'last = 7\ncs: skip',
    );
    expect(await ask(many)).toMatchObject({ verdict: 'holds', engine: 'parameterized' });
  });

  it('falls back to some numbers where neither can, and says why', async () => {
    const counting = SPINLOCK.replace('cs: skip', 'cs: assert count(T) < 7');
    const outcome = await ask(counting);
    expect(outcome).toMatchObject({ verdict: 'unknown', engine: 'explicit' });
    for (const part of ['it holds for 1, 2, 3 of `T`', 'the Dual-TSO engine: ', 'the parameterized engine: ']) {
      expect(outcome.reason).toContain(part);
    }
    const weaker = await ask(counting, { memory: 'pso' });
    expect(weaker).toMatchObject({ verdict: 'unknown', engine: 'explicit' });
    for (const part of ['it holds for 1, 2, 3 of `T`', 'the PSO engine: ']) expect(weaker.reason).toContain(part);
  });
});

describe('certificates of minor sets', () => {
  const text = async (program: string, options: CheckOptions): Promise<string> => {
    const proved = await certify(program, { ...options, file: 'a.fp' });
    if (!proved.ok || proved.certificate.kind !== 'minor set') throw new Error('there is no proof');
    return [...proved.certificate.chunks()].join('');
  };
  const judged = async (program: string, certificate: string, options: CheckOptions = {}) => {
    const result = await judgeCertificate(program, certificate, { file: 'a.fp', ...options });
    if (!result.ok) throw new Error(result.diagnostics[0]?.message);
    return result.judgement;
  };

  it('are accepted for their program, and for no other', async () => {
    const fixed = await text(FENCED, { engine: 'dual-tso' });
    expect(await judged(FENCED, fixed)).toMatchObject({ verdict: 'accepted', reason: null });
    expect(await judged(UNFENCED, fixed)).toMatchObject({ verdict: 'refused' });
    const any = await text(SPINLOCK, {});
    expect(await judged(SPINLOCK, any)).toMatchObject({ verdict: 'accepted' });
    expect(await judged(RACY, any)).toMatchObject({ verdict: 'refused' });
    expect(await judged(SPINLOCK, 'not JSON')).toMatchObject({
      verdict: 'refused',
      reason: 'it is neither JSON nor SMT-LIB',
    });
  });

  it('are refused without any one of their configurations', async () => {
    const whole = JSON.parse(await text(FENCED, { engine: 'dual-tso' })) as { configurations: object[] };
    const { length } = whole.configurations;
    expect(length).toBeGreaterThan(50);
    for (let k = 0; k < length; k++) {
      const less = JSON.stringify({ ...whole, configurations: whole.configurations.toSpliced(k, 1) });
      expect((await judged(FENCED, less)).verdict, `without ${k}`).toBe('refused');
    }
  });
});
