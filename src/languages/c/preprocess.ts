/**
 * The tokens of a C text, with its files included and its macros expanded (C11 5.1.1.2, phases 1 to 4): what `preprocessor/`
 * does, driven to the end. The text is a bundle, so nothing is read here that was not given.
 *
 * The expansion follows GCC where the standard leaves a choice, and tests compare the two.
 */
import type { DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText } from '../shared/source.js';
import { DIGRAPHS } from './preprocessor/lexer.js';
import { Reader } from './preprocessor/reader.js';
import { Enough, type PpToken } from './preprocessor/token.js';
import type { PreprocessOptions, Token } from './tokens.js';

/** The last token is the end. Faults are reported; what is read in spite of them may be missing tokens. */
export function preprocess(source: SourceText, options: PreprocessOptions, faults: DiagnosticList): Token[] {
  const tokens: Token[] = [];
  const end = source.parts[0]?.end ?? source.text.length;
  const file = { name: source.file, source, builtIn: false, includedFrom: null };
  const atEnd: Token = {
    kind: 'end',
    text: '',
    place: { file, start: end, end, expansion: null },
    spaceBefore: false,
    lineStart: true,
  };
  try {
    const { expander } = new Reader(source, options, faults);
    for (let token = expander.next(); token.kind !== 'end'; token = expander.next()) {
      for (const annotation of expander.held.splice(0)) tokens.push(plain(annotation));
      if (token.kind !== 'padding') tokens.push(plain(token));
    }
    for (const annotation of expander.held) tokens.push(plain(annotation));
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  tokens.push(atEnd);
  return tokens;
}

function plain({ kind, text, place, spaceBefore, lineStart }: PpToken): Token {
  if (kind === 'padding') throw new Error('padding is no token');
  const spelled = kind === 'punctuator' ? (DIGRAPHS.get(text) ?? text) : text;
  return { kind, text: spelled, place, spaceBefore, lineStart };
}
