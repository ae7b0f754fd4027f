/**
 * The explicit engine: every reachable state of a program, under SC, TSO or PSO with bounded store buffers, breadth first.
 *
 *   1. the program is compiled to a kernel, code that stores and expands states (`compile.ts` has the passes, `kernel.ts` runs)
 *   2. the kernel expands states in the order in which they were found, level by level
 *   3. the first violation is a shortest one: the states on its path are expanded again to learn the steps (`path.ts`)
 *
 * Of states that differ in nothing that matters one is stored (`reduce/`): in dead variables, in the names of interchangeable
 * threads, in integers of which only differences matter.
 *
 * When no step was ever refused because a buffer was full, the machine without bound has the same states: then `holds` is for
 * any buffers and says so. A violation is one in any case: larger buffers only allow more.
 *
 * A thread that cannot go on is no error. A number that leaves 32 bits ends in `unknown`, and so does a condition that has no
 * value in a reachable state.
 */
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { MOST_JUDGED } from '../../memory/operational/program/stuck.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import type { Warnings } from '../warnings.js';
import { compileKernel, NoKernel } from './compile.js';
import { confirmStuck, deadlockAt } from './deadlocks.js';
import { STATUS, WHAT } from './header.js';
import type { Kernel } from './kernel.js';
import { PartitionedSearch, partitionsFor } from './parallel/search.js';
import { notedBy, Ways } from './parallel/witness.js';
import { runTo } from './path.js';
import {
  addInitialStates,
  backEndOf,
  compileOptions,
  isBeyondAddresses,
  type KernelQuestion,
  kernelFor,
  kernelProgress,
  memoryLimit,
  type Wanted,
} from './question.js';
import { orderOf } from './reduce/symmetry.js';
import { isFailureReport, type KernelReport, takeReport, withoutValue } from './report.js';
import { stuckPlaces } from './stuck.js';
import { warningsOf } from './warnings.js';

export type { ExplicitLimits } from './question.js';

export interface ExplicitQuestion extends KernelQuestion {
  /** States that differ only in the names of interchangeable threads, or by a shift of integers, are one, unless this is false. */
  readonly symmetry?: boolean;
}

export type ExplicitAnswer =
  /** `unbounded`: for buffers of any length. */
  | { readonly verdict: 'holds'; readonly unbounded: boolean; readonly warnings?: Warnings }
  | { readonly verdict: 'violated'; readonly run: ProgramRun }
  | { readonly verdict: 'unknown'; readonly reason: Reason };

/** States that are expanded between two looks at the clock. */
const CHUNK = 4096;
/** Searches with fewer states are over before other threads have begun. */
const ALONE = 250_000;
/** Levels that are narrower than this, or than this share of all states so far, are not worth waiting for one another. */
const WIDE = 20_000;
const SHARE = 1 / 128;

export class ExplicitEngine {
  private readonly question: ExplicitQuestion;
  private readonly kernel: Kernel | NoKernel;
  private readonly wanted: Wanted;
  /** Of a search by several threads, once they have begun. */
  private together: PartitionedSearch | null = null;
  private expanded = 0;
  private transitions = 0;
  private depth = 0;

  constructor(question: ExplicitQuestion) {
    this.question = question;
    const { symmetry = true, limits } = question;
    this.wanted = { symmetry, maxStates: limits.maxStates, propositions: null };
    this.kernel = kernelFor(question, this.wanted);
  }

  counts(): Readonly<Record<string, number>> {
    const kernel = this.kernel instanceof NoKernel ? null : this.kernel;
    const { transitions, depth } = this;
    const alone = {
      states: kernel?.count ?? 0,
      transitions,
      depth,
      megabytes: Math.ceil((kernel?.bytes ?? 0) / 2 ** 20),
    };
    const { megabytes, ...counts } = this.together?.counts ?? alone;
    return {
      ...counts,
      orbit: orderOf(kernel?.reduction.groups ?? []),
      shifts: kernel?.reduction.shifts.length ?? 0,
      bytesPerState: 4 * (kernel?.layout.packing.words ?? 0),
      megabytes,
    };
  }

  *run(): Generator<Progress, ExplicitAnswer> {
    const { kernel } = this;
    if (kernel instanceof NoKernel) return { verdict: 'unknown', reason: outside(kernel.reason) };
    const { maxStates } = this.question.limits;
    const begun = addInitialStates(kernel, () => kernel.count > maxStates);
    if (begun === 'limited') return this.limited();
    if (begun === 'stopped') return this.stopped(kernel);
    kernel.set('transitions', 0);

    let levelEnd = kernel.count;
    while (this.expanded < kernel.count) {
      if (this.expanded === levelEnd) {
        this.depth++;
        levelEnd = kernel.count;
        if (this.isForMore(levelEnd)) return yield* this.withOthers();
      }
      if (!kernel.makeRoom()) return this.isForMoreMemory ? yield* this.withOthers() : this.limited();
      this.expanded = kernel.expand(this.expanded, Math.min(levelEnd, this.expanded + CHUNK));
      this.transitions += kernel.get('transitions') >>> 0;
      kernel.set('transitions', 0);
      if (!kernel.running) return this.stopped(kernel);
      if (kernel.count > maxStates) return this.limited();
      yield kernelProgress('explicit', kernel, this.depth, kernel.count - this.expanded);
    }
    if (this.question.program.noDeadlock !== undefined) {
      const stuck = yield* this.partDeadlock(kernel);
      if (stuck !== null) return stuck;
    }
    const warnings = yield* warningsOf(kernel, this.question);
    return { verdict: 'holds', unbounded: kernel.get('full') === 0, ...(warnings === null ? {} : { warnings }) };
  }

