/** The Dual-TSO engine against the explicit one, which knows the answer when no buffer was ever full. */

import { type DualTsoAnswer, DualTsoEngine, type DualTsoLimits } from '../../../src/engines/dual-tso/engine.js';
import { ExplicitEngine } from '../../../src/engines/explicit/engine.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';

export const LIMITS: DualTsoLimits = { maxConfigurations: 20_000, maxMegabytes: 64 };

export function runDual(
  program: Program,
  limits = LIMITS,
): { answer: DualTsoAnswer; counts: Readonly<Record<string, number>> } {
  const engine = new DualTsoEngine({ program, limits });
  const answer = finish(engine.run());
  return { answer, counts: engine.counts() };
}

function finish<Answer>(work: Generator<unknown, Answer>): Answer {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

export type Truth = 'holds' | 'violated' | null;

/** What is true for buffers of any length; null when the explicit engine cannot tell. */
export function truthOf(program: Program, maxStates = 20_000): Truth {
  for (const buffer of [2, 5]) {
    const limits = { maxStates, maxMegabytes: 64 };
    const answer = finish(new ExplicitEngine({ program, memory: TSO, buffer, limits }).run());
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
}

/** Certificates of at most this many configurations are checked. */
export function compare(program: Program, mostChecked = 300): Comparison {
  const { answer } = runDual(program);
  const truth = truthOf(program);
  const { verdict } = answer;
  const differs = truth !== null && verdict !== 'unknown' && truth !== verdict;
  if (differs) return { truth, verdict, wrong: `explicit: ${truth}; dual: ${verdict}` };
  if (answer.verdict === 'holds' && answer.certificate.configurations.length <= mostChecked) {
    const judged = checkCertificate(answer.system, answer.certificate);
    if (!judged.ok) return { truth, verdict, wrong: judged.reason };
  }
  return { truth, verdict, wrong: null };
}
