/**
 * Whether fences forbid a run: no order of moments is left in which its reads see what they saw.
 *
 * A moment is that of a unit, or that of a write that leaves its store buffer. What the machine keeps in order, and what reads and
 * writes of a cell tell of each other, are edges between moments; each of them holds in every run of the same units with the same
 * reads and the same order of writes. So if they form a cycle, there is no such run. A fence behind a unit adds that the
 * writes of the thread up to there reach memory before its next unit.
 */
import { hasQueuePerCell } from '../models.js';
import type { Unit, WeakEvent, WeakExecution } from './execution.js';
import {
  communications,
  completions,
  hasAllCompletions,
  isDrainedBetween,
  isOrderedBetween,
  linearOrder,
} from './order.js';

/** With a fence behind each of these units, however the writes that never reached memory would have got there. */
export function areForbidding(
  execution: WeakExecution,
  needed: ReadonlySet<number>,
  fences: ReadonlySet<number>,
): boolean {
  if (!hasAllCompletions(execution)) return false;
  for (const way of completions(execution)) if (linearOrder(momentOrder(way, needed, fences)) !== null) return false;
  return true;
}

/** What comes before what. Moments of units have their numbers, those of writes that wait the numbers behind them. */
function momentOrder(
  execution: WeakExecution,
  needed: ReadonlySet<number>,
  fences: ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const { units, events, end } = execution;
  const after = new Map<number, Set<number>>();
  const momentOf = ({ id, unit, waits }: WeakEvent): number => (waits ? units.length + id : unit);
  const add = (from: number, to: number): void => {
    if (from === to) return;
    after.set(to, after.get(to) ?? new Set());
    after.set(from, (after.get(from) ?? new Set()).add(to));
  };
  const eventOf = (id: number): WeakEvent => events[id] as WeakEvent;
  for (const thread of threadsOf(units, needed)) {
    const writes: WeakEvent[] = [];
    let fenced = false;
    let before: number | null = null;
    for (const unit of thread) {
      const { drains, events: own } = units[unit] as Unit;
      if (before !== null) add(before, unit);
      if (drains || fenced) for (const write of writes) add(momentOf(write), unit);
      for (const event of own.map(eventOf)) {
        if (event.kind === 'read') continue;
        if (event.waits) {
          add(unit, momentOf(event));
          for (const write of writes) if (isKeptBefore(execution, write, event)) add(momentOf(write), momentOf(event));
          writes.push(event);
        }
      }
      fenced = fences.has(unit);
      before = unit;
    }
  }
  for (const unit of end?.after ?? []) add(unit, end?.unit as number);
  for (const { from, to, relation } of communications(execution)) {
    const [first, second] = [eventOf(from), eventOf(to)];
    if (!needed.has(first.unit) || !needed.has(second.unit)) continue;
    // A thread sees its own writes before memory does.
    if (relation === 'rf' && first.thread !== null && first.thread === second.thread) continue;
    add(momentOf(first), momentOf(second));
  }
  return after;
}

/** The needed units of each thread, in the order of its program. */
function threadsOf(units: readonly Unit[], needed: ReadonlySet<number>): Iterable<readonly number[]> {
  const threads = new Map<number, number[]>();
  for (const [unit, { thread }] of units.entries()) {
    if (thread === null || !needed.has(unit)) continue;
    threads.set(thread, [...(threads.get(thread) ?? []), unit]);
  }
  return threads.values();
}

/** Whether buffers keep two writes of a thread in order. */
function isKeptBefore({ units, memory }: WeakExecution, first: WeakEvent, second: WeakEvent): boolean {
  if (!hasQueuePerCell(memory) || first.cells.some((cell) => second.cells.includes(cell))) return true;
  const [from, to] = [first.unit, second.unit];
  return isOrderedBetween(units, from, to) || isDrainedBetween(units, from, to);
}
