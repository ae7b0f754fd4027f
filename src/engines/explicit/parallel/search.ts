/**
 * A search by several threads, on as many memories as it takes: every reachable state, breadth first.
 *
 *   1. states are dealt out among partitions by their hash (`dealing.ts`); each thread has some partitions (`member.ts`)
 *   2. in a round each partition expands states of the level, until a box of successors for another one is full
 *   3. then each takes what the others have sent, in the order of their numbers, and the next round begins
 *   4. a level ends when no partition has a state of it left; what was found in the meantime is the next one
 *
 * A round ends when all are done with it. So which states a partition has, in which order, and which parents they have, is
 * decided by the program and the number of partitions alone: the same answer each time, whoever was faster. States,
 * transitions and levels are those of a search by one thread; a violation is found in the same level, so its run is as short.
 *
 * This thread is one of those that work. It yields between two rounds, and while it waits for the others.
 */
import type { Progress } from '../../engine.js';
import { assemble } from '../code/assembler.js';
import { ADDRESSES } from '../code/module.js';
import type { CompiledKernel } from '../compile.js';
import { STATUS } from '../header.js';
import { initialStates } from '../initial.js';
import { untoldPremises } from '../kernel.js';
import { isFailureReport, type KernelReport } from '../report.js';
import { numberBits } from './dealing.js';
import { Exchange, type NOTE, ORDER, type Order } from './exchange.js';
import { type Given, Member } from './member.js';
import { type Partition, referenceTo } from './partition.js';
import { startMember, type Thread } from './threads.js';

/** What became of a search. */
export type Explored =
  /** All states were seen. */
  | { readonly kind: 'all' }
  /** A kernel has something to report, of the state with this reference. */
  | { readonly kind: 'stopped'; readonly report: KernelReport; readonly reference: number }
  | { readonly kind: 'limited' };

/** A stored state, with the reference to its parent behind its words. */
export type Found = Int32Array;

/** A partition should be small: the part of the table that is used in a while is near then. More than so many do not pay. */
const FEWEST = 8;

/** So many partitions that each is within the addresses of its memory, the same number for each thread. */
export function partitionsFor(jobs: number, maxBytes: number): number {
  return jobs * Math.ceil(Math.max(FEWEST, maxBytes / ADDRESSES) / jobs);
}

/** How long this thread waits for the others before it gives the host a turn. */
const PATIENCE_MILLISECONDS = 50;

export class PartitionedSearch {
  readonly partitions: number;
  private readonly kernel: CompiledKernel;
  private readonly member: Member;
  private readonly exchange: Exchange;
  private readonly threads: readonly Thread[];
  private readonly maxStates: number;
  private transitions = 0;
  private depth = 0;

  /** Of a kernel for so many partitions. */
  constructor(kernel: CompiledKernel, partitions: number, jobs: number, maxStates: number) {
    this.kernel = kernel;
    this.partitions = partitions;
    this.maxStates = maxStates;
    const { marks, sizes, regions, layout } = kernel;
    const answerBytes = 4 * Math.max(regions.words + 1, marks?.count ?? 0);
    const shared = Exchange.shared({ members: jobs, partitions, boxBytes: regions.boxBytes, answerBytes });
    const bytes = assemble(kernel.functions);
    const noted =
      marks === null
        ? null
        : { at: marks.first, count: marks.count, premises: marks.premises, untold: untoldPremises(layout) };
    const given = (member: number): Given => {
      const own = Array.from({ length: partitions / jobs }, (_, k) => member + k * jobs);
      return { shared, bytes, sizes, marks: noted, partitions: own };
    };
    this.threads = Array.from({ length: jobs - 1 }, (_, other) => startMember(given(other + 1)));
    this.member = new Member(given(0));
    this.exchange = this.member.exchange;
  }

  get counts(): {
    readonly states: number;
    readonly transitions: number;
    readonly depth: number;
    readonly megabytes: number;
  } {
    const { transitions, depth } = this;
    return { states: this.sum('count'), transitions, depth, megabytes: this.sum('megabytes') };
  }

