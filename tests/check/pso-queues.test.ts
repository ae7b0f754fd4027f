import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { check } from '../../src/check/check.js';
import { judgeCertificate } from '../../src/check/judge.js';
import { ask } from './ask.js';

const memory = 'pso' as const;
const engine = 'pso-queues' as const;

const PASSING = (fence: string) => `
shared data: 0..1, flag: 0..1
thread Writer { loop { data = 1 ${fence} flag = 1 } }
thread Reader { await flag == 1; await data == 0; old: skip }
never Reader@old
`;
const FENCED = PASSING('; fence;');

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

describe('--engine pso-queues', () => {
  it('answers for buffers of any length', async () => {
    const held = await ask(FENCED, { memory, engine });
    expect(held).toMatchObject({ verdict: 'holds', buffer: 'unbounded', engine, processes: 2, reason: null });
    const violated = await ask(PASSING(';'), { memory, engine });
    expect(violated).toMatchObject({ verdict: 'violated', engine, buffer: 'unbounded' });
  });

  it('takes the other languages', async () => {
    const mp =
      'X86 MP\n{ }\nP0 | P1 ;\nMOV [x],$1 | MOV EAX,[y] ;\nMOV [y],$1 | MOV EBX,[x] ;\nexists (1:EAX=1 /\\ 1:EBX=0)';
    expect(await ask(mp, { memory, engine, file: 'MP.litmus' })).toMatchObject({ verdict: 'violated' });
    const fenced = mp.replace('MOV [y]', 'MFENCE | ;\nMOV [y]');
    expect(await ask(fenced, { memory, engine, file: 'MP.litmus' })).toMatchObject({ verdict: 'holds' });
    const lock = `
      type place = Outside | Waiting | Inside
      weak var Taken : bool
      array At[proc] : place
      init (i) { At[i] = Outside && Taken = False }
      unsafe (i j) { At[i] = Inside && At[j] = Inside }
      transition enter ([i]) requires { At[i] = Outside && Taken = False } { At[i] := Inside; Taken := True }
    `;
    const options = { memory, engine, file: 'lock.cub', processes: 2 } as const;
    expect(await ask(lock, options)).toMatchObject({ verdict: 'holds', engine, buffer: 'unbounded' });
    const racy = lock.replace('Outside && Taken = False } {', 'Outside } {');
    expect(await ask(racy, options)).toMatchObject({ verdict: 'violated', engine });
  });

  it('says what to do about questions that are not for it', async () => {
    const unbounded = await ask('shared t: int\nthread P { loop { t = t + 1 } }\nnever t == 5', { memory, engine });
    expect(unbounded).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('give it a range') });
    const tso = await check(FENCED, { file: 'program.fp', engine, memory: 'tso' });
    expect(tso).toMatchObject({ ok: false });
    if (!tso.ok) expect(tso.diagnostics[0]?.message).toContain('the PSO engine is for PSO, not for TSO');
  });
});

describe('without a name', () => {
  it('is asked where longer buffers have no end', async () => {
    const outcome = await ask(FENCED, { memory, buffer: 'unbounded' });
    expect(outcome).toMatchObject({ verdict: 'holds', buffer: 'unbounded', processes: 2 });
    const stores = 'shared x: 0..1\nthread P { loop { x = 0; x = 1 } }\nthread Q { assert x < 2 }';
    expect(await ask(stores, { memory, buffer: 'unbounded' })).toMatchObject({ verdict: 'holds', engine });
  });

  it('is asked about any number of threads', async () => {
    expect(await ask(SPINLOCK, { memory })).toMatchObject({ verdict: 'holds', engine, processes: 'any' });
    const racy = SPINLOCK.replace('await swap(lock, 1) == 0', 'await lock == 0\nlock = 1');
    expect(await ask(racy, { memory })).toMatchObject({ verdict: 'violated', engine });
  });
});

describe('certificates of store queues', () => {
  const text = async (program: string) => {
    const proved = await certify(program, { file: 'program.fp', memory, engine });
    if (!proved.ok || proved.certificate.kind !== 'minor set') throw new Error('there is no proof');
    return [...proved.certificate.chunks()].join('');
  };
  const judged = async (program: string, certificate: string) => {
    const result = await judgeCertificate(program, certificate, { file: 'program.fp', memory });
    return result.ok ? result.judgement : result.diagnostics;
  };

  it('are accepted for their programs', async () => {
    for (const program of [FENCED, SPINLOCK]) {
      expect(await judged(program, await text(program))).toMatchObject({ verdict: 'accepted', reason: null });
    }
  });

  it('are refused for others, and without an element', async () => {
    const whole = await text(FENCED);
    expect(await judged(PASSING(';'), whole)).toMatchObject({ verdict: 'refused' });
    const { elements, ...rest } = JSON.parse(whole) as { elements: readonly object[] };
    const [target] = elements;
    expect(target).toBeDefined();
    const cut = JSON.stringify({ ...rest, elements: elements.slice(1) });
    expect(await judged(FENCED, cut)).toMatchObject({ verdict: 'refused', reason: 'a target is not covered' });
  });
});
