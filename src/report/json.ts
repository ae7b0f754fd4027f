/**
 * An outcome for programs: one object, printed on one line. `schema` grows when a field changes its meaning or goes;
 * new fields may come without that.
 */
import type { CertificateJudgement } from '../check/judge.js';
import type { Counts } from '../engines/engine.js';
import type { Note, Reason } from '../engines/remarks.js';
import type { Audit } from '../evidence/audit.js';
import type { Outcome, TemporalScope, Verdict } from '../evidence/outcome.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import type { EventGraph } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import type { Change, Read, Step, Trace, Value } from '../memory/trace.js';
import { DASHED, reasonText, remarkText } from './remarks.js';
import { actorName, processName } from './words.js';

const SCHEMA = 1;

type Cells = Readonly<Record<string, Value>>;
type JsonChanges = Readonly<Record<string, readonly [before: Value, after: Value]>>;

interface JsonRead {
  readonly reader: string;
  readonly cell: string;
  readonly value: Value;
  readonly from: Read['from'];
  readonly write: number | null;
}

type JsonTraceElement =
  | { readonly step: 0; readonly kind: 'initial'; readonly state: Cells }
  | {
      readonly step: number;
      readonly kind: 'transition';
      readonly transition: string;
      readonly arguments: readonly string[];
      readonly changes: JsonChanges;
      readonly actor: string | null;
      readonly fence: boolean;
      readonly reads: readonly JsonRead[];
      readonly buffered: Cells;
      /** In the text of a program. */
      readonly line?: number;
    }
  | {
      readonly step: number;
      readonly kind: 'drain';
      readonly process: string;
      readonly write: number;
      readonly writes: Cells;
      readonly changes: JsonChanges;
    }
  | {
      readonly violated: {
        /** The first of the steps that are repeated for ever; one more than there are when nothing happens any more. */
        readonly cycle?: number;
        readonly property: string;
        readonly arguments: readonly string[];
        readonly condition: string;
        readonly reads: readonly JsonRead[];
      };
    };

/** Why there is no verdict, and what a reader should know beside one. */
export interface JsonRemarks {
  /** All of it in one line; null when there is nothing to say. */
  readonly reason: string | null;
  readonly reasons: readonly Reason[];
  readonly notes: readonly Note[];
}

export function jsonRemarks(said: Pick<Outcome, 'reasons' | 'notes'>): JsonRemarks {
  return { reason: remarkText(said, DASHED), reasons: said.reasons, notes: said.notes };
}

export interface JsonOutcome extends JsonRemarks {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  readonly verdict: Verdict;
  readonly memory: MemoryName;
  readonly buffer: Outcome['buffer'];
  readonly perLocation?: true;
  readonly processes: number | 'any';
  readonly engine: string;
  /** The temporal property; null when the question is which states can be reached. */
  readonly asked: TemporalScope | null;
  readonly seconds: number;
  readonly counts: Counts;
  readonly trace: readonly JsonTraceElement[];
  readonly graph: EventGraph | null;
  readonly invariants: readonly string[];
  /** When predicate abstraction has proved it. */
  readonly predicates?: Outcome['predicates'];
  readonly assumptions: readonly string[];
}

/** A step writes a cell at most once, so cells can be keys. */
function cells(written: readonly { readonly cell: string; readonly value: Value }[]): Cells {
  return Object.fromEntries(written.map(({ cell, value }) => [cell, value]));
}

function jsonChanges(changes: readonly Change[]): JsonChanges {
  return Object.fromEntries(changes.map(({ cell, before, after }) => [cell, [before, after]]));
}

function jsonRead(trace: Trace, { reader, cell, value, from, write }: Read): JsonRead {
  return { reader: actorName(trace, reader), cell, value, from, write };
}

function jsonStep(trace: Trace, step: Step, number: number): JsonTraceElement {
  if (step.kind === 'drain') {
    return {
      step: number,
      kind: 'drain',
      process: actorName(trace, step.process),
      write: step.write,
      writes: cells(step.writes),
      changes: jsonChanges(step.changes),
    };
  }
  return {
    step: number,
    kind: 'transition',
    transition: step.transition,
    arguments: step.arguments.map(processName),
    changes: jsonChanges(step.changes),
    actor: step.actor === null ? null : actorName(trace, step.actor),
    fence: step.fence,
    reads: step.reads.map((read) => jsonRead(trace, read)),
    buffered: cells(step.buffered),
    ...(step.line === undefined ? {} : { line: step.line }),
  };
}

