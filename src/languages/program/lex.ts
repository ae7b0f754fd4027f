/**
 * Tokens of `.fp` files. A keyword or a punctuation mark is its own kind; the longest match wins. Comments run from `//`
 * to the end of the line, or from `/*` to a star and a slash; they are kept for the printer.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { isBlank, isDigit, isWord, isWordStart } from '../shared/lexer.js';
import type { SourceText, Span } from '../shared/source.js';
import { type Comment, Lexicon, TokenReader } from '../shared/token-reader.js';
import type { Lexer, Token } from '../shared/tokens.js';
import { foreignCharacter, foreignDirective } from './foreign.js';

export const KEYWORDS = [
  ...['const', 'type', 'shared', 'thread', 'never', 'invariant', 'lemma', 'ltl', 'predicates'],
  ...['local', 'if', 'else', 'while', 'loop', 'await', 'assume', 'assert', 'goto', 'choose', 'or', 'break', 'continue'],
  ...['skip', 'fence', 'atomic', 'cas', 'swap', 'fetch_add', 'true', 'false', 'any', 'self', 'int', 'bool', 'for'],
  ...['switch', 'case', 'default', 'proc', 'return', 'record', 'ghost'],
] as const;

const MARKS = [
  ...['<->', '->', '||', '&&', '==', '!=', '<=', '>=', '..', '<', '>', '=', '!', '+', '-', '*', '/', '%', '?', ':'],
  ...['@', '(', ')', '[', ']', '{', '}', ',', ';', '.', '|', '&', '^', '~', '<<', '>>'],
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='],
] as const;

export type Keyword = (typeof KEYWORDS)[number];
export type Mark = (typeof MARKS)[number];
export type TokenKind = Keyword | Mark | 'name' | 'integer' | 'file';

const lexicon = new Lexicon<TokenKind>(KEYWORDS, MARKS, isBlank);

const POINT = 46;

const isLegal = (code: number) => isWord(code) || isBlank(code) || lexicon.startsMark(code);

export function programLexer(
  source: SourceText,
  diagnostics: DiagnosticList,
  comments: Comment[],
  { start, end }: Span = { start: 0, end: source.text.length },
): Lexer<TokenKind> {
  const reader = new ProgramReader(source, diagnostics, lexicon, comments);
  reader.within(start, end);
  return () => reader.next();
}

/** Behind the word `include`. */
const FILE = /"[^"\n]*"/y;

class ProgramReader extends TokenReader<TokenKind> {
  private afterInclude = false;

  within(start: number, end: number): void {
    this.offset = start;
    this.end = end;
  }

  protected read(start: number, code: number): Token<TokenKind> | null {
    const file = this.afterInclude ? this.file(start) : null;
    this.afterInclude = this.text.startsWith('include', start) && !isWord(this.code('include'.length));
    if (file !== null) return file;
    if (isWordStart(code)) return this.word(start, isWord, 'name');
    if (isDigit(code)) return this.number(start);
    if (this.atSlashComment) return this.slashComment(start);
    return (
      this.mark(start) ??
      this.refuseIllegal(isLegal, (character) =>
        character === '#' ? foreignDirective(this.text.slice(start + 1, start + 9)) : foreignCharacter(character),
      )
    );
  }

  private file(start: number): Token<TokenKind> | null {
    FILE.lastIndex = start;
    const found = FILE.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.offset += found.length;
    return this.token('file', start);
  }

  private number(start: number): Token<TokenKind> | null {
    this.skipWhile(isDigit);
    const fraction = this.code() === POINT && isDigit(this.code(1));
    if (!isWordStart(this.code()) && !fraction) return this.token('integer', start);
    if (fraction) this.offset++;
    this.skipWhile(isWord);
    const text = this.text.slice(start, this.offset);
    const hex = /^0[xX][0-9a-fA-F]+$/.test(text);
    if (hex) return this.refuse(start, `numbers have decimal digits: write ${Number(text)}`);
    return this.refuse(
      start,
      fraction ? 'numbers are integers' : 'a name starts with a letter, and a number has only (decimal) digits',
    );
  }
}
