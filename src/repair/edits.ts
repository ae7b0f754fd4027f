/** Insertions into a text, and what differs afterwards, as a unified diff. */

export interface Insertion {
  readonly offset: number;
  readonly text: string;
  /** So many characters behind the offset are replaced; none unless given. */
  readonly remove?: number;
}

/** Insertions at one offset come in the order in which they are given. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  let [result, at] = ['', 0];
  for (const { offset, text: added, remove = 0 } of inOrder(insertions)) {
    result += text.slice(at, offset) + added;
    at = offset + remove;
  }
  return result + text.slice(at);
}

/** Where an offset of the text is after insertions that replace nothing: before what is inserted there. */
export function shifted(offset: number, insertions: readonly Insertion[]): number {
  return insertions.reduce((sum, { offset: at, text }) => (at < offset ? sum + text.length : sum), offset);
}

function inOrder(insertions: readonly Insertion[]): Insertion[] {
  return [...insertions].sort((one, other) => one.offset - other.offset);
}

const CONTEXT = 3;

type Line = { readonly mark: ' ' | '+' | '-'; readonly text: string };

/** Empty when nothing differs. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = compare(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ mark }, position) => (mark === ' ' ? [] : [position]));
  const hunks: { from: number; to: number }[] = [];
  for (const position of changed) {
    const last = hunks.at(-1);
    const [from, to] = [Math.max(0, position - CONTEXT), Math.min(lines.length, position + CONTEXT + 1)];
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  const shown = hunks.map(({ from, to }) => {
    const counted = (until: number, other: '+' | '-') =>
      lines.slice(0, until).filter(({ mark }) => mark !== other).length;
    const range = (other: '+' | '-') => {
      const [first, end] = [counted(from, other), counted(to, other)];
      return `${first + 1},${end - first}`;
    };
    const body = lines.slice(from, to).map(({ mark, text }) => `${mark}${text}`);
    return [`@@ -${range('+')} +${range('-')} @@`, ...body].join('\n');
  });
  return `--- ${file}\n+++ ${file}\n${shown.join('\n')}\n`;
}

/** A line feed ends a line and begins none. */
function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** By a longest common subsequence of what is left between common beginnings and ends. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const common = old.map(() => new Array<number>(now.length + 1).fill(0));
  common.push(new Array<number>(now.length + 1).fill(0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const longest =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      (common[row] as number[])[column] = longest;
    }
  }
  const middle: Line[] = [];
  for (let [row, column] = [0, 0]; row < old.length || column < now.length; ) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      middle.push({ mark: ' ', text: old[row++] as string });
      column++;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) {
      middle.push({ mark: '-', text: old[row++] as string });
    } else middle.push({ mark: '+', text: now[column++] as string });
  }
  const same = (text: string): Line => ({ mark: ' ', text });
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)];
}
