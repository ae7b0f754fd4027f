/**
 * A shortest cycle of events that SC forbids: each before the next by the program or because one sees the other. In a shortest one
 * a thread has at most two events, which are neighbours, and so has no shorter cycle within it (Shasha and Snir, 1988, call it
 * critical).
 *
 * The machine took all of them at some moment, so somewhere on the cycle time goes back: there a write was late, in its store
 * buffer. Hence every cycle has a step that store buffers do not keep in order, and the search begins at these.
 */
import { hasQueuePerCell } from '../models.js';
import type { Unit, WeakEvent, WeakExecution } from './execution.js';
import { type Communication, isDrainedBetween, isOrderedBetween } from './order.js';

export interface CycleEdge {
  readonly from: number;
  readonly to: number;
  /** `atom`: SC does both at one moment. */
  readonly relation: 'po' | 'atom' | 'rf' | 'co' | 'fr';
  /** What they communicate by; null for the order of a program. */
  readonly cell: number | null;
  /** The store buffers of this memory model may turn it round. */
  readonly relaxed: boolean;
}

/** The edges of a cycle of the needed units, the first of them relaxed; null when there is none. Of the shortest ones: few relaxed. */
export function shortestCycle(
  execution: WeakExecution,
  related: readonly Communication[],
  needed: ReadonlySet<number>,
): readonly CycleEdge[] | null {
  const graph = new EventOrder(execution, related, needed);
  let best: Path | null = null;
  for (const { id, waits, unit } of execution.events) {
    if (!waits || !needed.has(unit)) continue;
    const found = graph.cycleFrom(id, best?.edges.length ?? Number.POSITIVE_INFINITY);
    if (found !== null && (best === null || isSimpler(found, best))) best = found;
  }
  return best?.edges ?? null;
}

interface Path {
  readonly edges: readonly CycleEdge[];
  readonly relaxed: number;
}

/** The last edge to an event, and how its beginning was reached. */
interface Reached {
  readonly edge: CycleEdge;
  readonly relaxed: number;
  readonly before: Reached | null;
  readonly first: CycleEdge;
}

function keyOf(event: number, within: boolean): string {
  return `${event} ${within}`;
}

function pathTo(last: Reached): CycleEdge[] {
  const edges: CycleEdge[] = [];
  for (let how: Reached | null = last; how !== null; how = how.before) edges.unshift(how.edge);
  return edges;
}

function isSimpler(one: Path, other: Path): boolean {
  return (
    one.edges.length - other.edges.length < 0 ||
    (one.edges.length === other.edges.length && one.relaxed < other.relaxed)
  );
}

class EventOrder {
  private readonly execution: WeakExecution;
  private readonly communicating = new Map<number, CycleEdge[]>();
  private readonly leaving = new Map<number, readonly CycleEdge[]>();
  private readonly unitsOf = new Map<number, number[]>();

  constructor(execution: WeakExecution, related: readonly Communication[], needed: ReadonlySet<number>) {
    this.execution = execution;
    for (const [unit, { thread }] of execution.units.entries())
      if (thread !== null && needed.has(unit)) this.unitsOf.set(thread, [...(this.unitsOf.get(thread) ?? []), unit]);
    for (const { from, to, relation, cell } of related) {
      const [first, second] = [this.event(from), this.event(to)];
      if (!needed.has(first.unit) || !needed.has(second.unit) || first.unit === second.unit) continue;
      const sameThread =
        this.unit(first.unit).thread !== null && this.unit(first.unit).thread === this.unit(second.unit).thread;
      if (sameThread) continue;
      const list = this.communicating.get(from) ?? [];
      this.communicating.set(from, list);
      // What a process sees at the end of its own writes, it may see in its store buffer.
      const own = first.thread !== null && first.thread === second.thread;
      const edge = { from, to, cell: own ? null : cell, relation: own ? 'po' : relation } as const;
      list.push({ ...edge, relaxed: own && first.waits && !this.isDrained(first.unit, second.unit) });
    }
  }

