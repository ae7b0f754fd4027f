/**
 * A file as preprocessing tokens (translation phases 1 to 3). Lines that end in a backslash are joined first, in a copy of the
 * text that remembers where each character stood; a file without such lines is read as it is. Trigraphs are no longer known.
 *
 * Comments are blanks, but for those that begin with `@`: they are said to us, and stay in the stream.
 */
import type { SourceFile, TokenKind } from '../tokens.js';
import { type PpToken, ppToken } from './token.js';

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /\.?\d(?:[eEpP][+-]|[\w.$\u0080-\uffff])*/y;
const QUOTED = /(?:u8|[LuU])?"(?:[^"\\\n]|\\[^\n])*"|[LuU]?'(?:[^'\\\n]|\\[^\n])+'/y;
const PUNCTUATOR =
  /%:%:|\.\.\.|<<=|>>=|##|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\*=|\/=|%=|\+=|-=|&=|\^=|\|=|<:|:>|<%|%>|%:|[[\](){}.&*+\-~!/%<>^|?:;=,#]/y;
const BLANKS = /[ \t\r\f\v]+/y;
const REST = /[^\n]*/y;

/** What the parser reads for the other spellings. */
export const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
  ['%:', '#'],
  ['%:%:', '##'],
]);

/** Told what is wrong with the text; nothing is, in a part that is skipped. */
export type LexicalFault = (start: number, end: number, message: string) => void;

export class FileLexer {
  private readonly text: string;
  /** Where each character of a text with joined lines stood. */
  private readonly map: Int32Array | null;
  private readonly base: number;
  private offset = 0;
  private atLineStart = true;
  private space = false;
  /** In a directive the end of the line is the end. */
  inDirective = false;
  /** Parts that are skipped have no faults. */
  quiet = false;

  constructor(
    readonly file: SourceFile,
    start: number,
    end: number,
    private readonly fault: LexicalFault,
  ) {
    const whole = file.source.text.slice(start, end);
    const joined = whole.includes('\\') ? joinLines(whole) : null;
    this.text = joined?.text ?? whole;
    this.map = joined?.map ?? null;
    this.base = start;
  }

  /** Where an offset of the joined text is in the file. */
  private where(offset: number): number {
    return this.base + (this.map === null ? offset : (this.map[offset] ?? 0));
  }

  /** The next token; `end` at the end of the file, and of the line in a directive. */
  next(): PpToken {
    this.skipBlanks();
    const annotation = this.annotation();
    if (annotation !== null) return annotation;
    const start = this.offset;
    if (start >= this.text.length || (this.inDirective && this.text[start] === '\n')) return this.make('end', start);
    const code = this.text.charCodeAt(start);
    if (code === 34 || code === 39 || code === 76 || code === 85 || code === 117) {
      if (this.take(QUOTED))
        return this.make(this.text.charCodeAt(this.offset - 1) === 34 ? 'string' : 'character', start);
    }
    if (this.take(WORD)) return this.make('identifier', start);
    if (this.take(NUMBER)) return this.make('number', start);
    if (this.take(PUNCTUATOR)) return this.make('punctuator', start);
    if (code === 34 || code === 39) {
      this.take(REST);
      const what = code === 34 ? 'string' : 'character';
      if (!this.quiet) this.report(start, start + 1, `this ${what} does not end in its line`);
      return this.make('other', start);
    }
    this.offset++;
    return this.make('other', start);
  }

  /** The name behind `#include`, with its marks; null when something else stands there. */
  headerName(): PpToken | null {
    this.skipBlanks();
    const start = this.offset;
    return this.take(/<[^>\n]*>|"[^"\n]*"/y) ? this.make('string', start) : null;
  }

  /** The rest of the line, as it is written. */
  restOfLine(): string {
    const start = this.offset;
    this.take(REST);
    return this.text.slice(start, this.offset).trim();
  }

