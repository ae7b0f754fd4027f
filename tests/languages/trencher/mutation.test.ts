/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors. */
import { expect, it } from 'vitest';
import { readTrencher } from '../../../src/languages/trencher/index.js';
import { cases } from '../../support/size.js';
import { readDamaged } from '../shared/mutate.js';
import { SOUND } from './broken.js';
import { SAMPLES } from './samples.js';

const WORDS = [
  ...'thread initial final transition end read write local check mfence lock unlock'.split(' '),
  ...['noop', '==', '&', '+', '*', '!', '&&', '/', '%', '-1', '7', 'r', 'q0', '#', '\n', 'memory_size', '\0', '§'],
];

it('damaged texts are read to an end, with a program or with placed errors', () => {
  const rounds = cases(2_000);
  const refused = readDamaged({
    texts: [SOUND, ...Object.values(SAMPLES).map(({ text }) => text)],
    words: WORDS,
    read: (text, file) => {
      const { program, diagnostics } = readTrencher(text, file);
      return { model: program, diagnostics };
    },
    file: 'damaged.txt',
    seed: 5,
    rounds,
    times: 3,
  });
  expect(refused).toBeGreaterThan(rounds / 4);
});
