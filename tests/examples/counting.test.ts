/** Locks and semaphores that count: proved for any number of threads by a sum, and their twins broken. */
import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { print } from '../../src/languages/index.js';
import { isLong, quick, share } from '../support/size.js';
import { EXAMPLES, outcomeOf, read } from './models.js';

const PROGRAMS = EXAMPLES.filter(
  (example): example is ExampleProgram => example.kind === 'program' && example.file.startsWith('counting/'),
);

/** Version numbers are compared, and nobody is counted. A barrier counts all, those that came and those that did not. */
const SUMS = new Map([
  ['counting/version-numbers.fp', 0],
  ['counting/barrier.fp', 3],
]);

describe('each program', () => {
  test.each(
    quick(share(PROGRAMS, 6), ({ file }) => /(bias|semaphore|rwlock-count)\.fp$/.test(file)).map(
      (example) => [example.file, example] as const,
    ),
  )('%s', async (file, { expected }) => {
    const text = read(file);
    expect(text).toMatch(/^\/\* /);
    expect(await print(text, { file })).toEqual({ ok: true, text });
    for (const [memory, verdict] of expected) {
      const outcome = await outcomeOf(text, file, memory);
      expect([memory, outcome.verdict]).toEqual([memory, verdict]);
      if (verdict !== 'holds') continue;
      expect(outcome.engine).toBe('parameterized');
      expect(outcome.counts.sums ?? 0).toBe(SUMS.get(file) ?? 1);
    }
  });
});

test.runIf(isLong)('how large a bias is makes no difference', async () => {
  const text = read('counting/rwlock-bias.fp');
  const small = text.replace('1048576', '8');
  expect(small).not.toBe(text);
  const outcomes = await Promise.all([text, small].map((each) => outcomeOf(each, 'rwlock.fp', 'sc')));
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
  expect(outcomes[0]?.counts).toEqual(outcomes[1]?.counts);
});
