/**
 * Containment of event cubes.
 *
 * V contains C if V's processes and events can be found in C: an injection of processes, and for each event an event of the
 * same process, or that of everybody (which only itself can stand for), such that every literal of V is implied at the
 * images and so is every edge. Two events may go to one, and then an edge between them asks for nothing: an edge says which
 * writes of the execution up to now the reads may be separated by, and nothing separates a read from itself. So whatever
 * places C's reads in an execution without a cycle places V's.
 *
 * Fences are edges here (they are in the rows of a process's writes), so they are compared like all others; the reference
 * implementation forgets them and proves too much.
 *
 * Process 0 is placed first, then its events, process 1, and so on; the event of everybody has its image from the start. An
 * edge is checked as soon as both ends have images.
 */
import type { Literals } from '../../../logic/literals.js';
import { lowest } from '../bits.js';
import { Embedding, type Item, NONE } from '../embed.js';
import { first } from '../slots.js';
import { EVERYBODY, type EventCube, lastOf } from './cube.js';
import { Strangers, withStrangers } from './strangers.js';

const PLACEMENTS = 4_000;

export class EventEmbedding extends Embedding<EventCube> {
  /** For each event of V its image, once it has one; and those that have, as bits. */
  private readonly images: number[] = [];
  private placed = 0;
  private readonly strangers: Strangers;

  constructor(literals: Literals) {
    super(literals, PLACEMENTS);
    this.strangers = new Strangers(literals);
  }

  override fits(large: EventCube, small: EventCube): boolean {
    return large.processes <= small.processes && (large.threads.length === 0 || small.threads.length > 0);
  }

  protected override itemsOf(cube: EventCube): Item[] {
    const items: Item[] = [];
    for (let process = 0; process < cube.processes; process++) {
      items.push({ process, read: NONE });
      for (const [event, thread] of cube.threads.entries())
        if (thread === process) items.push({ process, read: event });
    }
    return items;
  }

  protected override begin(): boolean {
    const { threads } = this.pattern.cube;
    this.placed = lastOf(threads);
    if (this.placed === 0) return true;
    this.images[threads.length - 1] = this.cube.threads.length - 1;
    return lastOf(this.cube.threads) !== 0;
  }

  protected override tagImage(_cell: number, tag: number): number {
    return this.images[tag] as number;
  }

  protected override mayBe(p: number): boolean {
    return this.rowsAgree(p, this.placed);
  }

  protected override placeRead({ process: p, read: e }: Item, i: number): boolean {
    const { threads } = this.cube;
    const q = this.names[p] as number;
    for (let f = 0; f < threads.length; f++) {
      if (threads[f] !== q && threads[f] !== EVERYBODY) continue;
      this.images[e] = f;
      if (!this.edgesAgree(e, p)) continue;
      this.placed |= 1 << e;
      if (this.next(i)) return true;
      this.placed &= ~(1 << e);
    }
    return false;
  }

  /** The edges of an event of p to and from those placed before it, and from processes placed before it. */
  private edgesAgree(e: number, p: number): boolean {
    const { order: mine } = this.pattern.cube;
    const { order: theirs } = this.cube;
    const f = this.images[e] as number;
    for (let rest = this.placed; rest !== 0; rest &= rest - 1) {
      const other = lowest(rest);
      const g = this.images[other] as number;
      if (f === g) continue;
      if ((mine.events[e] as number) & (1 << other) && !((theirs.events[f] as number) & (1 << g))) return false;
      if ((mine.events[other] as number) & (1 << e) && !((theirs.events[g] as number) & (1 << f))) return false;
    }
    for (let other = 0; other <= p; other++) if (!this.rowsAgree(other, 1 << e)) return false;
    return true;
  }

  /** The rows of a process, as far as these events go. */
  private rowsAgree(p: number, events: number): boolean {
    const { order: mine, behind } = this.pattern.cube;
    const { order: theirs, behind: others } = this.cube;
    const q = this.names[p] as number;
    return (
      this.within((mine.reads[p] as number) & events, theirs.reads[q] as number) &&
      this.within((mine.writes[p] as number) & events, theirs.writes[q] as number) &&
      this.within((behind[p] as number) & events, others[q] as number)
    );
  }

  protected override agrees(): boolean {
    const { cells } = this.cube.order;
    for (const [cell, row] of this.pattern.cube.order.cells) {
      const images = this.strangers.isStrange(cell) ? this.strangeImages(cell) : null;
      if (images === null) {
        if (!this.within(row, cells.get(this.literals.renameCell(cell, this.names)) ?? 0)) return false;
      } else if (!images.every((image) => this.within(row, cells.get(image) ?? 0))) return false;
    }
    return true;
  }

  /** Whatever the strangers of a cell may be in C. */
  private strangeImages(cell: number): number[] {
    const names = this.names.slice(0, this.pattern.cube.processes);
    const unmatched = first(this.cube.processes).filter((q) => !names.includes(q));
    return this.strangers.images(this.literals.renameCell(cell, withStrangers(names)), unmatched);
  }

  private within(row: number, theirs: number): boolean {
    for (let rest = row; rest !== 0; rest &= rest - 1) {
      if (!(theirs & (1 << (this.images[lowest(rest)] as number)))) return false;
    }
    return true;
  }
}