  /** Everything up to the end of the line; in a part that is skipped a comment may go over it. */
  skipLine(): void {
    this.inDirective = true;
    while (this.next().kind !== 'end');
    this.inDirective = false;
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    if (!pattern.test(this.text)) return false;
    this.offset = pattern.lastIndex;
    return true;
  }

  private make(kind: TokenKind, start: number, text = this.text.slice(start, this.offset)): PpToken {
    const { space, atLineStart } = this;
    this.space = false;
    if (kind !== 'end') this.atLineStart = false;
    const from = this.where(start);
    const to = this.offset === start ? from : this.where(this.offset - 1) + 1;
    const place = { file: this.file, start: from, end: to, expansion: null };
    return ppToken(kind, text, place, space, atLineStart);
  }

  private skipBlanks(): void {
    for (;;) {
      if (this.take(BLANKS)) this.space = true;
      const code = this.text.charCodeAt(this.offset);
      if (code === 10 && !this.inDirective) {
        this.offset++;
        this.atLineStart = true;
        this.space = false;
      } else if (code !== 47 || !this.skipComment()) return;
    }
  }

  /** False at a slash that begins none, and at an annotation. */
  private skipComment(): boolean {
    const second = this.text.charCodeAt(this.offset + 1);
    if (second !== 47 && second !== 42) return false;
    if (this.text[this.offset + 2] === '@' && !this.inDirective && !this.quiet) return false;
    if (second === 47) this.take(REST);
    else this.skipBlock();
    this.space = true;
    return true;
  }

  private skipBlock(): void {
    const start = this.offset;
    const end = this.text.indexOf('*/', start + 2);
    this.offset = end < 0 ? this.text.length : end + 2;
    if (end < 0) this.report(start, start + 2, 'this comment does not end: `*/` is missing');
  }

  private annotation(): PpToken | null {
    const { text, offset } = this;
    const mark = text.slice(offset, offset + 3);
    if ((mark !== '//@' && mark !== '/*@') || this.inDirective || this.quiet) return null;
    const ghost = mark === '//@' ? /^[ \t]*ghost\b/.exec(text.slice(offset + 3, offset + 80)) : null;
    if (ghost !== null) {
      // What stands behind it in its line is read as C.
      this.offset = offset + 3 + ghost[0].length;
      return this.make('identifier', offset, GHOST);
    }
    if (mark === '//@') this.take(REST);
    else this.skipBlock();
    const inner = text.slice(offset + 3, mark === '//@' ? this.offset : Math.max(offset + 3, this.offset - 2));
    return this.make('annotation', offset, inner.trim());
  }

  private report(start: number, end: number, message: string): void {
    this.fault(this.where(start), this.where(end - 1) + 1, message);
  }
}

/** The word that `//@ ghost` is for the parser. */
export const GHOST = '__fencepost_ghost';

function joinLines(text: string): { text: string; map: Int32Array } | null {
  const pieces: string[] = [];
  const map = new Int32Array(text.length + 1);
  let length = 0;
  let from = 0;
  const piece = (to: number): void => {
    pieces.push(text.slice(from, to));
    for (let at = from; at < to; at++) map[length++] = at;
  };
  for (const { index, 0: splice } of text.matchAll(/\\[ \t\r\f\v]*\n/g)) {
    piece(index);
    from = index + splice.length;
  }
  if (from === 0) return null;
  piece(text.length);
  map[length] = text.length;
  return { text: pieces.join(''), map };
}

/** The one token that a text is, as pasting makes it; null when it is none or several. */
export function oneToken(text: string): TokenKind | null {
  const kinds: [RegExp, TokenKind][] = [
    [QUOTED, text.endsWith('"') ? 'string' : 'character'],
    [WORD, 'identifier'],
    [NUMBER, 'number'],
    [PUNCTUATOR, 'punctuator'],
  ];
  for (const [pattern, kind] of kinds) {
    pattern.lastIndex = 0;
    if (pattern.test(text)) return pattern.lastIndex === text.length ? kind : null;
  }
  return null;
}
