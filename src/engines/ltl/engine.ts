/**
 * The LTL engine: whether all infinite runs of a program satisfy a formula, under SC, TSO or PSO with bounded store buffers.
 *
 *   1. the program is compiled to a kernel (`explicit/compile.ts`) that expands one state at a time and says which propositions
 *      are true in it; of states that differ only in dead variables, or by a shift of integers (below), one is stored
 *   2. the product of the program and the automaton of the negated formula is searched for an accepting component
 *      (`product.ts`, `search.ts`), and only what that search comes to is made
 *   3. a search that lasts begins again and keeps the successors of states (`kept.ts`)
 *   4. from a component a short lasso is taken (`lasso.ts`) and made into a run of the program (`closing.ts`)
 *
 * Before that, a search of a program with interchangeable threads is left for one in which states are stored up to their names. That
 * one says that there is no fair accepting run (`fair-names.ts`), or the first goes on: a violation is told without renaming.
 *
 * The model with bounded buffers, and the demand that writes do not wait for ever, are those of Barnat, Brim and Havel (LTL
 * model checking of parallel programs with under-approximated TSO memory model, 2012); fairness is built into acceptance
 * (`fairness.ts`) instead of the formula, where it would multiply the automaton.
 *
 * Shifts and stale values (`explicit/reduce/`) merge states that are bisimilar: they make the same propositions true, and each
 * step of the one, by its number, is a step of the other, again to states that are merged. So the same groups of steps are
 * enabled and taken, fairness is that of the states, and the product has an accepting run exactly when it has one without
 * merging. Propositions take part in finding what may shift: one that looks at an integer itself ends it. A cycle of
 * merged states may leave integers higher in each turn; what makes that a run is for the judge (`drifting-cycle.ts`).
 *
 * A run that cannot go on stays in its last state for ever. A program with a step that fails, an assertion that does, or a
 * `never` property that is true has no meaning beyond that: when the search meets one it is the answer, with a finite run. It
 * does not look for them where the automaton has no interest in a run any more. `holds` is about the formula.
 *
 * When no step was refused because a buffer was full, the machine without bound has the same product, and `holds` is for any
 * buffers. Whether a violation is one for any buffers is asked of the replay (see `fairness.ts` for why it may not be).
 */

import { MOST_BITS } from '../../logic/ltl/buchi.js';
import { hasBuffers } from '../../memory/models.js';
import { makeMachine } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import { specialise } from '../../models/program/specialise.js';
import type { Progress } from '../engine.js';
import { NoKernel } from '../explicit/compile.js';
import { STATUS } from '../explicit/header.js';
import { initialValuesOf } from '../explicit/initial.js';
import type { Kernel } from '../explicit/kernel.js';
import { addInitialStates, kernelFor, kernelProgress, memoryLimit, type Wanted } from '../explicit/question.js';
import { orderOf, symmetries } from '../explicit/reduce/symmetry.js';
import { isFailureReport, type KernelReport, takeReport, withoutValue } from '../explicit/report.js';
import { warningsOf } from '../explicit/warnings.js';
import { type Covered, type LimitName, outside } from '../remarks.js';
import { closeCycle } from './closing.js';
import { failurePath } from './failure-path.js';
import { fairnessJudge } from './fair-names.js';
import { Kept } from './kept.js';
import { expandAgain, lassoOf, type StoredLasso } from './lasso.js';
import { type Lasso, replayLasso } from './lasso-replay.js';
import { nearLasso } from './nearby.js';
import { makeNumbering, type Numbering } from './numbering.js';
import { Product } from './product.js';
import type { LtlAnswer, LtlQuestion } from './question.js';
import { Search } from './search.js';

export type { LtlAnswer, LtlQuestion } from './question.js';

/** Nodes between two looks at the clock and at the limits. */
const CHUNK = 4096;
/** So many nodes are looked at before states are stored up to the names of threads, if there are so many ways to rename them. */
const PATIENCE = 2 ** 16;
const LEAST_ORDER = 6;
/** Nodes are numbers with a sign, of which the successors of one state more must not leave 31 bits. */
const MOST_NODES = 2 ** 30;
/** Nodes of a search that lasts: what is shorter gains nothing by keeping successors. */
const KEPT_FROM = 2 ** 18;

