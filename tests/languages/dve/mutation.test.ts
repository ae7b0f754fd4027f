/** Damaged texts: whatever is cut out, swapped or put in, reading ends, with a model or with placed errors. */
import { expect, it } from 'vitest';
import { parseDveText, printDve, readDve } from '../../../src/languages/dve/index.js';
import { KEYWORDS } from '../../../src/languages/dve/lex.js';
import { initialOf, machineOf, next } from '../../judges/dve/machine.js';
import { cases } from '../../support/size.js';
import { readDamaged, shortTexts } from '../shared/mutate.js';
import { brokenModels, SOUND } from './broken.js';

const WORDS = [
  ...KEYWORDS,
  ...'-> || && == != <= << >> < = ! ? + - * / % | & ^ ~ ( ) [ ] { } , ; : . /* */ //'.split(' '),
  ...'x a[0] P.s Q->j s c! f?{x,y} 0 255 99999999999'.split(' '),
  ...['\0', '\ufffd', '😀', '\ud800', '"', '\t', '#', '$', '§'],
];

it('damaged texts are read to an end, with a model or with placed errors', () => {
  const rounds = cases(3_000);
  const refused = readDamaged({
    // Sound texts must be in the majority, for some to survive.
    texts: [...new Array<string>(100).fill(SOUND), ...shortTexts(brokenModels, 900)],
    words: WORDS,
    read: readDve,
    file: 'damaged.dve',
    seed: 5,
    rounds,
    times: 3,
    survived: (model, text) => {
      const machine = machineOf(model);
      for (const { after } of next(machine, initialOf(machine))) next(machine, after);
      const { syntax } = parseDveText(text, 'damaged.dve');
      expect(readDve(syntax === null ? '' : printDve(syntax), 'printed.dve').model === null, text).toBe(false);
    },
  });
  expect(refused).toBeGreaterThan(rounds / 2);
});
