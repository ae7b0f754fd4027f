/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a model or with placed errors. */
import { expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { cases } from '../../support/size.js';
import { readDamaged } from '../shared/mutate.js';
import { brokenInputs, SOUND, WEAK } from './broken.js';
import { corpusFiles, exampleFiles } from './support.js';

const WORDS = [
  ...'type init transition unsafe requires var array weak case let in not fence()'.split(' '),
  ...'forall_other exists if then else true number_procs predicate invariant const'.split(' '),
  ...'( ) [ ] { } (* *) && || => <=> := <> < = . ? _ | @ #1 #99 -1 3.5 + - * , ; :'.split(' '),
  ...['\0', '\ufffd', '😀', '\ud800', '"', '\t', 'i', 'X', 'PC'],
];

it('damaged texts are read to an end, with a model or with placed errors', () => {
  const decoder = new TextDecoder();
  const broken = brokenInputs.filter(({ content }) => content.length < 5_000);
  const contents = [...exampleFiles(), ...corpusFiles(), ...broken].map(({ content }) => content);
  const rounds = cases(1_000);
  const refused = readDamaged({
    texts: [SOUND, WEAK, ...contents.map((text) => (typeof text === 'string' ? text : decoder.decode(text)))],
    words: WORDS,
    read: (text, file) => {
      const { system, diagnostics } = readCubicle(text, file);
      return { model: system, diagnostics };
    },
    file: 'damaged.cub',
    seed: 7,
    rounds,
    times: 3,
  });
  expect(refused).toBeGreaterThan(rounds / 2);
});
