/**
 * The parts of a `.litmus` file, found in the text before any of them is read: header, metadata, `{ init }`, program,
 * condition. Comments, `(* ... *)` and from `#` to the end of the line, are skipped everywhere; a metadata line `Key=value` goes to the end of its line, whatever is in it.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import { Cursor, inLine, isWideBlank } from '../shared/lexer.js';
import type { SourceText, Span } from '../shared/source.js';

interface Parts {
  readonly architecture: Span;
  readonly name: Span;
  readonly doc: string | null;
  readonly init: Span;
  /** Ends at the first word of the condition. */
  readonly program: Span;
  /** Empty at the end of the text when there is none. */
  readonly condition: Span;
}

const BLANK = /[ \t\r]*/y;
const ARCHITECTURE = /[A-Za-z0-9_]+/y;
const NAME = /[A-Za-z0-9_/.\-+[\]:]+/y;
const TEX_NAME = /\([A-Za-z][A-Za-z0-9_/.-]*\)/y;
const DOC = /[ \t\r]*\n?[ \t\r]*"([^"]*)"[ \t\r]*/y;
const METADATA = /[A-Za-z][A-Za-z0-9_/.-]*[ \t\r]*=[^\n]*/y;
const WORD = /[A-Za-z_][A-Za-z0-9_/.-]*/y;
const CONDITION_WORDS = new Set(['exists', 'forall', 'final', 'observed', 'Observed', 'locations', 'filter', 'cases']);
const NEGATED = /(?:~[ \t\r]*|not[ \t\r]+)exists(?![A-Za-z0-9_/.-])/y;

/** Null when the file cannot be taken apart; then something was reported. */
export function splitLitmus(source: SourceText, diagnostics: DiagnosticList): Parts | null {
  const { text } = source;
  const cursor = new Cursor(source, diagnostics);

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = cursor.offset;
    const found = pattern.exec(text);
    if (found !== null) cursor.offset = pattern.lastIndex;
    return found;
  };
  const atComment = (): boolean => text.startsWith('(*', cursor.offset) || text[cursor.offset] === '#';
  const skipComment = (): void => {
    if (text[cursor.offset] === '#') cursor.skipWhile(inLine);
    else cursor.skipNestedComment('(*', '*)');
  };
  const skipBlanks = (): void => {
    for (;;) {
      cursor.skipWhile(isWideBlank);
      if (!atComment()) return;
      skipComment();
    }
  };
  const here = (length = 1): Span => ({ start: cursor.offset, end: cursor.offset + length });
  const word = (pattern: RegExp, expected: string): Span | null => {
    const start = cursor.offset;
    if (match(pattern) !== null) return { start, end: cursor.offset };
    const before = diagnostics.errors;
    const code = text.codePointAt(start);
    // What is no text at all is called that, and not a missing name.
    if (code === 0 || code === 0xfffd) cursor.skipIllegal(isWideBlank);
    if (diagnostics.errors === before) {
      const shown = code === 10 || code === 13 ? 'the end of the line' : `\`${String.fromCodePoint(code ?? 63)}\``;
      const found = cursor.atEnd ? 'the end of the text' : shown;
      diagnostics.error('syntax', here(), `expected ${expected}, found ${found}`, expected);
    }
    return null;
  };

  skipBlanks();
  const architecture = word(ARCHITECTURE, 'the name of an architecture: `X86` or `X86_64`');
  if (architecture === null) return null;
  match(BLANK);
  const name = word(NAME, 'the name of the test');
  if (name === null) return null;
  match(BLANK);
  if (match(TEX_NAME) !== null) match(BLANK);
  const doc = match(DOC)?.[1] ?? null;

  const skipMetadata = (): void => {
    let lineStarts = false;
    while (!cursor.atEnd && text[cursor.offset] !== '{') {
      if (atComment()) skipComment();
      else if (!lineStarts || match(METADATA) === null) {
        lineStarts = text[cursor.offset] === '\n' || (lineStarts && isWideBlank(cursor.code()));
        cursor.offset++;
      }
    }
  };
  const findClosing = (): boolean => {
    for (let depth = 0; !cursor.atEnd; ) {
      const character = text[cursor.offset];
      if (atComment()) {
        skipComment();
        continue;
      }
      if (character === '{') depth++;
      if (character === '}') depth--;
      if (depth === 0) return true;
      cursor.offset++;
    }
    return false;
  };
  const skipProgram = (): void => {
    while (!cursor.atEnd) {
      const start = cursor.offset;
      if (atComment()) {
        skipComment();
        continue;
      }
      if (match(NEGATED) !== null || CONDITION_WORDS.has(match(WORD)?.[0] ?? '')) {
        cursor.offset = start;
        return;
      }
      if (cursor.offset === start) cursor.offset++;
    }
  };

  const errors = diagnostics.errors;
  skipMetadata();
  if (cursor.atEnd) {
    // A comment that does not end has taken it.
    if (diagnostics.errors > errors) return null;
    diagnostics.error('missing', here(), 'the initial state is missing: `{ }` at least', '`{`');
    return null;
  }
  const opening = cursor.offset;
  if (!findClosing()) {
    if (diagnostics.errors > errors) return null;
    diagnostics.error('syntax', { start: opening, end: opening + 1 }, 'this brace is not closed: `}` is missing');
    return null;
  }
  const init = { start: opening + 1, end: cursor.offset };
  cursor.offset++;
  const programStart = cursor.offset;
  skipProgram();
  const program = { start: programStart, end: cursor.offset };
  const condition = { start: cursor.offset, end: endOfCondition(cursor, text) };
  return { architecture, name, doc, init, program, condition };
}

/** Whatever follows `<<` is for other tools. */
function endOfCondition(cursor: Cursor, text: string): number {
  while (!cursor.atEnd) {
    if (text[cursor.offset] === '#') cursor.skipWhile(inLine);
    else if (text.startsWith('(*', cursor.offset)) cursor.skipNestedComment('(*', '*)');
    else if (text.startsWith('<<', cursor.offset)) return cursor.offset;
    else cursor.offset++;
  }
  return text.length;
}
