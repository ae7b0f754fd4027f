/** A proof as a certificate: the invariant of the search becomes obligations that share nothing with the search. */
import { type CheckOptions, check, languageFor, type ProofResult, prove as search } from '../check.js';
import { certificate } from '../evidence/certificate.js';
import type { ProveResult } from './services.js';

function missing({ outcome }: Extract<ProofResult, { ok: true }>): string {
  if (outcome.verdict !== 'holds') return 'the model was not proved';
  return 'proofs under TSO have none yet; `check --cubes events` asks the other form of cube for a second opinion';
}

export async function prove(text: string | Uint8Array, options: CheckOptions): Promise<ProveResult> {
  if (languageFor(options) !== 'cubicle') {
    const result = await check(text, options);
    const why = 'the explicit engine visited every state; that is the proof, and there is no shorter one';
    return result.ok ? { ...result, certificate: { missing: why } } : result;
  }
  const result = await search(text, options);
  if (!result.ok) return result;
  const { outcome, warnings, system, invariant } = result;
  const proof = invariant === null ? { missing: missing(result) } : certificate(system, invariant);
  return { ok: true, outcome, warnings, certificate: proof };
}
