/**
 * Values that stand for many: a *term* is a number, or a parameter and a number more. A family of configurations (`families.ts`) has
 * terms in its cells, and its members are what comes out when each parameter is given some integer. A parameter may have a *ceiling*,
 * a term that it is never above.
 *
 * Terms can be written as numbers that the interpreter computes with: parameter p is p times 2^32, and what is added to it is small. One
 * with a ceiling has a negative number, so these numbers keep below all ceilings: they are one of the choices that make a member. Where
 * every member does the same, this one does, and from the numbers that it ends with the terms can be read again.
 */

export interface Term {
  /** 0 for none: the term is a number. */
  readonly parameter: number;
  readonly offset: number;
}

/** By parameter, for those that have one. */
export type Ceilings = ReadonlyMap<number, Term>;

export const NO_CEILINGS: Ceilings = new Map();

const APART = 2 ** 32;
const HALF = 2 ** 31;
/** Numbers of parameters are below this, on both sides of 0, so that all sums are exact. */
export const MOST_PARAMETERS = 2 ** 18;

export function isSmall(offset: number): boolean {
  return Math.abs(offset) < HALF;
}

export function numberOf({ parameter, offset }: Term): number {
  return parameter * APART + offset;
}

export function termOf(number: number): Term {
  const parameter = Math.round(number / APART);
  return { parameter, offset: number - parameter * APART + 0 };
}

/** What one is more than the other, at least and at most, whatever the parameters are. */
export interface Difference {
  readonly least: number;
  readonly most: number;
}

export function difference(one: Term, other: Term, ceilings: Ceilings): Difference {
  const more = one.offset - other.offset;
  if (one.parameter === other.parameter) return { least: more, most: more };
  const above = ceilings.get(one.parameter);
  const most = above?.parameter === other.parameter ? above.offset + more : Number.POSITIVE_INFINITY;
  const over = ceilings.get(other.parameter);
  const least = over?.parameter === one.parameter ? more - over.offset : Number.NEGATIVE_INFINITY;
  return { least, most };
}
