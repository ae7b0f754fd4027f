import { describe, expect, it } from 'vitest';
import { ask, FENCED as LOCK, refusal, UNFENCED as UNFENCED_LOCK } from './ask.js';

const LIVE = '\nltl live: G (P(0)@wait -> F P(0)@cs)\n';
const FENCED = `${LOCK}${LIVE}`;
const UNFENCED = `${UNFENCED_LOCK}${LIVE}`;

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

describe('checking a program', () => {
  it('is under TSO unless said otherwise, and says how far the answer reaches', async () => {
    const violated = await ask(UNFENCED);
    expect(violated).toMatchObject({
      verdict: 'violated',
      memory: 'tso',
      buffer: 'unbounded',
      processes: 2,
      engine: 'explicit',
    });
    expect(violated.trace?.names).toEqual(['P(0)', 'P(1)']);
    expect(await ask(FENCED, { memory: 'sc' })).toMatchObject({ verdict: 'holds', buffer: null });
    // Leaving, raising the flag again and giving way: three writes before the fence.
    const bounded = await ask(FENCED, { buffer: 2 });
    expect(bounded).toMatchObject({ verdict: 'holds', buffer: 2, actors: 'threads' });
    expect(bounded.reason).toContain('--buffer unbounded');
    expect(await ask(FENCED)).toMatchObject({ verdict: 'holds', buffer: 'unbounded', actors: 'threads' });
    expect(await ask(FENCED, { buffer: 3 })).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
  });

  it('names a bound that was reached', async () => {
    const writer = 'shared x: 0..1\nthread P { loop { x = 0; x = 1 } }\nnever x == 0 && P@end';
    expect(await ask(writer, { buffer: 3 })).toMatchObject({ verdict: 'holds', buffer: 3 });
    expect(await ask(writer, { memory: 'sc' })).toMatchObject({ verdict: 'holds', buffer: null });
  });

  it('says which properties it did not ask about', async () => {
    expect((await ask(FENCED, { buffer: 3 })).reason).toBe('not asked here: `ltl live`');
  });

  it('finds longer buffers necessary where they are', async () => {
    // The third write must wait while the first two do.
    const deep = `
      shared x: 0..3, y: 0..1
      thread W { x = 1; x = 2; x = 3; local r = y; got: assume r == 0; done: skip }
      thread R { y = 1; fence; local s = x; got: assume s == 0; done: skip }
      never both: W@done && R@done`;
    expect(await ask(deep, { buffer: 2 })).toMatchObject({ verdict: 'holds', buffer: 2 });
    expect(await ask(deep, { buffer: 3 })).toMatchObject({ verdict: 'violated', buffer: 3 });
    expect(await ask(deep)).toMatchObject({ verdict: 'violated', buffer: 'unbounded' });
  });

  it('tries small numbers of `any` threads by the explicit engine, and claims no more', async () => {
    const open = await ask(SPINLOCK, { memory: 'pso', engine: 'explicit' });
    expect(open).toMatchObject({ verdict: 'unknown', processes: 'any' });
    expect(open.reason).toMatch(/^it holds for 1, 2, 3 of `T`, and nothing is known of other numbers: --processes/);
    expect(await ask(SPINLOCK, { processes: 4 })).toMatchObject({ verdict: 'holds', processes: 4 });
    const split = SPINLOCK.replace('await swap(lock, 1) == 0', 'await lock == 0; lock = 1');
    const broken = await ask(split, { engine: 'explicit' });
    expect(broken).toMatchObject({ verdict: 'violated', processes: 'any' });
    expect(broken.trace?.processes).toBe(2);
  });

  it('leaves out numbers for which a property names a thread that is not there', async () => {
    const named = SPINLOCK.replace('T(i)@cs && T(j)@cs', 'T(0)@cs && T(2)@cs');
    expect((await ask(named)).reason).toMatch(
      /^it holds for 3 of `T`, and nothing is known of other numbers: --processes/,
    );
    expect(await refusal(named, { processes: 2 })).toMatchObject({ code: 'process-number' });
    const many = SPINLOCK.replace('T(i)@cs && T(j)@cs', 'T(0)@cs && T(5)@cs');
    expect(await refusal(many)).toMatchObject({ code: 'process-number' });
    expect(await ask(many, { processes: 6 })).toMatchObject({ verdict: 'holds' });
  });

  it('refuses numbers of threads and engines that do not fit', async () => {
    expect(await refusal(FENCED, { processes: 3 })).toMatchObject({ code: 'process-number', line: null });
    expect(await refusal(FENCED, { processes: 'any' })).toMatchObject({ code: 'process-number' });
    expect(await refusal(SPINLOCK, { processes: 0 })).toMatchObject({ code: 'process-number' });
    expect(await refusal(FENCED, { engine: 'parameterized' })).toMatchObject({ code: 'unsupported' });
    expect(await refusal('shared x: int\nthread P { y = 1 }')).toMatchObject({ code: 'unknown-name', line: 2 });
  });

  it('ends in unknown at a limit, and says what was covered', async () => {
    const counter = 'shared x: int\nthread P { loop { x = x + 1 } }\nnever x < 0';
    for (const limit of [{ maxStates: 5000 }, { maxMemory: 1 }]) {
      const stopped = await ask(counter, { engine: 'explicit', memory: 'sc', ...limit });
      expect(stopped.verdict).toBe('unknown');
      expect(stopped.reason).toMatch(/limit of .* states found were explored/);
    }
    const signal = AbortSignal.abort();
    expect((await ask(counter, { signal })).reason).toMatch(/^interrupted: \d+ of \d+ states/);
    expect((await ask(counter, { engine: 'explicit', timeout: 0.1 })).reason).toMatch(
      /^the time limit of 0.1 s was reached: .*; a larger --timeout may help$/,
    );
  });

  it('says what does not fit into a kernel, before any work', async () => {
    const arrays = Array.from({ length: 10 }, (_, k) => `a${k}`);
    const wide = `shared ${arrays.map((name) => `${name}[40]: int`).join(', ')}\nthread P { local i: 0..39 = 0
      loop { ${arrays.map((name) => `${name}[i] = 1`).join('; ')}; i = (i + 1) % 40 } }`;
    const tooWide = await ask(wide, { engine: 'explicit', memory: 'pso', buffer: 4 });
    expect(tooWide.reason).toMatch(/^a state takes \d+ words, .*: shorter buffers/);
    const large = [
      'shared x: int = 3000000000\nthread P { x = 1 }\nnever x > 5',
      'shared x: int\nthread P { local y: int = -3000000000; x = y }\nnever x > 5',
      'shared x: int\nthread P { x = 1 }\nnever x > -5000000000',
      'shared x: int\nthread P { x = 3000000000 }\nnever x > 5',
    ];
    for (const text of large) {
      const { verdict, reason } = await ask(text, { engine: 'explicit', memory: 'sc' });
      expect([text, verdict, reason]).toEqual([text, 'unknown', expect.stringContaining('does not fit into 32 bits')]);
    }
  });

  it('reads every language, by the name of the file or as asked', async () => {
    const memorax = `
      forbidden CS CS
      data x = 0 : [0:1] y = 0 : [0:1]
      process text write: x := 1; read: y = 0; CS: nop
      process text write: y := 1; read: x = 0; CS: nop`;
    expect(await ask(memorax, { file: 'sb.rmm' })).toMatchObject({ verdict: 'violated', memory: 'tso' });
    expect(await ask(memorax, { language: 'memorax', memory: 'sc' })).toMatchObject({ verdict: 'holds' });
    const trencher = `
      thread t0 initial a final c transition a b write 1 0 transition b b2 read r 1 transition b2 c check == r 0 end
      thread t1 initial a final c transition a b write 1 1 transition b b2 read r 0 transition b2 c check == r 0 end`;
    expect(await ask(trencher, { file: 'small.txt' })).toMatchObject({ verdict: 'violated', memory: 'tso' });
    expect(await ask(trencher, { file: 'small.trencher', memory: 'sc' })).toMatchObject({ verdict: 'holds' });
  });
});
