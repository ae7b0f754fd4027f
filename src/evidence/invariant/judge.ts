/**
 * Whether a certificate is a proof that a program holds: solvers answer the obligations. It is accepted when one of them
 * proves all and none refutes any; refused when an obligation is refuted, or when it is no certificate of this program at
 * all; in every other case nobody knows.
 */

import type { Program } from '../../models/program/model.js';
import type { CheckCertificateOptions } from '../solvers/check.js';
import { askSolvers, type SolverVerdict } from '../solvers/verdict.js';
import type { PredicateCertificate } from './certificate.js';
import { predicateObligations } from './obligations.js';

/** Which obligation is not proved is told with the locations and the edge. */
export type PredicateJudgement = SolverVerdict;

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
  return (await askSolvers(made, options)).said;
}