/** What a search works with. */
interface Work {
  readonly kernel: Kernel;
  readonly product: Product;
  readonly numbers: Numbering;
  readonly search: Pick<
    Search,
    'nodes' | 'transitions' | 'components' | 'depth' | 'pathLength' | 'bytes' | 'live' | 'rootPlace'
  >;
  /** Nodes. */
  readonly initial: readonly number[];
}

export class LtlEngine {
  private readonly question: LtlQuestion;
  private readonly kernel: Kernel | NoKernel;
  private work: Work | null = null;
  /** The search that keeps successors, once there is one; the first one waits in the meantime. */
  private kept: Kept | null = null;
  private readonly wanted: Wanted;

  constructor(question: LtlQuestion) {
    this.question = question;
    const { propositions, shifts = true } = question;
    this.wanted = { symmetry: false, shifts, maxStates: mostStates(question), propositions };
    this.kernel =
      propositions.length > MOST_BITS
        ? new NoKernel(`there are ${propositions.length} propositions, and no more than ${MOST_BITS} are possible`)
        : kernelFor(question, this.wanted);
  }

  counts(): Readonly<Record<string, number>> {
    const work = this.kept ?? this.work;
    const kernel = work?.kernel ?? (this.kernel instanceof NoKernel ? null : this.kernel);
    const shifts = kernel?.reduction.shifts.length ?? 0;
    const groups = kernel?.reduction.groups ?? [];
    return {
      ...(groups.length === 0 ? {} : { orbit: orderOf(groups) }),
      ...(shifts === 0 ? {} : { shifts }),
      states: kernel?.count ?? 0,
      productStates: Math.max(work?.search.nodes ?? 0, this.kept?.graph.expanded ?? 0),
      transitions: work?.search.transitions ?? 0,
      components: work?.search.components ?? 0,
      depth: work?.search.depth || (this.work?.search.depth ?? 0),
      acceptanceSets: work?.product.acceptanceSets ?? 0,
      bytesPerState: 4 * (kernel?.layout.packing.words ?? 0),
      megabytes: Math.ceil(this.bytes / 2 ** 20),
    };
  }

  private get bytes(): number {
    const { kernel, work } = this;
    const own = work?.kernel ?? (kernel instanceof NoKernel ? null : kernel);
    const product = work === null ? 0 : work.search.bytes + work.numbers.bytes + work.product.bytes;
    return (this.kept?.bytes ?? 0) + product + (own?.bytes ?? 0);
  }

  *run(): Generator<Progress, LtlAnswer> {
    const { kernel } = this;
    if (kernel instanceof NoKernel) return { verdict: 'unknown', reason: outside(kernel.reason) };
    const begun = this.begin(kernel);
    if (begun === 'limited') return this.limited(kernel);
    if (begun === 'stopped') return yield* this.stopped(kernel);
    this.work = begun;
    const { search } = begun;
    let { patience = PATIENCE, keptFrom = KEPT_FROM } = this.question;
    do {
      if (this.isOver(kernel)) return this.limited(kernel);
      if (search.nodes >= patience && this.question.symmetry !== false) {
        patience = Number.POSITIVE_INFINITY;
        const answer = yield* this.upToRenaming();
        if (answer !== null) return answer;
        this.work = begun;
      }
      if (search.nodes >= keptFrom) {
        keptFrom = Number.POSITIVE_INFINITY;
        const answer = yield* this.keeping();
        if (answer !== null) return answer;
      }
      yield kernelProgress('ltl', kernel, search.depth, search.pathLength);
    } while (search.advance(Math.min(CHUNK, keptFrom)) === 'going');
    if (search.state === 'stopped' && kernel.running) return this.limited(kernel);
    switch (search.state) {
      case 'accepting':
        return this.lasso(begun, yield* this.shortLasso(begun));
      case 'stopped':
        return yield* this.stopped(kernel);
      default:
        return yield* this.holds(begun);
    }
  }