  /**
   * A shortest cycle that begins with a relaxed edge of this event and has at most so many edges. From event to event of a unit it
   * goes once at a time: going back and forth there is no cycle.
   */
  cycleFrom(start: number, most: number): Path | null {
    /** How each event was reached first, with the fewest relaxed edges; `within`: from its own unit. */
    const reached = new Map<string, Reached>();
    let level = new Map<string, Reached>();
    const reach = (next: Map<string, Reached>, edge: CycleEdge, before: Reached | null): void => {
      const within = this.isWithin(edge);
      if (within && before !== null && this.isWithin(before.edge)) return;
      if (within && edge.to === start && this.isWithin((before as Reached).first)) return;
      const key = keyOf(edge.to, within);
      if (reached.has(key)) return;
      const relaxed = (before?.relaxed ?? 0) + (edge.relaxed ? 1 : 0);
      const known = next.get(key);
      if (known === undefined || relaxed < known.relaxed)
        next.set(key, { edge, relaxed, before, first: before?.first ?? edge });
    };
    for (const edge of this.edgesFrom(start)) if (edge.relaxed) reach(level, edge, null);
    for (let length = 1; level.size > 0 && length <= most; length++) {
      const closed = [level.get(keyOf(start, false)), level.get(keyOf(start, true))].filter((how) => how !== undefined);
      const [best] = closed.sort((one, other) => one.relaxed - other.relaxed);
      if (best !== undefined) return { edges: pathTo(best), relaxed: best.relaxed };
      for (const [key, how] of level) reached.set(key, how);
      const next = new Map<string, Reached>();
      for (const how of level.values()) for (const edge of this.edgesFrom(how.edge.to)) reach(next, edge, how);
      level = next;
    }
    return null;
  }

  private isWithin({ from, to }: CycleEdge): boolean {
    return this.event(from).unit === this.event(to).unit;
  }

  private edgesFrom(event: number): readonly CycleEdge[] {
    const known = this.leaving.get(event);
    if (known !== undefined) return known;
    const edges = [...this.program(this.event(event)), ...(this.communicating.get(event) ?? [])];
    this.leaving.set(event, edges);
    return edges;
  }

  /** To what its thread does later, what the violation looks at then, and the rest of its unit. */
  private program(event: WeakEvent): CycleEdge[] {
    const { units, end } = this.execution;
    const { thread } = this.unit(event.unit);
    const later = (thread === null ? [] : (this.unitsOf.get(thread) ?? [])).filter((unit) => unit > event.unit);
    const edges = later.flatMap((unit) =>
      this.unit(unit).events.map((to) => this.edge(event, to, 'po', this.isLater(event, this.event(to)))),
    );
    for (const after of end?.after ?? []) {
      if (thread === null || this.unit(after).thread !== thread || after < event.unit) continue;
      const relaxed = event.waits && !isDrainedBetween(units, event.unit, after);
      edges.push(...this.unit(end?.unit as number).events.map((to) => this.edge(event, to, 'po', relaxed)));
    }
    for (const to of this.unit(event.unit).events) {
      if (to === event.id) continue;
      const other = this.event(to);
      const inOrder = event.kind === 'read' && other.waits;
      edges.push(this.edge(event, to, inOrder ? 'po' : 'atom', isTorn(this.execution, event, other)));
    }
    return edges;
  }

  private edge(from: WeakEvent, to: number, relation: 'po' | 'atom', relaxed: boolean): CycleEdge {
    return { from: from.id, to, relation, cell: null, relaxed };
  }

  /** Whether a write may still wait when a later event of its thread takes effect. */
  private isLater(first: WeakEvent, second: WeakEvent): boolean {
    const { units, memory } = this.execution;
    if (!first.waits || isDrainedBetween(units, first.unit, second.unit)) return false;
    if (second.kind === 'read' || !second.waits) return true;
    const shares = first.cells.some((cell) => second.cells.includes(cell));
    return hasQueuePerCell(memory) && !shares && !isOrderedBetween(units, first.unit, second.unit);
  }

  private isDrained(unit: number, end: number): boolean {
    return isDrainedBetween(this.execution.units, unit, end);
  }

  private event(id: number): WeakEvent {
    return this.execution.events[id] as WeakEvent;
  }

  private unit(unit: number): Unit {
    return this.execution.units[unit] as Unit;
  }
}

/** Whether a write may still wait when another event of its unit takes effect. */
function isTorn({ memory }: WeakExecution, write: WeakEvent, other: WeakEvent): boolean {
  return write.waits && (!other.waits || hasQueuePerCell(memory) || other.id < write.id);
}
