/**
 * Tokens of `.litmus` files. The parts of a file are lexed apart, each in its own range of the text (`split.ts`), because
 * their words differ: `not` is a negation in the condition and nothing special in the program, `$1` is a number in the
 * program and a name elsewhere.
 *
 * Names hold `/`, `.` and `-` as well. A slash is part of a name only before another character of it, so that
 * `[x]=y/\z=1` is a conjunction.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Cursor } from '../shared/lexer.js';
import type { SourceText, Span } from '../shared/source.js';
import type { Lexer, Token, TokenStream } from '../shared/tokens.js';

const KEYWORDS = [
  ...['exists', 'forall', 'final', 'observed', 'locations', 'filter', 'not', 'and', 'true', 'false', 'with'],
] as const;

const MARKS = [
  ...['/\\', '\\/', '=>', '==', '!=', '<>', '=', '~', '(', ')', '[', ']', '{', '}', ';', ':', ',', '|', '*', '&'],
] as const;

export type TokenKind =
  | (typeof KEYWORDS)[number]
  | (typeof MARKS)[number]
  | 'word'
  /** `-3`, `0x1f`. */
  | 'number'
  /** `$3`, in programs. */
  | 'immediate'
  /** `%rax`. */
  | 'percent'
  /** `P0`. */
  | 'processor'
  /** What stands behind the part, and ends it: the closing brace, the first word of the condition. */
  | 'closing';

export type Tokens = TokenStream<TokenKind>;
export type Part = 'init' | 'program' | 'condition';

const keywords: ReadonlyMap<string, TokenKind> = new Map(KEYWORDS.map((word) => [word, word]));
const PROCESSOR = /^P\d+$/;
const LONGEST_NUMBER = 40;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isHexadecimal = (code: number) => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
const isPlain = (code: number) => isLetter(code) || isDigit(code) || code === 95;
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);

const LINE_FEED = 10;
const HASH = 35;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const DOLLAR = 36;
const PERCENT = 37;
const OPEN = 40;
const STAR = 42;

const firstOfMark = new Set(MARKS.map((mark) => mark.charCodeAt(0)));
const isLegal = (code: number) =>
  isPlain(code) || isBlank(code) || code === DOLLAR || code === PERCENT || firstOfMark.has(code);

export function litmusLexer(
  source: SourceText,
  diagnostics: DiagnosticList,
  part: Part,
  range: Span,
): Lexer<TokenKind> {
  const cursor = new Cursor(source, diagnostics);
  cursor.offset = range.start;
  let spoiled = false;
  let closed = part === 'condition' || range.end >= source.text.length;

  function token(kind: TokenKind | 'end', start: number): Token<TokenKind> {
    const made: Token<TokenKind> = { kind, start, end: Math.max(start, cursor.offset), spoiled };
    spoiled = false;
    return made;
  }

  function next(): Token<TokenKind> {
    for (;;) {
      cursor.skipWhile(isBlank);
      if (diagnostics.full) cursor.toEnd();
      const start = Math.min(cursor.offset, range.end);
      if (cursor.offset >= range.end || cursor.atEnd) {
        cursor.offset = start;
        return closing(start);
      }
      const code = cursor.code();
      if (code === OPEN && cursor.code(1) === STAR) {
        const errors = diagnostics.errors;
        cursor.skipNestedComment('(*', '*)');
        if (diagnostics.errors > errors) spoiled = true;
        continue;
      }
      if (isDigit(code) || (code === MINUS && isDigit(cursor.code(1)))) return number('number', start);
      if (code === DOLLAR && part === 'program') {
        const sign = cursor.code(1) === MINUS ? 1 : 0;
        if (isDigit(cursor.code(1 + sign))) {
          cursor.offset++;
          return number('immediate', start);
        }
      }
      if (code === PERCENT && isLetter(cursor.code(1))) {
        cursor.offset++;
        return word('percent', start);
      }
      if (isLetter(code) || code === 95 || (part !== 'program' && (code === DOLLAR || code === DOT))) {
        return word('word', start);
      }
      const mark = MARKS.find((candidate) => source.text.startsWith(candidate, start));
      if (mark !== undefined) {
        cursor.offset += mark.length;
        return token(mark, start);
      }
      spoiled = true;
      if (code === HASH) lineComment(start);
      else cursor.skipIllegal(isLegal);
    }
  }

  /** Assemblers have them, litmus tests don't: what follows is no instruction either. */
  function lineComment(start: number): void {
    cursor.skipWhile((code) => !Number.isNaN(code) && code !== LINE_FEED);
    cursor.offset = Math.min(cursor.offset, range.end);
    diagnostics.error('lexical', { start, end: start + 1 }, 'a comment is written `(* ... *)`, not `#`');
  }

  function closing(start: number): Token<TokenKind> {
    if (closed || diagnostics.full) return token('end', start);
    closed = true;
    cursor.offset++;
    cursor.skipWhile(isPlain);
    const made = token('closing', start);
    cursor.offset = range.end;
    return made;
  }

  function word(kind: 'word' | 'percent', start: number): Token<TokenKind> {
    cursor.offset++;
    for (;;) {
      cursor.skipWhile(isPlain);
      const code = cursor.code();
      if (code === DOT || code === MINUS || (code === SLASH && isPlain(cursor.code(1)))) cursor.offset++;
      else break;
    }
    if (kind === 'percent') return token(kind, start);
    const text = source.text.slice(start, Math.min(cursor.offset, start + LONGEST_NUMBER));
    if (PROCESSOR.test(text)) return token('processor', start);
    const known = part === 'condition' ? keywords.get(text === 'Observed' ? 'observed' : text) : undefined;
    return token(known ?? 'word', start);
  }

  function number(kind: 'number' | 'immediate', start: number): Token<TokenKind> {
    if (cursor.code() === MINUS) cursor.offset++;
    if (cursor.code() === 48 && (cursor.code(1) | 32) === 120 && isHexadecimal(cursor.code(2))) {
      cursor.offset += 2;
      cursor.skipWhile(isHexadecimal);
    } else cursor.skipWhile(isDigit);
    return token(kind, start);
  }

  return next;
}
