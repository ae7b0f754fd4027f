/**
 * A certificate of the Dual-TSO engines, from its text, against a program, from its text: the program is read, made into a
 * concurrent system, and the certificate judged for that. No search takes part.
 */
import { type CheckOptions, languageFor } from '../check.js';
import { anySource } from '../engines/dual-tso/any-source.js';
import { anySystem, type Instance } from '../engines/dual-tso/any-system.js';
import { legendFault, readCertificate } from '../engines/dual-tso/certificate-file.js';
import { legendOf } from '../engines/dual-tso/certificate-legend.js';
import { judge } from '../engines/dual-tso/check-certificate.js';
import { concurrentSystem } from '../engines/dual-tso/program-system.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { Budget } from './budget.js';
import { fault } from './fault.js';
import { type ProgramSource, readSource } from './sources.js';

/** Neither accepted nor refused: the budget was spent. */
export interface CertificateJudgement {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted. */
  readonly reason: string | null;
  /** Configurations whose steps were undone, and how many steps. */
  readonly configurations: number;
  readonly steps: number;
  readonly seconds: number;
}

export type JudgeResult =
  | { readonly ok: true; readonly judgement: CertificateJudgement; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function judgeCertificate(
  text: string | Uint8Array,
  certificate: string,
  options: CheckOptions,
): Promise<JudgeResult> {
  const budget = new Budget(options);
  const language = languageFor(options);
  const file = options.file ?? 'program.fp';
  const refuse = (message: string, diagnostics: readonly Diagnostic[] = []): JudgeResult => ({
    ok: false,
    diagnostics: [...diagnostics, fault(file, 'unsupported', message)],
  });
  if (language === 'cubicle') return refuse('certificates of this kind are for programs, not for array systems');
  const { source, diagnostics: warnings } = await readSource(text, language, 'tso', options);
  if (source === null) return { ok: false, diagnostics: warnings };
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
  if ('stopped' in driven) return told('unknown', driven.stopped);
  const { configurations, steps } = driven.value;
  return driven.value.ok
    ? told('accepted', null, configurations, steps)
    : told('refused', driven.value.reason, configurations, steps);
}

function systemOf(source: ProgramSource, { processes }: CheckOptions): Instance | { readonly refused: string } {
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
