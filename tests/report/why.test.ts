/** Why a run is there that SC forbids, as people and programs read it. */
import { describe, expect, test } from 'vitest';
import { check, fix } from '../../src/index.js';
import type { MemoryName } from '../../src/memory/models.js';
import type { Trace } from '../../src/memory/trace.js';
import { jsonWhy } from '../../src/report/json-why.js';
import { PLAIN } from '../../src/report/style.js';
import { traceLines } from '../../src/report/trace.js';
import { whyLines, whySentences } from '../../src/report/why.js';

async function traceFor(text: string, memory: MemoryName, file = 'p.fp'): Promise<Trace> {
  const result = await check(text, { file, memory });
  if (!result.ok || result.outcome.trace === null) throw new Error('no violation');
  return result.outcome.trace;
}

const MESSAGE = `shared x: 0..1, flag: 0..1
thread Writer {
  x = 1
  flag = 1
}
thread Reader {
  local r: 0..1
  await flag == 1
  r = x
  assert r == 1
}
`;
const BUFFERING = `shared x: 0..1, y: 0..1
thread A { local r: 0..1
  x = 1
  r = y
  done: skip
}
thread B { local r: 0..1
  y = 1
  r = x
  done: skip
}
never both: A@done && B@done && A.r == 0 && B.r == 0
`;
const LATE = `shared x: 0..1
thread A {
  x = 1
  done: skip
}
never late: A@done && x == 0
`;
const TORN = `byte x = 0;
process A { state a, b; init a; trans a -> b { effect x = x + 1; }; }
process B { state a, b; init a; trans a -> b { effect x = x + 1; }; }
process C { state a, bad; init a; trans a -> bad { guard A.b and B.b and x == 1; }; assert bad: false; }
system async;
`;

describe('why it breaks', () => {
  test('a store that a later store overtakes, under PSO', async () => {
    const trace = await traceFor(MESSAGE, 'pso');
    expect(whyLines(trace, { style: PLAIN, width: 100, as: 'statement' })).toEqual([
      'why: line 3 `x = 1` of Writer was still in its store buffer when line 4 `flag = 1` was already in',
      '     memory (flag = 1)',
      '     a fence after line 3 forbids it',
      'SC forbids this, for it would be a cycle:',
      '  3  Writer  x = 1            writes x = 1, then',
      '  4  Writer  flag = 1         writes flag = 1, seen by',
      '  8  Reader  await flag == 1  reads flag = 1, then',
      '  9  Reader  r = x            reads x = 0, not yet overwritten by the first one',
    ]);
  });

  test('stores that later loads overtake, one sentence each; SC shows something else to the first', async () => {
    const { why } = await traceFor(BUFFERING, 'tso');
    const sentences = whySentences(why, 'tso');
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/^line \d `. = 1` of [AB] was still in .* read [xy] = 0; SC would have shown 1$/);
    expect(sentences[1]).toMatch(/^line \d `. = 1` of [AB] was (still|in memory before)/);
    expect(jsonWhy(why, 'tso', 'statement').cycle?.fences).toEqual({
      places: expect.arrayContaining(['after line 3', 'after line 8']),
      sentence: expect.stringMatching(/^fences after line \d and after line \d forbid it$/),
    });
  });

  test('a store that has not reached memory when the property looks', async () => {
    const { why } = await traceFor(LATE, 'tso');
    expect(whySentences(why, 'tso')).toEqual([
      'line 3 `x = 1` of A was still in its store buffer when `A@done && x == 0` was found true with x = 0; SC would have shown 1',
    ]);
    // The thread has done nothing since.
    expect(jsonWhy(why, 'tso', 'statement').cycle?.fences).toBeNull();
  });

  test('a step that store buffers tear', async () => {
    const { why } = await traceFor(TORN, 'tso', 'p.dve');
    expect(why?.kind).toBe('cycle');
    expect(why?.kind === 'cycle' && why.edges.some(({ relation }) => relation === 'atom')).toBe(true);
    expect(jsonWhy(why, 'tso', 'statement').cycle?.fences).toBeNull();
  });

  test('says of a run that SC allows that it does', async () => {
    const trace = await traceFor(MESSAGE.replace('flag == 1', 'true'), 'tso');
    expect(trace.why?.kind).toBe('allowed');
    expect(whySentences(trace.why, 'tso')).toEqual(['SC allows this run too: store buffers are not to blame']);
    expect(jsonWhy(trace.why, 'tso', 'statement').cycle).toBeNull();
  });

  test('says nothing under SC', async () => {
    const trace = await traceFor(MESSAGE.replace('flag == 1', 'true'), 'sc');
    expect(whySentences(trace.why, 'sc')).toEqual([]);
  });

  test('is as wide as it may be', async () => {
    const lines = whyLines(await traceFor(MESSAGE, 'pso'), { style: PLAIN, width: 60, as: 'statement' });
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(lines).toContain('       reads x = 0, not yet overwritten by the first one');
  });

  test('is told by fix, too', async () => {
    const result = await fix(MESSAGE, { file: 'p.fp', memory: 'pso' });
    expect(result.ok && whySentences(result.why, 'pso')).toEqual([
      'line 3 `x = 1` of Writer was still in its store buffer when line 4 `flag = 1` was already in memory (flag = 1)',
    ]);
  });
});

describe('a long run', () => {
  const idle = Array.from({ length: 20 }, (_, number) => `  a = ${number % 2}`).join('\n');
  const text = MESSAGE.replace('shared', 'shared a: 0..1, ').replace('  x = 1', `${idle}\n  x = 1`);

  test('is folded around what matters, unless everything is asked for', async () => {
    const trace = await traceFor(text, 'pso');
    expect(trace.steps.length).toBeGreaterThan(16);
    const folded = traceLines(trace, PLAIN, 100, 'threads');
    expect(folded.filter((line) => /… \d+ steps of Writer that touch nothing here$/.test(line)).length).toBeGreaterThan(
      0,
    );
    expect(folded.at(-1)).toBe('--all shows every step and the event graph');
    expect(folded.some((line) => line.includes('x = 0, flag = 0, … '))).toBe(true);
    const all = traceLines(trace, PLAIN, 100, 'threads', true);
    expect(all.some((line) => line.includes('…'))).toBe(false);
    expect(all).toContain('event graph:');
  });
});
