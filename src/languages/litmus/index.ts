/**
 * `.litmus` files of X86 and X86_64: text in, test or diagnostics out.
 */
import { type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { SourceText } from '../shared/source.js';
import { type Checked, checkLitmus } from './check.js';
import { checkProposition, type Scope } from './check-proposition.js';
import { parseLitmus, parseOutcome } from './parse.js';
import type { Proposition } from './test.js';

interface LitmusReading {
  /** Null when there is an error among the diagnostics. */
  readonly checked: Checked | null;
  /** In the order of the text. */
  readonly diagnostics: Diagnostic[];
}

export function readLitmus(content: string | Uint8Array, file: string): LitmusReading {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const syntax = parseLitmus(source, diagnostics);
  const checked = syntax === null ? null : checkLitmus(syntax, source.text, diagnostics);
  return { checked: diagnostics.errors === 0 ? checked : null, diagnostics: diagnostics.all() };
}

/** A proposition about the final states of a test: `0:EAX=0 /\ x=1`. */
export function readOutcome(
  content: string,
  file: string,
  scope: Scope,
): { proposition: Proposition | null; diagnostics: Diagnostic[] } {
  const source = new SourceText(content, file);
  const diagnostics = new DiagnosticList(source);
  const syntax = parseOutcome(source, diagnostics);
  const proposition = syntax === null ? null : checkProposition(syntax, scope, diagnostics);
  return { proposition: diagnostics.errors === 0 ? proposition : null, diagnostics: diagnostics.all() };
}
