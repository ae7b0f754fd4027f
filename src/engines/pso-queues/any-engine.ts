/**
 * The PSO engine for any number of identical threads, with store queues of any length. Like that for a given number
 * (`engine.ts`) it always ends, if it is given time and memory: multisets of what a thread can be are well-quasi ordered, too.
 *
 * The search is the same. Elements say nothing of most threads anyway, and one comes in when a store of it is needed; here
 * there is always one more that can (`predecessors.ts`). A thread in its initial state with empty queues is dropped: there is
 * always another that has done nothing yet. Besides them there may be other threads, in a fixed number, and several kinds of
 * identical ones. A way back to an initial configuration tells how many threads take part. It is replayed in the instance
 * with that many.
 */
import { PSO } from '../../memory/models.js';
import { replayProgram } from '../../memory/operational/program/replay.js';
import type { AnySource } from '../automata/any-source.js';
import { anySystem, type Instance, instanceOf } from '../automata/any-system.js';
import type { Progress } from '../engine.js';
import { outside } from '../remarks.js';
import { type PsoAnswer, PsoWork, runFound, type Violation } from './engine.js';
import { threadsNeeded, type Way } from './path.js';
import type { PsoLimits } from './search.js';
import { PSO_QUEUES } from './taker.js';

export interface AnyPsoQuestion {
  readonly source: AnySource;
  readonly limits: PsoLimits;
}

/** With `count` threads of each identical kind. */
export type AnyPsoAnswer = PsoAnswer<Violation & { readonly count: number }>;

export class AnyPsoEngine extends PsoWork {
  constructor(private readonly question: AnyPsoQuestion) {
    super(question.limits);
  }

  *run(): Generator<Progress, AnyPsoAnswer> {
    const sample = anySystem(this.question.source, PSO_QUEUES);
    if ('refused' in sample) return { verdict: 'unknown', reason: outside(sample.refused) };
    return yield* this.answer(sample.program, sample.system, (way) => this.violated(sample, way));
  }

  private violated(sample: Instance, way: Way): AnyPsoAnswer {
    const { source } = this.question;
    const needed = Math.max(1, ...sample.system.any.map((automaton) => threadsNeeded(way, automaton)));
    // A condition may name threads of which nothing is asked in the end: they take no part, but must be there.
    for (const count of new Set([needed, Math.max(needed, source.most)])) {
      const instance = instanceOf(source, sample, count);
      if ('refused' in instance) {
        return { verdict: 'unknown', reason: outside(`a violation needs ${count} threads, and ${instance.refused}`) };
      }
      const { program } = instance;
      const run = runFound(program, instance.system, way);
      if (count >= source.most || replayProgram(program, run, PSO).ok)
        return { verdict: 'violated', count, program, run };
    }
    throw new Error('some number of threads is tried');
  }
}
