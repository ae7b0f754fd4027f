/** Places of a text for people: a line, and the file where the text includes it. */
import type { Place } from './model.js';

/** `line 7`, `line 7 of lock.fp`. */
export function lineText({ line, included }: Place): string {
  return included === undefined ? `line ${line}` : `line ${included.line} of ${included.file}`;
}

/** `7`, `lock.fp:7`: where there is little room. */
export function shortLine(line: number, file?: string): string {
  return file === undefined ? `${line}` : `${file}:${line}`;
}

/** The line of its file, and the file if it is an included one. */
export function lineIn({ line, included }: Place): { readonly line: number; readonly file?: string } {
  return included ?? { line };
}
