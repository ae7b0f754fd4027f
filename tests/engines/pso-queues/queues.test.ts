/** When one set of queues holds another: by the engine and by the judge of certificates, against all short queues. */
import { describe, expect, it } from 'vitest';
import { covers, openQueue } from '../../../src/engines/pso-queues/queues.js';
import { isConfigurationWithin, isQueueWithin, type QueueSet } from '../../../src/evidence/store-queues/sets.js';

const LETTERS = ['a', 'b'];

function wordsUpTo(length: number): string[] {
  if (length === 0) return [''];
  const shorter = wordsUpTo(length - 1);
  return [...new Set([...shorter, ...shorter.flatMap((word) => LETTERS.map((letter) => word + letter))])];
}

/** By definition. */
function isIn(entries: string, word: string, open: boolean): boolean {
  const pattern = new RegExp(`^.*${[...word].map((letter) => `${letter}.*`).join('')}$`);
  const held = pattern.test(entries);
  return open ? held : held && entries.at(-1) === word.at(-1);
}

const QUEUES = wordsUpTo(2).flatMap((word) => [
  { word, open: false },
  { word, open: true },
]);

describe('sets of queues', () => {
  it('hold one another exactly when each short queue of the one is in the other', () => {
    const asSet = ({ word, open }: (typeof QUEUES)[number]): QueueSet => ({
      word: [...word].map((letter) => LETTERS.indexOf(letter)),
      open,
    });
    const asText = ({ word, open }: (typeof QUEUES)[number]) => (open ? openQueue(word) : word);
    let held = 0;
    for (const outer of QUEUES) {
      for (const inner of QUEUES) {
        const expected = wordsUpTo(5).every(
          (entries) => !isIn(entries, inner.word, inner.open) || isIn(entries, outer.word, outer.open),
        );
        const about = `${JSON.stringify(inner)} in ${JSON.stringify(outer)}`;
        expect(covers(asText(outer), asText(inner)), about).toBe(expected);
        expect(isQueueWithin(asSet(inner), asSet(outer)), about).toBe(expected);
        if (expected) held++;
      }
    }
    expect(held).toBeGreaterThan(QUEUES.length);
  });

  it('and threads with the states and queues of one and the same thread', () => {
    const thread = (state: number | null, word: readonly number[]) => {
      return { automaton: 0, state, queues: [{ word, open: true }], messages: [] };
    };
    const outer = { memory: [null], threads: [thread(1, [1]), thread(2, [])] };
    const asked = (...threads: ReturnType<typeof thread>[]) => isConfigurationWithin({ memory: [0], threads }, outer);
    expect(asked(thread(2, []), thread(1, [1]))).toBe(true);
    expect(asked(thread(2, [1]), thread(1, []))).toBe(false);
    expect(asked(thread(1, [1]))).toBe(false);
    expect(asked(thread(null, [1]), thread(2, []))).toBe(false);
    const held = { memory: [1], threads: [] };
    expect(isConfigurationWithin({ memory: [0], threads: [] }, held)).toBe(false);
    expect(isConfigurationWithin({ memory: [null], threads: [] }, held)).toBe(false);
    expect(isConfigurationWithin({ memory: [1], threads: [] }, held)).toBe(true);
  });
});
