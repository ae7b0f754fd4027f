/**
 * Why a run is there that SC does not allow: the cycle that SC forbids, the writes on it that were late, and what a read would
 * have seen had its thread's write been in memory.
 */
import { type CycleEdge, shortestCycle } from './cycle.js';
import { neededUnits, restricted, type WeakEvent, type WeakExecution } from './execution.js';
import { areForbidding } from './forbidden.js';
import {
  arePendingApart,
  type Communication,
  communications,
  completions,
  cyclicPart,
  hasAllCompletions,
  linearOrder,
  reachedFrom,
  unitOrder,
} from './order.js';
import { orderUnderSc } from './sc-order.js';

export interface Delay {
  /** Position on the cycle of the write; what overtook it comes next. */
  readonly edge: number;
  /** In this run it was late. Otherwise it was not, but might have been, and SC's order is not kept unless a fence does it. */
  readonly late: boolean;
  /** Fences right behind the writes of all delays forbid the run. The same for all of them. */
  readonly fence: boolean;
}

export type FoundWhy =
  /** The units, in an order in which SC does the same. */
  | { readonly kind: 'allowed'; readonly order: readonly number[] }
  | {
      readonly kind: 'cycle';
      readonly edges: readonly CycleEdge[];
      /** The first one was late in this run, and is the first edge. */
      readonly delays: readonly Delay[];
      /** Whatever becomes of writes that never reached memory. Otherwise other orders of those have other cycles. */
      readonly certain: boolean;
      /** The writes whose values SC could have shown to the read that overtook the first write (null: the first value). */
      readonly shown: { readonly cell: number; readonly writes: readonly (number | null)[] } | null;
    };

export function whyWeak(execution: WeakExecution): FoundWhy {
  const needed = neededUnits(execution);
  const part = restricted(execution, needed);
  const sure = communications(part, true);
  const certain = cycleAmong(part, sure, needed);
  if (certain !== null) return cycleOf(execution, part, needed, { found: certain, certain: true });
  // However the writes that are left reach memory: SC allows the run if it allows one of these ways.
  for (const way of completions(part)) {
    const order = linearOrder(unitOrder(way, communications(way), needed));
    if (order !== null) return { kind: 'allowed', order };
  }
  const order = hasAllCompletions(part) ? null : orderUnderSc(part, needed);
  if (order !== null && order !== 'open') return { kind: 'allowed', order };
  const found = cycleAmong(part, communications(part), needed);
  if (found === null) throw new Error('a run that SC does not allow has a late write');
  return cycleOf(execution, part, needed, { found, certain: false });
}

/** Most of a long run comes before all cycles, or after them: what is left is searched. */
function cycleAmong(part: WeakExecution, related: readonly Communication[], needed: ReadonlySet<number>) {
  const cyclic = cyclicPart(unitOrder(part, related, needed));
  return cyclic.size === 0 ? null : shortestCycle(part, related, cyclic);
}

function cycleOf(
  execution: WeakExecution,
  part: WeakExecution,
  needed: ReadonlySet<number>,
  { found, certain }: { readonly found: readonly CycleEdge[]; readonly certain: boolean },
): FoundWhy {
  const edges = lateFirst(part, found);
  const writes = edges.flatMap(({ from, relaxed }) => (relaxed ? [(part.events[from] as WeakEvent).unit] : []));
  const fence = areForbidding(part, needed, new Set(writes));
  const delays = edges.flatMap((edge, position): Delay[] =>
    edge.relaxed ? [{ edge: position, late: isLate(part, edge), fence }] : [],
  );
  return { kind: 'cycle', edges, delays, certain, shown: certain ? shownUnderSc(execution, edges) : null };
}

function isLate({ events }: WeakExecution, { from, to }: CycleEdge): boolean {
  return (events[from] as WeakEvent).moment > (events[to] as WeakEvent).moment;
}

/** The same cycle, from a write that was late in this run. */
function lateFirst(execution: WeakExecution, edges: readonly CycleEdge[]): readonly CycleEdge[] {
  const first = edges.findIndex((edge) => edge.relaxed && isLate(execution, edge));
  if (first < 0) throw new Error('on a cycle that SC forbids some write is late');
  return [...edges.slice(first), ...edges.slice(0, first)];
}

/**
 * What SC could have shown to the read behind the first delay, if all else is as it was: every write that no other comes
 * between in all orders of the rest. Null where that is not told: no read, no order of the rest, or also what was seen.
 */
function shownUnderSc(
  execution: WeakExecution,
  [first, second]: readonly CycleEdge[],
): { readonly cell: number; readonly writes: readonly (number | null)[] } | null {
  const { events, units, rf, co } = execution;
  if (first === undefined || second === undefined || second.relation !== 'fr' || second.cell === null) return null;
  const { to: read } = first;
  const { cell } = second;
  const seen = rf.find((each) => each.read === read && each.cell === cell);
  const rest: WeakExecution = { ...execution, rf: rf.filter((each) => each !== seen) };
  const after = unitOrder(rest, communications(rest, true), new Set(units.keys()));
  if (seen === undefined || linearOrder(after) === null) return null;
  const eventOf = (event: number): WeakEvent => events[event] as WeakEvent;
  const here = eventOf(read).unit;
  const later = reachedFrom(after, here);
  const order = [null, ...(co.get(cell) ?? [])];
  const last = order.findLastIndex((write) => write === null || reachedFrom(after, eventOf(write).unit).has(here));
  const known = order[last] ?? null;
  const writes = order.filter((write, position) => {
    if (write === null) return last === 0;
    const { unit } = eventOf(write);
    if (unit === here || later.has(unit)) return false;
    return position >= last || (known !== null && arePendingApart(eventOf(known), eventOf(write)));
  });
  return writes.includes(seen.write) ? null : { cell, writes };
}
