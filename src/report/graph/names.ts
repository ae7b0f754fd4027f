/**
 * What text and picture of an event graph have in common: the letters and labels of events, the words for edges, and
 * which edges make up the forbidden cycle.
 *
 * A maker draws po and co between neighbours only, while a cycle may step over some of them. Such a step is shown by the
 * chain of drawn edges when there is one (it means the same: both relations are transitive) and by an edge of its own
 * otherwise, so a cycle is never left with a hole.
 */
import type { EventGraph, GraphAccess, GraphEdge, GraphEvent, Relation } from '../../memory/event-graph.js';

/** The order in which relations are listed. */
export const RELATIONS: readonly Relation[] = ['po', 'rf', 'co', 'fr', 'fence', 'atom'];

export const RELATION_MEANINGS: Readonly<Record<Relation, string>> = {
  po: 'program order',
  rf: 'read from',
  co: 'coherence',
  fr: 'from-read',
  fence: 'ordered by a fence',
  atom: 'at one moment',
};

export function eventOf(graph: EventGraph, id: number): GraphEvent {
  const event = graph.events[id];
  if (event === undefined || event.id !== id) throw new Error(`the graph has no event ${id} in its place`);
  return event;
}

/** The events of the initial state, or of one thread, from top to bottom. */
export function eventsOf(graph: EventGraph, thread: number | null): GraphEvent[] {
  return graph.events.filter((event) => event.thread === thread);
}

/** `a` to `z`, then `aa`, `ab`, and so on. */
function letters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(97 + (index % 26));
}

/** A letter for each event by its number, in reading order: the initial writes, then thread after thread. */
export function eventNames(graph: EventGraph): string[] {
  const names: string[] = [];
  const threads = [null, ...graph.threads.keys()];
  const ordered = threads.flatMap((thread) => eventsOf(graph, thread));
  for (const [index, { id }] of ordered.entries()) names[id] = letters(index);
  return names;
}

/** `R`, `W x=1`: the letter once, an entry for each access; `fence` or `store fence` alone. */
export function eventParts({ kind, store, accesses }: GraphEvent): string[] {
  const letter = kind === 'fence' ? (store === true ? 'store fence' : 'fence') : kind === 'read' ? 'R' : 'W';
  if (accesses.length === 0) return [letter];
  return accesses.map(({ location, value }, index) => `${index === 0 ? `${letter} ` : ''}${location}=${value}`);
}

export function eventLabel(event: GraphEvent): string {
  return eventParts(event).join(', ');
}

/** What an edge of rf, co or fr is about: for rf, where the value travels, locations with the value that both have. */
function sharedAccesses(graph: EventGraph, { from, to, relation }: GraphEdge): readonly GraphAccess[] {
  if (relation !== 'rf' && relation !== 'co' && relation !== 'fr') return [];
  const target = eventOf(graph, to);
  return eventOf(graph, from).accesses.filter(({ location, value }) =>
    target.accesses.some((other) => other.location === location && (relation !== 'rf' || other.value === value)),
  );
}

export function edgeLocations(graph: EventGraph, edge: GraphEdge): string[] {
  return sharedAccesses(graph, edge).map(({ location }) => location);
}

/** `x=1` for rf, `x` for co and fr. */
export function edgeSubject(graph: EventGraph, edge: GraphEdge): string {
  return sharedAccesses(graph, edge)
    .map(({ location, value }) => (edge.relation === 'rf' ? `${location}=${value}` : location))
    .join(', ');
}

/** An edge with what the picture must know of it. */
export interface DrawnEdge extends GraphEdge {
  readonly onCycle: boolean;
}

function same(one: GraphEdge, other: GraphEdge): boolean {
  if (one.relation !== other.relation) return false;
  if (one.from === other.from && one.to === other.to) return true;
  // Being one atomic step has no direction.
  return one.relation === 'atom' && one.from === other.to && one.to === other.from;
}

/** The shortest chain of drawn edges of one relation between two events, as positions; null when there is none. */
function chain(edges: readonly GraphEdge[], { from, to, relation }: GraphEdge): number[] | null {
  const reached = new Map<number, number[]>([[from, []]]);
  const queue = [from];
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
    const path = reached.get(event) ?? [];
    for (const [index, edge] of edges.entries()) {
      if (edge.relation !== relation || edge.from !== event || reached.has(edge.to)) continue;
      if (edge.to === to) return [...path, index];
      reached.set(edge.to, [...path, index]);
      queue.push(edge.to);
    }
  }
  return null;
}

export function cycleEdges({ cycle }: EventGraph): GraphEdge[] {
  if (cycle === null) return [];
  return cycle.map(({ event, relation }, index) => ({
    from: event,
    to: cycle[(index + 1) % cycle.length]?.event ?? event,
    relation,
  }));
}

/** Every edge once, those of the cycle marked, and the edges of the cycle that the maker did not draw. */
export function drawnEdges(graph: EventGraph): DrawnEdge[] {
  const edges: GraphEdge[] = [];
  for (const edge of graph.edges) if (!edges.some((other) => same(other, edge))) edges.push(edge);
  const drawn = edges.length;
  const onCycle = new Set<number>();
  for (const step of cycleEdges(graph)) {
    const index = edges.findIndex((edge) => same(edge, step));
    const transitive = step.relation === 'po' || step.relation === 'co';
    const path = index >= 0 ? [index] : transitive ? chain(edges.slice(0, drawn), step) : null;
    for (const found of path ?? [edges.push(step) - 1]) onCycle.add(found);
  }
  return edges.map((edge, index) => ({ ...edge, onCycle: onCycle.has(index) }));
}

/** `c -po-> d -fr-> e -po-> c`, one entry for each event. */
export function cycleParts(graph: EventGraph, names: readonly string[]): string[] {
  const edges = cycleEdges(graph);
  const [first] = edges;
  if (first === undefined) return [];
  return [...edges.map(({ from, relation }) => `${names[from]} -${relation}->`), `${names[first.from]}`];
}
