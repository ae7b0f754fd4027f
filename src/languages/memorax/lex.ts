/**
 * Tokens of `.rmm` files, as they stand in the text: macros are expanded behind this (`macros.ts`). A keyword or a mark is
 * its own kind. Comments do not nest.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Cursor } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
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

export type TokenKind =
  | (typeof KEYWORDS)[number]
  | (typeof MARKS)[number]
  | 'name'
  /** `$r`. */
  | 'register'
  | 'number';

export type Tokens = TokenStream<TokenKind>;

const keywords: ReadonlyMap<string, TokenKind> = new Map(KEYWORDS.map((word) => [word, word]));
const LONGEST_KEYWORD = Math.max(...KEYWORDS.map((word) => word.length));
const firstOfMark = new Set(MARKS.map((mark) => mark.charCodeAt(0)));

const DOLLAR = 36;
const STAR = 42;
const SLASH = 47;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLetter = (code: number) => ((code | 32) >= 97 && (code | 32) <= 122) || code === 95;
const isWord = (code: number) => isLetter(code) || isDigit(code);
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);
const isLegal = (code: number) =>
  isWord(code) || isBlank(code) || code === DOLLAR || code === SLASH || firstOfMark.has(code);

export function memoraxLexer(source: SourceText, diagnostics: DiagnosticList): Lexer<TokenKind> {
  const cursor = new Cursor(source, diagnostics);
  let spoiled = false;

  function token(kind: TokenKind | 'end', start: number): Token<TokenKind> {
    const made: Token<TokenKind> = { kind, start, end: cursor.offset, spoiled };
    spoiled = false;
    return made;
  }

  return function next(): Token<TokenKind> {
    for (;;) {
      cursor.skipWhile(isBlank);
      if (diagnostics.full) cursor.toEnd();
      const start = cursor.offset;
      if (cursor.atEnd) return token('end', start);
      const code = cursor.code();
      if (isLetter(code)) return word(start);
      if (isDigit(code)) {
        cursor.skipWhile(isDigit);
        return token('number', start);
      }
      if (code === DOLLAR && isWord(cursor.code(1))) {
        cursor.offset++;
        cursor.skipWhile(isWord);
        return token('register', start);
      }
      if (code === SLASH && cursor.code(1) === STAR) {
        comment(start);
        continue;
      }
      const mark = MARKS.find((candidate) => source.text.startsWith(candidate, start));
      if (mark !== undefined) {
        cursor.offset += mark.length;
        return token(mark, start);
      }
      spoiled = true;
      illegal(start, code);
    }
  };

  function word(start: number): Token<TokenKind> {
    cursor.skipWhile(isWord);
    const length = cursor.offset - start;
    const keyword = length <= LONGEST_KEYWORD ? keywords.get(source.text.slice(start, cursor.offset)) : undefined;
    return token(keyword ?? 'name', start);
  }

  function comment(start: number): void {
    const end = source.text.indexOf('*/', start + 2);
    if (end >= 0) {
      cursor.offset = end + 2;
      return;
    }
    spoiled = true;
    cursor.toEnd();
    diagnostics.error('lexical', { start, end: start + 2 }, 'this comment does not end: `*/` is missing');
  }

  function illegal(start: number, code: number): void {
    const say = (length: number, message: string): void => {
      cursor.offset += length;
      diagnostics.error('lexical', { start, end: start + length }, message);
    };
    if (code === SLASH && cursor.code(1) === SLASH) {
      cursor.skipWhile((unit) => !Number.isNaN(unit) && unit !== 10);
      diagnostics.error('lexical', { start, end: start + 2 }, 'a comment is written `/* ... */`, not `//`');
    } else if (code === DOLLAR) say(1, 'a register is `$` and a name, without a blank, such as `$r0`');
    else if (code === 33) say(1, 'a negation is written `not`');
    else if (code === 38) say(1, 'a single `&`: the conjunction is written `&&`');
    else if (code === 124) say(1, 'a single `|`: the disjunction is written `||`');
    else if (code === SLASH) say(1, 'illegal character `/`');
    else cursor.skipIllegal(isLegal);
  }
}
