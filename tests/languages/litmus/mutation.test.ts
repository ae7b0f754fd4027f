/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a test or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { Random } from '../../random/random.js';
import { brokenTests, SOUND, SOUND_64 } from './broken.js';
import { allTexts } from './support.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 2_000);

const WORDS = [
  ...['exists', '~exists', 'forall', 'final', 'observed', 'locations', 'filter', 'with', 'not', 'and', 'true', '<<'],
  ...['MOV', 'movl', 'LOCK', 'XCHG', 'xchgl', 'cmpxchg', 'MFENCE', 'INC', 'JNE', 'jlt', 'ret', 'nopl', 'cmovc'],
  ...['EAX', 'rax', '%eax', '%ah', '%foo', '$1', '-1', '0x7f', '99999999999999999999', 'P0', 'P7', '0:', 'x', 't[1]'],
  ...['(', ')', '[', ']', '{', '}', '(*', '*)', '/\\', '\\/', '=>', '==', '!=', '=', '~', '|', ';', ',', ':', '*', '&'],
  ...['"', '#', '\n', '\t', '\r', '\0', '\ufffd', '😀', '\ud800', '=', 'X86', 'X86_64', 'int', 'uint8_t'],
];

function mutate(text: string, other: string, random: Random): string {
  const at = random.between(0, text.length);
  const length = random.between(1, random.between(1, 40));
  switch (random.between(0, 5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return `${text.slice(0, at)} ${random.pick(WORDS)} ${text.slice(at)}`;
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.between(0, 127)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(random.between(2, 4)) + text.slice(at + length);
    case 4: {
      const from = random.between(0, other.length);
      return text.slice(0, at) + other.slice(from, from + length * 4) + text.slice(at);
    }
    default:
      return text.slice(0, at);
  }
}

describe('damaged texts', () => {
  it('are read to an end, with a test or with placed errors', () => {
    const decoder = new TextDecoder();
    const texts = [SOUND, SOUND_64, ...allTexts()];
    for (const { content } of brokenTests) {
      if (content.length < 5_000) texts.push(typeof content === 'string' ? content : decoder.decode(content));
    }
    const random = new Random(7);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), random);
      const { checked, diagnostics } = readLitmus(text, 'damaged.litmus');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(checked === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1).toBe(true);
      }
      const shown = renderDiagnostics(diagnostics, text)
        .split('\n')
        .filter((line) => line.startsWith('damaged.litmus:'));
      expect(shown.length).toBe(Math.min(20, diagnostics.length));
      if (checked === null) refused++;
    }
    // Most damage shows, but not all of it: a comment can be cut, a number changed.
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
