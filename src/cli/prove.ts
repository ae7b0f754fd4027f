/** A check and, when the model holds, its proof: obligations written from the model and the invariant alone. */
import { type CheckOptions, prove as search } from '../check.js';
import { certificate } from '../evidence/certificate.js';
import type { ProveResult } from './services.js';

export async function prove(text: string, options: CheckOptions): Promise<ProveResult> {
  const result = await search(text, options);
  if (!result.ok) return result;
  const { outcome, warnings, system, invariant } = result;
  const proof =
    invariant === null ? { missing: 'the engine that answered leaves no proof' } : certificate(system, invariant);
  return { ok: true, outcome, warnings, certificate: proof };
}
