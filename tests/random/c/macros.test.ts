/** Random macros: the same tokens as GCC, and a fault where GCC finds one. */
import { afterAll, expect, test } from 'vitest';
import { SourceText } from '../../../src/languages/shared/source.js';
import { Gcc, hasGcc, ourTokens } from '../../languages/c/gcc.js';
import { sized } from '../../support/size.js';
import { randomMacroText } from './macros.js';

const COUNT = sized(10, 500);
const gcc = hasGcc ? new Gcc() : null;
afterAll(() => gcc?.remove());

test.skipIf(gcc === null)(`random macro texts give the tokens of gcc`, { timeout: 300_000 }, () => {
  let right = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const text = randomMacroText(seed);
    const theirs = gcc?.tokens(gcc.write('random.c', text)) ?? null;
    const ours = ourTokens(new SourceText(text, 'random.c'));
    expect(ours?.join(' ') ?? 'a fault', `seed ${seed}:\n${text}`).toBe(theirs?.join(' ') ?? 'a fault');
    if (theirs !== null) right++;
  }
  expect(right).toBeGreaterThan(COUNT / 4);
});
