/** Questions that do not fit their model. */
import type { Diagnostic, DiagnosticCode } from '../languages/shared/diagnostics.js';
import { SourceText } from '../languages/shared/source.js';
import type { FormulaFault } from './formulas.js';

/** Where a formula stands, in place of the name of a file. */
const FORMULA = '--ltl';

/** A fault of the whole file, told at its start. */
export function fault(file: string, code: DiagnosticCode, message: string): Diagnostic {
  return { severity: 'error', code, file, line: 1, column: 1, length: 1, message };
}

/** Told in the formula, not in the file. */
export function formulaFault({ refused, at: { code, text, span } }: FormulaFault): Diagnostic {
  const { line, column } = new SourceText(text, FORMULA).place(span.start);
  const length = Math.max(1, span.end - span.start);
  return { severity: 'error', code, file: FORMULA, line, column, length, message: refused, source: text };
}
