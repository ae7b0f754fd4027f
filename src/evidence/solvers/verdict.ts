/**
 * What solvers say of obligations, in one word: accepted when one of them proves all and none refutes any; refused when an
 * obligation is refuted; in every other case nobody knows.
 */
import type { Certificate } from './certificate.js';
import { type CertificateCheck, type CheckCertificateOptions, checkCertificate } from './check.js';

export interface SolverVerdict {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Why it is not accepted: which obligation, and what a solver said. */
  readonly reason: string | null;
  readonly obligations: number;
  /** By the solver that got furthest. */
  readonly proved: number;
}

export async function askSolvers(
  certificate: Certificate,
  options: CheckCertificateOptions = {},
): Promise<SolverVerdict> {
  const checks = await checkCertificate(certificate, options);
  const { obligations } = certificate;
  return { ...said(checks), obligations, proved: Math.max(...checks.map(({ proved }) => proved)) };
}

function said(checks: readonly CertificateCheck[]): Pick<SolverVerdict, 'verdict' | 'reason'> {
  const failed = checks.flatMap((check) => check.failed);
  const wrong = failed.find(({ answer }) => answer === 'sat');
  if (wrong !== undefined) return { verdict: 'refused', reason: wrong.label };
  if (checks.some(({ accepted }) => accepted)) return { verdict: 'accepted', reason: null };
  const [first] = failed;
  return { verdict: 'unknown', reason: first === undefined ? 'nobody was asked' : `${first.label}: ${first.answer}` };
}
