/**
 * Answers for programs: one object, printed on one line. The types here are what `schema/` is made from (`npm run schema`),
 * and their comments are its descriptions. `SCHEMA` grows when a field changes its meaning or goes; new fields may come
 * without that.
 */
import type { AuditReport } from '../check/certify.js';
import type { CertificateJudgement, JudgeResult } from '../check/judge.js';
import type { Counts } from '../engines/engine.js';
import type { EngineName } from '../engines/registry.js';
import type { Note, Reason } from '../engines/remarks.js';
import type { Warning } from '../engines/warnings.js';
import type { Outcome, TemporalScope, Verdict } from '../evidence/outcome.js';
import type { CertificateScope } from '../evidence/scope.js';
import type { CertificateCheck } from '../evidence/solvers/check.js';
import type { DiagnosticCode, Severity } from '../languages/shared/diagnostics.js';
import type { EventGraph } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import { type JsonTraceElement, jsonTrace } from './json-trace.js';
import { type JsonCycle, jsonWhy } from './json-why.js';
import { DASHED, reasonText, remarkText } from './remarks.js';
import { warningText } from './warnings.js';
import { fenceAs } from './why.js';

export const SCHEMA = 1;

/** What every object begins with. */
export interface JsonObject {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  /** As on the command line; `<stdin>` for standard input. */
  readonly file: string;
}

/** Why there is no verdict, and what a reader should know beside one. */
export interface JsonRemarks {
  /** The reasons and notes in one line; null when there are none. */
  readonly reason: string | null;
  /** Why there is no verdict. */
  readonly reasons: readonly Reason[];
  /** What a reader should know beside the verdict. */
  readonly notes: readonly Note[];
}

/** Microseconds are more than the clock deserves. */
export function jsonSeconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

export function jsonRemarks(said: Pick<Outcome, 'reasons' | 'notes'>): JsonRemarks {
  return { reason: remarkText(said, DASHED), reasons: said.reasons, notes: said.notes };
}

/** The answer to a question, with its scope and its evidence. */
export interface JsonOutcome extends JsonRemarks, JsonObject {
  readonly verdict: Verdict;
  readonly memory: MemoryName;
  /** The answer is for store buffers with at most so many writes, or of any length; null under SC, which has none. */
  readonly buffer: Outcome['buffer'];
  /** The number of `buffer` is for each location. */
  readonly perLocation?: true;
  readonly processes: number | 'any';
  /** Which engine answered. */
  readonly engine: EngineName;
  /** The temporal property; null when the question is which states can be reached. */
  readonly asked: TemporalScope | null;
  readonly seconds: number;
  /** What the engine counted. */
  readonly counts: Counts;
  /** The initial state, the steps, and what they violate; empty unless violated. */
  readonly trace: readonly JsonTraceElement[];
  /** The run of the trace as one word, for `--replay`; null unless violated. */
  readonly run: string | null;
  /** The memory events of the trace; null under SC and unless violated. */
  readonly graph: EventGraph | null;
  /** Where SC does not allow the trace: the cycle that SC forbids, the writes that were late, and where fences help. */
  readonly cycle: JsonCycle | null;
  /** Why SC does not allow the trace, or that it does, in sentences; empty where neither is known, and under SC. */
  readonly why: readonly string[];
  /** When it holds: what proves it, conditions that are never true, each of them `never ...`. */
  readonly invariants: readonly string[];
  /** When predicate abstraction has proved it: predicates on the variables of the program alone, and others. */
  readonly predicates?: Outcome['predicates'];
  /** Declarations of the model that the answer rests on and that were not checked. */
  readonly assumptions: readonly string[];
  /**
   * When it holds: where threads can get stuck, which places no run reaches, which properties say nothing. Empty when the
   * search looked and found nothing; null when the engine cannot know, or warnings are switched off.
   */
  readonly warnings: readonly JsonWarning[] | null;
  /**
   * How far it was looked for threads that get stuck. `all`: each place where one can is among the warnings. `some`: where
   * others go on, not all were looked for. Null when there are no warnings.
   */
  readonly stuckThreads: 'all' | 'some' | null;
  /** With `--show deadlock`: a run to the deadlock that the first such warning tells of; null when there is none. */
  readonly deadlock?: readonly JsonTraceElement[] | null;
}

/** What makes an answer worth less than it seems, also in one sentence. */
export type JsonWarning = Warning & { readonly message: string };

export function jsonWarnings(warnings: readonly Warning[] | null): readonly JsonWarning[] | null {
  return warnings?.map((warning) => ({ ...warning, message: warningText(warning, DASHED) })) ?? null;
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
    seconds: jsonSeconds(outcome.seconds),
    counts: outcome.counts,
    trace: jsonTrace(outcome.trace),
    run: outcome.run,
    graph: outcome.trace?.graph ?? null,
    ...jsonWhy(outcome.trace?.why, outcome.memory, fenceAs(outcome.actors)),
    invariants: outcome.invariants,
    ...(outcome.predicates === undefined ? {} : { predicates: outcome.predicates }),
    assumptions: outcome.assumptions,
    warnings: jsonWarnings(outcome.warnings),
    stuckThreads: outcome.stuckThreads,
    ...(outcome.deadlock === undefined
      ? {}
      : { deadlock: outcome.deadlock === null ? null : jsonTrace(outcome.deadlock) }),
    ...jsonRemarks(outcome),
  };
}

