/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a model or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { Random } from '../../random/random.js';
import { mutate } from '../shared/mutate.js';
import { brokenInputs, SOUND, WEAK } from './broken.js';
import { corpusFiles, exampleFiles } from './support.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 1_000);
const SEED = 7;

const words = [
  ...[
    'type',
    'init',
    'transition',
    'unsafe',
    'requires',
    'var',
    'array',
    'weak',
    'case',
    'let',
    'in',
    'not',
    'fence()',
  ],
  ...['forall_other', 'exists', 'if', 'then', 'else', 'true', 'number_procs', 'predicate', 'invariant', 'const'],
  ...['(', ')', '[', ']', '{', '}', '(*', '*)', '&&', '||', '=>', '<=>', ':=', '<>', '<', '=', '.', '?', '_', '|', '@'],
  ...[
    '#1',
    '#99',
    '-1',
    '3.5',
    '+',
    '-',
    '*',
    ',',
    ';',
    ':',
    '\0',
    '\ufffd',
    '😀',
    '\ud800',
    '"',
    '\t',
    'i',
    'X',
    'PC',
  ],
];

describe('damaged texts', () => {
  it('are read to an end, with a model or with placed errors', () => {
    const decoder = new TextDecoder();
    const texts = [SOUND, WEAK, ...[...exampleFiles(), ...corpusFiles()].map(({ content }) => decoder.decode(content))];
    for (const { content } of brokenInputs) {
      if (content.length < 5_000) texts.push(typeof content === 'string' ? content : decoder.decode(content));
    }
    const random = new Random(SEED);
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = random.pick(texts);
      for (let times = random.between(1, 3); times > 0; times--) text = mutate(text, random.pick(texts), words, random);
      const { system, diagnostics } = readCubicle(text, 'damaged.cub');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(system === null).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
        if (line === null || column === null || length === null) throw new Error('a reader names a place');
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1).toBe(true);
      }
      const shown = renderDiagnostics(diagnostics, text)
        .split('\n')
        .filter((line) => line.startsWith('damaged.cub:'));
      expect(shown.length).toBe(Math.min(20, diagnostics.length));
      if (system === null) refused++;
    }
    // Most damage shows, but not all of it: a comment can be cut, a number changed.
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
    expect(refused).toBeLessThan(MUTATIONS);
  });
});
