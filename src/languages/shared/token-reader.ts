/**
 * What the lexers of languages with words and marks share: a loop that skips blanks and reads one token after the other,
 * keywords and marks by their spelling, and comments.
 */
import type { DiagnosticList } from './diagnostics.js';
import { Cursor, inLine } from './lexer.js';
import type { SourceText, Span } from './source.js';
import type { Token } from './tokens.js';

export interface Comment extends Span {
  /** With its marks. */
  readonly text: string;
  /** Something else stands before it in its line. */
  readonly trailing: boolean;
}

/** How a language is spelled: its blanks, and its keywords and marks, each a kind of token of its own. */
export class Lexicon<Kind extends string> {
  readonly isBlank: (code: number) => boolean;
  private readonly keywords: ReadonlyMap<string, Kind>;
  private readonly longestKeyword: number;
  /** For each first character, the marks that start with it, longest first. */
  private readonly marks = new Map<number, Kind[]>();

  constructor(keywords: readonly Kind[], marks: readonly Kind[], isBlank: (code: number) => boolean) {
    this.isBlank = isBlank;
    this.keywords = new Map(keywords.map((word) => [word, word]));
    this.longestKeyword = Math.max(...keywords.map((word) => word.length));
    for (const mark of [...marks].sort((left, right) => right.length - left.length)) {
      const first = mark.charCodeAt(0);
      const group = this.marks.get(first);
      if (group === undefined) this.marks.set(first, [mark]);
      else group.push(mark);
    }
  }

  /** The keyword that a part of the text is. */
  keyword(text: string, start = 0, end = text.length): Kind | undefined {
    return end - start <= this.longestKeyword ? this.keywords.get(text.slice(start, end)) : undefined;
  }

  /** The longest mark that stands at an offset. */
  mark(text: string, offset: number): Kind | undefined {
    return this.marks.get(text.charCodeAt(offset))?.find((mark) => text.startsWith(mark, offset));
  }

  startsMark(code: number): boolean {
    return this.marks.has(code);
  }
}

const STAR = 42;
const SLASH = 47;

export abstract class TokenReader<Kind extends string> extends Cursor {
  /** Text that is no token was skipped, and reported, since the last token. */
  protected spoiled = false;
  /** Where to stop. */
  protected end: number;
  private readonly lexicon: Lexicon<Kind>;
  private readonly comments: Comment[];
  /** Where the last token or comment ended, and whether a token stands in that line. */
  private lastEnd = 0;
  private lineIsUsed = false;

  /** Comments are added to a list by languages that keep them. */
  constructor(source: SourceText, diagnostics: DiagnosticList, lexicon: Lexicon<Kind>, comments: Comment[] = []) {
    super(source, diagnostics);
    this.end = source.text.length;
    this.lexicon = lexicon;
    this.comments = comments;
  }

  /** The token that starts at the cursor, with this character; null when there is none, and something is skipped. */
  protected abstract read(start: number, code: number): Token<Kind> | null;

  /** The next token; after the last one, `end` for ever. */
  next(): Token<Kind> {
    for (;;) {
      this.skipWhile(this.lexicon.isBlank);
      // A text with this many errors is not read further: see `DiagnosticList`.
      if (this.diagnostics.full) this.toEnd();
      const start = Math.min(this.offset, this.end);
      if (start === this.end) {
        this.offset = start;
        return this.atTheEnd(start);
      }
      const token = this.read(start, this.code());
      if (token !== null) return token;
    }
  }

  protected atTheEnd(start: number): Token<Kind> {
    return this.token('end', start);
  }

  /** A token that ends at the cursor. */
  protected token(kind: Kind | 'end', start: number): Token<Kind> {
    const { spoiled, offset } = this;
    this.spoiled = false;
    this.lastEnd = offset;
    this.lineIsUsed = true;
    return { kind, start, end: offset, spoiled };
  }

  /** A keyword, or a word of another kind. */
  protected word(start: number, isWord: (code: number) => boolean, other: Kind): Token<Kind> {
    this.skipWhile(isWord);
    return this.token(this.lexicon.keyword(this.text, start, this.offset) ?? other, start);
  }

  /** A mark; null when none stands here. */
  protected mark(start: number): Token<Kind> | null {
    const mark = this.lexicon.mark(this.text, start);
    if (mark === undefined) return null;
    this.offset += mark.length;
    return this.token(mark, start);
  }

  /** Reports what is no token, up to the cursor or to `end`. */
  protected refuse(start: number, message: string, end = this.offset): null {
    this.spoiled = true;
    this.diagnostics.error('lexical', { start, end }, message);
    return null;
  }

  /** Skips characters that no token starts with, and reports them. */
  protected refuseIllegal(isLegal: (code: number) => boolean, hint?: (character: string) => string | null): null {
    this.spoiled = true;
    this.skipIllegal(isLegal, hint);
    return null;
  }

  /** Keeps a comment in `(*` and `*)`, which nest. */
  protected nestedComment(start: number): null {
    const { errors } = this.diagnostics;
    this.skipNestedComment('(*', '*)');
    if (this.diagnostics.errors > errors) this.spoiled = true;
    else this.keep(start);
    return null;
  }

  /** Skips a comment from a slash and a star to the next star and slash; false when it does not end. */
  protected blockComment(start: number): boolean {
    const close = this.text.indexOf('*/', start + 2);
    this.offset = close < 0 ? this.text.length : close + 2;
    if (close < 0) this.refuse(start, 'this comment does not end: `*/` is missing', start + 2);
    return close >= 0;
  }

  protected get atSlashComment(): boolean {
    return this.code() === SLASH && (this.code(1) === SLASH || this.code(1) === STAR);
  }

  /** Keeps a comment that starts with two slashes and ends with the line, or a block comment. */
  protected slashComment(start: number): null {
    if (this.code(1) === SLASH) this.skipWhile(inLine);
    else if (!this.blockComment(start)) return null;
    this.keep(start);
    return null;
  }

  /** The comment from there to the cursor. */
  private keep(start: number): void {
    const text = this.text.slice(start, this.offset).trimEnd();
    const trailing = this.lineIsUsed && !this.text.slice(this.lastEnd, start).includes('\n');
    this.comments.push({ text, trailing, start, end: this.offset });
    this.lineIsUsed = trailing;
    this.lastEnd = this.offset;
  }
}