/** What a solver says about a certificate. */
export type JsonSolverCheck = Pick<CertificateCheck, 'solver' | 'accepted' | 'proved'>;

/** What is said by whoever has found all states again. */
export interface JsonAudit {
  readonly by: AuditReport['by'];
  readonly confirmed: boolean;
  readonly states: number;
  readonly transitions: number;
}

/** What was said about a certificate of a program. */
export type JsonJudgement = Omit<CertificateJudgement, 'stopped'>;

/** An outcome, where its proof is, and what others say about that. */
export interface JsonCertification extends JsonOutcome {
  /** The file written, and its size; null when there is no proof to write. */
  readonly certificate:
    | { readonly file: string; readonly obligations: number }
    | {
        readonly file: string;
        readonly configurations: number;
        /** What `configurations` counts where each stands for many: integers grow without end, and only differences matter. */
        readonly counted?: 'families';
      }
    | null;
  /** One for each solver that was asked. */
  readonly checks: readonly JsonSolverCheck[];
  /** Of minor sets, which the Dual-TSO engine writes, and of rankings, which temporal proofs have that are not too large; null otherwise. */
  readonly judgement: JsonJudgement | null;
  /** Of programs whose states were explored, and of large temporal proofs; null otherwise. */
  readonly audit: JsonAudit | null;
  /** What was proved; null when nothing was. */
  readonly scope: CertificateScope | null;
}

/** What was written, where, and what was said about it. */
export interface Evidence {
  readonly place: string;
  readonly certificate:
    | { readonly obligations: number }
    | { readonly configurations: number; readonly counted?: 'families' }
    | null;
  readonly checks: readonly CertificateCheck[];
  readonly judgement: CertificateJudgement | null;
  readonly audit: AuditReport | null;
  readonly scope: CertificateScope | null;
}

export function jsonCertification(file: string, outcome: Outcome, evidence: Evidence): JsonCertification {
  const { place, certificate, checks, judgement, audit, scope } = evidence;
  const written = (): JsonCertification['certificate'] => {
    if (certificate === null) return null;
    if ('obligations' in certificate) return { file: place, obligations: certificate.obligations };
    const { configurations, counted } = certificate;
    return { file: place, configurations, ...(counted === undefined ? {} : { counted }) };
  };
  return {
    ...jsonOutcome(file, outcome),
    certificate: written(),
    checks: checks.map(({ solver, accepted, proved }) => ({ solver, accepted, proved })),
    judgement: judgement === null ? null : toldJudgement(judgement),
    audit: audit === null ? null : jsonAudit(audit),
    scope,
  };
}

function jsonAudit({ by, refuted, unfinished, states, transitions }: AuditReport): JsonAudit {
  return { by, confirmed: refuted === null && unfinished === null, states, transitions };
}

function toldJudgement({ stopped, reason, ...judgement }: CertificateJudgement): JsonJudgement {
  return { ...judgement, reason: stopped === undefined ? reason : reasonText(stopped, DASHED) };
}

/** What was said about a certificate that somebody wrote. */
export interface JsonJudged extends JsonObject {
  readonly certificate: {
    readonly file: string;
    /** What it says that it is for; null when that cannot be read. */
    readonly scope: CertificateScope | null;
  };
  /** What was asked: an accepted certificate shows that. */
  readonly scope: CertificateScope;
  readonly judgement: JsonJudgement;
}

export function jsonJudged(file: string, certificate: string, judged: JudgeResult & { readonly ok: true }): JsonJudged {
  const { judgement, asked, scope } = judged;
  return {
    schema: SCHEMA,
    file,
    certificate: { file: certificate, scope },
    scope: asked,
    judgement: toldJudgement(judgement),
  };
}

/** What is wrong, and where. */
export interface JsonDiagnostic {
  readonly severity: Severity;
  /**
   * `io` for a file that cannot be read or written, `manifest` for one of a batch that is wrong, `queue` for a database that
   * cannot be reached, `internal` for a fault of the program itself.
   */
  readonly code: DiagnosticCode | 'io' | 'manifest' | 'queue' | 'internal';
  readonly message: string;
  /** The file that the place is in, where the one that was read includes it. */
  readonly file?: string;
  /** From 1; null when no place in the file is wrong. */
  readonly line: number | null;
  /** From 1; null when no place in the file is wrong. */
  readonly column: number | null;
}

/** Instead of an answer: the file, the question or the program is wrong, or a limit came first. */
export interface JsonError extends JsonObject {
  /** `unknown` where a limit ended it before there was an answer: a diagnostic with the code `limit` says which. */
  readonly verdict: 'error' | 'unknown';
  readonly diagnostics: readonly JsonDiagnostic[];
}

export function jsonError(file: string, diagnostics: readonly JsonDiagnostic[]): JsonError {
  const stopped = diagnostics.some(({ code }) => code === 'limit');
  return { schema: SCHEMA, file, verdict: stopped ? 'unknown' : 'error', diagnostics };
}
