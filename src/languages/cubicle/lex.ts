/**
 * Tokens of `.cub` files. A keyword or a punctuation mark is its own kind. The longest match wins, so a minus sign just
 * before a digit belongs to the number: `X-1` is `X` and then `-1`.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Cursor } from '../shared/lexer.js';
import type { SourceText } from '../shared/source.js';
import type { Lexer, Token } from '../shared/tokens.js';

const KEYWORDS = [
  ...['type', 'init', 'transition', 'invariant', 'requires', 'array', 'var', 'const', 'unsafe', 'case'],
  ...['forall_other', 'exists_other', 'forall', 'exists', 'predicate', 'if', 'then', 'else', 'not', 'true', 'false'],
  ...['number_procs', 'let', 'in', 'fence', 'weak'],
] as const;

const PUNCTUATION = [
  ...['(', ')', '[', ']', '{', '}', '.', '?', '+', '-', '*', ':', '=', '=>', '<=>', ':=', '<>', '<', '<=', '>', '>='],
  ...['||', '|', ',', ';', '_', '&&', '@'],
] as const;

export type TokenKind =
  | (typeof KEYWORDS)[number]
  | (typeof PUNCTUATION)[number]
  | 'lower'
  | 'upper'
  | 'integer'
  | 'real'
  | 'process';

const keywords: ReadonlyMap<string, TokenKind> = new Map(KEYWORDS.map((word) => [word, word]));
const LONGEST_KEYWORD = Math.max(...KEYWORDS.map((word) => word.length));

/** For each first character, the marks that start with it, longest first. */
const marks: ReadonlyMap<number, readonly TokenKind[]> = groupMarks();

function groupMarks(): Map<number, TokenKind[]> {
  const groups = new Map<number, TokenKind[]>();
  for (const mark of [...PUNCTUATION].sort((a, b) => b.length - a.length)) {
    const first = mark.charCodeAt(0);
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [mark]);
    else group.push(mark);
  }
  return groups;
}

const MINUS = 45;
const DOT = 46;
const HASH = 35;
const OPEN = 40;
const STAR = 42;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLower = (code: number) => code >= 97 && code <= 122;
const isUpper = (code: number) => code >= 65 && code <= 90;
const isWord = (code: number) => isLower(code) || isUpper(code) || isDigit(code) || code === 95;
const isBlank = (code: number) => code === 32 || code === 9 || code === 10 || code === 13;
/** `&` alone starts no token, but ends a stretch of illegal characters well enough. */
const isLegal = (code: number) => isWord(code) || isBlank(code) || code === HASH || marks.has(code);

export function cubicleLexer(source: SourceText, diagnostics: DiagnosticList): Lexer<TokenKind> {
  const cursor = new Cursor(source, diagnostics);
  let spoiled = false;

  function token(kind: TokenKind | 'end', start: number): Token<TokenKind> {
    const made: Token<TokenKind> = { kind, start, end: cursor.offset, spoiled };
    spoiled = false;
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
      if (isLower(code) || isUpper(code)) return word(start, isLower(code));
      if (isDigit(code) || (code === MINUS && isDigit(cursor.code(1)))) return number(start);
      if (code === OPEN && cursor.code(1) === STAR) {
        const errors = diagnostics.errors;
        cursor.skipNestedComment('(*', '*)');
        if (diagnostics.errors > errors) spoiled = true;
        continue;
      }
      if (code === HASH && isDigit(cursor.code(1)) && cursor.code(1) !== 48) {
        cursor.offset++;
        cursor.skipWhile(isDigit);
        return token('process', start);
      }
      const mark = markAt(start, code);
      if (mark !== undefined) {
        cursor.offset += mark.length;
        return token(mark, start);
      }
      illegal(start, code);
    }
  }

  function markAt(start: number, code: number): TokenKind | undefined {
    const group = marks.get(code) ?? [];
    for (const mark of group) if (mark.length === 1 || source.text.startsWith(mark, start)) return mark;
    return undefined;
  }

  function illegal(start: number, code: number): void {
    spoiled = true;
    if (code === HASH) {
      cursor.offset++;
      cursor.skipWhile(isDigit);
      const span = { start, end: cursor.offset };
      diagnostics.error('lexical', span, 'a process constant is `#` and a number from 1, such as `#2`');
    } else if (code === 38) {
      cursor.offset++;
      diagnostics.error('lexical', { start, end: start + 1 }, 'a single `&`: the conjunction is written `&&`');
    } else {
      cursor.skipIllegal(isLegal);
    }
  }

  function word(start: number, lower: boolean): Token<TokenKind> {
    cursor.skipWhile(isWord);
    if (!lower) return token('upper', start);
    const length = cursor.offset - start;
    const keyword = length <= LONGEST_KEYWORD ? keywords.get(source.text.slice(start, cursor.offset)) : undefined;
    return token(keyword ?? 'lower', start);
  }

  function number(start: number): Token<TokenKind> {
    cursor.offset++;
    cursor.skipWhile(isDigit);
    if (cursor.code() !== DOT) return token('integer', start);
    cursor.offset++;
    cursor.skipWhile(isDigit);
    return token('real', start);
  }

  return next;
}
