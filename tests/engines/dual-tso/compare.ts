/** The Dual-TSO engine against the explicit one, which knows the answer when no buffer was ever full. */

import type { DualTsoAnswer, DualTsoLimits } from '../../../src/engines/dual-tso/engine.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { type Asked, askDual, askExplicit } from '../../support/engines.js';

export const LIMITS: DualTsoLimits = { maxConfigurations: 20_000, maxMegabytes: 64 };

export function runDual(program: Program, limits = LIMITS): Asked<DualTsoAnswer> {
  return askDual({ program, limits });
}

export type Truth = 'holds' | 'violated' | null;

/** What is true for buffers of any length; null when the explicit engine cannot tell. */
export function truthOf(program: Program, maxStates = 20_000): Truth {
  for (const buffer of [2, 5]) {
    const limits = { maxStates, maxMegabytes: 64 };
    const { answer } = askExplicit({ program, memory: TSO, buffer, limits });
    if (answer.verdict === 'violated') return 'violated';
    if (answer.verdict === 'holds' && answer.unbounded) return 'holds';
    if (answer.verdict === 'unknown') return null;
  }
  return null;
}

export interface Comparison {
  readonly truth: Truth;
  readonly verdict: DualTsoAnswer['verdict'];
  /** What is wrong; null when nothing is. */
  readonly wrong: string | null;
  /** Of what holds: `accepted`, or why it was not checked; null otherwise. */
  readonly certificate: string | null;
}

/** Certificates of at most this many configurations are checked. */
export function compare(program: Program, mostChecked = 300): Comparison {
  const { answer } = runDual(program);
  const truth = truthOf(program);
  const { verdict } = answer;
  const differs = truth !== null && verdict !== 'unknown' && truth !== verdict;
  const told = { truth, verdict, wrong: null, certificate: null };
  if (differs) return { ...told, wrong: `explicit: ${truth}; dual: ${verdict}` };
  if (answer.verdict !== 'holds') return told;
  if (answer.certificate.configurations.length > mostChecked) return { ...told, certificate: 'too large' };
  const judged = checkCertificate(answer.system, answer.certificate);
  return judged.ok ? { ...told, certificate: 'accepted' } : { ...told, wrong: judged.reason };
}
