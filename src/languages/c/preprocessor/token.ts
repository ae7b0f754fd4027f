/**
 * Tokens while macros are expanded. Beside those of the result there is padding, which stands where an expansion begins or
 * ends: `#` asks whether blanks stood before a token, and for the first token of an expansion the answer is that of the name
 * that was replaced.
 */
import { SourceText } from '../../shared/source.js';
import type { Place, Token, TokenKind } from '../tokens.js';

export interface PpToken extends Omit<Token, 'kind'> {
  readonly kind: TokenKind | 'padding';
  /** Met inside of its own expansion: it is never expanded again. */
  readonly painted: boolean;
  /** The next token is pasted to it. */
  readonly pasted: boolean;
  /** Of padding: the token whose blanks count; null says only that there were none. */
  readonly source: PpToken | null;
}

export function ppToken(
  kind: TokenKind,
  text: string,
  place: Place,
  spaceBefore: boolean,
  lineStart: boolean,
): PpToken {
  return { kind, text, place, spaceBefore, lineStart, painted: false, pasted: false, source: null };
}

const NOWHERE: Place = {
  file: { name: '', source: new SourceText('', ''), builtIn: true, includedFrom: null },
  start: 0,
  end: 0,
  expansion: null,
};

const PADDING: PpToken = { ...ppToken('other', '', NOWHERE, false, false), kind: 'padding' };

/** Padding stands for blanks, and has neither text nor place. */
export function padding(source: PpToken | null): PpToken {
  return source === null ? PADDING : { ...PADDING, source };
}

export function isText(token: PpToken, text: string): boolean {
  return token.text === text && token.kind === 'punctuator';
}

/** The text has more in it than anybody wrote, or the files go round in a circle: reading stops. It was reported. */
export class Enough extends Error {}
