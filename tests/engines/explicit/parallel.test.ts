import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExplicitEngine } from '../../../src/engines/explicit/engine.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { withBarriers, withModelSteps } from '../../random/explicit/model-steps.js';
import { Random } from '../../random/random.js';
import { finish } from '../../support/engines.js';
import { cases, least, share, sized } from '../../support/size.js';
import { LIMITS, runEngine, summaryOf } from './compare.js';
import { randomProgram, shrink } from './random-programs.js';
import { randomThreads } from './random-threads.js';
import { programOf } from './symmetric-programs.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const satisfies readonly MemoryName[];
type Asked = Parameters<typeof runEngine>[0];

/** By several partitions from the second level on, on so many threads. */
function dealt(partitions: number, jobs: number): { readonly limits: Asked['limits'] & object } {
  return { limits: { ...LIMITS, alone: 1, partitions, jobs } };
}

/** Null when one thread and several partitions say the same; otherwise what they say. */
function disagreement(program: Program, memory: MemoryName, buffer: number, jobs: number): string | null {
  const question = { program, memory: memoryNamed(memory), buffer };
  const [alone, together] = [runEngine(question), runEngine({ ...question, ...dealt(4, jobs) })];
  const [one, other] = [summaryOf(alone), summaryOf(together)];
  // Where a level has a violation and a number that is too large, either may be seen first.
  if (one === other || [one, other].includes('overflow') || [one, other].includes('undefined')) return null;
  return `alone: ${one}; together: ${other}`;
}

const tally = { holds: 0, violated: 0 };

describe('several partitions have the states of one kernel', () => {
  const agree = (program: Program, memory: MemoryName, seed: number): void => {
    const buffer = 1 + (seed % 3);
    // Threads take long to start.
    const jobs = seed % 16 === 0 ? 2 : 1;
    const ask = (asked: Program) => disagreement(asked, memory, buffer, jobs);
    const wrong = ask(program);
    const { verdict } = runEngine({ program, memory: memoryNamed(memory), buffer, ...dealt(3, 1) }).answer;
    if (verdict !== 'unknown') tally[verdict]++;
    if (wrong === null) return;
    const small = shrink(program, (smaller) => ask(smaller) !== null);
    expect.fail(`seed ${seed}, buffers of ${buffer}, ${jobs} threads: ${ask(small)}\n${JSON.stringify(small)}`);
  };

  for (const memory of MEMORIES) {
    it(`of random programs under ${memory}`, () => {
      for (let seed = 0; seed < cases(700, 16); seed++) {
        const random = new Random(seed);
        agree(withBarriers(random, withModelSteps(random, randomProgram(random))), memory, seed);
      }
    });

    it(`of random threads that rarely meet under ${memory}`, () => {
      for (let seed = 0; seed < cases(300, 8); seed++) agree(randomThreads(new Random(seed)), memory, seed);
    });
  }

  it('in enough programs of both kinds', () => {
    expect(tally.holds).toBeGreaterThan(least(100));
    expect(tally.violated).toBeGreaterThan(least(100));
  });
});

const PETERSON = `
  shared flag[2]: bool, turn: 0..1
  thread P(me: 0..1) {
    loop {
      flag[me] = true
      turn = 1 - me
      await !flag[1 - me] || turn == me
      cs: skip
      flag[me] = false
    }
  }
  never mutex: P(0)@cs && P(1)@cs
`;

const STUCK = `
  shared a: bool, b: bool
  thread P { loop { await !swap(a, true); await !swap(b, true); cs: b = false; a = false } }
  thread Q { loop { await !swap(b, true); await !swap(a, true); cs: a = false; b = false } }
  thread R { local n: 0..200; while (n < 200) { n = n + 1 } }
  never both: P@cs && Q@cs
  invariant P@cs && Q@cs -> a
`;

