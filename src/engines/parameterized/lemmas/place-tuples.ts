/** Places of one process or two as one number, a digit for each, and sets of such tuples as masks. */

/** Of each process the places it may be at, as a mask. */
export type Where = readonly number[];

/** Places are digits of this base, as explored instances count them. */
export const RADIX = 32;

/** All tuples that the masks allow. */
export function* tuplesOf(where: Where): Generator<number> {
  const extend = function* (p: number, code: number): Generator<number> {
    const mask = where[p];
    if (mask === undefined) {
      yield code;
      return;
    }
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      yield* extend(p + 1, code + (31 - Math.clz32(rest & -rest)) * RADIX ** p);
    }
  };
  yield* extend(0, 0);
}

/** The masks of one tuple. */
export function whereOf(places: number, processes: number): Where {
  return Array.from({ length: processes }, (_, p) => 1 << ((places / RADIX ** p) & (RADIX - 1)));
}

/** Of a tuple the places of the first processes. */
export function firstOf(places: number, processes: number): number {
  return places % RADIX ** processes;
}

/** Few masks that together allow these tuples of one process or two, and no others. */
export function together(tuples: Iterable<number>, processes: number): Where[] {
  const [one, two] = [new Map<number, number>(), new Map<number, number>()];
  for (const places of tuples) {
    const [here, there = 0] = whereOf(places, processes) as [number, number?];
    one.set(here, (one.get(here) ?? 0) | there);
  }
  for (const [here, there] of one) two.set(there, (two.get(there) ?? 0) | here);
  return [...two].map(([there, here]) => (processes === 1 ? [here] : [here, there]));
}
