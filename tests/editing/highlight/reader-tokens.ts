/** What the readers take for keywords, numbers and comments. */
import type { HighlightLanguage } from '../../../src/editing/highlight/index.js';
import { cubicleLexer } from '../../../src/languages/cubicle/lex.js';
import { dveLexer } from '../../../src/languages/dve/lex.js';
import { litmusLexer } from '../../../src/languages/litmus/lex.js';
import { splitLitmus } from '../../../src/languages/litmus/split.js';
import { lookUp } from '../../../src/languages/litmus/vocabulary.js';
import { memoraxLexer } from '../../../src/languages/memorax/lex.js';
import { programLexer } from '../../../src/languages/program/lex.js';
import { DiagnosticList } from '../../../src/languages/shared/diagnostics.js';
import { SourceText, type Span } from '../../../src/languages/shared/source.js';
import type { Lexer, Token } from '../../../src/languages/shared/tokens.js';

export interface ReaderTokens {
  readonly keywords: readonly Span[];
  readonly numbers: readonly Span[];
  /** Where the first token may be, and the last. */
  readonly read: Span;
  /** Every character that is neither blank nor part of a token; comments, if nothing was refused. */
  readonly rest: readonly number[];
  readonly refused: boolean;
}

const NUMBERS = new Set(['integer', 'real', 'number', 'immediate']);
const NAMES = new Set(['name', 'lower', 'upper', 'word']);
const isWord = (text: string): boolean => /^[a-z]/.test(text);

export function readerTokens(language: HighlightLanguage, text: string): ReaderTokens | null {
  const source = new SourceText(text, 'text');
  const diagnostics = new DiagnosticList(source);
  const lexed = tokensOf(language, source, diagnostics);
  if (lexed === null) return null;
  const { tokens, from, to } = lexed;
  const end = diagnostics.full ? (tokens.at(-1)?.end ?? 0) : to;
  const used = new Set<number>();
  for (const token of tokens) for (let offset = token.start; offset < token.end; offset++) used.add(offset);
  const rest: number[] = [];
  for (let offset = from; offset < end; offset++) {
    if (!used.has(offset) && !/\s/.test(source.text.charAt(offset))) rest.push(offset);
  }
  return {
    keywords: tokens.filter((token) => isKeyword(language, token, source.text)),
    numbers: tokens.filter(({ kind }) => NUMBERS.has(kind)),
    read: { start: from, end },
    rest,
    refused: diagnostics.errors > 0,
  };
}

interface Lexed {
  readonly tokens: readonly Token<string>[];
  readonly from: number;
  readonly to: number;
}

/** Keywords are kinds of their own, and so are marks. Of a litmus test, instructions are keywords as well. */
function isKeyword(language: HighlightLanguage, { kind, start, end }: Token<string>, text: string): boolean {
  if (kind === 'mnemonic') return true;
  const written = text.slice(start, end);
  const own = language === 'litmus' && written === 'Observed' ? 'observed' : written;
  return kind === own && isWord(own) && !NAMES.has(kind);
}

function all(lexer: Lexer<string>, patience: { readonly full: boolean }): Token<string>[] {
  const tokens: Token<string>[] = [];
  for (let token = lexer(); token.kind !== 'end' && token.kind !== 'closing' && !patience.full; token = lexer()) {
    tokens.push(token);
  }
  return tokens;
}

function tokensOf(language: HighlightLanguage, source: SourceText, diagnostics: DiagnosticList): Lexed | null {
  const to = source.text.length;
  switch (language) {
    case 'program':
      return { tokens: all(programLexer(source, diagnostics, []), diagnostics), from: 0, to };
    case 'cubicle':
      return { tokens: all(cubicleLexer(source, diagnostics), diagnostics), from: 0, to };
    case 'dve':
      return { tokens: all(dveLexer(source, diagnostics, []), diagnostics), from: 0, to };
    case 'memorax':
      return { tokens: all(memoraxLexer(source, diagnostics), diagnostics), from: 0, to };
    case 'litmus':
      return litmusTokens(source, diagnostics);
  }
}

function litmusTokens(source: SourceText, diagnostics: DiagnosticList): Lexed | null {
  const parts = splitLitmus(source, diagnostics);
  if (parts === null) return null;
  const { init, program, condition } = parts;
  const brace = { kind: 'brace', spoiled: false };
  const tokens = [
    ...all(litmusLexer(source, diagnostics, 'init', init), diagnostics),
    { ...brace, start: init.end, end: init.end + 1 },
    ...withMnemonics(all(litmusLexer(source, diagnostics, 'program', program), diagnostics), source),
    ...all(litmusLexer(source, diagnostics, 'condition', condition), diagnostics),
  ];
  return { tokens, from: init.start, to: condition.end };
}

/** The first word of a cell behind its labels, and the one behind `LOCK`. */
function withMnemonics(tokens: readonly Token<string>[], { text }: SourceText): Token<string>[] {
  let begins = true;
  return tokens.map((token, index) => {
    const word = text.slice(token.start, token.end);
    const isLock = begins && token.kind === 'word' && (word === 'LOCK' || word === 'lock');
    const isLabel = token.kind === 'word' && tokens[index + 1]?.kind === ':';
    const known = lookUp('X86', word) !== null || lookUp('X86_64', word) !== null;
    const mnemonic = isLock || (begins && token.kind === 'word' && !isLabel && known);
    begins =
      isLock ||
      token.kind === '|' ||
      token.kind === ';' ||
      (begins && (isLabel || token.kind === ':' || token.kind === 'processor'));
    return mnemonic ? { ...token, kind: 'mnemonic' } : token;
  });
}
