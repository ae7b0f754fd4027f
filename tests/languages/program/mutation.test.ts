/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import { KEYWORDS } from '../../../src/languages/program/lex.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { brokenInputs, SOUND, SOUND_INSIDE } from './broken.js';
import { samples } from './samples.js';
import { generator } from './support.js';

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

function mutate(text: string, other: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const length = 1 + random(1 + random(40));
  switch (random(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return `${text.slice(0, at)} ${words[random(words.length)]} ${text.slice(at)}`;
    case 2:
      return text.slice(0, at) + String.fromCharCode(random(128)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(2 + random(3)) + text.slice(at + length);
    case 4: {
      const from = random(other.length);
      return text.slice(0, at) + other.slice(from, from + length * 4) + text.slice(at);
    }
    default:
      return text.slice(0, at);
  }
}

describe('damaged texts', () => {
  it('are read to an end, with a program or with placed errors', () => {
    const texts = [SOUND, SOUND_INSIDE, ...samples.map(({ text }) => text), ...samples.map(({ text }) => text)];
    for (const { content } of brokenInputs)
      if (typeof content === 'string' && content.length < 400) texts.push(content);
    const random = generator(SEED);
    const pick = () => texts[random(texts.length)] as string;
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = pick();
      for (let times = 1 + random(2); times > 0; times--) text = mutate(text, pick(), random);
      const { program, diagnostics } = readProgram(text, 'damaged.fp');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(program === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
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