describe('on the examples', () => {
  const files = readdirSync('examples', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.fp'));
  it('verdicts, states, transitions and lengths of runs are those of one thread', { timeout: 3_600_000 }, () => {
    let asked = 0;
    for (const file of share(files.sort(), 5)) {
      const path = join('examples', file);
      const made = readProgram(readFileSync(path, 'utf8'), path).program?.instantiate(null);
      if (made?.kind !== 'program') continue;
      for (const memory of MEMORIES) {
        const question = { program: made.program, memory: memoryNamed(memory), buffer: 2, noting: true };
        const limits = { ...LIMITS, maxStates: sized(20_000, 50_000) };
        const alone = runEngine({ ...question, limits });
        const together = runEngine({ ...question, limits: { ...dealt(2, 2).limits, maxStates: limits.maxStates } });
        const warned = ({ answer }: typeof alone) =>
          answer.verdict === 'holds' ? answer.warnings?.list.map(({ code }) => code) : [];
        expect([file, memory, summaryOf(together), warned(together)]).toEqual([
          file,
          memory,
          summaryOf(alone),
          warned(alone),
        ]);
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(sized(5, 200));
  });
});

describe('the answer', () => {
  it('is the same each time, whoever is faster', () => {
    const question = { program: programOf(PETERSON), memory: memoryNamed('tso'), buffer: 2, ...dealt(4, 2) };
    const answers = Array.from({ length: sized(5, 200) }, () => JSON.stringify(runEngine(question)));
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] as string).answer.verdict).toBe('violated');
  });

  it('has the warnings of a search by one thread', () => {
    const question = { program: programOf(STUCK), memory: memoryNamed('sc'), buffer: 1, noting: true };
    const [alone, together] = [runEngine(question), runEngine({ ...question, ...dealt(3, 3) })];
    if (alone.answer.verdict !== 'holds' || together.answer.verdict !== 'holds') throw new Error('both hold');
    expect(together.answer.warnings?.list).toEqual(alone.answer.warnings?.list);
    expect(alone.answer.warnings?.list.map(({ code }) => code)).toContain('stuck');
    expect(together.answer.warnings?.deadlock?.run.steps).toHaveLength(
      alone.answer.warnings?.deadlock?.run.steps.length as number,
    );
    expect(together.counts).toMatchObject({ states: alone.counts.states, transitions: alone.counts.transitions });
  });

  it('is unknown where a limit is reached, with what was covered', () => {
    const program = programOf(STUCK);
    const few = { ...dealt(4, 2).limits, maxStates: 300 };
    const { answer } = runEngine({ program, memory: memoryNamed('sc'), buffer: 1, limits: few });
    expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining('the limit of 300 states') });
    const small = { ...dealt(4, 2).limits, maxMegabytes: 1, maxStates: 1_000_000_000 };
    const wide = programOf('thread T[6] { local n: 0..30; loop { n = (n + 1) % 31 } } never x: false');
    const memory = runEngine({ program: wide, memory: memoryNamed('sc'), buffer: 1, symmetry: false, limits: small });
    expect(memory.answer).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('memory limit of 1 MB'),
    });
  });

  it('goes on in other memories where one is full', () => {
    const program = programOf('thread T[4] { local n: 0..20; loop { n = (n + 1) % 21 } } never x: false');
    const question = { program, memory: memoryNamed('sc'), buffer: 1, symmetry: false };
    const limits = { maxStates: 1_000_000, maxMegabytes: 64, addresses: 2 ** 21 };
    const one = runEngine({ ...question, limits: { ...limits, maxMegabytes: 2 } });
    expect(one.answer).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('that one search can use'),
    });
    const several = runEngine({ ...question, limits: { ...limits, partitions: 4 } });
    expect(several.answer.verdict).toBe('holds');
    expect(several.counts).toMatchObject({ states: 21 ** 4, transitions: 4 * 21 ** 4 });
  });

  it('leaves no thread at work when nobody wants it any more', () => {
    const limits = { ...dealt(2, 2).limits };
    const engine = new ExplicitEngine({ program: programOf(STUCK), memory: memoryNamed('sc'), buffer: 1, limits });
    const steps = engine.run();
    for (let k = 0; k < 40; k++) steps.next();
    expect(engine.counts().states).toBeGreaterThan(1);
    steps.return(undefined as never);
    expect(steps.next()).toEqual({ done: true, value: undefined });
    const again = new ExplicitEngine({ program: programOf(STUCK), memory: memoryNamed('sc'), buffer: 1, limits });
    expect(finish(again.run()).verdict).toBe('holds');
  });
});