  /** A search that is to begin, with the initial states. */
  private begin(kernel: Kernel): (Work & { readonly search: Search }) | 'limited' | 'stopped' {
    const { automaton } = this.question;
    const product = new Product(kernel, automaton, this.question);
    const initial: number[] = [];
    const enter = () => {
      const state = kernel.successor(0);
      for (const automatonState of automaton.initial) initial.push(product.nodeOf(state, automatonState));
    };
    const begun = addInitialStates(kernel, () => this.isOver(kernel), enter);
    if (begun !== 'done') return begun;
    const numbers = makeNumbering(automaton.states);
    numbers.reserve(kernel.count);
    const { names } = product;
    const judge = names === null || names.moved.length === 0 ? null : fairnessJudge(product, numbers, names);
    return { kernel, product, numbers, search: new Search(product, numbers, initial, judge), initial };
  }

  /** The answer of a search in which states are stored up to the names of threads; null when it is not for that one to say. */
  private *upToRenaming(): Generator<Progress, LtlAnswer | null> {
    const { program, propositions } = this.question;
    if (orderOf(symmetries(specialise(program), propositions)) < LEAST_ORDER) return null;
    const kernel = kernelFor(this.question, { ...this.wanted, symmetry: true });
    if (kernel instanceof NoKernel) return null;
    const begun = this.begin(kernel);
    if (begun === 'limited' || begun === 'stopped') return null;
    this.work = begun;
    const { search } = begun;
    while (search.advance(CHUNK) === 'going') {
      if (this.isOver(kernel)) return this.limited(kernel);
      yield kernelProgress('ltl', kernel, search.depth, search.pathLength);
    }
    if (search.state === 'stopped' && kernel.running) return this.limited(kernel);
    return search.state === 'empty' ? yield* this.holds(begun) : null;
  }

  private *holds({ kernel, product }: Work): Generator<Progress, LtlAnswer> {
    const looked = product.isComplete() ? yield* this.looked(kernel, product.seen) : {};
    return { verdict: 'holds', unbounded: kernel.get('full') === 0, ...looked };
  }

  /** The answer of a search that keeps successors; null when it was given up. */
  private *keeping(): Generator<Progress, LtlAnswer | null> {
    const kept = Kept.of(this.question, this.wanted);
    if (kept === null) return null;
    const { kernel } = kept;
    this.kept = kept;
    const accepting = yield* kept.run((more = 0) => this.isOver(kernel, kept.growth + more));
    if (accepting === null) {
      this.kept = null;
      return null;
    }
    if (accepting) return this.lasso(kept, yield* this.shortLasso(kept));
    return { verdict: 'holds', unbounded: kernel.get('full') === 0, ...(yield* this.looked(kernel, kept.seen)) };
  }

  /** What was seen, where that is everything. */
  private *looked(kernel: Kernel, seen: number): Generator<Progress, Pick<LtlAnswer & { verdict: 'holds' }, 'looked'>> {
    if (kernel.marks === null) return {};
    const warnings = yield* warningsOf(kernel, this.question);
    return warnings === null ? {} : { looked: { seen, warnings } };
  }

  /** From the component that the search has found, or from one that is nearer. */
  private *shortLasso({ kernel, product, numbers, search, initial }: Work): Generator<Progress, StoredLasso> {
    const nearby = nearLasso(product, initial, search.nodes);
    for (let step = nearby.next(); ; step = nearby.next()) {
      if (step.done === true) {
        if (step.value !== null) return step.value;
        expandAgain(kernel);
        return lassoOf(product, numbers, search, initial);
      }
      yield kernelProgress('ltl', kernel, search.depth, search.pathLength);
    }
  }

  private isOver(kernel: Kernel, more = 0): boolean {
    const { limits } = this.question;
    const states = kernel.count;
    return states > mostStates(this.question) || this.bytes + more > limits.maxMegabytes * 2 ** 20;
  }

