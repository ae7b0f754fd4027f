/**
 * What comes before what under SC: each thread's program, and how reads and writes of a cell see each other. All of it goes one
 * way exactly if there is an order of the units that SC can take them in.
 */
import { previousOfThread, type Unit, type WeakEvent, type WeakExecution } from './execution.js';

export interface Communication {
  readonly from: number;
  readonly to: number;
  readonly relation: 'rf' | 'co' | 'fr';
  readonly cell: number;
}

/**
 * Every write before every later one, and a read before every write that comes after what it reads: nothing is left to infer.
 * Writes of different threads that never reached memory could get there in any order: what is `certain` leaves that open.
 */
export function communications({ rf, co, events }: WeakExecution, certain = false): Communication[] {
  const found: Communication[] = [];
  const isOpen = (first: number | null, second: number): boolean =>
    first !== null && arePendingApart(events[first] as WeakEvent, events[second] as WeakEvent);
  const isSure = (first: number | null, second: number): boolean => !certain || !isOpen(first, second);
  for (const { read, cell, write } of rf) {
    if (write !== null) found.push({ from: write, to: read, relation: 'rf', cell });
    const order = co.get(cell) ?? [];
    const after = write === null ? 0 : order.indexOf(write) + 1;
    for (const to of order.slice(after)) if (isSure(write, to)) found.push({ from: read, to, relation: 'fr', cell });
  }
  for (const [cell, order] of co)
    for (const [position, from] of order.entries())
      for (const to of order.slice(position + 1)) if (isSure(from, to)) found.push({ from, to, relation: 'co', cell });
  return found;
}

/** Whether both never reached memory, so that no order of them shows. */
export function arePendingApart(one: WeakEvent, other: WeakEvent): boolean {
  return one.moment === Number.POSITIVE_INFINITY && other.moment === one.moment && one.thread !== other.thread;
}

/** So many ways are tried: two threads with a few writes of a few cells have fewer. */
const MOST_WAYS = 500;

/** The same execution with the writes that never reached memory in every order, each thread's in its own; at first as it is. */
export function* completions(execution: WeakExecution): Generator<WeakExecution> {
  const cells = [...execution.co].map(([cell, writes]) => ({ cell, ways: endings(execution, writes) }));
  for (let number = 0; number < Math.min(productOf(cells), MOST_WAYS); number++) {
    let rest = number;
    const co = cells.map(({ cell, ways }): [number, readonly number[]] => {
      const way = ways[rest % ways.length] as readonly number[];
      rest = Math.floor(rest / ways.length);
      return [cell, way];
    });
    yield { ...execution, co: new Map(co) };
  }
}

/** Whether none of them is left out. */
export function hasAllCompletions(execution: WeakExecution): boolean {
  return productOf([...execution.co.values()].map((writes) => ({ ways: endings(execution, writes) }))) <= MOST_WAYS;
}

function productOf(cells: readonly { readonly ways: readonly unknown[] }[]): number {
  return cells.reduce((product, { ways }) => product * ways.length, 1);
}

/** The order as it is comes first. */
function endings({ events }: WeakExecution, writes: readonly number[]): readonly (readonly number[])[] {
  const isPending = (write: number): boolean => (events[write] as WeakEvent).moment === Number.POSITIVE_INFINITY;
  const arrived = writes.filter((write) => !isPending(write));
  const threads = new Map<number | null, number[]>();
  for (const write of writes.filter(isPending)) {
    const { thread } = events[write] as WeakEvent;
    threads.set(thread, [...(threads.get(thread) ?? []), write]);
  }
  const ways = interleavings([...threads.values()]).map((pending) => [...arrived, ...pending]);
  const isGiven = (way: readonly number[]): boolean => way.every((write, position) => write === writes[position]);
  return [...ways.filter(isGiven), ...ways.filter((way) => !isGiven(way))];
}

