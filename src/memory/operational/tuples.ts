/** Tuples of processes 1..n: what parameter lists and indices range over. */

/** All tuples of this length, equal components too, in lexicographic order. */
export function* tuples(processes: number, length: number): Generator<readonly number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const start of tuples(processes, length - 1)) {
    for (let last = 1; last <= processes; last++) yield [...start, last];
  }
}

/** The tuples whose components are pairwise distinct. */
export function* distinctTuples(processes: number, length: number): Generator<readonly number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const start of distinctTuples(processes, length - 1)) {
    for (let last = 1; last <= processes; last++) if (!start.includes(last)) yield [...start, last];
  }
}
