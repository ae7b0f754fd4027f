/**
 * Tokens of `.dve` files. A keyword or a punctuation mark is its own kind; the longest match wins. Comments run from `//`
 * to the end of the line, or from `/*` to the first star and slash; they are kept for the printer.
 *
 * `$` and `#` may stand inside of names, not at their beginning, as in the first reader of the language.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { isDigit, isWideBlank, isWord, isWordStart } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import { type Comment, Lexicon, TokenReader } from '../shared/token-reader.js';
import type { Lexer, Token, TokenStream } from '../shared/tokens.js';
import { foreignCharacter } from './foreign.js';

export const KEYWORDS = [
  ...['const', 'byte', 'int', 'channel', 'process', 'state', 'init', 'accept', 'commit', 'assert', 'trans', 'guard'],
  ...['sync', 'effect', 'system', 'async', 'property', 'true', 'false', 'and', 'or', 'not', 'imply'],
  ...['buchi', 'genbuchi', 'muller', 'rabin', 'streett'],
] as const;

const MARKS = [
  ...['->', '||', '&&', '==', '!=', '<=', '>=', '<<', '>>'],
  ...['<', '>', '=', '!', '?', '+', '-', '*', '/', '%', '|', '&', '^', '~'],
  ...['(', ')', '[', ']', '{', '}', ',', ';', ':', '.'],
] as const;

export type Keyword = (typeof KEYWORDS)[number];
export type Mark = (typeof MARKS)[number];
export type TokenKind = Keyword | Mark | 'name' | 'integer';

export type Tokens = TokenStream<TokenKind>;

const lexicon = new Lexicon<TokenKind>(KEYWORDS, MARKS, isWideBlank);

const HASH = 35;
const DOLLAR = 36;

const isInName = (code: number) => isWord(code) || code === DOLLAR || code === HASH;
const isLegal = (code: number) => isWord(code) || isWideBlank(code) || lexicon.startsMark(code);

export function dveLexer(source: SourceText, diagnostics: DiagnosticList, comments: Comment[]): Lexer<TokenKind> {
  const reader = new DveReader(source, diagnostics, lexicon, comments);
  return () => reader.next();
}

class DveReader extends TokenReader<TokenKind> {
  protected read(start: number, code: number): Token<TokenKind> | null {
    if (isWordStart(code)) return this.word(start, isInName, 'name');
    if (isDigit(code)) return this.number(start);
    if (this.atSlashComment) return this.slashComment(start);
    return this.mark(start) ?? this.refuseIllegal(isLegal, foreignCharacter);
  }

  private number(start: number): Token<TokenKind> | null {
    this.skipWhile(isDigit);
    if (!isInName(this.code())) return this.token('integer', start);
    this.skipWhile(isInName);
    return this.refuse(start, 'a name starts with a letter, and a number has only (decimal) digits');
  }
}
