/**
 * An outcome for programs: one object, printed on one line. `schema` grows when a field changes its meaning or goes;
 * new fields may come without that.
 */
import type { Certificate } from '../evidence/certificate.js';
import type { CertificateCheck } from '../evidence/certificate-check.js';
import type { Counts, Memory, Outcome, Trace, Value, Verdict } from '../evidence/outcome.js';
import { processName } from './words.js';

const SCHEMA = 1;

type JsonTraceElement =
  | { readonly step: 0; readonly state: Readonly<Record<string, Value>> }
  | {
      readonly step: number;
      readonly transition: string;
      readonly arguments: readonly string[];
      readonly changes: Readonly<Record<string, readonly [before: Value, after: Value]>>;
    }
  | {
      readonly violated: {
        readonly property: string;
        readonly arguments: readonly string[];
        readonly condition: string;
      };
    };

export interface JsonOutcome {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  readonly verdict: Verdict;
  readonly memory: Memory;
  readonly processes: number | 'any';
  readonly engine: string;
  readonly seconds: number;
  readonly counts: Readonly<Counts>;
  readonly trace: readonly JsonTraceElement[];
  readonly invariants: readonly string[];
  readonly assumptions: readonly string[];
  readonly reason: string | null;
}

/** The initial state, the steps, and what they lead to; nothing at all without a trace. */
function jsonTrace(trace: Trace | null): JsonTraceElement[] {
  if (trace === null) return [];
  const { property, arguments: processes, condition } = trace.violated;
  return [
    { step: 0, state: Object.fromEntries(trace.initial.map(({ cell, value }) => [cell, value])) },
    ...trace.steps.map((step, index) => ({
      step: index + 1,
      transition: step.transition,
      arguments: step.arguments.map(processName),
      changes: Object.fromEntries(step.changes.map(({ cell, before, after }) => [cell, [before, after] as const])),
    })),
    { violated: { property, arguments: processes.map(processName), condition } },
  ];
}

export function jsonOutcome(file: string, outcome: Outcome): JsonOutcome {
  return {
    schema: SCHEMA,
    file,
    verdict: outcome.verdict,
    memory: outcome.memory,
    processes: outcome.processes,
    engine: outcome.engine,
    // Microseconds are more than the clock deserves.
    seconds: Math.round(outcome.seconds * 1e6) / 1e6,
    counts: outcome.counts,
    trace: jsonTrace(outcome.trace),
    invariants: outcome.invariants,
    assumptions: outcome.assumptions,
    reason: outcome.reason,
  };
}

/** What `certify` adds: where the proof is, null when there is none, and what solvers said about it. */
export interface JsonCertification extends JsonOutcome {
  readonly certificate: { readonly file: string; readonly obligations: number } | null;
  readonly checks: readonly { readonly solver: string; readonly accepted: boolean; readonly proved: number }[];
}

export function jsonCertification(
  file: string,
  outcome: Outcome,
  certificate: Certificate | null,
  place: string,
  checks: readonly CertificateCheck[],
): JsonCertification {
  return {
    ...jsonOutcome(file, outcome),
    certificate: certificate === null ? null : { file: place, obligations: certificate.obligations },
    checks: checks.map(({ solver, accepted, proved }) => ({ solver, accepted, proved })),
  };
}

/** A fault as programs see it; `line` and `column` count from 1, null when the fault has no place. */
export interface JsonDiagnostic {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface JsonError {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  readonly verdict: 'error';
  readonly diagnostics: readonly JsonDiagnostic[];
}

export function jsonError(file: string, diagnostics: readonly JsonDiagnostic[]): JsonError {
  return { schema: SCHEMA, file, verdict: 'error', diagnostics };
}
