/** The PSO engine for any number of threads against engines for a given number. */

import type { AnySource } from '../../../src/engines/automata/any-source.js';
import type { AnyPsoAnswer } from '../../../src/engines/pso-queues/any-engine.js';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import { type Asked, askAnyPso, type Told } from '../../support/engines.js';
import type { AnySourceInCode } from '../dual-tso/random-any.js';
import { LIMITS, runPso, truthOf } from './compare.js';

export function runAny(source: AnySource, limits = LIMITS): Asked<AnyPsoAnswer> {
  return askAnyPso({ source, limits });
}

export interface AnyComparison {
  readonly answer: Told<AnyPsoAnswer>;
  /** The fewest threads, up to the most tried, for which it is violated. */
  readonly fewest: number | null;
  /** Numbers of threads of which the explicit engine knew the answer. */
  readonly known: number;
  /** What is wrong; null when nothing is. */
  readonly wrong: string | null;
}

/** With one thread, two, and so on. A violation has been replayed; certificates of at most that many are checked. */
export function compareAny(source: AnySourceInCode, mostThreads = 4, mostChecked = 200): AnyComparison {
  const { answer } = runAny(source);
  let fewest: number | null = null;
  let known = 0;
  const found = (wrong: string | null): AnyComparison => ({ answer, fewest, known, wrong });
  for (let count = 1; count <= mostThreads; count++) {
    const program = source.instance(count);
    const told = truthOf(program, 5000);
    if (told !== null) known++;
    const truth = told ?? runPso(program).answer.verdict;
    if (truth === 'violated') fewest ??= count;
    if (truth === 'violated' && answer.verdict === 'holds') {
      return found(`violated with ${count} threads, and said to hold for any number`);
    }
    const shown = answer.verdict === 'violated' && answer.count === count;
    if (truth === 'holds' && shown) return found(`it holds with ${count} threads`);
  }
  if (answer.verdict === 'violated' && fewest !== null && answer.count < fewest) {
    return found(`violated with ${answer.count} threads only for any number`);
  }
  if (answer.verdict === 'holds' && answer.certificate.elements.length <= mostChecked) {
    const judged = checkCertificate(answer.system, answer.certificate);
    if (!judged.ok) return found(judged.reason);
  }
  return found(null);
}
