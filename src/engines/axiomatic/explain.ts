/**
 * Why an outcome is forbidden: a candidate execution that gives it, and the cycle that makes it invalid.
 *
 * Candidates that keep every location coherent are tried first, because their cycles are about the memory model; only if
 * there is none, those that nothing restrains. Of the candidates that give the outcome (the first few hundred) the one
 * with the shortest cycle is shown, and of those one with the fewest events.
 *
 * A candidate that turns out to be valid contradicts the enumeration that called the outcome forbidden: a fault of ours.
 */

import type { Execution, Value } from '../../memory/axiomatic/event.js';
import { COHERENCE, type Judgement, judge, splitsWrites } from '../../memory/axiomatic/model.js';
import type { EndStep, Step } from '../../memory/axiomatic/thread.js';
import type { MemoryModel } from '../../memory/models.js';
import { executionOf } from './execution.js';
import { possibleValues } from './guesses.js';
import { type CompleteExecution, Search } from './search.js';

const DECISIONS = 50_000;
const CANDIDATES = 300;

interface Wanted {
  readonly threads: readonly Step[];
  readonly memory: MemoryModel;
  initial(location: string): Value;
  /** Whether an execution gives the outcome. */
  gives(found: CompleteExecution): boolean;
  /** Whether threads that ended like this still can. */
  promising(ended: readonly (EndStep | null)[]): boolean;
}

type Explanation =
  | { readonly kind: 'cycle'; readonly execution: Execution; readonly judgement: Judgement & { readonly valid: false } }
  /** No candidate execution gives the outcome, whatever memory does; or none was found within the limits. */
  | { readonly kind: 'none'; readonly complete: boolean };

type Candidate = Explanation & { readonly kind: 'cycle' };

/** By the length of the cycle, then by the number of events. */
function isSimpler(one: Candidate, other: Candidate): boolean {
  const longer = one.judgement.cycle.length - other.judgement.cycle.length;
  return longer < 0 || (longer === 0 && one.execution.events.length < other.execution.events.length);
}

export function* explain(wanted: Wanted): Generator<undefined, Explanation> {
  const { threads, memory } = wanted;
  const values = possibleValues(threads, wanted.initial);
  let complete = values.complete;
  for (const discipline of [COHERENCE, null]) {
    const search = new Search(threads, {
      ...wanted,
      discipline,
      splitsWrites: splitsWrites(memory),
      guesses: values.of,
    });
    let best: Candidate | null = null;
    let candidates = 0;
    const steps = search.run((found) => {
      if (!wanted.gives(found)) return false;
      const execution = executionOf(found, wanted.initial);
      const judgement = judge(execution, memory);
      if (judgement.valid)
        throw new Error(`an execution that gives a forbidden outcome is valid under ${memory.title}`);
      const candidate = { kind: 'cycle', execution, judgement } as const;
      if (best === null || isSimpler(candidate, best)) best = candidate;
      candidates++;
      return candidates >= CANDIDATES;
    });
    while (search.counts.decisions < DECISIONS && steps.next().done !== true) yield;
    if (best !== null) return best;
    if (search.counts.decisions >= DECISIONS || search.counts.cut > 0) complete = false;
  }
  return { kind: 'none', complete };
}
