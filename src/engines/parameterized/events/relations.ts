/**
 * Global happens-before among the events of a cube, as far as it can still matter: section 4.2 of the Cubicle-W paper.
 *
 * Going back, every new event is scheduled before the old ones, and coherence follows the schedule (Theorem 1). So an edge
 * from an old event to a new one can only leave a *pending* read, one whose write has not been met yet: it is before a
 * write that it does not read from (fr). A cycle that a new event closes therefore runs from it into the old events and
 * out again through a pending read; all that has to be known of the old events is which pending reads lie after them. And
 * they are only entered in three ways, so there are as many kinds of rows of bits besides those of the pending reads:
 *
 *   events[e]   pending reads after the pending read e
 *   reads[p]    after some event of process p: a new read of p is before all of those (ppo)
 *   writes[p]   after some write of p, or after its fence: a new write of p is before those (ppo, fence)
 *   cells[c]    after some write to the location c: new accesses to c are before those (co, fr)
 *
 * This is the garbage collection of events, taken to its end: a write, or a read that has got its value, is gone at once
 * and leaves its mark in the rows of its process and of its locations. Rows are closed under ghb, and writes[p] is part of
 * reads[p]. The read and the write of an atomic transition are one node (`atom`), which is before everything of its process
 * and after all its earlier writes.
 *
 * Sound: take an execution of the store-buffer machine, schedule every transition at the time when the last write of its
 * process up to it reaches memory (itself included; at its own time, if that is later). That is a schedule as above, and
 * every edge added here goes forward in the time at which reads happen and writes reach memory: there is no cycle. The
 * reads of an unsafe condition happen at the end of the execution, after every read, fence and atomic transition of any
 * process: `last` is their event.
 */
import { lowest } from '../bits.js';

export interface Order {
  readonly events: readonly number[];
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** By location (a plain cell, maybe of strangers); only rows that are not empty. */
  readonly cells: ReadonlyMap<number, number>;
}

/** The events of one transition: its reads and its writes. */
export interface Step {
  readonly process: number;
  /** `atomic`: it reads and writes memory at once, one node for both. */
  readonly kind: 'read' | 'write' | 'atomic';
  /** It waits for an empty buffer. */
  readonly fenced: boolean;
  /** The bit of its pending read; 0 when no value it reads matters. */
  readonly event: number;
  /** Locations it reads, those that matter. */
  readonly reads: readonly number[];
  /** Locations it writes, those known by name. */
  readonly writes: readonly number[];
  /** Those of processes without a name (strangers.ts): whether there is one is not known, so they make no edge now. */
  readonly strange: readonly number[];
  /** Pending reads of other processes that read from it, and those that lie before it. */
  readonly satisfied: number;
  readonly unsatisfied: number;
}

export class Ghb implements Order {
  readonly events: number[];
  readonly reads: number[];
  readonly writes: number[];
  readonly cells: Map<number, number>;

  /** A copy, with rows for further processes; `last` is the bit of the event that is after every read, or 0. */
  constructor(order: Order, processes: number, last: number) {
    this.events = [...order.events];
    this.reads = [...order.reads];
    this.writes = [...order.writes];
    while (this.reads.length < processes) this.reads.push(last);
    while (this.writes.length < processes) this.writes.push(0);
    this.cells = new Map(order.cells);
  }

  /** Adds the events of one transition before all others; false when that closes a cycle. */
  add(step: Step): boolean {
    const { process, kind, event, unsatisfied } = step;
    const out = this.after(step) | upward(this.events, step.satisfied);
    if (out & unsatisfied) return false;
    const node = out | event;
    if (unsatisfied !== 0) this.link(unsatisfied, node);
    if (event !== 0) this.events[31 - Math.clz32(event)] = out;
    this.reads[process] = (this.reads[process] as number) | node;
    if (kind !== 'read') {
      this.writes[process] = (this.writes[process] as number) | node;
      for (const cell of step.writes) this.mark(cell, node);
      for (const cell of step.strange) this.mark(cell, node);
    }
    if (kind === 'atomic' || step.fenced) this.writes[process] = this.reads[process] as number;
    return true;
  }

  /** What is after the transition whoever reads from it. */
  after({ process, kind, reads, writes }: Pick<Step, 'process' | 'kind' | 'reads' | 'writes'>): number {
    const own = kind === 'write' ? this.writes : this.reads;
    let out = own[process] as number;
    for (const cell of reads) out |= this.cells.get(cell) ?? 0;
    for (const cell of writes) out |= this.cells.get(cell) ?? 0;
    return out;
  }

  /** Whatever is before one of these, or is one of them, is before the node and what is after it. */
  private link(before: number, node: number): void {
    const { events, reads, writes, cells } = this;
    for (let e = 0; e < events.length; e++) {
      if ((((events[e] as number) | (1 << e)) & before) !== 0) events[e] = (events[e] as number) | node;
    }
    for (let p = 0; p < reads.length; p++) {
      if (((reads[p] as number) & before) !== 0) reads[p] = (reads[p] as number) | node;
      if (((writes[p] as number) & before) !== 0) writes[p] = (writes[p] as number) | node;
    }
    for (const [cell, row] of cells) if ((row & before) !== 0) cells.set(cell, row | node);
  }

  private mark(cell: number, row: number): void {
    if (row !== 0) this.cells.set(cell, (this.cells.get(cell) ?? 0) | row);
  }
}

/** Some events and all that is after them. */
export function upward(events: readonly number[], some: number): number {
  let out = some;
  for (let rest = some; rest !== 0; rest &= rest - 1) out |= events[lowest(rest)] as number;
  return out;
}
