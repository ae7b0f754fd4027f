/** As `check`, and the proof as something that others can check, where it holds. */
import { ANY_NUMBER, USUAL_MEGABYTES } from '../engines/question.js';
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

export interface AuditReport extends Audit {
  /** Who has looked at all states. */
  readonly by: 'the interpreter' | 'the second kernel';
}

export type CertifyResult =
  | {
      readonly ok: true;
      readonly outcome: Outcome;
      readonly warnings: readonly Diagnostic[];
      readonly certificate:
        | Exclude<Certificate, { readonly kind: 'audit' | 'runs' }>
        | RunsCertificate
        | { readonly kind: 'audit'; readonly audit: AuditReport };
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
  return { ok: true, outcome, warnings, certificate: { kind: 'audit', audit: await audited(certificate, options) } };
}

/**
 * The second kernel looks at all states; where there are not too many, the interpreter looks again, and both must have found the
 * same. If the budget ends before the interpreter does, the kernel's word stands.
 */
async function audited(
  { kernel, interpreter }: Extract<Certificate, { readonly kind: 'audit' }>,
  options: CheckOptions,
): Promise<AuditReport> {
  const budget = new Budget(options);
  const { maxStates = ANY_NUMBER, maxMemory: maxMegabytes = USUAL_MEGABYTES } = options;
  const first = await budget.drive(kernel({ maxStates, maxMegabytes }), options.onProgress);
  if ('stopped' in first) {
    const nothing = { states: 0, transitions: 0, full: false, refuted: null };
    return { ...nothing, unfinished: first.stopped, by: 'the second kernel' };
  }
  const found: AuditReport = { ...first.value, by: 'the second kernel' };
  if (found.refuted !== null || found.unfinished?.code === 'limit' || found.states > MOST_STATES) return found;
  const second = await budget.drive(interpreter(MOST_STATES), options.onProgress);
  if ('stopped' in second) return found;
  const again: AuditReport = { ...second.value, by: 'the interpreter' };
  if (again.refuted !== null || again.unfinished !== null || found.unfinished !== null) return again;
  const same = again.states === found.states && again.transitions === found.transitions && again.full === found.full;
  return same ? again : { ...again, refuted: 'the second kernel finds other states or steps' };
}
