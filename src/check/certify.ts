/** As `check`, and the proof as something that others can check, where it holds. */
import type { Proof } from '../engines/answer.js';
import type { Progress } from '../engines/engine.js';
import { ANY_NUMBER, USUAL_MEGABYTES } from '../engines/question.js';
import type { CertificateOf, Reason } from '../engines/remarks.js';
import type { Audit } from '../evidence/audit.js';
import { type Certificate, certificateOf, type NoCertificate, type RunsCertificate } from '../evidence/certify.js';
import type { Outcome } from '../evidence/outcome.js';
import { type CertificateScope, scopeOf, scopeText } from '../evidence/scope.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { Answered } from './ask.js';
import { Budget } from './budget.js';
import { settle } from './check.js';
import type { CheckOptions } from './options.js';
import type { Asked } from './read.js';
import { patiently, suited } from './suit.js';

/** States that the interpreter looks at: a minute or so. */
const MOST_STATES = 1_000_000;
/** Configurations of a ranking that is written: half a minute or so, and some megabytes. */
const MOST_RANKED = 100_000;

export interface AuditReport extends Audit {
  /** Who has looked at all states. */
  readonly by: 'the interpreter' | 'the second kernel';
}

export type CertifyResult =
  | {
      readonly ok: true;
      readonly outcome: Outcome;
      readonly warnings: readonly Diagnostic[];
      /** What was proved; null where nothing was. */
      readonly scope: CertificateScope | null;
      readonly certificate:
        | Exclude<Certificate, { readonly kind: 'audit' | 'runs' }>
        | RunsCertificate
        | { readonly kind: 'audit'; readonly audit: AuditReport };
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A limit is told as it is: the automata of checkers are plain, and may lead to more states than the search looks at. */
function whyEndless(reason: Reason): NoCertificate {
  if (reason.code === 'limit' || reason.code === 'interrupted') return { code: 'unfinished', reason };
  const message = 'integers grow without end here, in a way that those who check temporal proofs cannot follow';
  return { code: 'unsupported', message };
}

/** The time is for the search and for making and checking the certificate. */
export async function certify(text: string | Uint8Array, options: CheckOptions = {}): Promise<CertifyResult> {
  const budget = new Budget(options);
  const settled = await settle(text, options, (question) => ({
    ...question,
    hints: { ...question.hints, trim: true },
  }));
  if (!settled.ok) return settled;
  const { asked, outcome, warnings, answered } = settled;
  if (answered.verdict !== 'holds') {
    return { ok: true, outcome, warnings, scope: null, certificate: { kind: 'none', why: { code: 'not proved' } } };
  }
  const scope = await scopeOfProof(asked, answered);
  if ('code' in scope) {
    const why = { code: 'unfinished', reason: scope } as const;
    return { ok: true, outcome, warnings, scope: null, certificate: { kind: 'none', why } };
  }
  const certificate = await certificateOf(answered.proof, scope);
  // Integers that only grow have no end without the reduction that counts them from one another.
  const grows = (outcome.counts.shifts ?? 0) > 0;
  const { maxStates = ANY_NUMBER } = options;
  const few = grows ? { maxStates: Math.min(maxStates, MOST_STATES) } : {};
  if (certificate.kind === 'runs') {
    const families = grows ? await ofFamilies(certificate, options, budget) : null;
    if (families !== null && 'kind' in families) return { ok: true, outcome, warnings, scope, certificate: families };
    const made = await ofRuns(certificate, { ...options, ...few }, budget);
    const endless = made.kind === 'audit' && made.audit.refuted === null && made.audit.unfinished !== null;
    const why = families === null ? null : whyEndless(families.unfinished);
    return {
      ok: true,
      outcome,
      warnings,
      scope,
      certificate: endless && why !== null ? { kind: 'none', why } : made,
    };
  }
  if (certificate.kind === 'none' && certificate.why.code === 'event cubes') {
    const own = await ofEvents(answered.proof, scope, budget.share(options));
    if (own !== null) return { ok: true, outcome: noted(outcome, 'event cubes'), warnings, scope, certificate: own };
    const other = await ofViews(text, budget.share(options));
    if (other !== null) return { ok: true, outcome: noted(outcome, 'view cubes'), warnings, scope, certificate: other };
  }
  if (certificate.kind !== 'audit') {
    const bridged = certificate.kind === 'obligations' && answered.proof.kind === 'cubes' && answered.proof.ofProgram;
    return { ok: true, outcome: bridged ? noted(outcome, 'array system') : outcome, warnings, scope, certificate };
  }
  const audit = await audited(certificate, { ...options, ...few }, budget);
  if (grows && audit.refuted === null && audit.unfinished !== null) {
    const other = await ofPredicates(text, budget.share(options), scope);
    if (other !== null) return { ok: true, outcome: noted(outcome, 'predicates'), warnings, scope, certificate: other };
  }
  return { ok: true, outcome, warnings, scope, certificate: { kind: 'audit', audit } };
}

/**
 * The second kernel looks at all states; where there are not too many, the interpreter looks again, and both must have found the
 * same. If the budget ends before the interpreter does, the kernel's word stands.
 */
async function audited(
  { kernel, interpreter }: Extract<Certificate, { readonly kind: 'audit' }>,
  options: CheckOptions,
  budget: Budget,
): Promise<AuditReport> {
  const { maxStates = ANY_NUMBER, maxMemory: maxMegabytes = USUAL_MEGABYTES } = options;
  const found =
    kernel === null ? null : await driven(kernel({ maxStates, maxMegabytes }), 'the second kernel', options, budget);
  // Where the kernel cannot look at all, the interpreter may.
  const spent = found?.unfinished?.code === 'limit' || found?.unfinished?.code === 'interrupted';
  if (found !== null && (found.refuted !== null || spent || found.states > MOST_STATES)) return found;
  const looks = interpreter(Math.min(maxStates, MOST_STATES));
  const again = await driven(looks, 'the interpreter', options, budget);
  if (found === null || found.unfinished !== null || again.refuted !== null) return again;
  if (again.unfinished !== null) return found;
  const same = again.states === found.states && again.transitions === found.transitions && again.full === found.full;
  return same ? again : { ...again, refuted: 'the second kernel finds other states or steps' };
}

async function driven(
  steps: Generator<Progress, Audit>,
  by: AuditReport['by'],
  options: CheckOptions,
  budget: Budget,
): Promise<AuditReport> {
  const done = await budget.drive(steps, options.onProgress);
  if ('value' in done) return { ...done.value, by };
  return { states: 0, transitions: 0, full: false, refuted: null, unfinished: done.stopped, by };
}

/** A ranking of families of configurations, where integers grow, if its judge accepts it. */
async function ofFamilies(
  { make }: Extract<Certificate, { readonly kind: 'runs' }>,
  options: CheckOptions,
  budget: Budget,
): Promise<RunsCertificate | { readonly unfinished: Reason }> {
  const { maxStates = ANY_NUMBER, maxMemory: maxMegabytes = USUAL_MEGABYTES } = options;
  const most = { maxStates: Math.min(maxStates, MOST_RANKED), maxMegabytes };
  const done = await budget.drive(make(most, 'families'), options.onProgress);
  return 'value' in done ? done.value : { unfinished: done.stopped };
}

/**
 * The second kernel looks at all runs. If there are not too many configurations, a ranking of them is made, too, which anybody can
 * judge; where it cannot be made, the kernel's word stands. Where the kernel cannot look, the ranking is all there is.
 */
async function ofRuns(
  { audit, make }: Extract<Certificate, { readonly kind: 'runs' }>,
  options: CheckOptions,
  budget: Budget,
): Promise<Extract<CertifyResult, { readonly ok: true }>['certificate']> {
  const { maxStates = ANY_NUMBER, maxMemory: maxMegabytes = USUAL_MEGABYTES } = options;
  const found = await driven(audit({ maxStates, maxMegabytes }), 'the second kernel', options, budget);
  const confirmed = found.refuted === null && found.unfinished === null;
  const spent = found.unfinished?.code === 'limit' || found.unfinished?.code === 'interrupted';
  if (found.refuted !== null || spent || found.states > MOST_RANKED) return { kind: 'audit', audit: found };
  const most = { maxStates: Math.min(maxStates, MOST_RANKED), maxMegabytes };
  const done = await budget.drive(make(most, 'configurations'), options.onProgress);
  const made = 'value' in done ? done.value : { unfinished: done.stopped };
  if ('kind' in made) return made;
  return confirmed
    ? { kind: 'audit', audit: found }
    : { kind: 'none', why: { code: 'unfinished', reason: made.unfinished } };
}

/** A reason where there is no time left to cross the bridge again, or to look at what was crossed. */
async function scopeOfProof(asked: Asked, { engine, buffer: shown }: Answered): Promise<CertificateScope | Reason> {
  const crossed = await suited(asked.question, engine);
  if ('impossible' in crossed) return crossed.impossible;
  if (!('question' in crossed)) throw new Error('what was proved can be crossed again');
  const { model, property, buffers } = crossed.question;
  // What is shown of runs with buffers of one length answers no question about another, though none is ever full.
  const buffer = shown === 'unbounded' && property !== 'states' ? (buffers.most ?? shown) : shown;
  const scope = patiently(() => scopeOf({ ...asked, proved: model }, buffer));
  return 'spent' in scope ? { ...scope.spent, covered: null } : scope;
}

function noted(outcome: Outcome, what: CertificateOf): Outcome {
  return { ...outcome, notes: [...outcome.notes, { code: 'certificate of', what }] };
}

/**
 * Event cubes as cubes of views, if they are a proof as such: that is asked of Z3 before the certificate is shown to anybody,
 * since what is lost on the way may have been needed. Null if it does not prove all obligations.
 */
async function ofEvents(proof: Proof, scope: CertificateScope, { timeout, signal }: CheckOptions) {
  if (proof.kind !== 'cubes' || proof.fromEvents === null) return null;
  const certificate = await certificateOf({ ...proof, views: proof.fromEvents }, scope);
  if (certificate.kind !== 'obligations') return null;
  const { checkCertificate } = await import('../evidence/solvers/check.js');
  const limits = { ...(timeout === undefined ? {} : { timeout }), ...(signal === undefined ? {} : { signal }) };
  const [z3] = await checkCertificate(certificate.obligations, { ...limits, programs: [] });
  return z3?.accepted === true ? certificate : null;
}

/**
 * A proof on event cubes may need an order between reads of different processes, which cubes of views cannot say and for
 * which there are no obligations. Then the same question is asked with view cubes, and the certificate is of that proof, if it is found.
 */
async function ofViews(text: string | Uint8Array, options: CheckOptions) {
  const { cubes: _, ...others } = options;
  const settled = await settle(text, others, (question) => ({
    ...question,
    hints: { ...question.hints, trim: true, cubes: 'views' },
  }));
  if (!settled.ok || settled.answered.verdict !== 'holds') return null;
  const scope = await scopeOfProof(settled.asked, settled.answered);
  if ('code' in scope) return null;
  const certificate = await certificateOf(settled.answered.proof, scope);
  return certificate.kind === 'obligations' ? certificate : null;
}

/** The proof by predicates of the same question, with the same scope; null where there is none. */
async function ofPredicates(text: string | Uint8Array, options: CheckOptions, scope: CertificateScope) {
  const { reduce: _, ...others } = options;
  const settled = await settle(text, { ...others, engine: 'predicates' }, (question) => question);
  if (!settled.ok || settled.answered.verdict !== 'holds') return null;
  const found = await scopeOfProof(settled.asked, settled.answered);
  if ('code' in found || scopeText(found) !== scopeText(scope)) return null;
  const certificate = await certificateOf(settled.answered.proof, scope);
  return certificate.kind === 'obligations' ? certificate : null;
}
