/** The parameterized Dual-TSO engine against engines for a fixed number of threads. */

import type { AnySource } from '../../../src/engines/automata/any-source.js';
import type { AnyDualTsoAnswer } from '../../../src/engines/dual-tso/any-engine.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { type Asked, askAnyDual, type Told } from '../../support/engines.js';
import { LIMITS, runDual, truthOf } from './compare.js';
import type { AnySourceInCode } from './random-any.js';

export function runAny(source: AnySource, limits = LIMITS): Asked<AnyDualTsoAnswer> {
  return askAnyDual({ source, limits });
}

export interface AnyComparison {
  readonly answer: Told<AnyDualTsoAnswer>;
  /** The fewest threads, up to the most tried, for which it is violated. */
  readonly fewest: number | null;
  /** What is wrong; null when nothing is. */
  readonly wrong: string | null;
}

/** With one thread, two, and so on. A violation has been replayed; certificates of at most that many are checked. */
export function compareAny(source: AnySourceInCode, mostThreads = 3, mostChecked = 40): AnyComparison {
  const { answer } = runAny(source);
  let fewest: number | null = null;
  for (let count = 1; count <= mostThreads; count++) {
    const program = source.instance(count);
    const truth = truthOf(program, 5000) ?? runDual(program).answer.verdict;
    if (truth === 'violated') fewest ??= count;
    const shown = answer.verdict === 'violated' && answer.count === count;
    if (truth === 'violated' && answer.verdict === 'holds') {
      return { answer, fewest, wrong: `violated with ${count} threads, and said to hold for any number` };
    }
    if (truth === 'holds' && shown) return { answer, fewest, wrong: `it holds with ${count} threads` };
  }
  if (answer.verdict === 'violated' && fewest !== null && answer.count < fewest) {
    return { answer, fewest, wrong: `violated with ${answer.count} threads only for the parameterized engine` };
  }
  if (answer.verdict === 'holds' && answer.certificate.configurations.length <= mostChecked) {
    const judged = checkCertificate(answer.system, answer.certificate);
    if (!judged.ok) return { answer, fewest, wrong: judged.reason };
  }
  return { answer, fewest, wrong: null };
}
