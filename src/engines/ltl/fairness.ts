/**
 * Fairness as acceptance sets.
 *
 * Both kinds are weak fairness (justice) of a group of steps: a group that can always do something from some moment on does
 * something infinitely often; in other words, infinitely often a step of the group happens or none is enabled. That is an
 * acceptance set of transitions of the system: those by a step of the group, and all that leave a state in which no step of
 * the group is enabled. A state without any step stutters, and its stuttering belongs to every set.
 *
 *   fair threads   a group for each thread: its edges. A thread that waits at a guard, for its buffer to drain (a fence) or
 *                  for room in it (a full buffer) has nothing enabled there. A drain is no step of the thread.
 *   fair buffers   a group for each queue that drains: under TSO the buffer of each thread, under PSO the queue of each
 *                  thread and cell. Nothing is enabled exactly when the queue is empty, or a store-store barrier holds back
 *                  its first entry.
 *
 * The paper (Barnat, Brim, Havel 2012, section III) asks for GF not i(g, p) for each cell g and thread p, where i(g, p) says
 * that a write of p to g waits, so that no write waits for ever. Our sets say that infinitely often the queue is empty or
 * drains, and for a queue that is first in, first out, and bounded:
 *
 *   - that holds exactly when every write reaches memory in the end. If it does not hold, the queue is never empty from some
 *     moment on and nothing leaves it, so that its first entry waits for ever. If it holds, then either the queue is empty
 *     infinitely often, and what was in it has left; or it drains infinitely often, and an entry with k others before it has
 *     left after k + 1 drains.
 *   - with at most one write for each cell in the queue (the paper's buffers), it is the paper's condition. If every write
 *     reaches memory, then i(g, p) is false right after the one write to g has left, and stays so until another enters, which
 *     leaves in its turn: false infinitely often. If it fails, the first entry stays, its i(g, p) is true for ever.
 *   - with longer queues the paper's condition would be stronger: in a loop that writes g again and again, there may always
 *     be some write to g in the queue, though each reaches memory. We keep what was meant.
 *
 * A barrier changes none of this. What it holds an entry back for is finitely many entries before it, and of those the ones
 * that are first in their queues and of the oldest barrier can drain, and still can until they do. So one after the other
 * leaves, and then the entry itself can drain and still can until it does.
 *
 * A run that is fair with bounded buffers is fair without bound, too, when both kinds are asked for: a thread that takes no
 * step from some moment on puts nothing into its buffer, so a buffer that is fair gets empty and stays so; then the bound
 * refuses none of its steps. With fair threads alone a thread may stay behind a full buffer for ever: that is a run for this
 * bound only.
 */
import type { ProgramStep } from '../../memory/operational/program/machine.js';

export interface Fairness {
  readonly fairThreads: boolean;
  readonly fairBuffers: boolean;
}

/** For each step by its number the group that it belongs to, or `NO_GROUP`; groups are numbered from 0. */
export interface StepGroups {
  readonly count: number;
  readonly of: Int32Array;
  /** By number. */
  readonly members: readonly FairGroup[];
}

/** The steps of a thread, or of a queue of its writes: of those to one cell, or of all. */
export interface FairGroup {
  readonly what: 'thread' | 'queue';
  readonly thread: number;
  readonly cell: number | null;
}

export const NO_GROUP = -1;

/** There is one number more than steps, for stuttering, which is in no group. */
export function stepGroups(
  steps: { readonly count: number; step(number: number): ProgramStep },
  { fairThreads, fairBuffers }: Fairness,
): StepGroups {
  const of = new Int32Array(steps.count + 1).fill(NO_GROUP);
  const numbers = new Map<string, number>();
  const members: FairGroup[] = [];
  for (let number = 0; number < steps.count; number++) {
    const step = steps.step(number);
    if (!(step.kind === 'edge' ? fairThreads : fairBuffers)) continue;
    const { thread } = step;
    const group: FairGroup =
      step.kind === 'edge' ? { what: 'thread', thread, cell: null } : { what: 'queue', thread, cell: step.cell };
    const key = groupKey(group);
    const known = numbers.get(key) ?? members.push(group) - 1;
    numbers.set(key, known);
    of[number] = known;
  }
  return { count: members.length, of, members };
}

/** Equal for the same group. */
export function groupKey({ what, thread, cell }: FairGroup): string {
  return `${what} ${thread} ${cell ?? 'all'}`;
}
