/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { KEYWORDS } from '../../../src/languages/program/lex.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
import { brokenInputs, SOUND, SOUND_INSIDE } from './broken.js';
import { samples } from './samples.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 5_000);
const SEED = 7;

const words = [
  ...KEYWORDS,
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '/*',
    '*/',
    '//',
    '&&',
    '||',
    '->',
    '<->',
    '==',
    '!=',
    '<',
    '=',
    '..',
    '.',
    '?',
    ':',
  ],
  ...['@', '0', '1', '99', '99999999999999999999', '+', '-', '*', '/', '%', ',', ';', '|', '!', 'cs:', 'x', 'G', 'U'],
  ...['\0', '\ufffd', '😀', '\ud800', '"', '\t', '#'],
];

describe('damaged texts', () => {
  it('are read to an end, with a program or with placed errors', () => {
    const texts = [SOUND, SOUND_INSIDE, ...samples.map(({ text }) => text), ...samples.map(({ text }) => text)];
    for (const { content } of brokenInputs)
      if (typeof content === 'string' && content.length < 400) texts.push(content);
    const random = new Random(SEED);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 2); times > 0; times--) text = mutate(text, random.pick(texts), words, random);
      const { program, diagnostics } = readProgram(text, 'damaged.fp');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(program === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1, text).toBe(true);
      }
      const shown = renderDiagnostics(diagnostics, text)
        .split('\n')
        .filter((line) => line.startsWith('damaged.fp:'));
      expect(shown.length, text).toBe(Math.min(20, diagnostics.length));
      if (program === null) refused++;
      else expect(program.instantiate(3).kind, text).toMatch(/program|error/);
    }
    // Most damage shows, but not all of it: a comment can be cut, a number changed.
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
