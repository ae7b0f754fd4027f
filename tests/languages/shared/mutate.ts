/** Damage to texts, for the readers of all languages: something is cut out, repeated, put in, or taken from another text. */
import { expect } from 'vitest';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { Random } from '../../random/random.js';
import type { Broken, Reader } from './broken.js';

export interface Damage<Model> {
  readonly texts: readonly string[];
  readonly words: readonly string[];
  readonly read: Reader<Model>;
  readonly file: string;
  readonly seed: number;
  readonly rounds: number;
  /** The most damages of one text. */
  readonly times: number;
  /** Of a text that is read all the same. */
  readonly survived?: (model: Model, text: string) => void;
}

/**
 * Whatever the damage, reading ends, with a model or with placed errors. Most damage shows, but not all of it: a comment can
 * be cut, a number changed. The number of texts that are refused.
 */
export function readDamaged<Model>({ texts, words, read, file, ...damage }: Damage<Model>): number {
  const random = new Random(damage.seed);
  let refused = 0;
  for (let round = 0; round < damage.rounds; round++) {
    let text = random.pick(texts);
    for (let times = random.between(1, damage.times); times > 0; times--)
      text = mutate(text, random.pick(texts), words, random);
    const { model, diagnostics } = read(text, file);
    expect(model === null, text).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    const lines = text.split('\n').length;
    for (const { line, column, length } of diagnostics) {
      if (line === null || column === null || length === null) throw new Error('a reader names a place');
      expect(line >= 1 && line <= lines && column >= 1 && length >= 1, text).toBe(true);
    }
    const shown = renderDiagnostics(diagnostics, text).split('\n');
    expect(shown.filter((line) => line.startsWith(`${file}:`)).length, text).toBe(Math.min(20, diagnostics.length));
    if (model === null) refused++;
    else damage.survived?.(model, text);
  }
  expect(refused).toBeLessThan(damage.rounds);
  return refused;
}

/** Those of them that are short, as text. */
export function shortTexts(broken: readonly Broken[], most: number): string[] {
  return broken.flatMap(({ content }) => (content.length < most && typeof content === 'string' ? [content] : []));
}

export function mutate(text: string, other: string, words: readonly string[], random: Random): string {
  const at = random.between(0, text.length);
  const length = random.between(1, random.between(1, 40));
  switch (random.between(0, 5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return `${text.slice(0, at)} ${random.pick(words)} ${text.slice(at)}`;
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
