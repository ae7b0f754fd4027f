/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a test or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readLitmus } from '../../../src/languages/litmus/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
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
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), WORDS, random);
      const { checked, diagnostics } = readLitmus(text, 'damaged.litmus');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(checked === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
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
