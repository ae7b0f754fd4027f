/**
 * The verdicts of the examples with weak variables against somebody else's word: all executions of a small instance on
 * the store-buffer machine. It finds a violation exactly where one is expected. Models whose numbers grow for ever are
 * followed for some thousand configurations only.
 */
import { describe, expect, test } from 'vitest';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { exploreAll } from '../memory/operational/explore.js';
import { quick, share } from '../support/size.js';
import { isWeak, MODELS, read } from './models.js';

const LIMIT = 25_000;
const LIMIT_OF_ENDLESS = 3_000;
/** Two are enough for most; an arbiter is one process more. */
const instanceOf = (file: string): number => (file.includes('arbiter') ? 3 : 2);

describe('all executions of a small instance', () => {
  test.each(
    quick(share(MODELS.filter(isWeak), 4), ({ file }) => file.includes('arbiter')).map(
      (example) => [example.file, example] as const,
    ),
  )('%s', (file, example) => {
    const { system } = readCubicle(read(file), file);
    if (system === null) throw new Error(`${file} cannot be read`);
    const endless = /: int\b/.test(read(file)) && !file.includes('spinlock');
    for (const [memory, verdict] of example.expected) {
      const limit = endless ? LIMIT_OF_ENDLESS : LIMIT;
      const { violated, complete } = exploreAll(system, instanceOf(file), memory, { bound: 3, limit });
      expect([memory, violated === null ? 'holds' : 'violated']).toEqual([memory, verdict]);
      if (violated === null) expect([memory, complete]).toEqual([memory, !endless]);
    }
  });
});
