/**
 * `.dve` files, the language of DiVinE and of the BEEM benchmark: text in, model or diagnostics out.
 */
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import { SourceText } from '../shared/source.js';
import { TokenStream } from '../shared/tokens.js';
import { annotate } from './annotations.js';
import { checkDve } from './check.js';
import { checkExpression } from './check-expression.js';
import { dveLexer } from './lex.js';
import type { DveExpression, DveModel } from './model.js';
import { type Parsed, parseDve } from './parse.js';
import { failAtForeignOperator, parseExpression } from './parse-expression.js';
import { scopeOf } from './scope.js';
import type { Comment, DveSyntax } from './syntax.js';

export type * from './model.js';
export { printDve } from './print.js';
export type { DveSyntax } from './syntax.js';

export interface DveReading {
  /** Null when there is an error among the diagnostics. */
  readonly model: DveModel | null;
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

export function readDve(content: string | Uint8Array, file: string, patience = ENDLESS): DveReading {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { syntax, complete } = parse(source, diagnostics, patience);
  // Without all variables, channels, processes and states, faults of names would be told that are none.
  const model = complete ? checkDve(syntax, source, diagnostics) : null;
  return { model: diagnostics.errors === 0 ? model : null, diagnostics: diagnostics.all() };
}

/** The syntax tree alone; null when the text is not well-formed. */
export function parseDveText(
  content: string | Uint8Array,
  file: string,
): { syntax: DveSyntax | null; diagnostics: Diagnostic[] } {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const { syntax } = parse(source, diagnostics);
  return { syntax: diagnostics.errors === 0 ? syntax : null, diagnostics: diagnostics.all() };
}

/** A condition on the states of a model, such as `P_0.CS + P_1.CS > 1`; it may look at everything, as the property may. */
export function readDveCondition(
  content: string,
  file: string,
  model: DveModel,
): { condition: DveExpression | null; diagnostics: Diagnostic[] } {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const condition = dveCondition(source, diagnostics, model);
  return { condition, diagnostics: diagnostics.all() };
}

/** Null when there are errors. */
export function dveCondition(source: SourceText, diagnostics: DiagnosticList, model: DveModel): DveExpression | null {
  const { errors } = diagnostics;
  const tokens = new TokenStream(source, diagnostics, dveLexer(source, diagnostics, []));
  const syntax = parseExpression(tokens);
  failAtForeignOperator(tokens);
  if (!tokens.panicking && !tokens.at('end')) tokens.failExpecting('an operator or the end');
  const context = { scope: scopeOf(model, diagnostics), process: null, othersLocals: true };
  const condition = diagnostics.errors === errors ? checkExpression(syntax, context) : null;
  return diagnostics.errors === errors ? condition : null;
}

function parse(source: SourceText, diagnostics: DiagnosticList, patience = ENDLESS): Parsed {
  const comments: Comment[] = [];
  const tokens = new TokenStream(source, diagnostics, dveLexer(source, diagnostics, comments), patience);
  const { syntax, complete } = parseDve(tokens, comments);
  return { syntax: annotate(syntax, source, diagnostics), complete };
}
