/**
 * Who wrote what is seen: the relations rf and co of one execution (section 2.2 of the Cubicle-W paper), as the machine
 * makes them. A value seen in a buffer was written by the step that issued its batch, a value in memory by the last step
 * whose write to the cell got there; co is the order in which writes to one cell get there. A step is counted from 1.
 */
import { type Batch, type Buffer, newest } from './buffers.js';
import type { Value } from './values.js';

/** What is looked at here of a configuration: the buffer of process #p is at p - 1. */
interface Buffers<V> {
  readonly buffers: readonly Buffer<V>[];
}

interface Source {
  readonly from: 'buffer' | 'memory';
  /** The step that wrote the value; null when it is the initial one. */
  readonly write: number | null;
}

export class History<V = Value> {
  private readonly issued = new Map<Batch<V>, number>();
  /** By place of a cell: the steps whose writes to it reached memory, in that order. */
  private readonly arrived = new Map<number, number[]>();
  /** By step and place: when that write reached memory. */
  private readonly moments = new Map<string, number>();

  /** The batches of a buffer that were not there before the step are its own; these are returned. */
  issue(step: number, buffer: Buffer<V>): Batch<V>[] {
    const fresh = buffer.flatMap(({ batches }) => batches.filter((batch) => !this.issued.has(batch)));
    for (const batch of fresh) this.issued.set(batch, step);
    return fresh;
  }

  /** A write to the cell at this place, by this step, reaches memory with the step `moment`. */
  arrive(step: number, place: number, moment: number): void {
    this.moments.set(`${step} ${place}`, moment);
    const order = this.arrived.get(place);
    if (order === undefined) this.arrived.set(place, [step]);
    else order.push(step);
  }

  /** The step with which that write reached memory; infinite when it did not. */
  momentOf(step: number, place: number): number {
    return this.moments.get(`${step} ${place}`) ?? Number.POSITIVE_INFINITY;
  }

  /** The step that issued a batch. */
  stepOf(batch: Batch<V>): number {
    const step = this.issued.get(batch);
    if (step === undefined) throw new Error('a batch is issued by a step');
    return step;
  }

  /** Where the value comes from that the process sees in the cell at this place. */
  source({ buffers }: Buffers<V>, reader: number, place: number): Source {
    const buffer = buffers[reader - 1];
    if (buffer === undefined) throw new Error(`there is no process #${reader}`);
    const waiting = newest(buffer, place);
    if (waiting !== null) return { from: 'buffer', write: this.stepOf(waiting.batch) };
    return { from: 'memory', write: this.inMemory(place) };
  }

  /** The step that wrote what memory holds there; null when it is the initial value. */
  inMemory(place: number): number | null {
    return this.arrived.get(place)?.at(-1) ?? null;
  }

  /**
   * By place, the steps that write the cell in the order of co. Writes that still wait at the end come last, in the order of
   * the run: the machine could go on and take them to memory so.
   */
  coherence(last: Buffers<V>): ReadonlyMap<number, readonly number[]> {
    const waiting = last.buffers
      .flatMap((buffer) => buffer.flatMap(({ batches }) => batches))
      .flatMap((batch) => batch.map(({ place }) => ({ place, step: this.stepOf(batch) })))
      .sort((one, other) => one.step - other.step);
    const order = new Map([...this.arrived].map(([place, steps]) => [place, [...steps]]));
    for (const { place, step } of waiting) order.set(place, [...(order.get(place) ?? []), step]);
    return order;
  }
}
