/**
 * A source text and its places.
 *
 * Readers work with offsets into one string; people are told a line and a column. The translation is made only when a
 * place is shown, from two sorted tables that are built on first use: where lines start, and where a character takes
 * two string units. Both directions are binary searches, so many diagnostics in one huge line stay cheap.
 *
 * Lines end at a line feed; a carriage return before it belongs to no column that is shown. Columns count characters
 * (code points) from 1; a tab is one character.
 */

import { type Inclusion, inclusionOf, type Part, partsOf } from './bundle.js';

/** A half-open range of offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class SourceText {
  readonly file: string;
  readonly text: string;
  private partTable: readonly Part[] | null = null;
  private lineStartTable: number[] | null = null;
  private pairTable: number[] | null = null;

  /** Bytes are read as UTF-8; what is not UTF-8 becomes U+FFFD, which no language of ours accepts outside comments. */
  constructor(content: string | Uint8Array, file: string) {
    const text = typeof content === 'string' ? content : new TextDecoder('utf-8').decode(content);
    // The decoder drops a byte order mark by itself; a string may still hold one.
    this.text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    this.file = file;
  }

  /** The text itself, and what it includes. */
  get parts(): readonly Part[] {
    this.partTable ??= partsOf(this.text);
    return this.partTable;
  }

  /** `included`: the line in the file that it belongs to, if that is another one. */
  place(offset: number): { line: number; column: number; included?: Inclusion } {
    const starts = this.lineStarts();
    const line = countUpTo(starts, offset);
    const start = starts[line - 1] ?? 0;
    const place = { line, column: 1 + this.countCharacters(start, offset) };
    const included = inclusionOf(this.parts, line);
    return included === null ? place : { ...place, included };
  }

  /** Characters, not string units, between two offsets. */
  countCharacters(start: number, end: number): number {
    const pairs = this.pairs();
    return end - start - (countUpTo(pairs, end) - countUpTo(pairs, start));
  }

  /** The offset of a place; past the end of a line, the offset of that end. */
  offsetOf(line: number, column: number): number {
    const { start, end } = this.lineSpan(line);
    // The last offset with at most `column - 1` characters before it (the middle of a pair counts as behind it).
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.countCharacters(start, middle) < column) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The line without its end. */
  lineSpan(line: number): Span {
    const starts = this.lineStarts();
    const start = starts[line - 1] ?? this.text.length;
    const next = starts[line];
    let end = next === undefined ? this.text.length : next - 1;
    if (end > start && this.text.charCodeAt(end - 1) === 13) end--;
    return { start, end };
  }

  private lineStarts(): number[] {
    if (this.lineStartTable === null) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      this.lineStartTable = starts;
    }
    return this.lineStartTable;
  }

  /** Offsets just behind each character that takes two string units. */
  private pairs(): number[] {
    if (this.pairTable === null) {
      const pairs: number[] = [];
      for (const match of this.text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(match.index + 2);
      this.pairTable = pairs;
    }
    return this.pairTable;
  }
}

/** How many numbers of a sorted list are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