function interleavings(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const left = lists.filter(({ length }) => length > 0);
  if (left.length === 0) return [[]];
  return left.flatMap((list) => {
    const [first, ...rest] = list as readonly [number, ...number[]];
    return interleavings(left.map((other) => (other === list ? rest : other))).map((order) => [first, ...order]);
  });
}

/** From unit to unit, for the units given: neighbours of a thread, and whatever communicates. */
export function unitOrder(
  { units, events, end }: WeakExecution,
  related: readonly Communication[],
  needed: ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const after = new Map<number, Set<number>>([...needed].map((unit) => [unit, new Set<number>()]));
  const add = (from: number, to: number): void => {
    if (from !== to && after.has(to)) after.get(from)?.add(to);
  };
  for (const [unit, before] of previousOfThread(units).entries()) if (before !== null) add(before, unit);
  for (const unit of end?.after ?? []) add(unit, end?.unit as number);
  for (const { from, to } of related) add((events[from] as WeakEvent).unit, (events[to] as WeakEvent).unit);
  return after;
}

/** The units in an order that SC can take them in, earlier ones of the run first; null when there is none. */
export function linearOrder(after: ReadonlyMap<number, ReadonlySet<number>>): readonly number[] | null {
  const waitingFor = new Map([...after.keys()].map((unit) => [unit, 0]));
  for (const later of after.values()) for (const unit of later) waitingFor.set(unit, (waitingFor.get(unit) ?? 0) + 1);
  const ready = [...waitingFor].flatMap(([unit, count]) => (count === 0 ? [unit] : []));
  const order: number[] = [];
  while (ready.length > 0) {
    const unit = Math.min(...ready);
    ready.splice(ready.indexOf(unit), 1);
    order.push(unit);
    for (const later of after.get(unit) ?? []) {
      const left = (waitingFor.get(later) ?? 0) - 1;
      waitingFor.set(later, left);
      if (left === 0) ready.push(later);
    }
  }
  return order.length === after.size ? order : null;
}

/** The units that can be on a cycle: something among them comes before each, and something after it. */
export function cyclicPart(after: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const before = new Map<number, Set<number>>([...after.keys()].map((unit) => [unit, new Set<number>()]));
  for (const [unit, later] of after) for (const other of later) before.get(other)?.add(unit);
  const led = peeled(after);
  const leading = peeled(before);
  return new Set([...led].filter((unit) => leading.has(unit)));
}

/** What is left when whatever nothing leads to is taken away, again and again. */
function peeled(after: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const left = new Map([...after.keys()].map((unit) => [unit, 0]));
  for (const later of after.values()) for (const unit of later) left.set(unit, (left.get(unit) ?? 0) + 1);
  const open = [...left].flatMap(([unit, count]) => (count === 0 ? [unit] : []));
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    left.delete(unit);
    for (const later of after.get(unit) ?? []) {
      const count = (left.get(later) ?? 0) - 1;
      left.set(later, count);
      if (count === 0) open.push(later);
    }
  }
  return new Set(left.keys());
}

/** Everything that can be reached from a unit. */
export function reachedFrom(after: ReadonlyMap<number, ReadonlySet<number>>, unit: number): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [unit];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const later of after.get(here) ?? []) {
      if (reached.has(later)) continue;
      reached.add(later);
      open.push(later);
    }
  }
  return reached;
}

/** Whether the thread of two units empties its buffer between them, or with the second one. */
export function isDrainedBetween(units: readonly Unit[], from: number, to: number): boolean {
  return hasBetween(units, from, to, ({ drains }) => drains);
}

/** Whether it orders its writes between them. */
export function isOrderedBetween(units: readonly Unit[], from: number, to: number): boolean {
  return hasBetween(units, from, to, ({ ordersWrites }) => ordersWrites);
}

function hasBetween(units: readonly Unit[], from: number, to: number, has: (unit: Unit) => boolean): boolean {
  const { thread } = units[from] as Unit;
  return units.slice(from + 1, to + 1).some((unit) => unit.thread === thread && has(unit));
}
