/**
 * Event cubes: the form of cube of the Cubicle-W paper (sections 3.2 and 4.2), for TSO.
 *
 * A cube speaks of an execution up to now and of reads still to come. It says: there are distinct processes 0, 1, ... n-1
 * such that local cells satisfy the literals now, and the *pending* reads can take their values from writes of the
 * execution so that the literals about them hold and global happens-before, with the edges of the cube, has no cycle.
 *
 * An event is all weak reads of one transition (one identifier for all of them, section 2.4). Its number is the tag of the
 * viewed cells that stand for the values read: the cell X viewed by p with tag e is what p's event e returns for X. An
 * event is pending as long as a literal mentions it; a read whose value does not matter can always read something. The
 * reads `i@X` of an unsafe condition are one event of everybody.
 *
 * Events are renumbered in every cube: by process and then in program order, the event of everybody last. So cubes that
 * differ in the names of events alone are equal.
 *
 * A guard with `not fence()` asks for a write that is still in the buffer: its event, with or without reads, lies before
 * some write of its process in the execution up to now, and the cube keeps it until that write is met.
 */
import { Facts } from '../../../logic/facts.js';
import { type Literal, type Literals, PLAIN, TRUE } from '../../../logic/literals.js';
import { lowest, sizeOf } from '../bits.js';
import { type Cube, cellsOf, compact } from '../cube.js';
import type { Order } from './relations.js';
import { Strangers, withStrangers } from './strangers.js';

/** It has no universal parts: universal guards are asked of the processes at hand only, as in the paper. */
export interface EventCube extends Cube {
  /** For each event the process that reads, or EVERYBODY. */
  readonly threads: readonly number[];
  readonly order: Order;
  /** For each process its events that lie before its last write. */
  readonly behind: readonly number[];
}

/** The thread of the reads in an unsafe condition. */
export const EVERYBODY = -1;
/** Events are bits of a word; a further one is forgotten, which only makes the cube weaker. */
export const MOST_EVENTS = 30;

/** The bit of the event of everybody; 0 when there is none. It comes last. */
export function lastOf(threads: readonly number[]): number {
  return threads[threads.length - 1] === EVERYBODY ? 1 << (threads.length - 1) : 0;
}

/** The events that a conjunction mentions, as bits. */
export function pendingIn(literals: Literals, conjunction: ArrayLike<Literal>): number {
  let pending = 0;
  for (let i = 0; i < conjunction.length; i++) {
    for (const cell of cellsOf(literals, conjunction[i] as Literal)) {
      const tag = literals.tagOf(cell);
      if (tag !== PLAIN) pending |= 1 << tag;
    }
  }
  return pending;
}

export class EventCubes {
  private readonly literals: Literals;
  private readonly facts: Facts;
  private readonly strangers: Strangers;

  constructor(literals: Literals) {
    this.literals = literals;
    this.facts = new Facts(literals);
    this.strangers = new Strangers(literals);
  }

  /**
   * The cube in normal form: superfluous events are left out, the others renumbered, processes named 0, 1... In the draft
   * the last event, if it is not of everybody, comes before the others of its process, which are in their order.
   */
  normal(draft: EventCube, keepAll: boolean): { cube: EventCube; names: number[] } {
    const { literals } = this;
    const { literals: kept, pending } = this.withoutSuperfluous(draft);
    const { order, threads } = draft;
    const numbers = renumbering(threads, pending);
    const move = (row: number): number => {
      let out = 0;
      for (let rest = row & pending; rest !== 0; rest &= rest - 1) {
        out |= 1 << (numbers[lowest(rest)] as number);
      }
      return out;
    };
    const renumbered = this.renumber(kept, numbers);
    const last = lastOfDraft(threads) & pending;
    let mentioned = 0;
    for (let p = 0; p < draft.processes; p++) {
      const rows = ((order.reads[p] as number) & ~last) | (order.writes[p] as number) | (draft.behind[p] ?? 0);
      if (rows & pending) mentioned |= 1 << p;
    }
    mentioned |= this.strangers.distinguished(order.cells, pending, draft.processes);
    const { literals: named, processes, names } = compact(literals, renumbered, draft.processes, keepAll, mentioned);
    const place = (rows: readonly number[]): number[] => {
      const out: number[] = new Array(processes).fill(0);
      for (const [p, name] of names.entries()) if (name >= 0) out[name] = move(rows[p] ?? 0);
      return out;
    };
    const cells = new Map<number, number>();
    const forgotten = names.reduce((bits, name, p) => (name < 0 ? bits | (1 << p) : bits), 0);
    const renaming = order.cells.size === 0 ? names : withStrangers(names);
    for (const [cell, row] of order.cells) {
      if ((row & pending) === 0 || (literals.cellProcesses[cell] as number) & forgotten) continue;
      cells.set(literals.renameCell(cell, renaming), move(row));
    }
    const count = sizeOf(pending);
    const events: number[] = new Array(count).fill(0);
    const owners: number[] = new Array(count).fill(EVERYBODY);
    for (const [e, thread] of threads.entries()) {
      if (!(pending & (1 << e))) continue;
      events[numbers[e] as number] = move(order.events[e] as number);
      if (thread !== EVERYBODY) owners[numbers[e] as number] = names[thread] as number;
    }
    return {
      cube: {
        processes,
        literals: named,
        universals: [],
        threads: owners,
        order: { events, reads: place(order.reads), writes: place(order.writes), cells },
        behind: place(draft.behind),
      },
      names,
    };
  }

