/**
 * Tokens of `.cub` files. A keyword or a punctuation mark is its own kind. The longest match wins, so a minus sign just
 * before a digit belongs to the number: `X-1` is `X` and then `-1`.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { isBlank, isDigit, isLetter, isWord } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import { type Comment, Lexicon, TokenReader } from '../shared/token-reader.js';
import type { Lexer, Token } from '../shared/tokens.js';

export const KEYWORDS = [
  ...['type', 'init', 'transition', 'invariant', 'requires', 'array', 'var', 'const', 'unsafe', 'lemma', 'case'],
  ...['forall_other', 'exists_other', 'forall', 'exists', 'predicate', 'if', 'then', 'else', 'not', 'true', 'false'],
  ...['number_procs', 'let', 'in', 'fence', 'weak'],
] as const;

const PUNCTUATION = [
  ...['(', ')', '[', ']', '{', '}', '.', '?', '+', '-', '*', ':', '=', '=>', '<=>', ':=', '<>', '<', '<=', '>', '>='],
  ...['||', '|', ',', ';', '_', '&&', '@'],
] as const;

export type Keyword = (typeof KEYWORDS)[number];
export type Mark = (typeof PUNCTUATION)[number];
export type TokenKind = Keyword | Mark | 'lower' | 'upper' | 'integer' | 'real' | 'process';

const lexicon = new Lexicon<TokenKind>(KEYWORDS, PUNCTUATION, isBlank);

const HASH = 35;
const AMPERSAND = 38;
const OPEN = 40;
const STAR = 42;
const MINUS = 45;
const DOT = 46;

const isLower = (code: number) => code >= 97 && code <= 122;
/** `&` alone starts no token, but ends a stretch of illegal characters well enough. */
const isLegal = (code: number) => isWord(code) || isBlank(code) || code === HASH || lexicon.startsMark(code);

/** Comments are added to the list, for the printer. */
export function cubicleLexer(
  source: SourceText,
  diagnostics: DiagnosticList,
  comments: Comment[] = [],
): Lexer<TokenKind> {
  const reader = new CubicleReader(source, diagnostics, lexicon, comments);
  return () => reader.next();
}

class CubicleReader extends TokenReader<TokenKind> {
  protected read(start: number, code: number): Token<TokenKind> | null {
    if (isLower(code)) return this.word(start, isWord, 'lower');
    if (isLetter(code)) {
      this.skipWhile(isWord);
      return this.token('upper', start);
    }
    if (isDigit(code) || (code === MINUS && isDigit(this.code(1)))) return this.number(start);
    if (code === OPEN && this.code(1) === STAR) return this.nestedComment(start);
    if (code === HASH) return this.process(start);
    return this.mark(start) ?? this.illegal(start, code);
  }

  private process(start: number): Token<TokenKind> | null {
    const isProcess = isDigit(this.code(1)) && this.code(1) !== 48;
    this.offset++;
    this.skipWhile(isDigit);
    if (isProcess) return this.token('process', start);
    return this.refuse(start, 'a process constant is `#` and a number from 1, such as `#2`');
  }

  private illegal(start: number, code: number): null {
    if (code !== AMPERSAND) return this.refuseIllegal(isLegal);
    this.offset++;
    return this.refuse(start, 'a single `&`: the conjunction is written `&&`');
  }

  private number(start: number): Token<TokenKind> {
    this.offset++;
    this.skipWhile(isDigit);
    if (this.code() !== DOT) return this.token('integer', start);
    this.offset++;
    this.skipWhile(isDigit);
    return this.token('real', start);
  }
}
