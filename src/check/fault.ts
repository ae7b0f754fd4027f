/** A question that does not fit its model: a fault of the whole file, told at its start. */
import type { Diagnostic, DiagnosticCode } from '../languages/shared/diagnostics.js';

export function fault(file: string, code: DiagnosticCode, message: string): Diagnostic {
  return { severity: 'error', code, file, line: 1, column: 1, length: 1, message };
}