/** The initial state, the steps, and what they lead to; nothing at all without a trace. */
function jsonTrace(trace: Trace | null): JsonTraceElement[] {
  if (trace === null) return [];
  const { property, arguments: processes, condition, reads } = trace.violated;
  return [
    { step: 0, kind: 'initial', state: cells(trace.initial) },
    ...trace.steps.map((step, index) => jsonStep(trace, step, index + 1)),
    {
      violated: {
        ...(trace.cycle === undefined ? {} : { cycle: trace.cycle + 1 }),
        property,
        arguments: processes.map(processName),
        condition,
        reads: reads.map((read) => jsonRead(trace, read)),
      },
    },
  ];
}

export function jsonOutcome(file: string, outcome: Outcome): JsonOutcome {
  return {
    schema: SCHEMA,
    file,
    verdict: outcome.verdict,
    memory: outcome.memory,
    buffer: outcome.buffer,
    ...(outcome.perLocation ? { perLocation: true as const } : {}),
    processes: outcome.processes,
    engine: outcome.engine,
    asked: outcome.asked ?? null,
    // Microseconds are more than the clock deserves.
    seconds: Math.round(outcome.seconds * 1e6) / 1e6,
    counts: outcome.counts,
    trace: jsonTrace(outcome.trace),
    graph: outcome.trace?.graph ?? null,
    invariants: outcome.invariants,
    ...(outcome.predicates === undefined ? {} : { predicates: outcome.predicates }),
    assumptions: outcome.assumptions,
    ...jsonRemarks(outcome),
  };
}

/** What `certify` adds: where the proof is, null when there is none, and what others said about it. */
export interface JsonCertification extends JsonOutcome {
  readonly certificate:
    | { readonly file: string; readonly obligations: number }
    | { readonly file: string; readonly configurations: number }
    | null;
  readonly checks: readonly { readonly solver: string; readonly accepted: boolean; readonly proved: number }[];
  /** Of minor sets; null otherwise. */
  readonly judgement: JsonJudgement | null;
  /** Of programs whose states were explored: what the interpreter says; null otherwise. */
  readonly audit: { readonly confirmed: boolean; readonly states: number; readonly transitions: number } | null;
}

/** What was written, where, and what was said about it. */
export interface Evidence {
  readonly place: string;
  readonly certificate: { readonly obligations: number } | { readonly configurations: number } | null;
  readonly checks: readonly CertificateCheck[];
  readonly judgement: CertificateJudgement | null;
  readonly audit: Audit | null;
}

export function jsonCertification(file: string, outcome: Outcome, evidence: Evidence): JsonCertification {
  const { place, certificate, checks, judgement, audit } = evidence;
  const written = (): JsonCertification['certificate'] => {
    if (certificate === null) return null;
    if ('obligations' in certificate) return { file: place, obligations: certificate.obligations };
    return { file: place, configurations: certificate.configurations };
  };
  return {
    ...jsonOutcome(file, outcome),
    certificate: written(),
    checks: checks.map(({ solver, accepted, proved }) => ({ solver, accepted, proved })),
    judgement: judgement === null ? null : toldJudgement(judgement),
    audit:
      audit === null
        ? null
        : {
            confirmed: audit.refuted === null && audit.unfinished === null,
            states: audit.states,
            transitions: audit.transitions,
          },
  };
}

export type JsonJudgement = Omit<CertificateJudgement, 'stopped'>;

function toldJudgement({ stopped, reason, ...judgement }: CertificateJudgement): JsonJudgement {
  return { ...judgement, reason: stopped === undefined ? reason : reasonText(stopped, DASHED) };
}

/** What was said about a certificate that somebody wrote. */
export function jsonJudgement(file: string, certificate: string, judgement: CertificateJudgement): object {
  return { schema: SCHEMA, file, certificate: { file: certificate }, judgement: toldJudgement(judgement) };
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