  /** States whose successors are known. */
  get expanded(): number {
    return this.sum('expanded');
  }

  *run(): Generator<Progress, Explored> {
    let ended = yield* this.begin();
    let levelBegins = true;
    while (ended === null) {
      ended = yield* this.round(levelBegins);
      levelBegins = this.sum('left') === 0;
      if (!levelBegins || ended !== null) continue;
      if (this.expanded === this.counts.states) return { kind: 'all' };
      this.depth++;
    }
    return ended;
  }

  /** Stores the initial states, which the first partition sends where they belong. */
  private *begin(): Generator<Progress, Explored | null> {
    const first = this.member.partition(0) as Partition;
    for (const words of initialStates(this.kernel.layout)) {
      if (!first.makeRoom()) return { kind: 'limited' };
      first.add(words);
      const ended = first.isCrowded ? yield* this.round(false) : null;
      if (ended !== null) return ended;
    }
    const ended = yield* this.round(false);
    this.transitions = 0;
    return ended;
  }

  /** Null when the search goes on. */
  private *round(levelBegins: boolean): Generator<Progress, Explored | null> {
    yield* this.all(ORDER.expand, levelBegins ? 1 : 0);
    yield* this.all(ORDER.receive);
    this.transitions += this.sum('transitions');
    const reports = this.numbers.flatMap((partition) => this.reportOf(partition) ?? []);
    const report = reports.find((each) => isFailureReport(each.report)) ?? reports[0];
    if (report !== undefined) return { kind: 'stopped', ...report };
    return this.sum('limited') > 0 || this.sum('count') > this.maxStates ? { kind: 'limited' } : null;
  }

  private reportOf(partition: number): { readonly report: KernelReport; readonly reference: number } | null {
    const noted = (note: keyof typeof NOTE): number => this.exchange.noted(partition, note);
    const [status, state, what, fault] = [noted('status'), noted('state'), noted('what'), noted('fault')];
    if (status === STATUS.running) return null;
    return { report: { status, state, what, fault }, reference: this.reference(partition, state) };
  }

  /** Has everybody obey an order. */
  private *all(order: Order, about = 0): Generator<Progress, void> {
    const { exchange } = this;
    exchange.give(order, about);
    this.member.obey(order, about);
    while (!exchange.allDone(PATIENCE_MILLISECONDS)) {
      for (const thread of this.threads) this.noFailure(thread.failure());
      yield this.progress();
    }
    if (exchange.hasFailed) this.noFailure(this.threads.map((thread) => thread.failure()).join(''));
    yield this.progress();
  }

  private noFailure(failure: string | null): void {
    if (failure !== null) throw new Error(`a thread of the search has failed: ${failure}`);
  }

  private progress(): Progress {
    const { states, depth } = this.counts;
    return { phase: 'explicit', cubes: 0, depth, queue: states - this.expanded, states, restarts: 0 };
  }

  reference(partition: number, id: number): number {
    return referenceTo(partition, id, this.partitions);
  }

  /** The state with this reference. */
  *state(reference: number): Generator<Progress, Found> {
    yield* this.all(ORDER.look, reference);
    return this.exchange.answered(reference >>> numberBits(this.partitions), this.kernel.regions.words + 1);
  }

  /** The marks of each partition. */
  *marks(): Generator<Progress, readonly Int32Array[]> {
    yield* this.all(ORDER.marks);
    return this.numbers.map((partition) => this.exchange.answered(partition, this.kernel.marks?.count ?? 0));
  }

  /** Whether a step was ever refused because a buffer is full. */
  get full(): boolean {
    return this.sum('full') > 0;
  }

  end(): void {
    this.exchange.give(ORDER.end, 0);
    for (const thread of this.threads) thread.stop();
  }

  private get numbers(): number[] {
    return Array.from({ length: this.partitions }, (_, partition) => partition);
  }

  private sum(note: keyof typeof NOTE): number {
    let sum = 0;
    for (let partition = 0; partition < this.partitions; partition++) sum += this.exchange.noted(partition, note);
    return sum;
  }
}
