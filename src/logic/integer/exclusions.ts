/**
 * What a minimal cube cannot have, from the pairs of literals that contradict each other.
 *
 * A contradictory pair is in no cube worth looking at. And it is an implication: where a and b contradict each other, a
 * implies not b, so beside a the literal not b says nothing new, and a cube with both is not minimal. Likewise b implies
 * not a. A literal that is contradictory alone is in no cube, nor is its negation, which is always true.
 */
import type { Cube } from './cubes.js';
import type { Exclusions } from './hitting.js';

/** Of the relevant predicates, whose literals are numbered 2i and 2i + 1 by their place in the list. */
export function exclusionsOf(
  relevant: readonly number[],
  impossible: readonly Cube[],
  contradictions: readonly Cube[],
  withMasks: boolean,
): Exclusions {
  const literals = 2 * relevant.length;
  const words = (literals + 31) >> 5;
  const allowed = new Int32Array(words);
  const masks = new Int32Array(withMasks ? literals * words : 0);
  const place = new Map(relevant.map((predicate, i) => [predicate, i]));
  for (let literal = 0; literal < literals; literal++) setBit(allowed, 0, literal);
  const local = (literal: number): number | undefined => {
    const found = place.get(literal >> 1);
    return found === undefined ? undefined : 2 * found + (literal & 1);
  };
  for (const [only] of impossible) {
    const literal = local(only as number);
    if (literal === undefined) continue;
    (allowed[literal >> 5] as number) &= ~(3 << (literal & 30));
  }
  if (!withMasks) return { words, masks, allowed };
  for (let literal = 0; literal < literals; literal++) {
    setBit(masks, literal * words, literal);
    setBit(masks, literal * words, literal ^ 1);
  }
  const never = (a: number, b: number) => {
    setBit(masks, a * words, b);
    setBit(masks, b * words, a);
  };
  for (const [first, second] of contradictions) {
    const [a, b] = [local(first as number), local(second as number)];
    if (a === undefined || b === undefined) continue;
    never(a, b);
    never(a, b ^ 1);
    never(b, a ^ 1);
  }
  return { words, masks, allowed };
}

function setBit(words: Int32Array, from: number, bit: number): void {
  (words[from + (bit >> 5)] as number) |= 1 << (bit & 31);
}
