/**
 * Exact by default: without a bound the question is about store buffers of any length, and what holds for a bound alone is
 * never told as if it held.
 */
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/check/certify.js';
import { compare } from '../../src/check/compare.js';
import { readProgram } from '../../src/languages/program/index.js';
import { PSO, TSO } from '../../src/memory/models.js';
import { mostPending } from '../../src/memory/most-pending.js';
import { fix } from '../../src/repair/index.js';
import { fixText } from '../../src/report/fix.js';
import { PLAIN } from '../../src/report/style.js';
import { headline } from '../../src/report/text.js';
import { ask } from './ask.js';

const LENGTHS = [1, 2, 3, 4, 5, 6];
const WEAK = ['tso', 'pso'] as const;

/** W must have passed all its writes to x while none has reached memory; both sees what the other has not written yet. */
const READER = `thread R { y = 1; fence; local s: 0..9 = x; got: assume s == 0; done: skip }
never both: W@done && R@done`;
const LOOK = 'local r: 0..1 = y; got: assume r == 0; done: skip';

function straight(writes: number): string {
  const stores = Array.from({ length: writes }, (_, number) => `x = ${number + 1}`).join('; ');
  return `shared x: 0..9, y: 0..1\nthread W { ${stores}; ${LOOK} }\n${READER}`;
}

/** One store in a loop, which is passed so often. */
function counted(writes: number): string {
  return `shared x: 0..9, y: 0..1
thread W { local n: 0..9 = 0; while (n < ${writes}) { n = n + 1; x = n }; ${LOOK} }\n${READER}`;
}

/** For ever. */
function endless(writes: number): string {
  const stores = Array.from({ length: writes }, (_, number) => `x = ${number + 1}`).join('; ');
  return `shared x: 0..9, y: 0..1\nthread W { local r: 0..1 = 0
  loop { ${stores}; r = y; got: assume r == 0; done: skip } }\n${READER}`;
}

/** It holds, and any buffer can be full; no engine knows these numbers exactly. */
const STORES = `shared x: int = 0, y: int = 0
thread P { loop { x = 1; y = 1 } }
never x > 1`;

describe('a violation that needs so many pending writes', () => {
  it.each(LENGTHS)('%i: is found without any option', async (writes) => {
    for (const text of [straight(writes), counted(writes), endless(writes)]) {
      for (const memory of WEAK) {
        const outcome = await ask(text, { memory });
        expect([memory, outcome.verdict, outcome.buffer]).toEqual([memory, 'violated', 'unbounded']);
        expect(headline('p.fp', outcome, PLAIN)).toMatch(/^p\.fp: violated with 2 threads under [TP]SO, in \d+ steps$/);
        // It takes no fewer.
        if (writes === 1) continue;
        const shorter = await ask(text, { memory, buffer: writes - 1 });
        expect(shorter).toMatchObject({ verdict: 'holds', buffer: writes - 1 });
        const bound = `buffers of at most ${writes - 1} write`;
        expect(headline('p.fp', shorter, PLAIN)).toContain(bound);
      }
    }
  });

  it('is found by the engines that bound buffers when they are named', async () => {
    expect(await ask(endless(5), { engine: 'explicit', memory: 'pso' })).toMatchObject({ verdict: 'violated' });
    expect(await ask(straight(3), { engine: 'predicates' })).toMatchObject({ verdict: 'violated' });
  });

  it('is found by a comparison, and repaired', async () => {
    const compared = await compare(straight(4), { file: 'p.fp' });
    const verdicts = compared.ok ? compared.comparison.outcomes.map(({ verdict }) => verdict) : [];
    expect(verdicts).toEqual(['holds', 'violated', 'violated']);
    for (const text of [straight(3), endless(3)]) {
      const fixed = await fix(text, { file: 'p.fp' });
      expect(fixed).toMatchObject({ status: 'repaired', outcome: { verdict: 'holds', buffer: 'unbounded' } });
      if (fixed.ok)
        expect(fixText('p.fp', fixed, QUIET)).toMatch(/^p\.fp: repaired under TSO by 1 fence, and no fewer/);
    }
    // With the bound that hides it, the bound stands in the first line.
    const hidden = await fix(straight(3), { file: 'p.fp', buffer: 2 });
    if (!hidden.ok) throw new Error('the question is refused');
    expect(fixText('p.fp', hidden, QUIET)).toMatch(/^p\.fp: right as it is under TSO, buffers of at most 2 writes\n/);
  });
});

const QUIET = { style: PLAIN, width: 98, quiet: true };

