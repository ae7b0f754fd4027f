/**
 * Enumerates the executions of some threads, each exactly once, refusing every decision that closes a cycle.
 *
 *   take a part, let the first thread that can go on, until something must be decided; one part for each decision
 *
 * Which writes a read can choose from is not known before all threads have run, and how they run depends on what was
 * read. In a valid execution of SC, TSO or PSO po and rf form no cycle together: R->W pairs of a thread and rfe are in
 * ghb. So there is an order of the events in which every read comes after its write, and it is enough to build
 * executions along such orders. The threads are run in a fixed way (the first one that is not waiting). A read takes one
 * of the writes that are there, or waits for one that is still to come; when a write is added, each read that waits at
 * its location takes it or goes on waiting. For a given execution every one of these decisions is determined, which is
 * why none is found twice, and why no table of visited executions is needed: memory is bounded by the depth.
 *
 * A waiting read must be fed in the end. A part is given up as soon as no thread may write the location any more.
 *
 * To explain why an outcome is forbidden, executions are wanted that are not valid, also with cycles of po and rf (load
 * buffering). Then `guesses` is given: a waiting read takes one of the guessed values at once, and only a write of that
 * value may feed it later. This finds every candidate whose values are among the guesses.
 */
import type { Value } from '../../memory/axiomatic/event.js';
import type { Discipline } from '../../memory/axiomatic/model.js';
import type { EndStep, Step } from '../../memory/axiomatic/thread.js';
import { INITIAL, PartialExecution, type Question } from './partial.js';

interface SearchOptions {
  /** What executions must not contradict; null for nothing at all. */
  readonly discipline: Discipline | null;
  /** The writes of one instruction become visible one by one. */
  readonly splitsWrites: boolean;
  initial(location: string): Value;
  /** Values that some write to the location may have; null to let threads wait. */
  readonly guesses: ((location: string) => readonly Value[]) | null;
  /** Asked when a thread has ended: may what is known of the registers still become something wanted? */
  readonly promising?: (ended: readonly (EndStep | null)[]) => boolean;
}

/** All threads have ended, all reads have their writes, all writes their place. */
export interface CompleteExecution {
  readonly part: PartialExecution;
  readonly ends: readonly EndStep[];
}

export interface SearchCounts {
  /** Executions found. */
  executions: number;
  /** Decisions taken. */
  decisions: number;
  /** Decisions refused because of a cycle. */
  refused: number;
  /** Parts given up because a read waited in vain, or could not become what was wanted. */
  abandoned: number;
  /** Parts given up because a loop reached its bound. */
  cut: number;
}

type Proceeding = 'complete' | 'abandoned' | 'refused' | 'cut' | Question;

export class Search {
  readonly counts: SearchCounts = { executions: 0, decisions: 0, refused: 0, abandoned: 0, cut: 0 };
  /** The labels of loops that reached their bound. */
  readonly cutAt = new Set<string>();
  private readonly options: SearchOptions;
  private readonly stack: PartialExecution[];

  constructor(threads: readonly Step[], options: SearchOptions) {
    this.options = options;
    this.stack = [new PartialExecution(threads, options.discipline, options.splitsWrites)];
  }

  /** Yields between two small steps; `visit` is told every execution, and ends the search by answering true. */
  *run(visit: (found: CompleteExecution) => boolean): Generator<SearchCounts, void> {
    for (let part = this.stack.pop(); part !== undefined; part = this.stack.pop()) {
      const met = this.proceed(part);
      if (met === 'complete') {
        this.counts.executions++;
        if (visit({ part, ends: part.steps as EndStep[] })) return;
      } else if (typeof met === 'string') this.counts[met]++;
      else this.decide(part, met);
      yield this.counts;
    }
  }

  /** Lets threads run until something must be decided, or nothing is left to do. */
  private proceed(part: PartialExecution): Proceeding {
    for (;;) {
      const question = part.nextQuestion();
      if (question !== undefined) return question;
      const own = this.options.guesses !== null;
      if (part.waiting.some((read) => !part.canStillBeFed(read, own))) return 'abandoned';
      const thread = part.steps.findIndex((step, index) => step.kind !== 'end' && part.reading[index] === null);
      const step = part.steps[thread];
      if (step === undefined) return part.waiting.length === 0 ? 'complete' : 'abandoned';
      switch (step.kind) {
        case 'cut':
          this.cutAt.add(step.label);
          return 'cut';
        case 'fence':
          part.addFence(thread, step);
          break;
        case 'write':
          if (!part.addWrite(thread, step)) return 'refused';
          break;
        case 'read':
          if (!part.addRead(thread, step)) return 'refused';
          break;
        case 'end':
          throw new Error('a thread that has ended was chosen to go on');
      }
      if (part.steps[thread]?.kind === 'end' && !this.isPromising(part)) return 'abandoned';
    }
  }

  private isPromising(part: PartialExecution): boolean {
    const { promising } = this.options;
    return promising === undefined || promising(part.steps.map((step) => (step.kind === 'end' ? step : null)));
  }

  private decide(part: PartialExecution, question: Question): void {
    switch (question.kind) {
      case 'source': {
        const { read } = question;
        const location = part.location(read);
        const initial = this.options.initial(location);
        for (const guess of this.options.guesses?.(location) ?? [null])
          this.try(part, (next) => next.wait(read, guess));
        for (const write of [INITIAL, ...part.writes(location)].reverse())
          this.try(part, (next) => next.readFrom(read, write, initial));
        return;
      }
      case 'position': {
        const { write } = question;
        const last = part.writes(part.location(write)).length;
        // The last place first: the stack turns the order round.
        for (let position = 0; position <= last; position++) this.try(part, (next) => next.placeWrite(write, position));
        return;
      }
      case 'feed': {
        const { read, write } = question;
        this.try(part, () => true);
        this.try(part, (next) => next.readFrom(read, write, this.options.initial(part.location(read))));
        return;
      }
    }
  }

  private try(part: PartialExecution, decision: (next: PartialExecution) => boolean): void {
    this.counts.decisions++;
    const next = part.copy();
    if (decision(next)) this.stack.push(next);
    else this.counts.refused++;
  }
}
