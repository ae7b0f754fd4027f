/**
 * Tokens of `.rmm` files, as they stand in the text: macros are expanded behind this (`macros.ts`). A keyword or a mark is
 * its own kind. Comments do not nest.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { inLine, isDigit, isWideBlank, isWord, isWordStart } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import { Lexicon, TokenReader } from '../shared/token-reader.js';
import type { Lexer, Token, TokenStream } from '../shared/tokens.js';

const KEYWORDS = [
  ...['if', 'then', 'else', 'while', 'do', 'read', 'write', 'syncwr', 'syncrd', 'fence', 'ssfence', 'llfence'],
  ...['locked', 'slocked', 'cas', 'goto', 'true', 'false', 'my', 'me', 'other', 'process', 'not', 'nop', 'text'],
  ...['data', 'either', 'or', 'forbidden', 'assume', 'predicates', 'registers', 'macro', 'endmacro'],
] as const;

const MARKS = [
  ...[
    ':=',
    '||',
    '&&',
    '!=',
    '<=',
    '>=',
    '=',
    '(',
    ')',
    ',',
    '-',
    '*',
    ';',
    ':',
    '{',
    '}',
    '<',
    '>',
    '+',
    '[',
    ']',
    '@',
  ],
] as const;

export type Keyword = (typeof KEYWORDS)[number];
export type Mark = (typeof MARKS)[number];
export type TokenKind =
  | Keyword
  | Mark
  | 'name'
  /** `$r`. */
  | 'register'
  | 'number';

export type Tokens = TokenStream<TokenKind>;

const lexicon = new Lexicon<TokenKind>(KEYWORDS, MARKS, isWideBlank);

const DOLLAR = 36;
const STAR = 42;
const SLASH = 47;

const isLegal = (code: number) =>
  isWord(code) || isWideBlank(code) || code === DOLLAR || code === SLASH || lexicon.startsMark(code);

/** What single characters were meant to be. */
const SLIPS: ReadonlyMap<string, string> = new Map([
  ['$', 'a register is `$` and a name, without a blank, such as `$r0`'],
  ['!', 'a negation is written `not`'],
  ['&', 'a single `&`: the conjunction is written `&&`'],
  ['|', 'a single `|`: the disjunction is written `||`'],
  ['/', 'illegal character `/`'],
]);

export function memoraxLexer(source: SourceText, diagnostics: DiagnosticList): Lexer<TokenKind> {
  const reader = new MemoraxReader(source, diagnostics, lexicon);
  return () => reader.next();
}

class MemoraxReader extends TokenReader<TokenKind> {
  protected read(start: number, code: number): Token<TokenKind> | null {
    if (isWordStart(code)) return this.word(start, isWord, 'name');
    if (isDigit(code)) {
      this.skipWhile(isDigit);
      return this.token('number', start);
    }
    if (code === DOLLAR && isWord(this.code(1))) {
      this.offset++;
      this.skipWhile(isWord);
      return this.token('register', start);
    }
    if (code === SLASH && this.code(1) === STAR) {
      this.blockComment(start);
      return null;
    }
    return this.mark(start) ?? this.illegal(start);
  }

  private illegal(start: number): null {
    if (this.text.startsWith('//', start)) {
      this.skipWhile(inLine);
      return this.refuse(start, 'a comment is written `/* ... */`, not `//`', start + 2);
    }
    const slip = SLIPS.get(this.text.charAt(start));
    if (slip === undefined) return this.refuseIllegal(isLegal);
    this.offset++;
    return this.refuse(start, slip);
  }
}
