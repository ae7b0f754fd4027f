/**
 * A proof that others can check. Of an array system the invariant becomes obligations that share nothing with the search; of
 * a program all states are found again by the interpreter.
 */
import { Budget } from '../check/budget.js';
import { readSource } from '../check/sources.js';
import { type CheckOptions, check, languageFor, type ProofResult, prove as search } from '../check.js';
import { certificate } from '../evidence/certificate.js';
import type { Outcome } from '../evidence/outcome.js';
import { type Audit, auditProgram } from '../evidence/program-audit.js';
import type { ProveResult } from './services.js';

/** States that the interpreter looks at: a minute or so. */
const MOST_STATES = 1_000_000;

function missing({ outcome }: Extract<ProofResult, { ok: true }>): string {
  if (outcome.verdict !== 'holds') return 'the model was not proved';
  return 'proofs under TSO have none yet; `check --cubes events` asks the other form of cube for a second opinion';
}

export async function prove(text: string | Uint8Array, options: CheckOptions): Promise<ProveResult> {
  const language = languageFor(options);
  if (language === 'cubicle') {
    const result = await search(text, options);
    if (!result.ok) return result;
    const { outcome, warnings, system, invariant } = result;
    const proof = invariant === null ? { missing: missing(result) } : certificate(system, invariant);
    return { ok: true, outcome, warnings, certificate: proof };
  }
  const result = await check(text, options);
  if (!result.ok) return result;
  const { outcome } = result;
  if (outcome.verdict !== 'holds') return { ...result, certificate: { missing: 'the program was not proved' } };
  const { source } = await readSource(text, language, outcome.memory, options);
  const number = source === null || source.anyThreads.length === 0 ? null : (options.processes as number);
  const instance = source?.instance(number);
  if (instance === undefined || 'refused' in instance) throw new Error('what was checked can be read again');
  return { ...result, certificate: { audit: await audited(instance.program, outcome, options) } };
}

async function audited(
  program: Parameters<typeof auditProgram>[0],
  outcome: Outcome,
  options: CheckOptions,
): Promise<Audit> {
  const { memory, buffer } = outcome;
  // What holds without a bound is looked at without one.
  const bound = buffer === 'unbounded' ? null : buffer;
  const steps = auditProgram(program, memory, bound, options.maxStates ?? MOST_STATES);
  const driven = await new Budget(options).drive(steps, options.onProgress);
  if ('value' in driven) return driven.value;
  return { states: 0, transitions: 0, full: false, fault: driven.stopped, refuted: false };
}
