/**
 * All steps from a state, for the second audit: each is made in place, told, and taken back. What a step means is said in
 * `models/program/model.ts`; this is written from there, and shares nothing with the interpreter or the explicit engine.
 */
import { drainedCell, hasBuffers, keepsStoreOrder, type MemoryModel } from '../../memory/models.js';
import type { Program } from '../../models/program/model.js';
import { type CompiledEdge, type CompiledUpdate, edgesOf } from './edges.js';
import { Failed, TooLarge } from './expressions.js';
import type { Queue, State } from './state.js';

export interface Bounds {
  /** Batches in a queue, or writes of a thread that wait for one cell; null for no bound. */
  readonly bound: number | null;
  readonly perLocation: boolean;
}

/** In the state after a step: whose it was, and if it is a drain of which queue (`Queue.cell`); null if it is none. */
export type Tell = (thread: number, drained: number | null) => void;

export class Steps {
  /** A step was not possible because a buffer is full. */
  full = false;
  private readonly edges: readonly (readonly (readonly CompiledEdge[])[])[];
  /** Each write is a batch of its own. */
  private readonly apart: boolean;
  private readonly places: number[] = [];
  private readonly values: number[] = [];
  /** Places that were written, and what they held. */
  private readonly changed: number[] = [];

  constructor(
    private readonly program: Program,
    private readonly memory: MemoryModel,
    private readonly state: State,
    private readonly bounds: Bounds,
    private readonly tell: Tell,
  ) {
    this.edges = program.threads.map((_, thread) => edgesOf(program, memory, state, thread));
    this.apart = program.apart === true || !keepsStoreOrder(memory);
  }

  /** `tell` is called in the state after each step. */
  all(): void {
    const { state } = this;
    for (let thread = 0; thread < state.threads; thread++) {
      const location = state.cells[state.locations + thread] as number;
      for (const edge of this.edges[thread]?.[location] ?? []) this.take(thread, edge);
      if (hasBuffers(this.memory)) this.drain(thread);
    }
  }

  private take(thread: number, edge: CompiledEdge): void {
    const { queues } = this.state;
    if (edge.empty !== null && (queues[thread] as readonly Queue[]).length > 0) return;
    if (edge.empty === 'all' && queues.some(({ length }) => length > 0)) return;
    if (edge.guard !== null && edge.guard() === 0) return;
    if (edge.open.length === 0) this.perform(thread, edge);
    else this.choose(thread, edge, 0);
  }

  /** Every value for the updates that leave it open, from one of them on. */
  private choose(thread: number, edge: CompiledEdge, from: number): void {
    const position = edge.open[from];
    if (position === undefined) {
      this.perform(thread, edge);
      return;
    }
    for (const value of (edge.updates[position] as CompiledUpdate).values) {
      this.values[position] = value;
      this.choose(thread, edge, from + 1);
    }
  }

  private perform(thread: number, edge: CompiledEdge): void {
    const { state, places, values } = this;
    const { updates } = edge;
    // All values are taken before anything is changed.
    for (let k = 0; k < updates.length; k++) {
      const update = updates[k] as CompiledUpdate;
      places[k] = update.place();
      if (update.value !== null) values[k] = update.value();
      const value = values[k] as number;
      if (value < update.low || value > update.high) {
        if (this.program.outOfRange === 'disabled') return;
        throw new Failed('a value does not fit its variable');
      }
      if ((value | 0) !== value && !(update.low >= 0 && update.high < 2 ** 32)) throw new TooLarge();
    }
    const before = state.queues[thread] as readonly Queue[];
    const epoch = state.epochs[thread] as number;
    if (edge.parts && before.some(({ epochs }) => epochs.includes(epoch))) state.epochs[thread] = epoch + 1;
    const waiting: number[] = [];
    for (let k = 0; k < updates.length; k++) {
      const { shared, waits } = updates[k] as CompiledUpdate;
      if (shared && this.isWrittenLater(updates, k)) continue;
      if (waits) waiting.push(places[k] as number, values[k] as number);
      else this.set(places[k] as number, values[k] as number);
    }
    if (waiting.length > 0) state.queues[thread] = this.queued(thread, waiting);
    if (waiting.length > 0 && this.isTooFull(state.queues[thread] as readonly Queue[])) {
      this.full = true;
    } else {
      this.set(state.locations + thread, edge.to);
      this.tell(thread, null);
    }
    state.queues[thread] = before;
    state.epochs[thread] = epoch;
    this.takeBack();
  }

