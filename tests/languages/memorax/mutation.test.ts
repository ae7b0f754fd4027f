/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors. */
import { expect, it } from 'vitest';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { cases } from '../../support/size.js';
import { readDamaged, shortTexts } from '../shared/mutate.js';
import { brokenPrograms, SOUND } from './broken.js';
import { corpusFiles } from './support.js';

const WORDS = [
  ...'if then else while do read: write: syncwr fence ssfence locked slocked cas'.split(' '),
  ...'goto true my me other process not nop text data either or forbidden'.split(' '),
  ...['assume:', 'predicates', 'registers', 'macro', 'endmacro', 'f(', 'macro f(a) a endmacro', '$r', '$0', '7', 'Z'],
  ...['(', ')', '{', '}', '[', ']', '||', '&&', '!=', ':=', '=', '*', ';', ':', ',', '@', '/*', '*/', '//', '\0', '§'],
];

it('damaged texts are read to an end, with a program or with placed errors', () => {
  const corpus = corpusFiles().map(({ content }) => content);
  const rounds = cases(2_000);
  const refused = readDamaged({
    // Sound texts must be in the majority, for some to survive.
    texts: [...new Array<string>(100).fill(SOUND), ...corpus, ...shortTexts(brokenPrograms, 600)],
    words: WORDS,
    read: (text, file) => {
      const { program, diagnostics } = readMemorax(text, file);
      return { model: program, diagnostics };
    },
    file: 'damaged.rmm',
    seed: 11,
    rounds,
    times: 3,
    survived: ({ templates }, text) => {
      for (const { edges, locations } of templates) {
        for (const { from, to } of edges) expect(from < locations.length && to < locations.length, text).toBe(true);
      }
    },
  });
  expect(refused).toBeGreaterThan(rounds / 2);
});
