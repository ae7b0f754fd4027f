/**
 * The exact engines, which differ in their spaces alone: whether a finite program is safe with store buffers of any length,
 * for its number of threads (`GivenEngine`) or for any number of identical ones (`AnyEngine`). They always end, in time that
 * has no good bound.
 *
 *   1. the program becomes a concurrent system, or is refused (`program-system.ts`, `any-system.ts`)
 *   2. from the targets backward, predecessors until nothing is new (`search.ts`)
 *   3. one stands for an initial configuration: the way back becomes a run of the machine with store buffers, which is replayed
 *   4. none left: the minor set is what cannot be reached, and goes into the certificate
 *
 * With any number of threads the search is the same. Configurations say nothing of most threads anyway, and one comes in when
 * a write of it is needed; here there is always one more that can. The way back tells how many threads take part. It is
 * replayed in the instance with that many.
 */
import type { MemoryModel } from '../../memory/models.js';
import { type ProgramRun, replayProgram } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Program } from '../../models/program/model.js';
import type { Refusal } from '../../models/refusal.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import type { AnySource } from './any-source.js';
import { anySystem, type Instance, instanceOf } from './any-system.js';
import type { Configuration, Part } from './configuration.js';
import { concurrentSystem } from './program-system.js';
import { BackwardSearch, MOST_THREADS, type SearchLimits, type Space } from './search.js';
import type { ConcurrentSystem, Taker } from './system.js';
import { threadsNeeded, type Way, wayFrom } from './way.js';

/** What an engine brings along. */
export interface Method<P extends Part, A, E, Certificate> {
  readonly taker: Taker;
  readonly memory: MemoryModel;
  /** What is searched through for a system. */
  space(system: ConcurrentSystem): JudgedSpace<P, A, E, Certificate> | Refusal;
}

export interface JudgedSpace<P extends Part, A, E, Certificate> extends Space<P, A, E> {
  certificate(minor: Iterable<Configuration<P>>): Certificate;
  /** `system` has as many threads as are needed, and the automata of the search. */
  runAlong(way: Way<P, A, E>, system: ConcurrentSystem): ProgramRun;
}

export interface Violation {
  readonly verdict: 'violated';
  readonly program: Program;
  readonly run: ProgramRun;
}

/** With `count` threads of each identical kind. */
export type AnyViolation = Violation & { readonly count: number };

export type ExactAnswer<Certificate, V extends Violation = Violation> =
  /** For buffers of any length. `program` has what all instances have, where there are any number of threads. */
  | {
      readonly verdict: 'holds';
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: Certificate;
    }
  | V
  | { readonly verdict: 'unknown'; readonly reason: Reason };

export interface GivenQuestion {
  readonly program: Program;
  readonly limits: SearchLimits;
}

export interface AnyQuestion {
  readonly source: AnySource;
  readonly limits: SearchLimits;
}

/** No bound on store buffers, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;

abstract class Work<P extends Part, A, E, Certificate> {
  private readonly search: BackwardSearch<P, A, E>;

  constructor(
    protected readonly method: Method<P, A, E, Certificate>,
    limits: SearchLimits,
  ) {
    this.search = new BackwardSearch(limits);
  }

  counts(): Readonly<Record<string, number>> {
    return this.search.counts();
  }

  covered(): Covered {
    return this.search.covered();
  }

  /** `violated` is given the way as a run of the instance that it names. */
  protected *answer<V extends Violation>(
    { program, system }: Instance,
    violated: (needed: Needed, runIn: (instance: Instance) => ProgramRun) => ExactAnswer<Certificate, V>,
  ): Generator<Progress, ExactAnswer<Certificate, V>> {
    const space = this.method.space(system);
    if ('refused' in space) return { verdict: 'unknown', reason: outside(space.refused) };
    const end = yield* this.search.run(space);
    switch (end.kind) {
      case 'unknown':
        return { verdict: 'unknown', reason: end.reason };
      case 'closed':
        return { verdict: 'holds', program, system, certificate: space.certificate(end.minor) };
      case 'reached': {
        const way = wayFrom(end.first, space);
        const runIn = (instance: Instance): ProgramRun =>
          tidyRun(instance.program, space.runAlong(way, instance.system), this.method.memory, LONGEST);
        return violated((automaton) => threadsNeeded(way, automaton), runIn);
      }
    }
  }
}

/** How many threads with the automaton take part in a run. */
type Needed = (automaton: number) => number;

export class GivenEngine<P extends Part, A, E, Certificate> extends Work<P, A, E, Certificate> {
  constructor(
    method: Method<P, A, E, Certificate>,
    private readonly question: GivenQuestion,
  ) {
    super(method, question.limits);
  }

  *run(): Generator<Progress, ExactAnswer<Certificate>> {
    const { program } = this.question;
    const { length } = program.threads;
    if (length > MOST_THREADS) {
      const reason = outside(`there are ${length} threads, and at most ${MOST_THREADS} are possible`);
      return { verdict: 'unknown', reason };
    }
    const system = concurrentSystem(program, this.method.taker);
    if ('refused' in system) return { verdict: 'unknown', reason: outside(system.refused) };
    const instance = { program, system };
    return yield* this.answer(instance, (_, runIn) => ({ verdict: 'violated', program, run: runIn(instance) }));
  }
}

export class AnyEngine<P extends Part, A, E, Certificate> extends Work<P, A, E, Certificate> {
  constructor(
    method: Method<P, A, E, Certificate>,
    private readonly question: AnyQuestion,
  ) {
    super(method, question.limits);
  }

  *run(): Generator<Progress, ExactAnswer<Certificate, AnyViolation>> {
    const sample = anySystem(this.question.source, this.method.taker);
    if ('refused' in sample) return { verdict: 'unknown', reason: outside(sample.refused) };
    return yield* this.answer(sample, (needed, runIn) => this.violated(sample, needed, runIn));
  }

  private violated(
    sample: Instance,
    neededOf: Needed,
    runIn: (instance: Instance) => ProgramRun,
  ): ExactAnswer<Certificate, AnyViolation> {
    const { source } = this.question;
    const needed = Math.max(1, ...sample.system.any.map(neededOf));
    // A condition may name threads of which nothing is asked in the end: they take no part, but must be there.
    for (const count of new Set([needed, Math.max(needed, source.most)])) {
      const instance = instanceOf(source, sample, count);
      if ('refused' in instance) {
        return { verdict: 'unknown', reason: outside(`a violation needs ${count} threads, and ${instance.refused}`) };
      }
      const { program } = instance;
      const run = runIn(instance);
      if (count >= source.most || replayProgram(program, run, this.method.memory).ok)
        return { verdict: 'violated', count, program, run };
    }
    throw new Error('some number of threads is tried');
  }
}
