/** The PSO engine against the explicit one, which knows the answer when no buffer was ever full. */

import type { PsoAnswer, PsoLimits } from '../../../src/engines/pso-queues/engine.js';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import { PSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { type Asked, askExplicit, askPso } from '../../support/engines.js';

export const LIMITS: PsoLimits = { maxConfigurations: 20_000, maxMegabytes: 64 };

export function runPso(program: Program, limits = LIMITS): Asked<PsoAnswer> {
  return askPso({ program, limits });
}

export type Truth = 'holds' | 'violated' | null;

/** What is true for buffers of any length; null when the explicit engine cannot tell. */
export function truthOf(program: Program, maxStates = 20_000): Truth {
  for (const buffer of [2, 5, 8]) {
    const limits = { maxStates, maxMegabytes: 64 };
    const { answer } = askExplicit({ program, memory: PSO, buffer, limits });
    if (answer.verdict === 'violated') return 'violated';
    if (answer.verdict === 'holds' && answer.unbounded) return 'holds';
    if (answer.verdict === 'unknown') return null;
  }
  return null;
}

export interface Comparison {
  readonly truth: Truth;
  readonly verdict: PsoAnswer['verdict'];
  /** Why it is unknown. */
  readonly reason: string | null;
  /** What is wrong; null when nothing is. */
  readonly wrong: string | null;
  /** Of what holds: `accepted`, or why it was not checked; null otherwise. */
  readonly certificate: string | null;
}

/** Certificates of at most this many elements are checked. */
export function compare(program: Program, mostChecked = 300): Comparison {
  const { answer } = runPso(program);
  const truth = truthOf(program);
  const { verdict } = answer;
  const reason = answer.verdict === 'unknown' ? answer.reason : null;
  const told = { truth, verdict, reason, wrong: null, certificate: null };
  const differs = truth !== null && verdict !== 'unknown' && truth !== verdict;
  if (differs) return { ...told, wrong: `explicit: ${truth}; the PSO engine: ${verdict}` };
  if (answer.verdict !== 'holds') return told;
  if (answer.certificate.elements.length > mostChecked) return { ...told, certificate: 'too large' };
  const judged = checkCertificate(answer.system, answer.certificate);
  return judged.ok ? { ...told, certificate: 'accepted' } : { ...told, wrong: judged.reason };
}
