/**
 * The Dual-TSO engine: whether a finite program is safe under TSO with store buffers of any length, for its number of threads
 * (Abdulla, Atig, Bouajjani, Ngo 2016, section 4). It always ends, in time that has no good bound.
 *
 *   1. the program becomes a concurrent system, or is refused (`program-system.ts`)
 *   2. from the targets backward, minimal predecessors until nothing is new (`search.ts`)
 *   3. one below an initial configuration: the way back is a run of the dual semantics, made one of a store-buffer machine
 *      (`store-buffer-run.ts`) and replayed
 *   4. none left: the minor set is what cannot be reached, and goes into the certificate
 */

import { TSO } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Program } from '../../models/program/model.js';
import { concurrentSystem } from '../automata/program-system.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import { type DualCertificate, makeCertificate } from './certificate.js';
import { runAlong, type Way, wayFrom } from './path.js';
import { BackwardSearch, type DualTsoLimits, MOST_THREADS } from './search.js';
import { storeBufferRun } from './store-buffer-run.js';
import { DUAL_TSO } from './taker.js';

export type { DualTsoLimits } from './search.js';

export interface DualTsoQuestion {
  readonly program: Program;
  readonly limits: DualTsoLimits;
}

export interface Violation {
  readonly verdict: 'violated';
  readonly program: Program;
  readonly run: ProgramRun;
}

export type DualTsoAnswer<V extends Violation = Violation> =
  /** For store buffers of any length. `program` has what all instances have, where there are any number of threads. */
  | {
      readonly verdict: 'holds';
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: DualCertificate;
    }
  | V
  | { readonly verdict: 'unknown'; readonly reason: Reason };

/** No bound on store buffers, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;

/** A search, and what it says of a program. */
export abstract class DualTsoWork {
  private readonly search: BackwardSearch;

  constructor(limits: DualTsoLimits) {
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
    violated: (way: Way) => DualTsoAnswer<V>,
  ): Generator<Progress, DualTsoAnswer<V>> {
    const end = yield* this.search.run(system);
    switch (end.kind) {
      case 'unknown':
        return { verdict: 'unknown', reason: end.reason };
      case 'closed': {
        const certificate = makeCertificate(system, end.alphabet, end.alone, end.minor);
        return { verdict: 'holds', program, system, certificate };
      }
      case 'reached':
        return violated(wayFrom(end.first, end.ending, end.stepper));
    }
  }
}

export class DualTsoEngine extends DualTsoWork {
  constructor(private readonly question: DualTsoQuestion) {
    super(question.limits);
  }

  *run(): Generator<Progress, DualTsoAnswer> {
    const { program } = this.question;
    const { length } = program.threads;
    if (length > MOST_THREADS) {
      const reason = outside(`there are ${length} threads, and at most ${MOST_THREADS} are possible`);
      return { verdict: 'unknown', reason };
    }
    const system = concurrentSystem(program, DUAL_TSO);
    if ('refused' in system) return { verdict: 'unknown', reason: outside(system.refused) };
    return yield* this.answer(program, system, (way) => {
      return { verdict: 'violated', program, run: runFound(program, system, way) };
    });
  }
}

/** The way that a search has found, as an execution of the program with store buffers. */
export function runFound(program: Program, system: ConcurrentSystem, way: Way): ProgramRun {
  return tidyRun(program, storeBufferRun(runAlong(way, system), system), TSO, LONGEST);
}
