/** An event cube in one line: what holds now, what is still to be read by which event, and what comes before what. */
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import { cellsOf } from '../cube.js';
import { Description } from '../describe.js';
import { type EventCube, lastOf } from './cube.js';
import { haveStranger } from './strangers.js';

/** `never (z1 z2) { PC[z1] = L2 && e1: z1@X = False && e2: z2@Y = False && e1 before e2 && writes of z1 before e1 }`. */
export function describeEventCube(system: ArraySystem, literals: Literals, cube: EventCube): string {
  const description = new Description(system, literals);
  const { order, threads } = cube;
  const parts: string[] = [];
  const reads: string[] = [];
  for (const literal of cube.literals) {
    const shown = description.show(literal);
    const events = eventsOf(literals, literal);
    if (events.length === 0) parts.push(shown);
    else reads.push(`${events.map(name).join(' ')}: ${shown}`);
  }
  parts.push(...reads.sort());
  const listOf = (row: number) => threads.flatMap((_, e) => (row & (1 << e) ? [name(e)] : [])).join(', ');
  const before = (what: string, row: number): void => {
    if (row !== 0) parts.push(`${what} before ${listOf(row)}`);
  };
  const last = lastOf(threads);
  for (const [e, row] of order.events.entries()) before(name(e), row & ~last);
  for (let p = 0; p < cube.processes; p++) {
    const process = description.name(p);
    let own = last;
    for (const [e, thread] of threads.entries()) if (thread === p) own |= 1 << e;
    before(`reads of ${process}`, (order.reads[p] as number) & ~own);
    before(`writes of ${process}`, order.writes[p] as number);
    const waiting = listOf(cube.behind[p] as number);
    if (waiting !== '') parts.push(`${process} has something in its buffer at ${waiting}`);
  }
  const locations: string[] = [];
  for (const [cell, row] of order.cells) {
    locations.push(`accesses to ${location(literals, description, cell)} before ${listOf(row)}`);
  }
  parts.push(...locations.sort());
  return description.never(cube.processes, parts);
}

function name(event: number): string {
  return `e${event + 1}`;
}

function eventsOf(literals: Literals, literal: Literal): number[] {
  const events = cellsOf(literals, literal).map((cell) => literals.tagOf(cell));
  return [...new Set(events)].filter((tag) => tag !== PLAIN).sort((a, b) => a - b);
}

function location(literals: Literals, description: Description, cell: number): string {
  const indices = literals.argumentsOf(cell).map((p) => (haveStranger(1 << p) ? 'other' : description.shownName(p)));
  return `${literals.symbolOf(cell).name}${indices.length === 0 ? '' : `[${indices.join(',')}]`}`;
}
