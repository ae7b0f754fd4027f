/**
 * The steps of a program by state, as the second kernel finds them, each state looked at when it is asked for: where they lead, and to
 * which sets of fairness they belong. The sets are those of `sets.ts`, from the same definitions:
 *
 *   - of a thread its steps, and all steps from where it has none;
 *   - of a queue its drains, and all steps from where it is empty.
 *
 * A state in which nothing can happen is followed by itself.
 */
import { drainedCell, hasBuffers } from '../../memory/models.js';
import { cellsOf } from '../../models/program/cells.js';
import { Space } from '../audit/space.js';
import type { RunsQuestion } from './certificate.js';
import { Numbers } from './numbers.js';

/** Of a step that is in no set of fairness by itself. */
export const NO_SET = -1;

export class Graph {
  readonly space: Space;
  /** Of fairness. */
  readonly sets: number;
  /** Words for a bit of each. */
  readonly words: number;
  transitions = 0;
  /** By state, where its steps begin, and one more; 0 when it was not looked at. */
  readonly first = new Numbers();
  /** By state, how many there are. */
  readonly counts = new Numbers();
  /** By state, the sets that all its steps belong to. */
  readonly idle = new Numbers();
  /** By step. */
  readonly targets = new Numbers();
  /** By step, the set that it belongs to. */
  readonly own = new Numbers();
  private readonly fairThreads: boolean;
  private readonly fairBuffers: boolean;
  private readonly queuesOfThread: number;
  private readonly threads: number;
  /** The state that is looked at. */
  private here = 0;

  constructor({ program, memory, bound, perLocation, fairThreads, fairBuffers }: RunsQuestion) {
    const { count } = cellsOf(program.shared);
    this.threads = program.threads.length;
    this.fairThreads = fairThreads;
    this.fairBuffers = fairBuffers && hasBuffers(memory);
    const apart = count > 0 && drainedCell(memory, 0) !== null;
    this.queuesOfThread = apart ? count : 1;
    this.sets = this.threads * (1 + (this.fairBuffers ? this.queuesOfThread : 0));
    this.words = Math.ceil(this.sets / 32);
    this.space = new Space(program, memory, { bound, perLocation }, (target, thread, drained) => {
      this.transitions++;
      this.targets.push(target);
      const set = drained === null ? this.setOfThread(thread) : this.setOfQueue(thread, drained);
      this.own.push(set);
      // All steps belong to the sets of threads that have none.
      if (drained === null && set !== NO_SET) this.setIdle(set, false);
    });
  }

  get bytes(): number {
    const { space, first, counts, idle, targets, own } = this;
    return space.store.bytes + first.bytes + counts.bytes + idle.bytes + targets.bytes + own.bytes;
  }

  /** Throws `Failed` when a step fails, and `TooLarge`. */
  look(state: number): void {
    const { space, first, counts, idle, words, targets } = this;
    first.reserve(state + 1);
    if (first.cells[state] !== 0) return;
    counts.reserve(state + 1);
    idle.reserve((state + 1) * words);
    this.here = state;
    space.layOut(state);
    for (let set = 0; set < this.sets; set++) this.setIdle(set, true);
    for (let thread = 0; thread < this.threads; thread++) {
      for (const { cell } of space.state.queues[thread] ?? []) {
        const set = this.setOfQueue(thread, cell);
        if (set !== NO_SET) this.setIdle(set, false);
      }
    }
    const begin = targets.length;
    space.steps.all();
    if (targets.length === begin) {
      targets.push(state);
      this.own.push(NO_SET);
    }
    first.cells[state] = begin + 1;
    counts.cells[state] = targets.length - begin;
  }

  private setOfThread(thread: number): number {
    return this.fairThreads ? thread : NO_SET;
  }

  /** `cell`: as in `Queue`. */
  private setOfQueue(thread: number, cell: number): number {
    if (!this.fairBuffers) return NO_SET;
    return this.threads + thread * this.queuesOfThread + Math.max(cell, 0);
  }

  private setIdle(set: number, value: boolean): void {
    const word = this.here * this.words + (set >>> 5);
    const bit = 1 << (set & 31);
    const { cells } = this.idle;
    cells[word] = value ? (cells[word] as number) | bit : (cells[word] as number) & ~bit;
  }
}
