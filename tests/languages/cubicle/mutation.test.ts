/**
 * Damaged texts: whatever is cut out, swapped or put in, reading ends, with a model or with placed errors.
 *
 * FENCEPOST_MUTATIONS says how many are tried.
 */
import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { brokenInputs, SOUND, WEAK } from './broken.js';
import { corpusFiles, exampleFiles } from './support.js';

const MUTATIONS = Number(process.env.FENCEPOST_MUTATIONS ?? 1_000);
const SEED = 7;

/** A small generator of our own: the texts are the same on every machine. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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
  it('are read to an end, with a model or with placed errors', () => {
    const decoder = new TextDecoder();
    const texts = [SOUND, WEAK, ...[...exampleFiles(), ...corpusFiles()].map(({ content }) => decoder.decode(content))];
    for (const { content } of brokenInputs) {
      if (content.length < 5_000) texts.push(typeof content === 'string' ? content : decoder.decode(content));
    }
    const random = generator(SEED);
    const pick = () => texts[random(texts.length)] as string;
    let refused = 0;
    for (let round = 0; round < MUTATIONS; round++) {
      let text = pick();
      for (let times = 1 + random(3); times > 0; times--) text = mutate(text, pick(), random);
      const { system, diagnostics } = readCubicle(text, 'damaged.cub');
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(system === null).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      for (const { line, column, length } of diagnostics) {
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
