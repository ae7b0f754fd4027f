/**
 * The memory events of a replayed execution as a graph, to be drawn: what the axiomatic view of the memory model (section 2
 * of the Cubicle-W paper) makes of a run of the machine.
 *
 * As in section 2.4 all reads of a transition are one event, and so are all its writes; an atomic transition has both, bound
 * together by `atom`. A fence is an event where the guard needs the empty buffer, where an atomic transition happens to read
 * or to write nothing, and, for writes only, where a step of a program is a barrier between stores. What the processes see at the end is one more read of each, all at one moment and so bound
 * together as well. Initial writes are shown for cells whose initial value is read. Where the writes of a step reach memory
 * apart, they are as many events.
 *
 * Of the orders only neighbours are drawn: po from event to event of a process, co from write to write of a cell, fr to the
 * co-next write. The rest follows by transitivity.
 */
import type { EventGraph, GraphAccess, GraphEdge, GraphEvent, Relation } from '../event-graph.js';
import type { Write } from './buffers.js';
import { cellAt, type Instance, type State, showCell, showCellValue, valueAt } from './state.js';
import type { Value } from './values.js';

/** What things are called in the picture. */
interface GraphNames<V> {
  cell(place: number): string;
  value(place: number, value: V): string;
  /** Numbered from 1. */
  thread(process: number): string;
}

/** A cell that was read, and the step that wrote what was seen; null for the initial value. */
export interface Seen<V = Value> {
  readonly place: number;
  readonly value: V;
  readonly write: number | null;
}

/** What one step, or the violated condition at the end, does to weak cells. */
export interface MemoryAction<V = Value> {
  /** From 1; null for the condition. */
  readonly step: number | null;
  readonly process: number;
  readonly origin: string;
  readonly atomic: boolean;
  readonly fence: boolean;
  /** A barrier between stores. */
  readonly storeFence?: boolean;
  readonly reads: readonly Seen<V>[];
  readonly writes: readonly Write<V>[];
  /** Writes that are events of their own, after `writes`. */
  readonly later?: readonly (readonly Write<V>[])[];
}

/** `coherence` gives for each place the steps that write it, in the order of co. Null when there is no event to draw. */
export function executionGraph(
  instance: Instance,
  initial: State,
  actions: readonly MemoryAction[],
  coherence: ReadonlyMap<number, readonly number[]>,
  title: string,
): EventGraph | null {
  const names: GraphNames<Value> = {
    cell: (place) => showCell(cellAt(instance, place)),
    value: (_, value) => showCellValue(instance, value),
    thread: (process) => `process #${process}`,
  };
  return drawExecution(names, (place) => valueAt(initial, place), actions, coherence, title);
}

/** The same for any kind of cells and values; `initial` gives what a cell holds at the start. */
export function drawExecution<V>(
  names: GraphNames<V>,
  initial: (place: number) => V,
  actions: readonly MemoryAction<V>[],
  coherence: ReadonlyMap<number, readonly number[]>,
  title: string,
): EventGraph | null {
  const seen = actions.filter(
    ({ atomic, fence, storeFence, reads, writes, later = [] }) =>
      atomic || fence || storeFence === true || reads.length + writes.length + later.length > 0,
  );
  if (seen.length === 0) return null;
  const drawing = new Drawing(names, initial, seen);
  for (const action of seen) drawing.add(action);
  for (const [place, order] of coherence) drawing.order(place, order);
  for (const action of seen) drawing.readFrom(action, coherence);
  return drawing.finish(title);
}

class Drawing<V> {
  private readonly events: GraphEvent[] = [];
  private readonly edges: GraphEdge[] = [];
  private readonly drawn = new Set<string>();
  private readonly threads: number[];
  /** By place of the cell. */
  private readonly initialWrites = new Map<number, number>();
  private readonly lastOfThread = new Map<number, number>();
  /** Of the violated condition, the last one added. */
  private lastRead: number | null = null;
  private readonly readOf = new Map<MemoryAction<V>, number>();
  /** By step and cell. */
  private readonly writeOf = new Map<string, number>();
  private readonly names: GraphNames<V>;

