/**
 * The state after a step, word by word: what a step changes is collected first, so that each word is masked and filled once.
 * Words of the next state are the variables n0, n1...; words that a step does not touch are passed on as they are.
 */
import { binary, type Code, constant, get, type Statement, set, ZERO } from './code/code.js';
import { bitsOf, stateWord } from './expressions.js';
import { type Field, maskOf } from './packing.js';

export class NextState {
  /** By word: the fields that get bits, by their shift. */
  private readonly filled = new Map<number, Map<number, { readonly field: Field; readonly bits: Code }>>();
  private readonly touched = new Set<number>();
  private readonly later: Statement[] = [];

  /** The field gets these bits, which fit it. The last value given counts. */
  fill(field: Field, bits: Code): void {
    if (field.width === 0) return;
    this.touched.add(field.word);
    const fields = this.filled.get(field.word) ?? new Map<number, { readonly field: Field; readonly bits: Code }>();
    fields.set(field.shift, { field, bits });
    this.filled.set(field.word, fields);
  }

  /** The field gets this value of its sort. */
  write(field: Field, value: Code): void {
    this.fill(field, binary('-', value, constant(field.low)));
  }

  /** What is done after the fields are filled, in the order of the calls; it may change these words. */
  after(statements: readonly Statement[], ...words: readonly number[]): void {
    for (const word of words) this.touched.add(word);
    this.later.push(...statements);
  }

  /** The code that makes the words. */
  statements(): Statement[] {
    const made = [...this.touched].map((word) => {
      const parts = [...(this.filled.get(word)?.values() ?? [])];
      const mask = parts.reduce((sum, { field }) => sum | maskOf(field), 0);
      const fixed = parts.reduce((sum, { field, bits }) => {
        return bits.op === 'constant' ? sum | (bits.value << field.shift) : sum;
      }, 0);
      const kept = mask === -1 ? ZERO : mask === 0 ? stateWord(word) : binary('&', stateWord(word), constant(~mask));
      const filled = parts
        .filter(({ bits }) => bits.op !== 'constant')
        .reduce((sum, { field, bits }) => binary('|', sum, binary('<<', bits, constant(field.shift))), kept);
      return set(nextName(word), binary('|', filled, constant(fixed)));
    });
    return [...made, ...this.later];
  }

  /** All words of the next state. */
  words(count: number): Code[] {
    return Array.from({ length: count }, (_, word) => (this.touched.has(word) ? get(nextName(word)) : stateWord(word)));
  }
}

export function nextName(word: number): string {
  return `n${word}`;
}

/** The bits of a field in the next state, as far as it is made. */
export function nextBits(field: Field): Code {
  return bitsOf(field, get(nextName(field.word)));
}

/** Replaces a field of the next state, or of the state whose word has this name. */
export function replace(field: Field, bits: Code, name = nextName(field.word)): Statement[] {
  if (field.width === 0) return [];
  const mask = maskOf(field);
  const kept = mask === -1 ? ZERO : binary('&', get(name), constant(~mask));
  return [set(name, binary('|', kept, binary('<<', bits, constant(field.shift))))];
}

/** Fills fields of the next state that are zero: each word once. */
export function fillVacant(parts: readonly { readonly field: Field; readonly bits: Code }[]): Statement[] {
  const byWord = new Map<number, Code>();
  for (const { field, bits } of parts) {
    if (field.width === 0) continue;
    const before = byWord.get(field.word) ?? ZERO;
    byWord.set(field.word, binary('|', before, binary('<<', bits, constant(field.shift))));
  }
  return [...byWord].flatMap(([word, bits]) =>
    bits === ZERO ? [] : [set(nextName(word), binary('|', get(nextName(word)), bits))],
  );
}
