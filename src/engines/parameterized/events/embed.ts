/**
 * The search for images of one cube's processes and events in another: the embedding that shows containment (visited.ts).
 *
 * Depth first, in the order process 0, its events, process 1, its events...; the event of everybody has its image from the
 * start. The number of placements is bounded: many processes that look alike have too many, and giving up is sound.
 */
import type { Facts } from '../../../logic/facts.js';
import { Kind, type Literal, type Literals, PLAIN, TRUE } from '../../../logic/literals.js';
import { cellsOf } from '../weakest.js';
import { EVERYBODY, type EventCube, lastOf } from './cube.js';

/** What is placed: a process, or an event of the process before it. */
interface Item {
  readonly process: number;
  readonly event: number;
}

export interface Pattern {
  readonly cube: EventCube;
  readonly items: readonly Item[];
  /** For each item the literals that can be checked once it has an image; those that need none come first. */
  readonly checks: readonly (readonly Literal[])[];
}

const PLACEMENTS = 4_000;
const NONE = -1;

export function itemsOf(literals: Literals, cube: EventCube): Omit<Pattern, 'cube'> {
  const items: Item[] = [];
  const ofProcess: number[] = [];
  const ofEvent: number[] = [];
  for (let p = 0; p < cube.processes; p++) {
    ofProcess[p] = items.push({ process: p, event: NONE });
    for (const [event, thread] of cube.threads.entries()) {
      if (thread === p) ofEvent[event] = items.push({ process: p, event });
    }
  }
  const checks: Literal[][] = Array.from({ length: items.length + 1 }, () => []);
  for (const literal of cube.literals) {
    let last = 0;
    for (let rest = literals.processes[literal] as number; rest !== 0; rest &= rest - 1) {
      last = Math.max(last, ofProcess[31 - Math.clz32(rest & -rest)] as number);
    }
    for (const cell of cellsOf(literals, literal)) {
      const tag = literals.tagOf(cell);
      if (tag !== PLAIN) last = Math.max(last, ofEvent[tag] ?? 0);
    }
    (checks[last] as Literal[]).push(literal);
  }
  return { items, checks };
}

export class Embedding {
  private readonly literals: Literals;
  private readonly pattern: Pattern;
  private readonly cube: EventCube;
  private readonly identityOnly: boolean;
  private readonly names: number[] = [];
  /** For each event of the pattern its image, once it has one. */
  private readonly images: number[] = [];
  /** Processes and events of the pattern that have an image; processes of the cube that are one. */
  private placed = 0;
  private placedEvents = 0;
  private used = 0;
  private budget = PLACEMENTS;

  constructor(literals: Literals, pattern: Pattern, cube: EventCube, identityOnly: boolean) {
    this.literals = literals;
    this.pattern = pattern;
    this.cube = cube;
    this.identityOnly = identityOnly;
  }

  /** `open` shrinks back to its length when a choice is taken back. Returns true as soon as `found` does. */
  search(check: (literal: Literal) => boolean, found: () => boolean, open: Literal[] = []): boolean {
    const { items, checks, cube: pattern } = this.pattern;
    const everybody = lastOf(pattern.threads);
    if (everybody !== 0) {
      if (lastOf(this.cube.threads) === 0) return false;
      this.images[pattern.threads.length - 1] = this.cube.threads.length - 1;
      this.placedEvents = everybody;
    }
    const from = (i: number): boolean => {
      const item = items[i];
      if (item === undefined) return this.cellsAgree() && found();
      const then = (): boolean => {
        if (this.budget-- <= 0) return false;
        const length = open.length;
        const done = (checks[i + 1] as readonly Literal[]).every(check) && from(i + 1);
        open.length = length;
        return done;
      };
      return item.event === NONE ? this.placeProcess(item.process, then) : this.placeEvent(item.event, then);
    };
    return (checks[0] as readonly Literal[]).every(check) && from(0);
  }

  private placeProcess(p: number, then: () => boolean): boolean {
    const { cube } = this;
    for (let q = 0; q < cube.processes; q++) {
      if (this.used & (1 << q) || (this.identityOnly && q !== p)) continue;
      this.names[p] = q;
      if (!this.rowsAgree(p, this.placedEvents)) continue;
      this.used |= 1 << q;
      this.placed |= 1 << p;
      if (then()) return true;
      this.placed &= ~(1 << p);
      this.used &= ~(1 << q);
    }
    return false;
  }

  private placeEvent(e: number, then: () => boolean): boolean {
    const { cube } = this;
    const q = this.names[this.pattern.cube.threads[e] as number] as number;
    for (let f = 0; f < cube.threads.length; f++) {
      if (cube.threads[f] !== q && cube.threads[f] !== EVERYBODY) continue;
      this.images[e] = f;
      if (!this.edgesAgree(e)) continue;
      this.placedEvents |= 1 << e;
      if (then()) return true;
      this.placedEvents &= ~(1 << e);
    }
    return false;
  }

  /** The edges of an event to and from those placed before it, and from processes placed before it. */
  private edgesAgree(e: number): boolean {
    const { order: mine } = this.pattern.cube;
    const { order: theirs } = this.cube;
    const f = this.images[e] as number;
    for (let rest = this.placedEvents; rest !== 0; rest &= rest - 1) {
      const other = 31 - Math.clz32(rest & -rest);
      const g = this.images[other] as number;
      if (f === g) continue;
      if ((mine.events[e] as number) & (1 << other) && !((theirs.events[f] as number) & (1 << g))) return false;
      if ((mine.events[other] as number) & (1 << e) && !((theirs.events[g] as number) & (1 << f))) return false;
    }
    for (let rest = this.placed; rest !== 0; rest &= rest - 1) {
      if (!this.rowsAgree(31 - Math.clz32(rest & -rest), 1 << e)) return false;
    }
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

  private cellsAgree(): boolean {
    for (const [cell, row] of this.pattern.cube.order.cells) {
      const theirs = this.cube.order.cells.get(this.literals.renameCell(cell, this.names));
      if (theirs === undefined || !this.within(row, theirs)) return false;
    }
    return true;
  }

  private within(row: number, theirs: number): boolean {
    for (let rest = row; rest !== 0; rest &= rest - 1) {
      if (!(theirs & (1 << (this.images[31 - Math.clz32(rest & -rest)] as number)))) return false;
    }
    return true;
  }

  private cellImage = (cell: number): number => {
    const { literals, names } = this;
    const tag = literals.tagOf(cell);
    if (tag === PLAIN) return literals.renameCell(cell, names);
    const image = this.images[tag] as number;
    return literals.renameCell(image === tag ? cell : literals.retag(cell, image), names);
  };

  image(literal: Literal): Literal {
    const { literals, names } = this;
    if (literals.kind[literal] === Kind.mask || literals.kind[literal] === Kind.linear) {
      return literals.mapCells(literal, this.cellImage);
    }
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    const term = (code: number) => (code < 0 ? -(names[-code - 1] as number) - 1 : this.cellImage(code));
    return literals.relation(literals.operatorOf(literal), term(left), term(right));
  }

  implied(facts: Facts, literal: Literal): boolean {
    if (this.literals.kind[literal] === Kind.mask) {
      const known = facts.maskOf(this.cellImage(this.literals.left[literal] as number));
      return known !== 0 && (known & ~(this.literals.right[literal] as number)) === 0;
    }
    const image = this.image(literal);
    return image === TRUE || (image >= 0 && facts.implies(image));
  }
}
