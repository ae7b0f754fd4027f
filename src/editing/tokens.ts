/** All tokens of a text, for questions about what stands around a place. */
import type { DiagnosticList } from '../languages/shared/diagnostics.js';
import { DiagnosticList as List } from '../languages/shared/diagnostics.js';
import type { SourceText } from '../languages/shared/source.js';
import type { Lexer, Token } from '../languages/shared/tokens.js';

type MakeLexer<Kind extends string> = (source: SourceText, diagnostics: DiagnosticList) => Lexer<Kind>;

export function tokensOf<Kind extends string>(source: SourceText, make: MakeLexer<Kind>): Token<Kind>[] {
  const lexer = make(source, new List(source));
  const tokens: Token<Kind>[] = [];
  for (let token = lexer(); token.kind !== 'end'; token = lexer()) tokens.push(token);
  return tokens;
}

/** The tokens around a place. */
export interface Around<Kind extends string> {
  /** All that end before the word that is being written. */
  readonly before: readonly Token<Kind>[];
  /** The word at whose end or in which the place is; empty where there is none. */
  readonly word: { readonly start: number; readonly end: number };
  /** The place is inside of a comment, or of text that is no token. */
  readonly nowhere: boolean;
}

/** `isWord`: of a token that completion replaces. */
export function around<Kind extends string>(
  tokens: readonly Token<Kind>[],
  offset: number,
  text: string,
): Around<Kind> {
  const at = tokens.find(
    ({ start, end }) => start < offset && offset <= end && /^\w/.test(text.slice(start, start + 1)),
  );
  const before = tokens.filter(({ end, start }) => end <= (at?.start ?? offset) && start < offset);
  const word = at === undefined ? { start: offset, end: offset } : { start: at.start, end: at.end };
  const from = before.at(-1)?.end ?? 0;
  // What lies between two tokens is blank, or a comment, or damaged.
  const between = text.slice(from, word.start);
  return { before, word, nowhere: at === undefined ? openComment(between) : false };
}

/** Whether a comment begins in a stretch between two tokens and has not ended at its end. */
function openComment(between: string): boolean {
  const line = between.slice(between.lastIndexOf('\n') + 1);
  if (line.includes('//')) return true;
  if (between.lastIndexOf('/*') > between.lastIndexOf('*/')) return true;
  return between.lastIndexOf('(*') > between.lastIndexOf('*)');
}
