/**
 * A worker: takes questions from a queue, has them answered by a pool of child processes, and writes the answers back.
 *
 * The worker's own process does no checking, so it hears everything: its beats tell that it is alive, also while a child works
 * hard. It looks for the leases of the dead as well; so as long as one worker is alive, nothing is lost.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchQuestion, QuestionLimits } from '../batch/question.js';
import { type JsonBatchAnswer, rowOf } from '../batch/row.js';
import { askQuestion, type QuestionAsker } from '../batch/run.js';
import { LEASE_SECONDS, type Queue, type Taken } from './queue.js';

export interface Working {
  readonly jobs: number;
  /** The most that a question gets here. */
  readonly limits: QuestionLimits;
  readonly untilEmpty: boolean;
  readonly leaseSeconds?: number;
  readonly stop: AbortSignal;
  /** An answer of this worker that counts. */
  onAnswer(row: JsonBatchAnswer, batch: string): void;
}

/** Beats in the time of a lease: some may be lost. */
const BEATS = 5;
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [100, 2_000];
const TIDY_MILLISECONDS = 3_600_000;

export class QueueWorker {
  readonly id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  private readonly running = new Map<Taken, AbortController>();
  private readonly ends: Promise<void>[] = [];

  constructor(
    private readonly queue: Queue,
    private readonly asker: QuestionAsker,
    private readonly working: Working,
  ) {}

  /** Until it is stopped, or until nothing is left to do. Throws `QueueFault`. */
  async run(): Promise<void> {
    const { stop, jobs, untilEmpty, leaseSeconds = LEASE_SECONDS } = this.working;
    const interval = (1000 * leaseSeconds) / BEATS;
    let failed: unknown = null;
    const tending = new AbortController();
    const either = AbortSignal.any([stop, tending.signal]);
    const tend = this.tend(interval, either).catch((error: unknown) => {
      failed = error;
      tending.abort();
    });
    let pause = SHORTEST_PAUSE;
    while (!either.aborted) {
      const free = jobs - this.running.size;
      const taken = free > 0 ? await this.queue.take(this.id, free, either) : [];
      for (const each of taken) this.begin(each);
      if (taken.length > 0) pause = SHORTEST_PAUSE;
      else if (untilEmpty && this.running.size === 0 && !(await this.queue.hasWork(either))) break;
      else {
        // An answer makes room, and is worth a look at once.
        await Promise.race([sleep(pause, null, { signal: either }).catch(() => {}), ...this.ends.slice(0, 1)]);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
    tending.abort();
    await tend;
    const left = [...this.running.keys()].map(({ job }) => job);
    this.asker.close();
    await Promise.all(this.ends);
    if (failed !== null) throw failed;
    await this.queue.giveBack(this.id, left).catch(() => {});
    await this.queue.leave(this.id).catch(() => {});
  }

  private async tend(interval: number, stop: AbortSignal): Promise<void> {
    let tidied = performance.now();
    while (!stop.aborted) {
      const cancelled = await this.queue.beat(this.id, this.working.jobs, stop);
      for (const [{ batch }, ending] of this.running) if (cancelled.includes(batch)) ending.abort();
      await this.queue.reap(stop);
      if (performance.now() - tidied > TIDY_MILLISECONDS) {
        tidied = performance.now();
        await this.queue.tidy();
      }
      await sleep(interval, null, { signal: stop }).catch(() => {});
    }
  }

  private begin(taken: Taken): void {
    const ending = new AbortController();
    this.running.set(taken, ending);
    const end: Promise<void> = this.answer(taken, ending.signal).finally(() => {
      this.running.delete(taken);
      this.ends.splice(this.ends.indexOf(end), 1);
    });
    this.ends.push(end);
  }

  private async answer(taken: Taken, signal: AbortSignal): Promise<void> {
    const { onAnswer, stop } = this.working;
    const question = this.within(taken.question);
    const ended = await askQuestion(this.asker, question, signal);
    if (ended.kind === 'stopped') {
      // Cancelled: nobody wants it. Otherwise the worker ends, and gives it back.
      if (!stop.aborted) await this.queue.giveBack(this.id, [taken.job]).catch(() => {});
      return;
    }
    if (ended.kind === 'crashed' && ended.crash.cause === 'died') {
      const row = await this.queue.died(this.id, taken, ended.crash.message);
      if (row !== null) onAnswer(row, taken.batch);
      return;
    }
    const row = rowOf(question, ended, this.queue.version);
    if (row !== null && (await this.queue.finish(this.id, taken, row))) onAnswer(row, taken.batch);
  }

  private within(question: BatchQuestion): BatchQuestion {
    const { timeout, maxMemory } = this.working.limits;
    const limits = {
      timeout: Math.min(question.limits.timeout, timeout),
      maxMemory: Math.min(question.limits.maxMemory, maxMemory),
    };
    return { ...question, limits };
  }
}
