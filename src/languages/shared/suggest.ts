/**
 * The nearest of some names, when it is near: at most a third of the letters differ, or only their case, or
 * two neighbours changed places. Diagnostics say it in their message, and carry it for editors, which can put it there.
 */
const CANDIDATES_TRIED = 2_000;
const LONGEST = 40;

/** Null when none is near. */
export function suggest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  let best: string | null = null;
  let distance = Math.floor(name.length / 3) + 1;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > CANDIDATES_TRIED) break;
    if (Math.abs(candidate.length - name.length) >= distance) continue;
    const near = candidate.toLowerCase() === name.toLowerCase() || neighboursSwapped(name, candidate);
    const found = near ? 0 : editDistance(name, candidate);
    if (found < distance) [best, distance] = [candidate, found];
  }
  return best;
}

/** What a message ends with. */
export function didYouMean(near: string | null): string {
  return near === null ? '' : `; did you mean \`${near}\`?`;
}

function neighboursSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
