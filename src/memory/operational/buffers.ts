/**
 * The store buffer of one process: writes that it sees and the others don't, until they reach memory.
 *
 * Under TSO a buffer is one queue of batches: the writes of one transition are one batch and reach memory together, batches
 * in the order they were issued; where they are kept apart, each write is a batch of its own. Under PSO there is a queue for
 * each cell and a batch is a single write, so only writes to one cell keep their order. Under sequential consistency a
 * buffer is always empty.
 *
 * A store-store barrier parts the writes of a process: those before it reach memory before those after it. So a batch has an
 * age, the number of barriers that were issued behind it. A barrier counts when something was issued since the last one, else
 * it asks for nothing new; so the ages of what waits are numbers without a gap, and equal buffers have equal ages. Only the
 * batches of the greatest age may go to memory. TSO keeps the order anyway and has no ages.
 *
 * Buffers are never changed, only copied, and a batch is the same object from the step that issues it to the one that takes
 * it to memory: `replay.ts` and `schedule.ts` know by that object where a value comes from.
 */
import { keepsStoreOrder, type MemoryModel } from '../models.js';
import type { Value } from './values.js';

export interface Write<V = Value> {
  /** The cell's place in every state of the instance. */
  readonly place: number;
  readonly value: V;
}

/** Writes that reach memory together, each cell at most once. */
export type Batch<V = Value> = readonly Write<V>[];

export interface Queue<V = Value> {
  /** The cell it is for; null for the one queue that TSO has. */
  readonly place: number | null;
  /** At least one, the oldest first. */
  readonly batches: readonly Batch<V>[];
  /** Of each batch its age; absent when all are 0. */
  readonly ages?: readonly number[];
}

/** The queues that are not empty, by place. */
export type Buffer<V = Value> = readonly Queue<V>[];

export const EMPTY: Buffer<never> = [];

/** The newest write to the cell, and the batch it is in; null when none is waiting. */
export function newest<V>(
  buffer: Buffer<V>,
  place: number,
): { readonly write: Write<V>; readonly batch: Batch<V> } | null {
  for (const queue of buffer) {
    if (queue.place !== null && queue.place !== place) continue;
    for (let position = queue.batches.length - 1; position >= 0; position--) {
      const batch = queue.batches[position] as Batch<V>;
      const write = batch.find((waiting) => waiting.place === place);
      if (write !== undefined) return { write, batch };
    }
  }
  return null;
}

/** The buffer with the writes of one transition behind everything that waits; `apart`: one by one, also under TSO. */
export function enqueue<V>(
  memory: MemoryModel,
  buffer: Buffer<V>,
  writes: readonly Write<V>[],
  apart = false,
): Buffer<V> {
  switch (memory.buffers) {
    case 'none':
      if (writes.length > 0) throw new Error('without store buffers no write waits');
      return buffer;
    case 'one queue':
      if (apart) return writes.reduce((before, write) => append(before, null, [write]), buffer);
      return writes.length === 0 ? buffer : append(buffer, null, writes);
    case 'a queue per cell':
      return writes.reduce((before, write) => append(before, write.place, [write]), buffer);
  }
}

function append<V>(buffer: Buffer<V>, place: number | null, batch: Batch<V>): Buffer<V> {
  const queue = buffer.find((waiting) => waiting.place === place);
  if (queue === undefined) {
    return [...buffer, { place, batches: [batch] }].sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  }
  const ages = queue.ages === undefined ? {} : { ages: [...queue.ages, 0] };
  return buffer.map((waiting) =>
    waiting === queue ? { place, batches: [...queue.batches, batch], ...ages } : waiting,
  );
}

/** The buffer after a store-store barrier. */
export function parted<V>(memory: MemoryModel, buffer: Buffer<V>): Buffer<V> {
  if (keepsStoreOrder(memory) || !buffer.some((queue) => agesOf(queue).includes(0))) return buffer;
  return buffer.map((queue) => ({ ...queue, ages: agesOf(queue).map((age) => age + 1) }));
}

function agesOf<V>({ batches, ages }: Queue<V>): readonly number[] {
  return ages ?? batches.map(() => 0);
}

/** Whether writes to these cells leave no queue with more than `bound` batches. */
export function hasRoom<V>(memory: MemoryModel, buffer: Buffer<V>, places: readonly number[], bound: number): boolean {
  const length = (place: number | null) => buffer.find((queue) => queue.place === place)?.batches.length ?? 0;
  switch (memory.buffers) {
    case 'none':
      return true;
    case 'one queue':
      return places.length === 0 || length(null) < bound;
    case 'a queue per cell':
      return places.every((place) => length(place) < bound);
  }
}

/** The queues whose oldest batches no barrier holds back, by their places. */
export function ready<V>(buffer: Buffer<V>): (number | null)[] {
  const first = (queue: Queue<V>) => agesOf(queue)[0] as number;
  const greatest = Math.max(...buffer.map(first));
  return buffer.filter((queue) => first(queue) === greatest).map(({ place }) => place);
}

/** The batch that goes to memory next from the queue for this place; null when there is none, or a barrier holds it back. */
export function oldest<V>(buffer: Buffer<V>, place: number | null): Batch<V> | null {
  if (!ready(buffer).includes(place)) return null;
  return buffer.find((queue) => queue.place === place)?.batches[0] ?? null;
}

/** The buffer without the oldest batch of the queue for this place. */
export function dequeue<V>(buffer: Buffer<V>, place: number | null): Buffer<V> {
  return buffer.flatMap((queue) => {
    if (queue.place !== place) return [queue];
    const ages = agesOf(queue).slice(1);
    const kept = ages.some((age) => age > 0) ? { ages } : {};
    return queue.batches.length === 1 ? [] : [{ place, batches: queue.batches.slice(1), ...kept }];
  });
}
