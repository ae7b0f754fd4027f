/**
 * An execution as a picture: the events of each thread, and enough edges to see it. Initial writes are shown where
 * something reads from them; po and co between neighbours, fr to the next write only, unless the cycle needs more.
 */

import type { Execution, MemoryEvent, Value } from '../../memory/axiomatic/event.js';
import { type CycleStep, po } from '../../memory/axiomatic/model.js';
import type { EventGraph, GraphEdge, GraphEvent } from '../../memory/event-graph.js';

interface GraphText {
  readonly title: string;
  readonly threads: readonly string[];
  showLocation(location: string): string;
  showValue(location: string, value: Value): string;
}

function neighboursInThread(events: readonly MemoryEvent[]): GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const [at, event] of events.entries()) {
    const next = events.slice(at + 1).find((later) => later.thread !== null && later.thread === event.thread);
    if (next === undefined) continue;
    const together = next.locked && event.locked && next.instruction === event.instruction;
    if (together) edges.push({ from: event.id, to: next.id, relation: 'atom' });
    else if (po(event, next)) edges.push({ from: event.id, to: next.id, relation: 'po' });
  }
  return edges;
}

function communication({ rf, co }: Execution): GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const { write, read, location } of rf) {
    edges.push({ from: write, to: read, relation: 'rf' });
    const order = co.get(location) ?? [];
    const next = order[order.indexOf(write) + 1];
    if (next !== undefined) edges.push({ from: read, to: next, relation: 'fr' });
  }
  for (const order of co.values()) {
    for (const [at, from] of order.slice(0, -1).entries()) {
      edges.push({ from, to: order[at + 1] as number, relation: 'co' });
    }
  }
  return edges;
}

export function graphOf(execution: Execution, cycle: readonly CycleStep[] | null, text: GraphText): EventGraph {
  const { events, rf } = execution;
  const readFrom = new Set(rf.map(({ write }) => write));
  const shown = events.filter((event) => event.thread !== null || readFrom.has(event.id));
  // Events in the order of the picture: initial writes, then thread by thread.
  const ordered = shown.toSorted((a, b) => (a.thread ?? -1) - (b.thread ?? -1) || a.id - b.id);
  const position = new Map(ordered.map((event, index) => [event.id, index]));
  const all = [...neighboursInThread(ordered), ...communication(execution), ...cycleEdges(cycle)];
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, relation } of all) {
    const [start, end] = [position.get(from), position.get(to)];
    // A locked read is not drawn before its own write twice.
    if (start === undefined || end === undefined || (relation === 'fr' && isAtom(events, from, to))) continue;
    edges.set(`${start} ${end} ${relation}`, { from: start, to: end, relation });
  }
  return {
    title: text.title,
    threads: text.threads,
    events: ordered.map((event, id): GraphEvent => {
      const accesses = event.accesses.map(({ location, value }) => ({
        location: text.showLocation(location),
        value: text.showValue(location, value),
      }));
      return { id, thread: event.thread, kind: event.kind, accesses, origin: event.origin };
    }),
    edges: [...edges.values()],
    cycle: cycle?.map(({ event, relation }) => ({ event: position.get(event) as number, relation })) ?? null,
  };
}

function isAtom(events: readonly MemoryEvent[], from: number, to: number): boolean {
  const [first, second] = [events[from] as MemoryEvent, events[to] as MemoryEvent];
  return first.locked && first.thread === second.thread && first.instruction === second.instruction;
}

/** The edges of the cycle itself; between neighbours they are drawn anyway. */
function cycleEdges(cycle: readonly CycleStep[] | null): GraphEdge[] {
  if (cycle === null) return [];
  return cycle.map(({ event, relation }, index) => ({
    from: event,
    to: cycle[(index + 1) % cycle.length]?.event as number,
    relation,
  }));
}