describe('what cannot be settled', () => {
  it('is unknown, with what was covered', async () => {
    for (const memory of WEAK) {
      const outcome = await ask(STORES, { memory });
      expect(outcome).toMatchObject({ verdict: 'unknown', buffer: 'unbounded', reasons: [{ code: 'longer buffers' }] });
      expect(headline('p.fp', outcome, PLAIN)).toContain('unknown for 1 thread');
      expect(outcome.reason).toMatch(
        /^it holds for buffers of at most \d+ writes, which --buffer \d+ asks about; longer/,
      );
    }
    const asked = await ask(STORES, { buffer: 3 });
    expect(headline('p.fp', asked, PLAIN)).toBe('p.fp: holds for 1 thread under TSO, buffers of at most 3 writes');
  });

  it('is unknown when the budget ends on the way to longer buffers', async () => {
    const outcome = await ask(STORES, { maxStates: 150 });
    expect(outcome).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'longer buffers' }] });
    expect(outcome.reason).toContain('the limit of 150 states was reached');
  });

  it('is neither right nor repaired', async () => {
    const fixed = await fix(STORES, { file: 'p.fp' });
    expect(fixed).toMatchObject({ status: 'unknown', reasons: [{ code: 'longer buffers' }] });
    const bounded = await fix(STORES, { file: 'p.fp', buffer: 2 });
    expect(bounded).toMatchObject({ status: 'unneeded', outcome: { buffer: 2 } });
  });

  it('has no certificate', async () => {
    const certified = await certify(STORES, { file: 'p.fp' });
    expect(certified).toMatchObject({ outcome: { verdict: 'unknown' }, certificate: { kind: 'none' } });
  });

  it('says of how few threads and which buffers it is known, where their number is open', async () => {
    const open = STORES.replace('thread P', 'thread P[any]');
    const outcome = await ask(open, { engine: 'explicit', maxStates: 2_000 });
    expect(outcome.reason).toMatch(
      /^it holds for 1, 2, 3 of `P` with buffers of at most \d+ writes, and nothing is known/,
    );
    expect((await ask(open, { engine: 'explicit', buffer: 2 })).reason).toContain('with buffers of at most 2 writes');
  });
});

describe('temporal properties', () => {
  /** Other fills any buffer; what is asked has nothing to do with it. */
  const SIGNAL = `shared x: 0..1, y: 0..1
thread W { x = 1 }
thread R { await x == 1; got: skip }
thread Other { loop { y = 1 } }
ltl seen: F R@end
ltl unseen: G !R@end`;

  it('are unknown where any buffer can be full, and hold for a bound that is given', async () => {
    const asked = { property: 'seen', fairThreads: true } as const;
    const outcome = await ask(SIGNAL, asked);
    expect(outcome).toMatchObject({ verdict: 'unknown', buffer: 'unbounded', reasons: [{ code: 'longer buffers' }] });
    const bounded = await ask(SIGNAL, { ...asked, buffer: 2 });
    expect(headline('p.fp', bounded, PLAIN)).toContain(
      'holds for 3 threads under TSO, buffers of at most 2 writes, runs',
    );
    expect(await ask(SIGNAL, { property: 'unseen' })).toMatchObject({ verdict: 'violated', buffer: 'unbounded' });
  });

  it('are not violated by a thread that waits for room for ever', async () => {
    // No write reaches memory, and Other waits behind its full buffer: with a longer one it would have to go on.
    const waits = `shared x: 0..1
thread Other { x = 0; x = 0; x = 0; far: loop { skip } }
thread Idle { local seen: 0..1 = 0; loop { seen = x } }
ltl gets_far: F Other@far`;
    const asked = { property: 'gets_far', fairThreads: true, fairBuffers: false } as const;
    const bounded = await ask(waits, { ...asked, buffer: 2 });
    expect(headline('p.fp', bounded, PLAIN)).toContain(
      'violated with 2 threads under TSO, buffers of at most 2 writes, in',
    );
    expect(await ask(waits, asked)).toMatchObject({ verdict: 'holds', buffer: 'unbounded' });
    const looping = waits.replace('x = 0; far:', 'x = 0; while (x == 0) { x = 0 }; far:');
    const endless = await ask(looping, { ...asked, maxStates: 20_000 });
    expect(endless.verdict).not.toBe('holds');
    expect(typeof endless.buffer).toBe('string');
  });

  it('that need three pending writes to fail do so', async () => {
    const text = `${straight(3).split('\n').slice(0, 3).join('\n')}\nltl never_both: G !(W@done && R@done)`;
    const live = { property: 'never_both' } as const;
    expect(await ask(text, live)).toMatchObject({ verdict: 'violated' });
    expect(await ask(text, { ...live, buffer: 2 })).toMatchObject({ verdict: 'holds', buffer: 2 });
  });
});

describe('how many writes can wait, as the text tells', () => {
  const programOf = (text: string) => {
    const made = readProgram(text, 'p.fp').program?.instantiate(null);
    if (made?.kind !== 'program') throw new Error('no program');
    return made.program;
  };
  const most = (threads: string, memory: typeof TSO | typeof PSO = TSO) =>
    mostPending(programOf(`shared x, y: 0..1\nshared a[2]: 0..1\n${threads}`), memory, 8);

  it('counts the stores of a path between fences', () => {
    expect(most('thread P { skip }')).toBe(0);
    expect(most('thread P { x = 1; y = 1; x = 0 }')).toBe(3);
    expect(most('thread P { x = 1; y = 1; fence; x = 0 }')).toBe(2);
    expect(most('thread P { if (x == 1) { y = 1; y = 0 } else { x = 0 }; x = 1 }')).toBe(3);
    expect(most('thread P { loop { x = 1; fence; y = 1 } }')).toBe(2);
    expect(most('thread P { loop { await swap(x, 1) == 0; x = 0; y = 1 } }')).toBe(2);
  });

  it('has no bound where a loop stores', () => {
    expect(most('thread P { loop { x = 1 } }')).toBeNull();
    expect(most('thread P { loop { if (y == 1) { fence }; x = 1 } }')).toBeNull();
    expect(most(`thread P { ${'x = 1; '.repeat(9)} }`)).toBeNull();
  });

  it('counts for each variable where each cell has its queue', () => {
    expect(most('thread P { x = 1; y = 1; x = 0 }', PSO)).toBe(2);
    expect(most('thread P { a[0] = 1; a[1] = 1; y = 0 }', PSO)).toBe(2);
  });
});
