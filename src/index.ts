/** Fencepost as a library. `check` takes the text of a model and answers with an `Outcome`. */
export { type CheckOptions, type CheckResult, check, DEFAULT_LIMITS } from './check.js';
export type { Limits, Progress } from './engines/engine.js';
export type { Change, Memory, Outcome, Step, Trace, Value, Verdict } from './evidence/outcome.js';
export type { Diagnostic, DiagnosticCode, Severity } from './languages/shared/diagnostics.js';
export { renderDiagnostics } from './languages/shared/render.js';
