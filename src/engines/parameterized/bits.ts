/** Small sets as the bits of a word: processes, events, values. */

/** The lowest member of a set that is not empty. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** How many members a set has. */
export function sizeOf(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