  constructor(names: GraphNames<V>, initial: (place: number) => V, actions: readonly MemoryAction<V>[]) {
    this.names = names;
    this.threads = [...new Set(actions.map(({ process }) => process))].sort((one, other) => one - other);
    const places = actions.flatMap(({ reads }) => reads.filter(({ write }) => write === null));
    for (const place of [...new Set(places.map((read) => read.place))].sort((one, other) => one - other)) {
      const accesses = [this.access({ place, value: initial(place) })];
      this.initialWrites.set(place, this.event({ thread: null, kind: 'write', accesses, origin: '' }));
    }
  }

  add(action: MemoryAction<V>): void {
    const { atomic, reads, writes } = action;
    if (action.fence || (atomic && (reads.length === 0 || writes.length === 0))) this.next(action, 'fence', []);
    else if (action.storeFence === true) this.next(action, 'fence', [], { store: true });
    const read = reads.length === 0 ? null : this.next(action, 'read', reads);
    if (read !== null) this.readOf.set(action, read);
    if (action.step === null) {
      if (read !== null && this.lastRead !== null) this.edge(this.lastRead, read, 'atom');
      this.lastRead = read;
      return;
    }
    const { step, later = [] } = action;
    if (writes.length > 0) {
      const write = this.write(action, step, writes);
      if (atomic && read !== null) this.edge(read, write, 'atom');
    }
    for (const more of later) this.write(action, step, more);
  }

  private write(action: MemoryAction<V>, step: number, writes: readonly Write<V>[]): number {
    const id = this.next(action, 'write', writes);
    for (const { place } of writes) this.writeOf.set(writeKey(step, place), id);
    return id;
  }

  /** The next event of the process. */
  private next(
    { process, origin }: MemoryAction<V>,
    kind: GraphEvent['kind'],
    cells: readonly Write<V>[],
    more: Pick<GraphEvent, 'store'> = {},
  ): number {
    const thread = this.threads.indexOf(process);
    const accesses = cells.map((cell) => this.access(cell));
    const id = this.event({ thread, kind, ...more, accesses, origin });
    const before = this.lastOfThread.get(thread);
    if (before !== undefined) this.edge(before, id, 'po');
    this.lastOfThread.set(thread, id);
    return id;
  }

  /** co of one cell. */
  order(place: number, steps: readonly number[]): void {
    let before = this.initialWrites.get(place);
    for (const step of steps) {
      const write = this.writeAt(step, place);
      if (before !== undefined) this.edge(before, write, 'co');
      before = write;
    }
  }

  readFrom(action: MemoryAction<V>, coherence: ReadonlyMap<number, readonly number[]>): void {
    const read = this.readOf.get(action);
    if (read === undefined) return;
    for (const { place, write } of action.reads) {
      const source = write === null ? this.initialWrites.get(place) : this.writeAt(write, place);
      if (source === undefined) throw new Error('an initial value that is read has an initial write');
      this.edge(source, read, 'rf');
      const order = coherence.get(place) ?? [];
      const later = order[write === null ? 0 : order.indexOf(write) + 1];
      if (later !== undefined) this.edge(read, this.writeAt(later, place), 'fr');
    }
  }

  finish(title: string): EventGraph {
    const threads = this.threads.map((process) => this.names.thread(process));
    return { title, threads, events: this.events, edges: this.edges, cycle: null };
  }

  private access({ place, value }: Write<V>): GraphAccess {
    return { location: this.names.cell(place), value: this.names.value(place, value) };
  }

  private event(event: Omit<GraphEvent, 'id'>): number {
    const id = this.events.length;
    this.events.push({ id, ...event });
    return id;
  }

  /** Two events are related once, whichever of their cells relate them. */
  private edge(from: number, to: number, relation: Relation): void {
    const key = `${from} ${to} ${relation}`;
    if (this.drawn.has(key)) return;
    this.drawn.add(key);
    this.edges.push({ from, to, relation });
  }

  private writeAt(step: number, place: number): number {
    const write = this.writeOf.get(writeKey(step, place));
    if (write === undefined) throw new Error(`step ${step} did not write the weak cell ${place}`);
    return write;
  }
}

function writeKey(step: number, place: number): string {
  return `${step} ${place}`;
}
