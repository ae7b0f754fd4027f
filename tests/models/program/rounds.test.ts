/** Loops in which a thread goes round and waits: what is marked, and what is told of programs with such loops. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import { loopsWithExit } from '../../../src/languages/program/loops.js';
import { Random } from '../../random/random.js';
import { loopsByReachability } from '../../support/rounds.js';
import { cases } from '../../support/size.js';

test('loops of random graphs are what the definition says', () => {
  let found = 0;
  for (let seed = 0; seed < cases(2000, 200); seed++) {
    const random = new Random(seed);
    const size = random.between(2, 9);
    const after = Array.from({ length: size }, () =>
      Array.from({ length: random.between(0, 3) }, () => random.between(0, size - 1)),
    );
    const counts = (node: number) => node % 4 !== 3;
    const loops = loopsWithExit({ entry: 0, after }, counts);
    expect(loops).toEqual(loopsByReachability({ entry: 0, after }, counts));
    found += new Set(loops.filter((header) => header >= 0)).size;
  }
  expect(found).toBeGreaterThan(50);
});

/** With l taken for ever, and a = 1, b = 0. */
const SHARED = 'shared l: bool = true, a: 0..1 = 1, b: 0..1, c: 0..3\n';

describe('a thread that only goes round is stuck', () => {
  test.each([
    ['a swap', 'while (swap(l, true)) {}', 'violated'],
    ['a swap whose value is kept', 'local r: bool = true; while (r) { r = swap(l, true) }', 'violated'],
    ['a cas', 'while (!cas(l, false, true)) {}', 'violated'],
    ['two loads', 'while (!(a == 1 && b == 1)) {}', 'violated'],
    ['a load and a cas', 'local r: bool = false; while (!r) { if (a == 1) { r = cas(l, false, true) } }', 'violated'],
    ['a loop that is left by a jump', 'loop { if (a == 0) { break } if (b == 1) { goto out } }\nout: skip', 'violated'],
    ['a loop inside of one without end', 'loop { while (a == 1 && b == 0) {} c = 1 }', 'violated'],
    ['a counter that goes round', 'local i: 0..3; while (b == 0) { i = (i + a) % 4 }', 'violated'],
    ['a loop that is left', 'local i: 0..3; while (i < 3) { i = i + a }', 'holds'],
    ['a loop that may be left', 'loop { choose { if (a == 0) { skip } } or { break } }', 'holds'],
    ['a loop that writes', 'while (b == 0) { c = a; fence }', 'holds'],
    ['a loop that looks and does something then', 'loop { if (a == 1 && b == 1) { c = 2 } }', 'holds'],
    ['a lock first in a loop without end', 'loop { while (!cas(l, false, true)) {}\nc = 2; l = false }', 'violated'],
    ['a loop without a way out', 'local r, s: 0..1; loop { r = a; s = b; assert r + s < 3 }', 'holds'],
    ['a loop that another thread ends', 'while (!(a == 1 && c == 1)) {}', 'holds'],
  ])('%s', async (_, body, expected) => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const text = `${SHARED}thread P { ${body} }\nthread Q { c = 1 }\nnever deadlock\n`;
      const answer = await check(text, { file: 'loop.fp', memory });
      expect(answer.ok && answer.outcome.verdict).toBe(expected);
    }
  });

  test('also while another thread works for ever', async () => {
    const text = `${SHARED}thread P { while (!cas(l, false, true)) {} }\nthread Q { loop { c = 1; c = 2 } }\nnever deadlock\n`;
    const answer = await check(text, { file: 'loop.fp', memory: 'tso' });
    expect(answer.ok && answer.outcome.verdict).toBe('violated');
  });

  test('two locks taken in two orders: one place for each thread', async () => {
    const take = (l: string) => `while (!cas(${l}, 0, 1)) {}`;
    const text = `shared a, b: 0..1\nthread P { ${take('a')} ${take('b')} b = 0; a = 0 }
thread Q { ${take('b')} ${take('a')} a = 0; b = 0 }\nnever P@end && a == 1 && b == 1 && Q@end\n`;
    const answer = await check(text, { file: 'locks.fp', memory: 'sc' });
    if (!answer.ok) throw new Error('refused');
    const { verdict, warnings } = answer.outcome;
    expect(verdict).toBe('holds');
    expect(warnings).toMatchObject([{ code: 'stuck', others: false, threads: [{ thread: 'P' }, { thread: 'Q' }] }]);
  });
});