  private renumber(conjunction: Int32Array, numbers: readonly number[]): Int32Array {
    const { literals } = this;
    if (numbers.every((number, e) => number === e)) return conjunction;
    const image = (cell: number): number => {
      const tag = literals.tagOf(cell);
      return tag === PLAIN ? cell : literals.retag(cell, numbers[tag] as number);
    };
    return conjunction.map((l) => literals.mapCells(l, image)).sort();
  }

  /**
   * An event says nothing when it may be taken to happen together with another one of its process: what it reads is so
   * there already, what is before it is before the other, and what is after it is after the other. The event of everybody
   * will do as the other one too.
   */
  private withoutSuperfluous({ literals: given, threads, order, behind }: EventCube): {
    literals: Int32Array;
    pending: number;
  } {
    let kept = given;
    let pending = pendingIn(this.literals, kept);
    for (const row of behind) pending |= row;
    const together = (e: number, other: number): boolean => {
      const [mine, theirs] = [1 << e, 1 << other];
      const implied = (row: number) => (row & mine) === 0 || (row & theirs) !== 0;
      if ((order.events[e] as number) & pending & ~((order.events[other] as number) | theirs)) return false;
      if (!order.events.every((row, f) => f === e || f === other || !(pending & (1 << f)) || implied(row)))
        return false;
      if (!order.reads.every(implied) || !order.writes.every(implied) || !behind.every(implied)) return false;
      for (const row of order.cells.values()) if (!implied(row)) return false;
      return this.followsAt(kept, e, other);
    };
    for (let e = 0; e < threads.length; e++) {
      if (!(pending & (1 << e)) || threads[e] === EVERYBODY) continue;
      for (let other = 0; other < threads.length; other++) {
        if (other === e || !(pending & (1 << other))) continue;
        if (threads[other] !== threads[e] && threads[other] !== EVERYBODY) continue;
        if (!together(e, other)) continue;
        kept = kept.filter((l) => !this.mentions(l, e));
        pending &= ~(1 << e);
        e = -1; // Others may have become superfluous.
        break;
      }
    }
    return { literals: kept, pending };
  }

  private mentions(literal: Literal, event: number): boolean {
    return cellsOf(this.literals, literal).some((cell) => this.literals.tagOf(cell) === event);
  }

  /** What is read at one event is known to be so at the other, from literals about other events alone. */
  private followsAt(kept: Int32Array, event: number, other: number): boolean {
    const { literals } = this;
    const about = kept.filter((l) => this.mentions(l, event));
    this.facts.load(kept.filter((l) => !about.includes(l)));
    return about.every((literal) => {
      const moved = literals.mapCells(literal, (cell) =>
        literals.tagOf(cell) === event ? literals.retag(cell, other) : cell,
      );
      return moved === TRUE || (moved >= 0 && this.facts.implies(moved));
    });
  }
}

function lastOfDraft(threads: readonly number[]): number {
  const e = threads.indexOf(EVERYBODY);
  return e < 0 ? 0 : 1 << e;
}

/** For each event of a draft its number in the cube: by process, the one added last before the others of its process. */
function renumbering(threads: readonly number[], pending: number): number[] {
  const added = threads.length - 1;
  const key = (e: number): number => {
    const thread = threads[e] as number;
    return (thread === EVERYBODY ? 64 : thread) * 64 + (e === added ? 0 : e + 1);
  };
  const events = threads.map((_, e) => e).filter((e) => pending & (1 << e));
  events.sort((a, b) => key(a) - key(b));
  const numbers: number[] = [];
  for (const [number, e] of events.entries()) numbers[e] = number;
  return numbers;
}
