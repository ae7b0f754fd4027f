/**
 * The axioms of section 2 of the Cubicle-W paper, for the graph of a replayed execution: every read is from a write of that
 * value, uniproc, and ghb without a cycle. Written for the tests, from the paper and for small graphs.
 *
 * The edges of a graph are between events, which may be about several cells. Under PSO the writes of one event reach memory
 * apart, so there an event that writes several cells stands for several nodes and its edges are not told apart: graphs with
 * such events are only asked for where reads are from.
 */
import type { EventGraph, GraphEdge, GraphEvent } from '../../../src/memory/event-graph.js';
import type { MemoryName } from '../../../src/memory/models.js';

/** What is wrong with the graph as an execution under the memory model; null when it is allowed. */
export function graphFault(graph: EventGraph, memory: MemoryName): string | null {
  const fault = readsFault(graph);
  if (fault !== null) return fault;
  const { events } = graph;
  if (memory === 'pso' && events.some(({ kind, accesses }) => kind === 'write' && accesses.length > 1)) return null;
  const communications = graph.edges.filter(({ relation }) => ['rf', 'co', 'fr'].includes(relation));
  const uniproc = pairs(graph).filter(([one, other]) => shareCell(one, other));
  if (hasCycle(events.length, [...communications.map(ends), ...uniproc.map(ids)])) return 'cycle of uniproc';
  const preserved = pairs(graph).filter(([one, other]) => isPreserved(graph, one, other, memory));
  const global = communications.filter((edge) => memory === 'sc' || edge.relation !== 'rf' || isExternal(graph, edge));
  const atoms = graph.edges.filter(({ relation }) => relation === 'atom').map(ends);
  return hasCycle(events.length, [...preserved.map(ids), ...global.map(ends)], atoms) ? 'cycle of ghb' : null;
}

function readsFault({ events, edges }: EventGraph): string | null {
  for (const read of events.filter(({ kind }) => kind === 'read')) {
    const sources = edges.filter(({ to, relation }) => to === read.id && relation === 'rf').map(({ from }) => from);
    for (const { location, value } of read.accesses) {
      const written = sources.flatMap(
        (id) => events[id]?.accesses.filter((access) => access.location === location) ?? [],
      );
      if (!written.some((access) => access.value === value)) return `${location} = ${value} is read from nowhere`;
    }
  }
  return null;
}

/** The pairs of po: all, not only neighbours. */
function pairs({ events }: EventGraph): [GraphEvent, GraphEvent][] {
  return events.flatMap((one) =>
    events
      .filter((other) => one.thread !== null && one.thread === other.thread && one.id < other.id)
      .map((other): [GraphEvent, GraphEvent] => [one, other]),
  );
}

function isPreserved({ events }: EventGraph, one: GraphEvent, other: GraphEvent, memory: MemoryName): boolean {
  if (one.kind === 'fence' || other.kind === 'fence') return false;
  if (memory === 'sc' || one.kind === 'read') return true;
  const between = events.slice(one.id + 1, other.id).filter(({ thread }) => thread === one.thread);
  if (between.some(({ kind, store }) => kind === 'fence' && store !== true)) return true;
  if (between.some(({ store }) => store === true) && other.kind === 'write') return true;
  return other.kind === 'write' && (memory === 'tso' || shareCell(one, other));
}

function isExternal({ events }: EventGraph, { from, to }: GraphEdge): boolean {
  return events[from]?.thread !== events[to]?.thread;
}

function shareCell(one: GraphEvent, other: GraphEvent): boolean {
  return one.accesses.some(({ location }) => other.accesses.some((access) => access.location === location));
}

const ends = ({ from, to }: GraphEdge): [number, number] => [from, to];
const ids = ([one, other]: [GraphEvent, GraphEvent]): [number, number] => [one.id, other.id];

/** Whether the pairs have a cycle when events bound by `atoms` are taken for one; a pair within one is none. */
function hasCycle(
  size: number,
  relation: readonly [number, number][],
  atoms: readonly [number, number][] = [],
): boolean {
  const name = Array.from({ length: size }, (_, id) => id);
  for (const [one, other] of atoms) {
    const kept = name[one] as number;
    const gone = name[other] as number;
    name.forEach((own, id) => {
      if (own === gone) name[id] = kept;
    });
  }
  const reaches = Array.from({ length: size }, () => new Set<number>());
  for (const [from, to] of relation)
    if (name[from] !== name[to]) reaches[name[from] as number]?.add(name[to] as number);
  for (let middle = 0; middle < size; middle++) {
    for (const after of reaches) {
      if (after.has(middle)) for (const later of reaches[middle] as Set<number>) after.add(later);
    }
  }
  return reaches.some((after, id) => after.has(id));
}
