/**
 * A certificate, from its text, against a program, from its text. Of the Dual-TSO engines: the program is made into a
 * concurrent system, and the minor set judged for that. Of predicate abstraction: the program is reduced as the certificate
 * says, and solvers answer whether its invariant is one. No search takes part.
 */

import { anySource } from '../engines/dual-tso/any-source.js';
import { anySystem, type Instance } from '../engines/dual-tso/any-system.js';
import { concurrentSystem } from '../engines/dual-tso/program-system.js';
import type { Reason } from '../engines/remarks.js';
import {
  SCHEMA as PREDICATES_SCHEMA,
  readCertificate as readPredicateCertificate,
} from '../evidence/invariant/file.js';
import { judgePredicates, type PredicateJudgement } from '../evidence/invariant/judge.js';
import { legendOf as invariantLegend, legendFault as invariantLegendFault } from '../evidence/invariant/legend.js';
import { legendFault, readCertificate } from '../evidence/minor-set/file.js';
import { judge } from '../evidence/minor-set/judge.js';
import { legendOf } from '../evidence/minor-set/legend.js';
import type { Claim } from '../evidence/runs/claim.js';
import { inLanguage, readModel } from '../languages/index.js';
import type { ProgramModel } from '../languages/language.js';
import { type Diagnostic, fault } from '../languages/shared/diagnostics.js';
import { type MemoryModel, memoryNamed, SC, TSO } from '../memory/models.js';
import { reduceProgram } from '../memory/reduction/index.js';
import { Budget } from './budget.js';
import { isTemporalCertificate, judgeTemporal } from './judge-runs.js';
import type { CheckOptions } from './options.js';

/** Neither accepted nor refused: the budget was spent. */
export interface CertificateJudgement {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted. */
  readonly reason: string | null;
  /** The budget was spent before it was judged. */
  readonly stopped?: Reason;
  /** Of minor sets: configurations whose steps were undone, and how many steps; of rankings those that were followed. */
  readonly configurations?: number;
  readonly steps?: number;
  /** Of invariants: what there is to prove, and how much of it a solver proved. */
  readonly obligations?: number;
  readonly proved?: number;
  /** Of rankings: what they prove. */
  readonly claim?: Claim;
  readonly seconds: number;
}

export type JudgeResult =
  | { readonly ok: true; readonly judgement: CertificateJudgement; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function judgeCertificate(
  text: string | Uint8Array,
  certificate: string,
  asked: CheckOptions,
): Promise<JudgeResult> {
  const found = inLanguage(text, asked);
  if (!found.ok) return found;
  const { options } = found;
  const budget = new Budget(options);
  const { file, language } = options;
  const refuse = (message: string, diagnostics: readonly Diagnostic[] = []): JudgeResult => ({
    ok: false,
    diagnostics: [...diagnostics, fault(file, 'unsupported', message)],
  });
  if (language === 'cubicle') return refuse('certificates of this kind are for programs, not for array systems');
  if (isTemporalCertificate(certificate)) return judgeTemporal(text, certificate, options, budget);
  const memory = isPredicateCertificate(certificate) ? memoryOf(certificate) : TSO;
  const { model: source, diagnostics: warnings } = await readModel(text, { ...options, memory });
  if (source?.kind !== 'program') return { ok: false, diagnostics: warnings };
  if (isPredicateCertificate(certificate)) {
    const judged = await judgeInvariant(source, certificate, options);
    if ('impossible' in judged) return refuse(judged.impossible, warnings);
    return { ok: true, judgement: { ...judged, seconds: budget.seconds }, warnings };
  }
  const made = systemOf(source, options);
  if ('refused' in made) return refuse(made.refused, warnings);

  const told = (verdict: CertificateJudgement['verdict'], reason: string | null, configurations = 0, steps = 0) => {
    const judgement = { verdict, reason, configurations, steps, seconds: budget.seconds };
    return { ok: true, judgement, warnings } as const;
  };
  const read = readCertificate(certificate);
  if ('fault' in read) return told('refused', read.fault);
  const other = legendFault(read.legend, legendOf(made.program, made.system));
  if (other !== null) return told('refused', `it is about another program: ${other}`);
  const driven = await budget.drive(judge(made.system, read.certificate), options.onProgress);
  if ('stopped' in driven) {
    const { judgement } = told('unknown', null);
    return { ok: true, judgement: { ...judgement, stopped: driven.stopped }, warnings };
  }
  const { configurations, steps } = driven.value;
  return driven.value.ok
    ? told('accepted', null, configurations, steps)
    : told('refused', driven.value.reason, configurations, steps);
}

function systemOf(source: ProgramModel, { processes }: CheckOptions): Instance | { readonly refused: string } {
  if (source.file !== null && source.anyThreads.length > 0 && typeof processes !== 'number') {
    const any = anySource(source.file);
    return 'refused' in any ? any : anySystem(any);
  }
  const instance = source.instance(typeof processes === 'number' ? processes : null);
  if ('refused' in instance) return instance;
  const { program } = instance;
  const system = concurrentSystem(program);
  return 'refused' in system ? system : { program, system };
}

function isPredicateCertificate(certificate: string): boolean {
  return certificate.slice(0, 200).includes(PREDICATES_SCHEMA);
}

function memoryOf(certificate: string): MemoryModel {
  const read = readPredicateCertificate(certificate);
  return 'fault' in read ? SC : memoryNamed(read.certificate.memory);
}

async function judgeInvariant(
  source: ProgramModel,
  text: string,
  { processes, signal, timeout }: CheckOptions,
): Promise<PredicateJudgement | { readonly impossible: string }> {
  const refused = (reason: string): PredicateJudgement => ({ verdict: 'refused', reason, obligations: 0, proved: 0 });
  const instance = source.instance(typeof processes === 'number' ? processes : null);
  if ('refused' in instance) return { impossible: instance.refused };
  const read = readPredicateCertificate(text);
  if ('fault' in read) return refused(read.fault);
  const { memory, bound, overflow } = read.certificate;
  const reduction = reduceProgram(instance.program, memoryNamed(memory), bound ?? 1, {
    overflow: overflow === 'fails' ? 'told' : 'blocks',
  });
  if ('refused' in reduction) return { impossible: reduction.refused };
  const other = invariantLegendFault(read.legend, invariantLegend(reduction.program));
  if (other !== null) return refused(`it is about another program: ${other}`);
  return judgePredicates(reduction.program, read.certificate, {
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeout }),
  });
}
