/**
 * `.rmm` files, the language of Memorax: text in, program or diagnostics out.
 */
import type { Program } from '../../models/program/model.js';
import type { Diagnostic } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import { checkMemorax } from './check.js';
import { memoraxLexer } from './lex.js';
import { expandMacros, MacroDiagnostics } from './macros.js';
import { parseMemorax } from './parse.js';
import type { MemoraxPredicate } from './predicates.js';
import type { ReadOptions } from './restrictions.js';

export type { MemoraxPredicate } from './predicates.js';
export type { ReadOptions } from './restrictions.js';

export interface MemoraxReading {
  /** Null when there is an error among the diagnostics. */
  readonly program: Program | null;
  /** The section `predicates`. */
  readonly predicates: readonly MemoraxPredicate[];
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

export function readMemorax(
  content: string | Uint8Array,
  file: string,
  options: ReadOptions = {},
  patience = ENDLESS,
): MemoraxReading {
  const source = new SourceText(content, file);
  const diagnostics = new MacroDiagnostics(source);
  const lexer = expandMacros(source, diagnostics, memoraxLexer(source, diagnostics));
  const syntax = parseMemorax(new TokenStream(source, diagnostics, lexer, patience));
  // Names are looked up in a sound text only: a declaration that is missing would be told again and again.
  const checked = diagnostics.errors === 0 ? checkMemorax(syntax, source, diagnostics, options) : null;
  const sound = checked !== null && diagnostics.errors === 0;
  return {
    program: sound ? checked.program : null,
    predicates: sound ? checked.predicates : [],
    diagnostics: diagnostics.all(),
  };
}