  /** Of two updates of one shared cell the last counts. */
  private isWrittenLater(updates: readonly CompiledUpdate[], position: number): boolean {
    for (let k = position + 1; k < updates.length; k++) {
      if ((updates[k] as CompiledUpdate).shared && this.places[k] === this.places[position]) return true;
    }
    return false;
  }

  /** `writes`: cell and value of each. */
  private queued(thread: number, writes: readonly number[]): readonly Queue[] {
    const { state } = this;
    const epochs = state.parted ? [state.epochs[thread] as number] : [];
    let after = state.queues[thread] as readonly Queue[];
    if (!this.apart) return appended(after, { cell: -1, words: [writes.length / 2, ...writes], epochs });
    for (let k = 0; k < writes.length; k += 2) {
      const place = writes[k] as number;
      const cell = drainedCell(this.memory, place) ?? -1;
      after = appended(after, { cell, words: [1, place, writes[k + 1] as number], epochs });
    }
    return after;
  }

  private isTooFull(queues: readonly Queue[]): boolean {
    const { bound, perLocation } = this.bounds;
    if (bound === null) return false;
    const written = new Map<number, number>();
    for (const { words } of queues) {
      let batches = 0;
      for (let at = 0; at < words.length; ) {
        const end = at + 1 + 2 * (words[at] as number);
        for (at++; at < end; at += 2) written.set(words[at] as number, (written.get(words[at] as number) ?? 0) + 1);
        batches++;
      }
      if (!perLocation && batches > bound) return true;
    }
    return perLocation && [...written.values()].some((count) => count > bound);
  }

  private drain(thread: number): void {
    const { state } = this;
    const before = state.queues[thread] as readonly Queue[];
    const epoch = state.epochs[thread] as number;
    for (const queue of before) {
      const { words, epochs } = queue;
      // Writes of the oldest epoch come first.
      if (state.parted && epochs[0] !== 1) continue;
      const end = 1 + 2 * (words[0] as number);
      for (let at = 1; at < end; at += 2) this.set(words[at] as number, words[at + 1] as number);
      const rest = { cell: queue.cell, words: words.slice(end), epochs: epochs.slice(1) };
      state.queues[thread] = before.flatMap((each) => (each !== queue ? [each] : rest.words.length > 0 ? [rest] : []));
      if (state.parted) this.renumber(thread);
      this.tell(thread, queue.cell);
      state.queues[thread] = before;
      state.epochs[thread] = epoch;
      this.takeBack();
    }
  }

  /** When nothing of the oldest epoch waits any more, the next one is the oldest. */
  private renumber(thread: number): void {
    const { state } = this;
    const queues = state.queues[thread] as readonly Queue[];
    if (queues.some(({ epochs }) => epochs[0] === 1)) return;
    state.queues[thread] = queues.map((queue) => ({ ...queue, epochs: queue.epochs.map((epoch) => epoch - 1) }));
    state.epochs[thread] = queues.length === 0 ? 1 : (state.epochs[thread] as number) - 1;
  }

  private set(place: number, value: number): void {
    const { cells } = this.state;
    this.changed.push(place, cells[place] as number);
    cells[place] = value;
  }

  private takeBack(): void {
    const { changed } = this;
    while (changed.length > 0) {
      const value = changed.pop() as number;
      this.state.cells[changed.pop() as number] = value;
    }
  }
}

/** With a batch more in the queue for its cell; queues stay in the order of their cells. */
function appended(queues: readonly Queue[], batch: Queue): readonly Queue[] {
  const found = queues.findIndex(({ cell }) => cell >= batch.cell);
  const queue = queues[found];
  if (queue?.cell !== batch.cell) return queues.toSpliced(found < 0 ? queues.length : found, 0, batch);
  const [words, epochs] = [
    [...queue.words, ...batch.words],
    [...queue.epochs, ...batch.epochs],
  ];
  return queues.with(found, { cell: batch.cell, words, epochs });
}
