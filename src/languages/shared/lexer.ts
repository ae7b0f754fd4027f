/**
 * A cursor over a source text, and the lexical parts that languages share: kinds of characters, nested comments, stretches
 * of illegal characters. Each character is looked at a bounded number of times.
 */
import type { DiagnosticList } from './diagnostics.js';
import type { SourceText } from './source.js';

const NUL = 0;
const REPLACEMENT = 0xfffd;
const LINE_FEED = 10;

export const isDigit = (code: number) => code >= 48 && code <= 57;
export const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
export const isWordStart = (code: number) => isLetter(code) || code === 95;
export const isWord = (code: number) => isWordStart(code) || isDigit(code);
/** Blank, tab and the ends of lines. */
export const isBlank = (code: number) => code === 32 || code === 9 || code === LINE_FEED || code === 13;
/** And the two other ways to leave room, as in C. */
export const isWideBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);
export const inLine = (code: number) => code !== LINE_FEED && !Number.isNaN(code);

export class Cursor {
  readonly text: string;
  readonly diagnostics: DiagnosticList;
  offset = 0;
  private damagedCommentReported = false;

  constructor(source: SourceText, diagnostics: DiagnosticList) {
    this.text = source.text;
    this.diagnostics = diagnostics;
  }

  /** The unit at the cursor plus `ahead`; NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.offset + ahead);
  }

  get atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  toEnd(): void {
    this.offset = this.text.length;
  }

  /** Moves on while `accepts` holds for the unit at the cursor (it never does for NaN). */
  skipWhile(accepts: (code: number) => boolean): void {
    while (accepts(this.text.charCodeAt(this.offset))) this.offset++;
  }

  /**
   * Skips a comment of two-character brackets that nest; the cursor stands on the opening one. A comment that does not
   * end is reported where it begins and takes the rest of the text. Bytes that are no text are harmless here: a warning.
   */
  skipNestedComment(opening: string, closing: string): void {
    const start = this.offset;
    const [open0, open1, close0, close1] = [...opening, ...closing].map((c) => c.charCodeAt(0));
    let depth = 0;
    while (this.offset < this.text.length) {
      const code = this.text.charCodeAt(this.offset);
      const next = this.text.charCodeAt(this.offset + 1);
      if (code === open0 && next === open1) {
        depth++;
        this.offset += 2;
      } else if (code === close0 && next === close1) {
        depth--;
        this.offset += 2;
        if (depth === 0) return;
      } else {
        if (code === NUL || code === REPLACEMENT) this.warnOfDamagedComment();
        this.offset++;
      }
    }
    this.diagnostics.error(
      'lexical',
      { start, end: start + 2 },
      `this comment does not end: \`${closing}\` is missing`,
    );
  }

  /** Reports the characters from the cursor on for which `starts` does not hold, as one stretch, and skips them. */
  skipIllegal(starts: (code: number) => boolean, hint: (character: string) => string | null = () => null): void {
    const start = this.offset;
    const first = this.text.codePointAt(start) ?? NUL;
    do this.offset++;
    while (this.offset < this.text.length && !starts(this.text.charCodeAt(this.offset)));
    const span = { start, end: this.offset };
    if (first === NUL) this.diagnostics.error('encoding', span, 'a NUL byte: this is not a text file');
    else if (first === REPLACEMENT) this.diagnostics.error('encoding', span, 'this is not UTF-8 text');
    else {
      const instead = hint(String.fromCodePoint(first));
      const message = `illegal character ${nameCharacter(first)}${instead === null ? '' : `: ${instead}`}`;
      this.diagnostics.error('lexical', span, message);
    }
  }

  private warnOfDamagedComment(): void {
    if (this.damagedCommentReported) return;
    this.damagedCommentReported = true;
    const span = { start: this.offset, end: this.offset + 1 };
    this.diagnostics.warning('encoding', span, 'this comment is not UTF-8 text; it is skipped all the same');
  }
}

function nameCharacter(code: number): string {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code > 0x20 && code < 0x7f ? `\`${String.fromCharCode(code)}\`` : number;
}
