/**
 * The `.cub` language: text in, array system or diagnostics out.
 */
import type { ArraySystem } from '../../models/array-system/model.js';
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import type { Comment } from '../shared/token-reader.js';
import { TokenStream } from '../shared/tokens.js';
import { checkCubicle, type ReadOptions } from './check.js';
import { cubicleLexer } from './lex.js';
import { parseCubicle } from './parse.js';
import type { ModelSyntax } from './syntax.js';

export interface CubicleReading {
  /** Null when there is an error among the diagnostics. */
  readonly system: ArraySystem | null;
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

export function readCubicle(
  content: string | Uint8Array,
  file: string,
  options: ReadOptions = {},
  patience = ENDLESS,
): CubicleReading {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { model, complete, whole } = parseCubicle(
    new TokenStream(source, diagnostics, cubicleLexer(source, diagnostics), patience),
  );
  // Without all types, symbols and predicates, faults of names would be told that are none.
  const system = complete ? checkCubicle(model, whole, source, diagnostics, options) : null;
  return { system: diagnostics.errors === 0 ? system : null, diagnostics: diagnostics.all() };
}

/** What can be read of a text that may be unfinished: for editors. */
export function outlineCubicle(content: string, file: string): ModelSyntax {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  return parseCubicle(new TokenStream(source, diagnostics, cubicleLexer(source, diagnostics))).outline;
}

/** The syntax tree alone; null when the text is not well-formed. */
export function parseCubicleText(
  content: string | Uint8Array,
  file: string,
): { model: ModelSyntax | null; diagnostics: Diagnostic[]; comments: readonly Comment[] } {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const comments: Comment[] = [];
  const { model } = parseCubicle(new TokenStream(source, diagnostics, cubicleLexer(source, diagnostics, comments)));
  return { model: diagnostics.errors === 0 ? model : null, diagnostics: diagnostics.all(), comments };
}
