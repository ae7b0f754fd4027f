/**
 * Why an execution of a litmus test is there that SC does not allow. It has no moments of its own, but a machine with store buffers
 * can take its events in every order that goes on from the global one (ghb) of the memory model.
 */
import type { Execution, MemoryEvent, Value } from '../../memory/axiomatic/event.js';
import { ghb } from '../../memory/axiomatic/model.js';
import type { Unit, WeakEvent, WeakExecution } from '../../memory/delays/execution.js';
import { linearOrder } from '../../memory/delays/order.js';
import { whyWeak } from '../../memory/delays/why.js';
import type { MemoryModel } from '../../memory/models.js';
import type { CycleEvent, Why } from '../../memory/trace.js';

export interface WhyText {
  readonly memory: MemoryModel;
  thread(thread: number): string;
  showValue(location: string, value: Value): string;
}

/** The cycle as positions in `execution.events`, and the words for it. */
export interface WhyExecution {
  readonly why: Why;
  readonly cycle: readonly { readonly event: number; readonly relation: 'po' | 'atom' | 'rf' | 'co' | 'fr' }[] | null;
}

export function whyOf(execution: Execution, text: WhyText): WhyExecution {
  const { weak, sources, locations } = weakExecution(execution, text.memory);
  const found = whyWeak(weak);
  if (found.kind === 'allowed') return { why: { kind: 'allowed', steps: [] }, cycle: null };
  const source = (event: number): MemoryEvent => execution.events[sources[event] as number] as MemoryEvent;
  const told = (event: number): CycleEvent => {
    const { thread, kind, origin, accesses } = source(event);
    return {
      thread: thread === null ? null : text.thread(thread),
      step: null,
      kind: kind === 'read' ? 'read' : 'write',
      line: null,
      column: null,
      statement: origin,
      accesses: accesses.map(({ location, value }) => ({ cell: location, value: text.showValue(location, value) })),
    };
  };
  const name = (cell: number): string => locations[cell] as string;
  const shownValue = (write: number | null, location: string): string => {
    const first = execution.co.get(location)?.[0] as number;
    const event = write === null ? (execution.events[first] as MemoryEvent) : source(write);
    const value = event.accesses.find((access) => access.location === location)?.value as Value;
    return text.showValue(location, value);
  };
  const { edges, delays, shown } = found;
  const values = shown?.writes.map((write) => shownValue(write, name(shown.cell))) ?? [];
  const why: Why = {
    kind: 'cycle',
    events: edges.map(({ from }) => told(from)),
    edges: edges.map(({ relation, cell }) => ({ relation, cell: cell === null ? null : name(cell) })),
    delays: delays.map(({ edge, late, fence }) => {
      return { write: edge, overtaker: (edge + 1) % edges.length, late, fence };
    }),
    // Here all writes reach memory.
    certain: true,
    shown: shown === null ? null : { cell: name(shown.cell), values: [...new Set(values)] },
  };
  return { why, cycle: edges.map(({ from, relation }) => ({ event: source(from).id, relation })) };
}

interface Made {
  readonly weak: WeakExecution;
  /** For each event that of the execution. */
  readonly sources: readonly number[];
  readonly locations: readonly string[];
}

/** A locked instruction is one unit, every other event one of its own: SC may come between the read and the write of others. */
function weakExecution(execution: Execution, memory: MemoryModel): Made {
  const moments = momentsOf(execution, memory);
  const locations = [...execution.co.keys()];
  const place = new Map(locations.map((location, cell) => [location, cell]));
  const cellOf = (location: string): number => place.get(location) as number;
  const units: (Omit<Unit, 'events'> & { readonly events: number[] })[] = [];
  const events: WeakEvent[] = [];
  const sources: number[] = [];
  const eventOf = new Map<number, number>();
  const inOrder = execution.events
    .filter(({ thread }) => thread !== null)
    .sort(
      (one, other) =>
        (one.thread ?? 0) - (other.thread ?? 0) || one.instruction - other.instruction || one.id - other.id,
    );
  let before: MemoryEvent | null = null;
  for (const source of inOrder) {
    const { kind, thread, locked, fence, id } = source;
    const together = before !== null && isTogether(before, source);
    before = source;
    if (!together)
      units.push({ thread, drains: locked || fence === 'full', ordersWrites: fence === 'store', events: [] });
    if (kind === 'fence') continue;
    const event = events.length;
    const cells = source.accesses.map(({ location }) => cellOf(location));
    const waits = kind === 'write' && !locked;
    events.push({ id: event, unit: units.length - 1, thread, kind, cells, waits, moment: moments.get(id) as number });
    units.at(-1)?.events.push(event);
    sources.push(id);
    eventOf.set(id, event);
  }
  const written = (write: number): number | null => eventOf.get(write) ?? null;
  const rf = execution.rf.map(({ write, read, location }) => {
    return { read: eventOf.get(read) as number, cell: cellOf(location), write: written(write) };
  });
  const co = [...execution.co].map(([location, order]): [number, number[]] => {
    return [cellOf(location), order.flatMap((write) => written(write) ?? [])];
  });
  return { weak: { memory, units, events, rf, co: new Map(co), end: null }, sources, locations };
}

function isTogether(one: MemoryEvent, other: MemoryEvent): boolean {
  return one.locked && other.locked && one.thread === other.thread && one.instruction === other.instruction;
}

/** When each event takes effect, those of a locked instruction at one moment; reads as soon as they can, so that writes are late. */
function momentsOf(execution: Execution, memory: MemoryModel): ReadonlyMap<number, number> {
  const { events } = execution;
  const rank = ({ id, kind, thread }: MemoryEvent): number =>
    kind === 'read' || thread === null ? id : id + events.length;
  const point = events.map((event) =>
    rank(events.find((other) => other === event || isTogether(other, event)) as MemoryEvent),
  );
  const after = new Map<number, Set<number>>(point.map((id) => [id, new Set<number>()]));
  for (const { from, to } of ghb(execution, memory)) {
    const [first, second] = [point[from] as number, point[to] as number];
    if (first !== second) after.get(first)?.add(second);
  }
  const order = linearOrder(after);
  if (order === null) throw new Error(`an execution that is said to be valid under ${memory.title} is not`);
  return new Map(events.map(({ id }) => [id, order.indexOf(point[id] as number)]));
}
