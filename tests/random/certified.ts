/**
 * What becomes of a proof in a campaign: it gets a certificate as `certify` makes it, which is judged from its text. A certificate that
 * is not accepted is a fault, like a wrong answer.
 */

import { type CertifyResult, certify } from '../../src/check/certify.js';
import type { CheckOptions } from '../../src/check/check.js';
import { judgeCertificate } from '../../src/check/judge.js';
import type { Reason } from '../../src/engines/remarks.js';
import { said } from '../support/engines.js';
import type { Result } from './campaigns.js';

/** Accepted, or why there is nothing to judge. */
export type Certified = { readonly certificate: string } | { readonly fault: string };

export const ACCEPTED = 'accepted';

/** As it is, unless something holds: then with what becomes of the proof of it. */
export async function withCertificate(result: Result, text: string, options: CheckOptions): Promise<Result> {
  if (result.kind !== 'agreed' || result.verdict !== 'holds') return result;
  const certified = await certifiedText(text, options);
  if ('fault' in certified) return { kind: 'wrong', fault: 'certificate', detail: certified.fault };
  return { ...result, ...certified };
}

export async function certifiedText(text: string, options: CheckOptions): Promise<Certified> {
  const result = await certify(text, options);
  if (!result.ok) return { fault: result.diagnostics.map(({ message }) => message).join('; ') };
  // A proof that is to be trimmed takes longer than the one that was found first.
  if (result.outcome.verdict !== 'holds') return { certificate: `not proved again: ${told(result.outcome.reasons)}` };
  return judged(result.certificate, text, options);
}

type Made = Extract<CertifyResult, { readonly ok: true }>['certificate'];

async function judged(certificate: Made, text: string, options: CheckOptions): Promise<Certified> {
  switch (certificate.kind) {
    case 'none': {
      const { why } = certificate;
      return { certificate: 'reason' in why ? told([why.reason]) : 'message' in why ? why.message : why.code };
    }
    case 'audit': {
      const { refuted, unfinished } = certificate.audit;
      if (refuted !== null) return { fault: refuted };
      return { certificate: unfinished === null ? ACCEPTED : told([unfinished]) };
    }
    case 'obligations':
    case 'minor set':
    case 'ranking': {
      const chunks = certificate.kind === 'obligations' ? certificate.obligations.chunks() : certificate.chunks();
      const { engine: _, ...question } = options;
      const result = await judgeCertificate(text, [...chunks].join(''), question);
      if (!result.ok) return { fault: result.diagnostics.map(({ message }) => message).join('; ') };
      const { verdict, reason, stopped } = result.judgement;
      if (verdict === 'accepted') return { certificate: ACCEPTED };
      if (stopped !== undefined) return { certificate: told([stopped]) };
      if (verdict === 'unknown' && /time limit/.test(reason ?? '')) return { certificate: 'no time for solvers' };
      return { fault: `${verdict}: ${reason}` };
    }
  }
}

function told(reasons: readonly Reason[]): string {
  return reasons.map(said).join('; ');
}
