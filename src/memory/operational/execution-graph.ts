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

import type { Place } from '../../models/program/model.js';
import type { EventGraph, GraphAccess, GraphEdge, GraphEvent, Relation } from '../event-graph.js';
import type { Write } from './buffers.js';
import type { Value } from './values.js';

/** What things are called in the picture. */
export interface GraphNames<V> {
  cell(place: number): string;
  value(place: number, value: V): string;
  /** Numbered from 1; null for the violated condition, and for steps that no thread takes. */
  thread(process: number | null): string;
}

/** A cell that was read, and the step that wrote what was seen; null for the initial value. */
export interface Seen<V = Value> {
  readonly place: number;
  readonly value: V;
  readonly write: number | null;
}

/** Writes that reach memory together: with their step, or later. */
export interface WriteGroup<V = Value> {
  readonly writes: readonly Write<V>[];
  readonly waits: boolean;
}

/** What one step, or the violated condition at the end, does to cells that all threads share. */
export interface MemoryAction<V = Value> {
  /** From 1; null for the condition, and for a last step that fails. */
  readonly step: number | null;
  /** Null where no thread acts. */
  readonly process: number | null;
  readonly origin: string;
  /** Where the text has it. */
  readonly place: Place | null;
  readonly statement: string;
  readonly atomic: boolean;
  readonly fence: boolean;
  /** A barrier between stores. */
  readonly storeFence?: boolean;
  /** The last step of the run, which fails. */
  readonly fails?: true;
  readonly reads: readonly Seen<V>[];
  /** Those that do not wait come first. */
  readonly writes: readonly WriteGroup<V>[];
}

/** What there is to draw. `coherence` gives for each place the steps that write it, in the order of co. */
export interface Drawn<V> {
  readonly names: GraphNames<V>;
  /** What a cell holds at the start. */
  readonly initial: (place: number) => V;
  readonly actions: readonly MemoryAction<V>[];
  readonly coherence: ReadonlyMap<number, readonly number[]>;
  readonly title: string;
}

/** The picture, and which of its events an action has: its read, and its write of a place. Null when there is no event to draw. */
export interface Picture<V> {
  readonly graph: EventGraph;
  readonly readOf: ReadonlyMap<MemoryAction<V>, number>;
  writeOf(action: MemoryAction<V>, place: number): number | undefined;
}

/** Of these cells alone. */
export function drawExecution<V>(drawn: Drawn<V>, isDrawn: (place: number) => boolean): Picture<V> | null {
  const parts = new Map(drawn.actions.map((action) => [action, only(action, isDrawn)]));
  const seen = [...parts].filter(
    ([, { atomic, fence, storeFence, reads, writes }]) =>
      atomic || fence || storeFence === true || reads.length + writes.length > 0,
  );
  if (seen.length === 0) return null;
  const actions = seen.map(([, part]) => part);
  const coherence = new Map([...drawn.coherence].filter(([place]) => isDrawn(place)));
  const drawing = new Drawing(drawn.names, drawn.initial, actions);
  for (const action of actions) drawing.add(action);
  for (const [place, order] of coherence) drawing.order(place, order);
  for (const action of actions) drawing.readFrom(action, coherence);
  const reads = seen.flatMap(([action, part]): [MemoryAction<V>, number][] => {
    const read = drawing.readOf.get(part);
    return read === undefined ? [] : [[action, read]];
  });
  return {
    graph: drawing.finish(drawn.title),
    readOf: new Map(reads),
    writeOf: ({ step }, place) => (step === null ? undefined : drawing.writeOf.get(writeKey(step, place))),
  };
}

function only<V>(action: MemoryAction<V>, isDrawn: (place: number) => boolean): MemoryAction<V> {
  const writes = action.writes.map((group) => ({
    ...group,
    writes: group.writes.filter(({ place }) => isDrawn(place)),
  }));
  return {
    ...action,
    reads: action.reads.filter(({ place }) => isDrawn(place)),
    writes: writes.filter((group) => group.writes.length > 0),
  };
}

class Drawing<V> {
  private readonly events: GraphEvent[] = [];
  private readonly edges: GraphEdge[] = [];
  private readonly drawn = new Set<string>();
  /** Who acts: threads in their order, and nobody last. */
  private readonly threads: (number | null)[];
  /** By place of the cell. */
  private readonly initialWrites = new Map<number, number>();
  private readonly lastOfThread = new Map<number, number>();
  /** Of the violated condition, the last one added. */
  private lastRead: number | null = null;
  readonly readOf = new Map<MemoryAction<V>, number>();
  /** By step and cell. */
  readonly writeOf = new Map<string, number>();
  private readonly names: GraphNames<V>;

  constructor(names: GraphNames<V>, initial: (place: number) => V, actions: readonly MemoryAction<V>[]) {
    this.names = names;
    const last = Number.POSITIVE_INFINITY;
    this.threads = [...new Set(actions.map(({ process }) => process))].sort(
      (one, other) => (one ?? last) - (other ?? last),
    );
    const places = actions.flatMap(({ reads }) => reads.filter(({ write }) => write === null));
    for (const place of [...new Set(places.map((read) => read.place))].sort((one, other) => one - other)) {
      const accesses = [this.access({ place, value: initial(place) })];
      this.initialWrites.set(place, this.event({ thread: null, kind: 'write', accesses, origin: '' }));
    }
  }

  add(action: MemoryAction<V>): void {
    const { atomic, reads, writes } = action;
    const atOnce = writes.filter(({ waits }) => !waits);
    if (action.fence || (atomic && (reads.length === 0 || atOnce.length === 0))) this.next(action, 'fence', []);
    else if (action.storeFence === true) this.next(action, 'fence', [], { store: true });
    const read = reads.length === 0 ? null : this.next(action, 'read', reads);
    if (read !== null) this.readOf.set(action, read);
    if (action.step === null) {
      if (read !== null && this.lastRead !== null) this.edge(this.lastRead, read, 'atom');
      this.lastRead = read;
      return;
    }
    for (const { writes: group, waits } of writes) {
      const write = this.write(action, action.step, group);
      if (!waits && read !== null) this.edge(read, write, 'atom');
    }
  }

  private write(action: MemoryAction<V>, step: number, writes: readonly Write<V>[]): number {
    const id = this.next(action, 'write', writes);
    for (const { place } of writes) this.writeOf.set(writeKey(step, place), id);
    return id;
  }

  /** The next event of the process. */
  private next(
    { step, process, origin }: MemoryAction<V>,
    kind: GraphEvent['kind'],
    cells: readonly Write<V>[],
    more: Pick<GraphEvent, 'store'> = {},
  ): number {
    const thread = this.threads.indexOf(process);
    const accesses = cells.map((cell) => this.access(cell));
    const id = this.event({ thread, kind, ...more, accesses, origin, ...(step === null ? {} : { step }) });
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
