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

/** The word, and what each solver said. */
export interface SolverVerdicts {
  readonly said: SolverVerdict;
  readonly checks: readonly CertificateCheck[];
}

export async function askSolvers(
  certificate: Certificate,
  options: CheckCertificateOptions = {},
): Promise<SolverVerdicts> {
  const checks = await checkCertificate(certificate, options);
  const { obligations } = certificate;
  const proved = Math.max(...checks.map((check) => check.proved));
  return { said: { ...inOneWord(checks), obligations, proved }, checks };
}

function inOneWord(checks: readonly CertificateCheck[]): Pick<SolverVerdict, 'verdict' | 'reason'> {
  const failed = checks.flatMap((check) => check.failed);
  const wrong = failed.find(({ answer }) => answer === 'sat');
  if (wrong !== undefined) return { verdict: 'refused', reason: wrong.label };
  if (checks.some(({ accepted }) => accepted)) return { verdict: 'accepted', reason: null };
  const [first] = failed;
  return { verdict: 'unknown', reason: first === undefined ? 'nobody was asked' : `${first.label}: ${first.answer}` };
}
