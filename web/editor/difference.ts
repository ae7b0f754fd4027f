/** How a repaired text differs from the one in the editor: a repair puts things in, and takes nothing out. */
import type { Inserted } from './marks.js';

/** How far a line is looked for before it counts as changed. */
const NEAR = 6;

export function insertedLines(before: string, after: string): Inserted[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const found: Inserted[] = [];
  let at = 0;
  for (const [index, line] of old.entries()) {
    if (fresh[at] === line) {
      at++;
      continue;
    }
    const next = fresh.slice(at, at + NEAR).indexOf(line);
    if (next < 0) {
      // The line itself has something put into it.
      if (fresh[at] !== undefined) found.push({ before: index + 1, text: fresh[at] as string });
      at++;
      continue;
    }
    for (const text of fresh.slice(at, at + next)) found.push({ before: index + 1, text });
    at += next + 1;
  }
  for (const text of fresh.slice(at)) found.push({ before: old.length + 1, text });
  return found;
}

/** The smallest single change that makes one of the other, so that the cursor stays where it is. */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
