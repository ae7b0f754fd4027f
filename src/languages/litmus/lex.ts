/**
 * Tokens of `.litmus` files. The parts of a file are lexed apart, each in its own range of the text (`split.ts`), because
 * their words differ: `not` is a negation in the condition and nothing special in the program, `$1` is a number in the
 * program and a name elsewhere.
 *
 * Names hold `/`, `.` and `-` as well. A slash is part of a name only before another character of it, so that
 * `[x]=y/\z=1` is a conjunction.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { inLine, isDigit, isLetter, isWideBlank, isWord, isWordStart } from '../shared/lexer.js';
import type { SourceText, Span } from '../shared/source.js';
import { Lexicon, TokenReader } from '../shared/token-reader.js';
import type { Lexer, Token, TokenStream } from '../shared/tokens.js';

const KEYWORDS = [
  ...['exists', 'forall', 'final', 'observed', 'locations', 'filter', 'not', 'and', 'true', 'false', 'with'],
] as const;

const MARKS = [
  ...['/\\', '\\/', '=>', '==', '!=', '<>', '=', '~', '(', ')', '[', ']', '{', '}', ';', ':', ',', '|', '*', '&'],
] as const;

export type Keyword = (typeof KEYWORDS)[number];
export type Mark = (typeof MARKS)[number];
export type TokenKind =
  | Keyword
  | Mark
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

const lexicon = new Lexicon<TokenKind>(KEYWORDS, MARKS, isWideBlank);
const PROCESSOR = /^P\d+$/;
/** No keyword is longer, and so many characters tell a processor from a name. */
const LONGEST_WORD = 40;

const isHexadecimal = (code: number) => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);

const HASH = 35;
const DOLLAR = 36;
const PERCENT = 37;
const OPEN = 40;
const STAR = 42;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const ZERO = 48;
const SMALL_X = 120;

const isLegal = (code: number) =>
  isWord(code) || isWideBlank(code) || code === DOLLAR || code === PERCENT || lexicon.startsMark(code);

export function litmusLexer(
  source: SourceText,
  diagnostics: DiagnosticList,
  part: Part,
  range: Span,
): Lexer<TokenKind> {
  const reader = new LitmusReader(source, diagnostics, part, range);
  return () => reader.next();
}

class LitmusReader extends TokenReader<TokenKind> {
  private readonly part: Part;
  private closed: boolean;

  constructor(source: SourceText, diagnostics: DiagnosticList, part: Part, range: Span) {
    super(source, diagnostics, lexicon);
    this.part = part;
    this.offset = range.start;
    this.end = range.end;
    this.closed = part === 'condition' || range.end >= source.text.length;
  }

  protected read(start: number, code: number): Token<TokenKind> | null {
    const { part } = this;
    if (code === OPEN && this.code(1) === STAR) return this.nestedComment(start);
    if (isDigit(code) || (code === MINUS && isDigit(this.code(1)))) return this.number('number', start);
    if (code === DOLLAR && part === 'program' && isDigit(this.code(this.code(1) === MINUS ? 2 : 1))) {
      this.offset++;
      return this.number('immediate', start);
    }
    if (code === PERCENT && isLetter(this.code(1))) {
      this.offset++;
      this.skipName();
      return this.token('percent', start);
    }
    if (isWordStart(code) || (part !== 'program' && (code === DOLLAR || code === DOT))) return this.name(start);
    if (code === HASH) return this.lineComment();
    return this.mark(start) ?? this.refuseIllegal(isLegal);
  }

  /** As in assemblers: to the end of the line. */
  private lineComment(): null {
    this.skipWhile(inLine);
    this.offset = Math.min(this.offset, this.end);
    return null;
  }

  protected override atTheEnd(start: number): Token<TokenKind> {
    if (this.closed || this.diagnostics.full) return this.token('end', start);
    this.closed = true;
    this.offset++;
    this.skipWhile(isWord);
    const closing = this.token('closing', start);
    this.offset = start;
    return closing;
  }

  private skipName(): void {
    this.offset++;
    for (;;) {
      this.skipWhile(isWord);
      const code = this.code();
      if (code !== DOT && code !== MINUS && !(code === SLASH && isWord(this.code(1)))) return;
      this.offset++;
    }
  }

  private name(start: number): Token<TokenKind> {
    this.skipName();
    const text = this.text.slice(start, Math.min(this.offset, start + LONGEST_WORD));
    if (PROCESSOR.test(text)) return this.token('processor', start);
    const known = this.part === 'condition' ? lexicon.keyword(text === 'Observed' ? 'observed' : text) : undefined;
    return this.token(known ?? 'word', start);
  }

  private number(kind: 'number' | 'immediate', start: number): Token<TokenKind> {
    if (this.code() === MINUS) this.offset++;
    if (this.code() === ZERO && (this.code(1) | 32) === SMALL_X && isHexadecimal(this.code(2))) {
      this.offset += 2;
      this.skipWhile(isHexadecimal);
    } else this.skipWhile(isDigit);
    return this.token(kind, start);
  }
}
