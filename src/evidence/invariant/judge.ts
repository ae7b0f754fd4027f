/**
 * Whether a certificate is a proof that a program holds: solvers answer the obligations. It is accepted when one of them
 * proves all and none refutes any; refused when an obligation is refuted, or when it is no certificate of this program at
 * all; in every other case nobody knows.
 */

import type { Program } from '../../models/program/model.js';
import { type CertificateCheck, type CheckCertificateOptions, checkCertificate } from '../solvers/check.js';
import type { PredicateCertificate } from './certificate.js';
import { predicateObligations } from './obligations.js';

export interface PredicateJudgement {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted: which obligation, at which locations and by which edge, and what a solver said. */
  readonly reason: string | null;
  readonly obligations: number;
  /** By the solver that got furthest. */
  readonly proved: number;
}

export async function judgePredicates(
  program: Program,
  certificate: PredicateCertificate,
  options: CheckCertificateOptions = {},
): Promise<PredicateJudgement> {
  const made = predicateObligations(program, certificate);
  if ('fault' in made) return { verdict: 'refused', reason: made.fault, obligations: 0, proved: 0 };
  if ('unsupported' in made) {
    const reason = `the program cannot be put to a solver of integers: ${made.unsupported}`;
    return { verdict: 'unknown', reason, obligations: 0, proved: 0 };
  }
  const checks = await checkCertificate(made, options);
  const { obligations } = made;
  const proved = Math.max(...checks.map((check) => check.proved));
  return { ...said(checks), obligations, proved };
}

function said(checks: readonly CertificateCheck[]): Pick<PredicateJudgement, 'verdict' | 'reason'> {
  const failed = checks.flatMap((check) => check.failed);
  const wrong = failed.find(({ answer }) => answer === 'sat');
  if (wrong !== undefined) return { verdict: 'refused', reason: wrong.label };
  if (checks.some(({ accepted }) => accepted)) return { verdict: 'accepted', reason: null };
  const [first] = failed;
  return { verdict: 'unknown', reason: first === undefined ? 'nobody was asked' : `${first.label}: ${first.answer}` };
}
