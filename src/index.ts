/** Fencepost as a library. `check` takes the text of a model or program and answers with an `Outcome`. */
export type { Language } from './check/language.js';
export { type CheckOptions, type CheckResult, check, DEFAULT_LIMITS, type EngineName } from './check.js';
export { type CompareOptions, type CompareResult, type Comparison, compare } from './compare.js';
export type { Limits, Progress } from './engines/engine.js';
export type { EventGraph, GraphAccess, GraphEdge, GraphEvent, Relation } from './evidence/event-graph.js';
export type {
  Change,
  DrainStep,
  Memory,
  Outcome,
  Read,
  Step,
  TemporalScope,
  Trace,
  TransitionStep,
  Value,
  Verdict,
} from './evidence/outcome.js';
export type { Diagnostic, DiagnosticCode, Severity } from './languages/shared/diagnostics.js';
export { renderDiagnostics } from './languages/shared/render.js';
export { type LitmusAnswer, type LitmusOptions, type LitmusResult, litmus, type Observation } from './litmus.js';
export { type PrintResult, print } from './print.js';
export { type Reduced, type ReducedBuffer, type ReduceOptions, type ReduceResult, reduce } from './reduce.js';
export { type Fix, type FixedPlace, type FixedSet, type FixOptions, type FixResult, fix } from './repair/index.js';
export { renderGraphSvg } from './report/graph-svg.js';
export { renderGraphText } from './report/graph-text.js';
