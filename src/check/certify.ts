/** As `check`, and the proof as something that others can check, where it holds. */
import { USUAL_MEGABYTES } from '../engines/question.js';
import type { Audit } from '../evidence/audit.js';
import { type Certificate, certificateOf, type RunsCertificate } from '../evidence/certify.js';
import type { Outcome } from '../evidence/outcome.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { memoryNamed } from '../memory/models.js';
import { Budget } from './budget.js';
import { settle } from './check.js';
import type { CheckOptions } from './options.js';

/** States that the interpreter looks at: a minute or so. */
const MOST_STATES = 1_000_000;

export type CertifyResult =
  | {
      readonly ok: true;
      readonly outcome: Outcome;
      readonly warnings: readonly Diagnostic[];
      readonly certificate:
        | Exclude<Certificate, { readonly kind: 'audit' | 'runs' }>
        | RunsCertificate
        | { readonly kind: 'audit'; readonly audit: Audit };
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export async function certify(text: string | Uint8Array, options: CheckOptions = {}): Promise<CertifyResult> {
  const settled = await settle(text, options, (question) => ({
    ...question,
    hints: { ...question.hints, trim: true },
  }));
  if (!settled.ok) return settled;
  const { outcome, warnings, answered } = settled;
  if (answered.verdict !== 'holds') {
    return { ok: true, outcome, warnings, certificate: { kind: 'none', why: { code: 'not proved' } } };
  }
  const certificate = await certificateOf(answered.proof, memoryNamed(outcome.memory), answered.buffer, options);
  if (certificate.kind === 'runs') {
    const { maxStates = MOST_STATES, maxMemory: maxMegabytes = USUAL_MEGABYTES } = options;
    const driven = await new Budget(options).drive(certificate.make({ maxStates, maxMegabytes }), options.onProgress);
    const made = 'value' in driven ? driven.value : { unfinished: driven.stopped };
    if ('kind' in made) return { ok: true, outcome, warnings, certificate: made };
    const why = { code: 'unfinished', reason: made.unfinished } as const;
    return { ok: true, outcome, warnings, certificate: { kind: 'none', why } };
  }
  if (certificate.kind !== 'audit') return { ok: true, outcome, warnings, certificate };
  const steps = certificate.audit(options.maxStates ?? MOST_STATES);
  const driven = await new Budget(options).drive(steps, options.onProgress);
  const audit: Audit =
    'value' in driven
      ? driven.value
      : { states: 0, transitions: 0, full: false, refuted: null, unfinished: driven.stopped };
  return { ok: true, outcome, warnings, certificate: { kind: 'audit', audit } };
}
