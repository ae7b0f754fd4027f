/** Fencepost as a library. `check` takes the text of a model or program and answers with an `Outcome`. */

export {
  type ByHand,
  type ByHandAnswer,
  type ByHandLimits,
  type ByHandOptions,
  type Choice,
  type MachineState,
  type OpenedByHand,
  openByHand,
} from './check/by-hand/index.js';
export { type CertifyResult, certify } from './check/certify.js';
export { type CheckOptions, type CheckResult, check } from './check/check.js';
export { type CompareOptions, type CompareResult, type Comparison, compare } from './check/compare.js';
export { type LitmusAnswer, type LitmusOptions, type LitmusResult, litmus, type Observation } from './check/litmus.js';
export { type PrintOptions, print } from './check/print.js';
export { type Reduced, type ReducedBuffer, type ReduceOptions, type ReduceResult, reduce } from './check/reduce.js';
export { type Performed, type Replayed, type ReplayResult, replayRun } from './check/replay/index.js';
export type { Limits, Progress } from './engines/engine.js';
export type { EngineName } from './engines/registry.js';
export type { Covered, Note, Reason } from './engines/remarks.js';
export type { Outcome, TemporalScope, Verdict } from './evidence/outcome.js';
export type { CertificateScope } from './evidence/scope.js';
export type { LanguageName, LanguageOptions } from './languages/index.js';
export type { Printed } from './languages/language.js';
export { withIncluded } from './languages/shared/bundle.js';
export type { Beside, Diagnostic, DiagnosticCode, Severity } from './languages/shared/diagnostics.js';
export { renderDiagnostics } from './languages/shared/render.js';
export type { EventGraph, GraphAccess, GraphEdge, GraphEvent, Relation } from './memory/event-graph.js';
export type { MemoryName } from './memory/models.js';
export type {
  AllowedBySc,
  Change,
  CycleDelay,
  CycleEvent,
  DrainStep,
  Read,
  Step,
  Trace,
  TraceSteps,
  TransitionStep,
  Value,
  WeakCycle,
  Why,
} from './memory/trace.js';
export { type Fix, type FixedPlace, type FixedSet, type FixOptions, type FixResult, fix } from './repair/index.js';
export { renderGraphSvg } from './report/graph-svg.js';
export { renderGraphText } from './report/graph-text.js';
export { type JsonCycle, type JsonCycleEdge, type JsonDelay, type JsonFences, jsonWhy } from './report/json-why.js';
export { noteText, reasonText, remarkText } from './report/remarks.js';
export { fenceSentence, whySentences } from './report/why.js';
