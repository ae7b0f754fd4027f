/**
 * Tokens of `.dve` files. A keyword or a punctuation mark is its own kind; the longest match wins. Comments run from `//`
 * to the end of the line, or from `/*` to the first star and slash; they are kept for the printer.
 *
 * `$` and `#` may stand inside of names, not at their beginning, as in the first reader of the language.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Cursor } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import type { Lexer, Token, TokenStream } from '../shared/tokens.js';
import { foreignCharacter } from './foreign.js';
import type { Comment } from './syntax.js';

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

export type TokenKind = (typeof KEYWORDS)[number] | (typeof MARKS)[number] | 'name' | 'integer';

export type Tokens = TokenStream<TokenKind>;

const keywords: ReadonlyMap<string, TokenKind> = new Map(KEYWORDS.map((word) => [word, word]));
const LONGEST_KEYWORD = Math.max(...KEYWORDS.map((word) => word.length));
/** For each first character, the marks that start with it, longest first. */
const marks: ReadonlyMap<number, readonly TokenKind[]> = groupMarks();

function groupMarks(): Map<number, TokenKind[]> {
  const groups = new Map<number, TokenKind[]>();
  for (const mark of MARKS) {
    const first = mark.charCodeAt(0);
    groups.set(first, [...(groups.get(first) ?? []), mark]);
  }
  return groups;
}

const HASH = 35;
const DOLLAR = 36;
const STAR = 42;
const SLASH = 47;
const LINE_FEED = 10;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const isWord = (code: number) => isLetter(code) || isDigit(code) || code === DOLLAR || code === HASH;
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);
const inLine = (code: number) => code !== LINE_FEED && !Number.isNaN(code);
const isLegal = (code: number) => isLetter(code) || isDigit(code) || isBlank(code) || marks.has(code);

export function dveLexer(source: SourceText, diagnostics: DiagnosticList, comments: Comment[]): Lexer<TokenKind> {
  const cursor = new Cursor(source, diagnostics);
  let spoiled = false;
  /** Where the last token or comment ended, and whether a token stands in that line. */
  let lastEnd = 0;
  let lineIsUsed = false;

  function token(kind: TokenKind | 'end', start: number): Token<TokenKind> {
    const made: Token<TokenKind> = { kind, start, end: cursor.offset, spoiled };
    spoiled = false;
    lastEnd = cursor.offset;
    lineIsUsed = true;
    return made;
  }

  function next(): Token<TokenKind> {
    for (;;) {
      cursor.skipWhile(isBlank);
      // A text with this many errors is not read further: see `DiagnosticList`.
      if (diagnostics.full) cursor.toEnd();
      const start = cursor.offset;
      if (cursor.atEnd) return token('end', start);
      const code = cursor.code();
      if (isLetter(code)) {
        cursor.skipWhile(isWord);
        const length = cursor.offset - start;
        const keyword = length <= LONGEST_KEYWORD ? keywords.get(source.text.slice(start, cursor.offset)) : undefined;
        return token(keyword ?? 'name', start);
      }
      if (isDigit(code)) {
        cursor.skipWhile(isDigit);
        if (!isWord(cursor.code())) return token('integer', start);
        cursor.skipWhile(isWord);
        const message = 'a name starts with a letter, and a number has only (decimal) digits';
        spoiled = true;
        diagnostics.error('lexical', { start, end: cursor.offset }, message);
      } else if (code === SLASH && (cursor.code(1) === SLASH || cursor.code(1) === STAR)) {
        comment(start);
      } else {
        const mark = marks.get(code)?.find((candidate) => source.text.startsWith(candidate, start));
        if (mark !== undefined) {
          cursor.offset += mark.length;
          return token(mark, start);
        }
        spoiled = true;
        cursor.skipIllegal(isLegal, foreignCharacter);
      }
    }
  }

  function comment(start: number): void {
    if (cursor.code(1) === SLASH) {
      cursor.skipWhile(inLine);
    } else {
      const close = source.text.indexOf('*/', start + 2);
      cursor.offset = close < 0 ? source.text.length : close + 2;
      if (close < 0) {
        spoiled = true;
        diagnostics.error('lexical', { start, end: start + 2 }, 'this comment does not end: `*/` is missing');
        return;
      }
    }
    const text = source.text.slice(start, cursor.offset).trimEnd();
    const trailing = lineIsUsed && !source.text.slice(lastEnd, start).includes('\n');
    comments.push({ text, trailing, start, end: cursor.offset });
    lineIsUsed = trailing;
    lastEnd = cursor.offset;
  }

  return next;
}
