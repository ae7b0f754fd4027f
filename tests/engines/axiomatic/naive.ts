/**
 * Every candidate execution of a plain program (loads, stores of numbers, fences), built by brute force: all ways to
 * choose a write for each read, times all orders of the writes of each location. Then the definition judges.
 */

import type { Execution, MemoryEvent } from '../../../src/memory/axiomatic/event.js';
import type { Program } from '../../support/straight-line.js';

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((tuples, list) => tuples.flatMap((tuple) => list.map((item) => [...tuple, item])), [[]]);
}

function eventsOf({ threads, initial = {} }: Program): MemoryEvent[] {
  const events: MemoryEvent[] = [];
  const accessed = threads.flat().flatMap((operation) => ('location' in operation ? [operation.location] : []));
  const blank = { locked: false, fence: null, origin: '' } as const;
  for (const location of [...new Set(accessed)].sort()) {
    const accesses = [{ location, value: BigInt(initial[location] ?? 0) }];
    const base = { ...blank, kind: 'write', thread: null, instruction: 0 } as const;
    events.push({ ...base, id: events.length, locations: [location], accesses });
  }
  for (const [thread, operations] of threads.entries()) {
    for (const [instruction, operation] of operations.entries()) {
      const base = { ...blank, id: events.length, thread, instruction };
      if (operation.kind === 'fence') {
        events.push({ ...base, kind: 'fence', locations: [], accesses: [], fence: operation.fence ?? 'full' });
      } else if (operation.kind === 'load') {
        events.push({ ...base, kind: 'read', locations: [operation.location], accesses: [] });
      } else if (operation.kind === 'store' && typeof operation.value === 'number') {
        const { location } = operation;
        const accesses = [{ location, value: BigInt(operation.value) }];
        events.push({ ...base, kind: 'write', locations: [location], accesses });
      } else throw new Error(`${operation.kind} is not plain`);
    }
  }
  return events;
}

export function* candidates(program: Program): Generator<Execution> {
  const events = eventsOf(program);
  const reads = events.filter(({ kind }) => kind === 'read');
  const writesTo = (location: string): MemoryEvent[] =>
    events.filter(({ kind, locations }) => kind === 'write' && locations[0] === location);
  const locations = events.filter(({ thread }) => thread === null).map((event) => event.locations[0] as string);
  const orders = locations.map((location) => {
    const [first, ...others] = writesTo(location).map(({ id }) => id);
    return permutations(others).map((order) => [location, [first as number, ...order]] as const);
  });
  const sources = reads.map(({ id, locations: [location] }) =>
    writesTo(location as string).map((write) => ({ write: write.id, read: id, location: location as string })),
  );
  for (const rf of product(sources)) {
    const values = new Map(rf.map(({ write, read }) => [read, events[write]?.accesses ?? []]));
    const filled = events.map((event) => ({ ...event, accesses: values.get(event.id) ?? event.accesses }));
    for (const co of product(orders)) yield { events: filled, rf, co: new Map(co) };
  }
}
