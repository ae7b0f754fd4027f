/**
 * How a statement is written into a text that people have laid out: on a line of its own, as deep as its neighbour, where
 * the neighbour has a line of its own; between two statements of one line otherwise. Nothing else of the text changes.
 */
import type { Insertion } from './edits.js';

/** A line of its own behind the statement that ends at `end`; null when something else stands on the rest of its line. */
export function lineAfter(text: string, start: number, end: number, statement: string): Insertion | null {
  const lineEnd = endOfLine(text, end);
  if (!/^\s*;?\s*(\/\/.*|\/\*(?:(?!\*\/).)*\*\/\s*)?\r?$/.test(text.slice(end, lineEnd))) return null;
  const lead = indentation(text, start);
  if (lead === null) return null;
  const feed = text[lineEnd - 1] === '\r' ? '\r\n' : '\n';
  const offset = feed === '\r\n' ? lineEnd - 1 : lineEnd;
  return { offset, text: `${feed}${lead}${statement}` };
}

/** A line of its own before the statement that begins at `start`; null when something else stands before it on its line. */
export function lineBefore(text: string, start: number, statement: string): Insertion | null {
  const lead = indentation(text, start);
  if (lead === null) return null;
  const feed = text[endOfLine(text, start) - 1] === '\r' ? '\r\n' : '\n';
  return { offset: start, text: `${statement}${feed}${lead}` };
}

/** What stands before an offset on its line, when that is only space. */
export function indentation(text: string, offset: number): string | null {
  const lead = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*$/.test(lead) ? lead : null;
}

/** The space at the beginning of the line of an offset. */
export function leadOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function endOfLine(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found;
}
