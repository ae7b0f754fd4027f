/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a program or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
import { brokenPrograms, SOUND } from './broken.js';
import { corpusFiles } from './support.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 2_000);

const WORDS = [
  ...['if', 'then', 'else', 'while', 'do', 'read:', 'write:', 'syncwr', 'fence', 'ssfence', 'locked', 'slocked', 'cas'],
  ...['goto', 'true', 'my', 'me', 'other', 'process', 'not', 'nop', 'text', 'data', 'either', 'or', 'forbidden'],
  ...['assume:', 'predicates', 'registers', 'macro', 'endmacro', 'f(', 'macro f(a) a endmacro', '$r', '$0', '7', 'Z'],
  ...['(', ')', '{', '}', '[', ']', '||', '&&', '!=', ':=', '=', '*', ';', ':', ',', '@', '/*', '*/', '//', '\0', '§'],
];

describe('damaged texts', () => {
  it('are read to an end, with a program or with placed errors', () => {
    // Sound texts must be in the majority, for some to survive.
    const texts = [...new Array<string>(100).fill(SOUND), ...corpusFiles().map(({ content }) => content)];
    for (const { content } of brokenPrograms) {
      if (typeof content === 'string' && content.length < 600) texts.push(content);
    }
    const random = new Random(11);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), WORDS, random);
      const { program, diagnostics } = readMemorax(text, 'damaged.rmm');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(program === null, text).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1, text).toBe(true);
      }
      for (const { edges, locations } of program?.templates ?? []) {
        for (const { from, to } of edges) expect(from < locations.length && to < locations.length, text).toBe(true);
      }
      if (program === null) refused++;
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