  /** Whether others are to join in when a level begins that ends with this state. */
  private isForMore(levelEnd: number): boolean {
    const { alone = ALONE } = this.question.limits;
    const wide = Math.max(Math.min(WIDE, alone), SHARE * levelEnd);
    return this.canBeDealt && levelEnd >= alone && levelEnd - this.expanded >= wide;
  }

  /** Whether one memory is full, and more are allowed. */
  private get isForMoreMemory(): boolean {
    const { limits } = this.question;
    return this.canBeDealt && isBeyondAddresses(limits) && this.covered().found < limits.maxStates;
  }

  /** Whether there are other threads, or other memories. Where threads get stuck is asked of all states in one memory. */
  private get canBeDealt(): boolean {
    const { limits, program } = this.question;
    const { jobs = 1, partitions = 1 } = limits;
    if (program.noDeadlock !== undefined || backEndOf(this.question) !== 'wasm') return false;
    return jobs > 1 || partitions > 1 || isBeyondAddresses(limits);
  }

  /** The same search from its beginning, by all threads. */
  private *withOthers(): Generator<Progress, ExplicitAnswer> {
    const { question, wanted } = this;
    const {
      jobs = 1,
      maxStates,
      maxMegabytes,
      partitions = partitionsFor(jobs, maxMegabytes * 2 ** 20),
    } = question.limits;
    const compiled = compileKernel({ ...compileOptions(question, wanted, partitions), partitions });
    const search = new PartitionedSearch(compiled, partitions, jobs, maxStates);
    this.together = search;
    try {
      const explored = yield* search.run();
      // What is shown of it is shown by a kernel that knows nothing else.
      const witness = kernelFor(question, wanted) as Kernel;
      switch (explored.kind) {
        case 'limited':
          return this.limited();
        case 'stopped': {
          const ways = new Ways(search);
          const { state } = yield* ways.to(explored.reference);
          return this.reported(ways.heldBy(witness), { ...explored.report, state });
        }
        case 'all': {
          const unbounded = !search.full;
          if (witness.marks === null) return { verdict: 'holds', unbounded };
          const noted = yield* notedBy(search, witness, witness.marks);
          const warnings = yield* warningsOf(noted, { ...question, maxStuckStates: 0 });
          return { verdict: 'holds', unbounded, ...(warnings === null ? {} : { warnings }) };
        }
      }
    } finally {
      search.end();
    }
  }

  private limited(): ExplicitAnswer {
    const { limits } = this.question;
    const { maxStates, maxMegabytes } = limits;
    const covered = this.covered();
    const memory = this.together === null ? memoryLimit(limits) : ({ limit: 'memory', value: maxMegabytes } as const);
    const reason: Reason =
      covered.found > maxStates
        ? { code: 'limit', limit: 'states', value: maxStates, covered }
        : { code: 'limit', ...memory, covered };
    return { verdict: 'unknown', reason };
  }

  covered(): Covered & { readonly what: 'states' } {
    const { states: found = 0, depth = 0 } = this.counts();
    const kernel = this.kernel instanceof NoKernel ? null : this.kernel;
    const upToNames = (kernel?.reduction.groups.length ?? 0) > 0;
    return { what: 'states', explored: this.together?.expanded ?? this.expanded, found, depth, upToNames };
  }

  /** The kernel has something to report. */
  private stopped(kernel: Kernel): ExplicitAnswer {
    return this.reported(kernel, takeReport(kernel));
  }

  private reported(kernel: Kernel, report: KernelReport): ExplicitAnswer {
    const { status, state, what } = report;
    if (status === STATUS.violated && what === WHAT.deadlock) return this.deadlock(kernel, state);
    if (isFailureReport(report)) return this.violated(runTo(kernel, state, status === STATUS.failed ? what : null));
    if (status === STATUS.failed) {
      const { length } = runTo(kernel, state).steps;
      return { verdict: 'unknown', reason: { code: 'overflow', steps: length } };
    }
    return { verdict: 'unknown', reason: withoutValue(report, this.question.program.never[what]?.name ?? '') };
  }

  private deadlock(kernel: Kernel, state: number): ExplicitAnswer {
    const { buffer } = this.question;
    const found = deadlockAt(kernel, this.question, state);
    if (found !== null) return this.violated(found.run);
    const why = `with store buffers of ${buffer} a step finds no room even where nothing waits; longer ones are needed`;
    return { verdict: 'unknown', reason: outside(why) };
  }

  /** A thread that never steps again while others go on; null when there is none. */
  private *partDeadlock(kernel: Kernel): Generator<Progress, ExplicitAnswer | null> {
    const { question } = this;
    const places = yield* stuckPlaces(kernel, question.limits.maxMegabytes * 2 ** 20);
    if (places === null) return this.limited();
    const looked = { told: new Set<string>(), configurations: MOST_JUDGED, deadlocks: 1 };
    const { deadlocks, all } = confirmStuck(kernel, question, places, looked);
    const [first] = deadlocks;
    if (first !== undefined) return this.violated(first.run);
    if (all) return null;
    const why = `some thread may never step again, which is not known for store buffers of any length within ${MOST_JUDGED} configurations`;
    return { verdict: 'unknown', reason: outside(why) };
  }

  private violated(run: ProgramRun): ExplicitAnswer {
    const { program, memory, buffer, perLocation } = this.question;
    return { verdict: 'violated', run: tidyRun(program, run, memory, buffer, perLocation) };
  }
}
