/**
 * The parameterized Dual-TSO engine: whether a program is safe under TSO with store buffers of any length and any number of
 * identical threads (Abdulla, Atig, Bouajjani, Ngo 2016, sections 5 and 6). Like that for a fixed number (`engine.ts`) it
 * always ends, if it is given time and memory.
 *
 * The search is the same. Our configurations say nothing of most threads anyway, and a thread comes in when a write of it is
 * needed; here there is always one more that can (`predecessors.ts`). Three things differ from the paper:
 *
 *   - the paper embeds words of processes in words, in order. Identical processes can be exchanged, so ours are multisets:
 *     fewer minimal configurations, and a well-quasi ordering still, since multisets are ordered by more than words are
 *   - a process in its initial state with an empty buffer is dropped: there is always another that has done nothing yet
 *   - besides them there may be other threads, in a fixed number, and several kinds of identical ones
 *
 * A way back to an initial configuration tells how many threads take part. It is replayed in the instance with that many.
 */
import { TSO } from '../../memory/models.js';
import { replayProgram } from '../../memory/operational/program/replay.js';
import type { AnySource } from '../automata/any-source.js';
import { anySystem, type Instance, instanceOf } from '../automata/any-system.js';
import type { Progress } from '../engine.js';
import { outside } from '../remarks.js';
import { type DualTsoAnswer, DualTsoWork, runFound, type Violation } from './engine.js';
import { threadsNeeded, type Way } from './path.js';
import type { DualTsoLimits } from './search.js';
import { DUAL_TSO } from './taker.js';

export interface AnyDualTsoQuestion {
  readonly source: AnySource;
  readonly limits: DualTsoLimits;
}

/** With `count` threads of each identical kind. */
export type AnyDualTsoAnswer = DualTsoAnswer<Violation & { readonly count: number }>;

export class AnyDualTsoEngine extends DualTsoWork {
  constructor(private readonly question: AnyDualTsoQuestion) {
    super(question.limits);
  }

  *run(): Generator<Progress, AnyDualTsoAnswer> {
    const sample = anySystem(this.question.source, DUAL_TSO);
    if ('refused' in sample) return { verdict: 'unknown', reason: outside(sample.refused) };
    return yield* this.answer(sample.program, sample.system, (way) => this.violated(sample, way));
  }

  private violated(sample: Instance, way: Way): AnyDualTsoAnswer {
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
      if (count >= source.most || replayProgram(program, run, TSO).ok)
        return { verdict: 'violated', count, program, run };
    }
    throw new Error('some number of threads is tried');
  }
}
