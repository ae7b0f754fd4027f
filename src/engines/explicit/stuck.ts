/**
 * Threads that never step again while others go on: a second pass over the states that a kernel has stored, all of them.
 *
 *   1. every state is expanded once more, and its successors are listed: nothing new is stored
 *   2. from the states in which a thread steps it is asked backwards which states lead to one of these
 *   3. what is left, where the thread is not at its end, are states in which it is stuck
 *
 * States that the reductions count as one have the same steps, but for the names of threads. So a thread is followed through
 * the exchanges that were made of a successor (`canonical.ts`): what is asked is asked of pairs of a state and a thread.
 *
 * Of runs that an `assume` ends nothing is asked (`memory/operational/program/stuck.ts` has the words). Whether a pair that
 * is found here is a thread that is stuck is for the judge there to say, without these states.
 */
import { isEnd, locationAt, templateOf } from '../../models/program/parts.js';
import { waitingPlaces } from '../../models/program/rounds.js';
import { mayWaitForOthers } from '../../models/program/waiting.js';
import type { Progress } from '../engine.js';
import { valueIn } from './initial.js';
import type { Kernel } from './kernel.js';
import type { Field } from './packing.js';
import { kernelProgress } from './question.js';
import { Successors } from './successors.js';

/** A place where a thread is stuck, with some of the states: the first that was found, and the last. */
export interface StuckPlace {
  readonly template: number;
  readonly location: number;
  readonly states: readonly number[];
}

/** States between two looks at the clock. */
const CHUNK = 4096;

/** Null when there is no room. Pairs that are stuck are told by their places. */
export function* stuckPlaces(kernel: Kernel, maxBytes: number): Generator<Progress, StuckPlace[] | null> {
  const { program } = kernel.layout.special;
  const { count } = kernel;
  const width = program.threads.length;
  const assumes = program.templates.some(({ locations }) => locations.some(({ assumed }) => assumed === true));
  const threads = [...program.threads.keys()].filter((thread) => assumes || mayWaitForOthers(program, thread));
  if (threads.length === 0) return [];
  const asked = new Set(threads);

  const successors = new Successors(kernel, maxBytes - 9 * count * width);
  const steps = new Uint8Array(count * width);
  for (let state = 0; state < count; state++) {
    const found = successors.expand(state);
    if (found === null) return null;
    for (const thread of found) if (asked.has(thread)) steps[state * width + thread] = 1;
    if (state % CHUNK === 0) yield kernelProgress('stuck threads', kernel, 0, count - state);
  }
  const before = successors.reversed();
  const follow = (marked: Uint8Array, stride: number): void => {
    const waiting = new Int32Array(marked.length);
    let end = 0;
    for (let node = 0; node < marked.length; node++) if (marked[node] === 1) waiting[end++] = node;
    while (end > 0) {
      const node = waiting[--end] as number;
      const [state, thread] = [Math.floor(node / stride), node % stride];
      const last = before.first[state + 1] as number;
      for (let edge = before.first[state] as number; edge < last; edge++) {
        const was = stride === 1 ? 0 : (successors.wasCalled(before.renaming[edge] as number)[thread] as number);
        const from = (before.from[edge] as number) * stride + was;
        if (marked[from] === 1) continue;
        marked[from] = 1;
        waiting[end++] = from;
      }
    }
  };
  follow(steps, width);
  yield kernelProgress('stuck threads', kernel, 0, 0);

  const at = (words: ArrayLike<number>, thread: number) =>
    valueIn(kernel.layout.packing.locations[thread] as Field, words);
  /** By state: whether some run from it is not ended by an `assume`. */
  const counts = new Uint8Array(count).fill(1);
  if (assumes) {
    const released = new Uint8Array(count);
    for (let state = 0; state < count; state++) {
      const words = kernel.state(state);
      const isReleased = threads.some((thread) => {
        if (steps[state * width + thread] === 1) return false;
        return locationAt(templateOf(program, thread), at(words, thread)).assumed === true;
      });
      if (isReleased) released[state] = 1;
    }
    follow(released, 1);
    for (let state = 0; state < count; state++) counts[state] = 1 - (released[state] as number);
    follow(counts, 1);
  }

  const waitingAt = program.threads.map((_, thread) => waitingPlaces(templateOf(program, thread)));
  const places = new Map<string, { template: number; location: number; first: number; last: number }>();
  for (let state = 0; state < count; state++) {
    if (counts[state] === 0 || threads.every((thread) => steps[state * width + thread] === 1)) continue;
    const words = kernel.state(state);
    for (const thread of threads) {
      if (steps[state * width + thread] === 1) continue;
      const location = waitingAt[thread]?.[at(words, thread)] as number;
      if (isEnd(templateOf(program, thread), location)) continue;
      const template = program.threads[thread]?.template as number;
      const key = `${template} ${location}`;
      const known = places.get(key);
      if (known === undefined) places.set(key, { template, location, first: state, last: state });
      else known.last = state;
    }
  }
  return [...places.values()].map(({ template, location, first, last }) => {
    return { template, location, states: first === last ? [first] : [first, last] };
  });
}
