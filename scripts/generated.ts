/**
 * Files that a program writes, and tables in Markdown files. A table stands between two comments with its name; everything
 * around it belongs to people.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The text with the part between the markers replaced; null when there are no such markers. */
export function withGenerated(text: string, name: string, lines: readonly string[]): string | null {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return null;
  return `${text.slice(0, from + begin.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
}

/**
 * Brings the tables of a file up to date, or with `check` says whether they are. Returns the exit status: 1 for a stale
 * table, 2 for a file without the markers.
 */
export function updateFile(
  file: string,
  tables: ReadonlyMap<string, readonly string[]>,
  check: boolean,
  command: string,
): number {
  const before = readFileSync(file, 'utf8');
  let after = before;
  for (const [name, lines] of tables) {
    const next = withGenerated(after, name, lines);
    if (next === null) {
      console.error(`${file}: no place for the table '${name}'`);
      return 2;
    }
    after = next;
  }
  return putFile(file, after, check, command);
}

/** Writes the text to the file, or with `check` says whether it is there. Returns the exit status. */
export function putFile(file: string, text: string, check: boolean, command: string): number {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) {
    console.log(`${file}: up to date`);
    return 0;
  }
  if (check) {
    console.error(`${file}: stale; ${command} writes it again`);
    return 1;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file}: written`);
  return 0;
}