  private limited(kernel: Kernel): LtlAnswer {
    const { limits, automaton } = this.question;
    const states = kernel.count;
    const covered = this.covered();
    const limited = (limit: LimitName, value: number): LtlAnswer => {
      return { verdict: 'unknown', reason: { code: 'limit', limit, value, covered } };
    };
    if (states > limits.maxStates) return limited('states', limits.maxStates);
    if (states > mostStates(this.question)) return limited('product states', states * automaton.states);
    const { limit, value } = memoryLimit(limits);
    return limited(limit, value);
  }

  covered(): Covered {
    // Of the first search: what is kept is said to have no violation only when all of it was looked at.
    const { kernel, work } = this;
    const [nodes, components] = [work?.search.nodes ?? 0, work?.search.components ?? 0];
    return { what: 'product', nodes, states: kernel instanceof NoKernel ? 0 : kernel.count, components };
  }

  private lasso({ kernel }: Work, stored: StoredLasso): LtlAnswer {
    const { question } = this;
    const { program, memory, buffer, perLocation } = question;
    const named = (steps: readonly number[]) => steps.map((step) => kernel.steps.step(step));
    const machine = makeMachine(program, memory, buffer, perLocation);
    const lasso = closeCycle(machine, {
      initial: initialValuesOf(kernel.layout, kernel.state(stored.first)),
      prefix: named(stored.prefix),
      cycle: named(stored.cycle),
    });
    // A cycle of states up to shifts that the judge cannot follow through all turns is no answer.
    if (lasso === null || (kernel.reduction.shifts.length > 0 && !replayLasso(question, lasso, buffer).ok))
      return { verdict: 'unknown', reason: outside('the integers of a cycle grow in a way that cannot be followed') };
    const run = { initial: lasso.initial, steps: [...lasso.prefix, ...lasso.cycle], cycle: lasso.prefix.length };
    return { verdict: 'violated', run, unbounded: this.isUnbounded(lasso) };
  }

  private isUnbounded(lasso: Lasso): boolean {
    return !hasBuffers(this.question.memory) || replayLasso(this.question, lasso, null).ok;
  }

  /** The kernel has something to report. */
  private *stopped(kernel: Kernel): Generator<Progress, LtlAnswer> {
    const report = takeReport(kernel);
    if (isFailureReport(report)) return this.violated(yield* this.runTo(kernel, report));
    if (report.status === STATUS.failed) return { verdict: 'unknown', reason: { code: 'overflow', steps: null } };
    const { never } = this.question.program;
    const own = report.what - never.length;
    const condition = own < 0 ? `${never[report.what]?.name}` : `proposition ${own + 1}`;
    return { verdict: 'unknown', reason: withoutValue(report, condition) };
  }

  /** A run to a failure that is reported, or to one that is nearer. */
  private *runTo(kernel: Kernel, report: KernelReport): Generator<Progress, ProgramRun> {
    const valuesOf = (state: number) => initialValuesOf(kernel.layout, kernel.state(state));
    if (this.work === null) return { initial: valuesOf(report.state), steps: [] };
    const { product, numbers, initial, search } = this.work;
    const finding = failurePath(product, numbers, initial, report, search.nodes);
    for (let step = finding.next(); ; step = finding.next()) {
      if (step.done === true) {
        const { first, steps } = step.value;
        return { initial: valuesOf(first), steps: steps.map((number) => kernel.steps.step(number)) };
      }
      yield kernelProgress('ltl', kernel, search.depth, search.pathLength);
    }
  }

  private violated(run: ProgramRun): LtlAnswer {
    const { program, memory, buffer, perLocation } = this.question;
    return { verdict: 'violated', run: tidyRun(program, run, memory, buffer, perLocation), unbounded: true };
  }
}

/** Within the limits, and with the automaton. */
function mostStates({ automaton, limits }: LtlQuestion): number {
  return Math.min(limits.maxStates, Math.floor(MOST_NODES / Math.max(1, automaton.states)));
}
