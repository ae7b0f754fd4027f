/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors. */
import { expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { KEYWORDS } from '../../../src/languages/program/lex.js';
import { cases } from '../../support/size.js';
import { readDamaged, shortTexts } from '../shared/mutate.js';
import { brokenInputs, SOUND, SOUND_INSIDE } from './broken.js';
import { samples } from './samples.js';

const WORDS = [
  ...KEYWORDS,
  ...'( ) [ ] { } /* */ // && || -> <-> == != < = .. . ? : @ 0 1 99 99999999999999999999 + - * / % , ; | !'.split(' '),
  ...['cs:', 'x', 'G', 'U', '\0', '\ufffd', '😀', '\ud800', '"', '\t', '#'],
];

it('damaged texts are read to an end, with a program or with placed errors', () => {
  const sound = samples.map(({ text }) => text);
  const rounds = cases(5_000);
  const refused = readDamaged({
    texts: [SOUND, SOUND_INSIDE, ...sound, ...sound, ...shortTexts(brokenInputs, 400)],
    words: WORDS,
    read: (text, file) => {
      const { program, diagnostics } = readProgram(text, file);
      return { model: program, diagnostics };
    },
    file: 'damaged.fp',
    seed: 7,
    rounds,
    times: 2,
    survived: (program, text) => expect(program.instantiate(3).kind, text).toMatch(/program|error/),
  });
  expect(refused).toBeGreaterThan(rounds / 2);
});
