/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a model or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { parseDveText, printDve, readDve } from '../../../src/languages/dve/index.js';
import { KEYWORDS } from '../../../src/languages/dve/lex.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { initialOf, machineOf, next } from '../../judges/dve/machine.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
import { brokenModels, SOUND } from './broken.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 3_000);
const SEED = 5;

const WORDS = [
  ...KEYWORDS,
  ...['->', '||', '&&', '==', '!=', '<=', '<<', '>>', '<', '=', '!', '?', '+', '-', '*', '/', '%', '|', '&', '^', '~'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ';',
    ':',
    '.',
    '/*',
    '*/',
    '//',
    'x',
    'a[0]',
    'P.s',
    'Q->j',
    's',
    'c!',
    'f?{x,y}',
  ],
  ...['0', '255', '99999999999', '\0', '\ufffd', '😀', '\ud800', '"', '\t', '#', '$', '§'],
];

describe('damaged texts', () => {
  it('are read to an end, with a model or with placed errors', () => {
    // Sound texts must be in the majority, for some to survive.
    const texts = new Array<string>(100).fill(SOUND);
    for (const { content } of brokenModels)
      if (typeof content === 'string' && content.length < 900) texts.push(content);
    const random = new Random(SEED);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), WORDS, random);
      const { model, diagnostics } = readDve(text, 'damaged.dve');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(model === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1, text).toBe(true);
      }
      const shown = renderDiagnostics(diagnostics, text)
        .split('\n')
        .filter((line) => line.startsWith('damaged.dve:'));
      expect(shown.length, text).toBe(Math.min(20, diagnostics.length));
      if (model === null) refused++;
      else {
        const machine = machineOf(model);
        for (const { after } of next(machine, initialOf(machine))) next(machine, after);
        const { syntax } = parseDveText(text, 'damaged.dve');
        expect(readDve(syntax === null ? '' : printDve(syntax), 'printed.dve').model === null, text).toBe(false);
      }
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
