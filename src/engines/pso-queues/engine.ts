/**
 * The PSO engine: whether a finite program is safe under PSO with store queues of any length, for its number of threads. It
 * always ends, in time that has no good bound.
 *
 *   1. the program becomes a concurrent system, or is refused (`automata/program-system.ts`)
 *   2. from the targets backward, predecessors until nothing is new (`search.ts`)
 *   3. an initial configuration is in one of them: the way back is a run of the machine with store queues (`path.ts`), which
 *      is replayed
 *   4. none left: the elements are what cannot be reached, and go into the certificate
 */
import { PSO } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Program } from '../../models/program/model.js';
import { concurrentSystem } from '../automata/program-system.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import { makeCertificate, type PsoCertificate } from './certificate.js';
import { runAlong, type Way, wayFrom } from './path.js';
import { BackwardSearch, MOST_THREADS, type PsoLimits } from './search.js';
import { PSO_QUEUES } from './taker.js';

export type { PsoLimits } from './search.js';

export interface PsoQuestion {
  readonly program: Program;
  readonly limits: PsoLimits;
}

export interface Violation {
  readonly verdict: 'violated';
  readonly program: Program;
  readonly run: ProgramRun;
}

export type PsoAnswer<V extends Violation = Violation> =
  /** For store queues of any length. `program` has what all instances have, where there are any number of threads. */
  | {
      readonly verdict: 'holds';
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: PsoCertificate;
    }
  | V
  | { readonly verdict: 'unknown'; readonly reason: Reason };

/** No bound on store queues, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;

/** A search, and what it says of a program. */
export abstract class PsoWork {
  private readonly search: BackwardSearch;

  constructor(limits: PsoLimits) {
    this.search = new BackwardSearch(limits);
  }

  counts(): Readonly<Record<string, number>> {
    return this.search.counts();
  }

  covered(): Covered {
    return this.search.covered();
  }

  protected *answer<V extends Violation>(
    program: Program,
    system: ConcurrentSystem,
    violated: (way: Way) => PsoAnswer<V>,
  ): Generator<Progress, PsoAnswer<V>> {
    const end = yield* this.search.run(system);
    switch (end.kind) {
      case 'unknown':
        return { verdict: 'unknown', reason: end.reason };
      case 'closed':
        return { verdict: 'holds', program, system, certificate: makeCertificate(end.stepper, end.minor) };
      case 'reached':
        return violated(wayFrom(end.first, end.stepper));
    }
  }
}

export class PsoEngine extends PsoWork {
  constructor(private readonly question: PsoQuestion) {
    super(question.limits);
  }

  *run(): Generator<Progress, PsoAnswer> {
    const { program } = this.question;
    const { length } = program.threads;
    if (length > MOST_THREADS) {
      const reason = outside(`there are ${length} threads, and at most ${MOST_THREADS} are possible`);
      return { verdict: 'unknown', reason };
    }
    const system = concurrentSystem(program, PSO_QUEUES);
    if ('refused' in system) return { verdict: 'unknown', reason: outside(system.refused) };
    return yield* this.answer(program, system, (way) => {
      return { verdict: 'violated', program, run: runFound(program, system, way) };
    });
  }
}

/** The way that a search has found, as an execution of the program. */
export function runFound(program: Program, system: ConcurrentSystem, way: Way): ProgramRun {
  return tidyRun(program, runAlong(way, system), PSO, LONGEST);
}
