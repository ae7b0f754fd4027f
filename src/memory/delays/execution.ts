/**
 * A run under weak memory as its events and when they took effect: what is needed to say whether SC allows it, and if not, which
 * writes were late.
 *
 * A unit is what SC does at one moment: a step, or the violated condition that looks at the last state. Its events are its reads
 * and its writes; the writes that wait in a store buffer take effect when they reach memory, all other events with the unit.
 */
import type { MemoryModel } from '../models.js';

export interface WeakEvent {
  /** Position in `WeakExecution.events`: of two events of a thread the earlier one in the program has the smaller number. */
  readonly id: number;
  /** Position in `WeakExecution.units`. */
  readonly unit: number;
  /** Whose view of memory it is; null where no thread looks, but the violated condition. */
  readonly thread: number | null;
  readonly kind: 'read' | 'write';
  /** The cells, by number. */
  readonly cells: readonly number[];
  /** A write that goes into the store buffer first. */
  readonly waits: boolean;
  /** When it took effect; infinite for a write that never reached memory. */
  readonly moment: number;
}

export interface Unit {
  /** Null for the violated condition, and for steps that no thread takes. */
  readonly thread: number | null;
  /** All writes that the thread made before are in memory. */
  readonly drains: boolean;
  /** The writes that the thread made before reach memory before those that it makes later. */
  readonly ordersWrites: boolean;
  readonly events: readonly number[];
}

/** A read of one cell; `write` is null for its first value. */
export interface ReadsFrom {
  readonly read: number;
  readonly cell: number;
  readonly write: number | null;
}

export interface WeakExecution {
  readonly memory: MemoryModel;
  /** In the order of the run, so those of a thread are in the order of its program. */
  readonly units: readonly Unit[];
  readonly events: readonly WeakEvent[];
  readonly rf: readonly ReadsFrom[];
  /** For each cell its writes, in the order in which memory gets them; those that never did come last. */
  readonly co: ReadonlyMap<number, readonly number[]>;
  /** What is violated: the unit that looks, and units it comes after whatever it reads. Null: the run as a whole. */
  readonly end: { readonly unit: number; readonly after: readonly number[] } | null;
}

/**
 * The units without which the violation would not be there: what it reads from, and what the threads did before that. SC allows
 * the violation if it allows these.
 */
export function neededUnits({ units, events, rf, end }: WeakExecution): ReadonlySet<number> {
  if (end === null) return new Set(units.keys());
  const sources = new Map<number, number[]>();
  for (const { read, write } of rf) {
    if (write === null) continue;
    const unit = (events[read] as WeakEvent).unit;
    sources.set(unit, [...(sources.get(unit) ?? []), (events[write] as WeakEvent).unit]);
  }
  const before = previousOfThread(units);
  const needed = new Set<number>();
  const open = [end.unit, ...end.after];
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    if (needed.has(unit)) continue;
    needed.add(unit);
    open.push(...(sources.get(unit) ?? []));
    const earlier = before[unit];
    if (earlier !== undefined && earlier !== null) open.push(earlier);
  }
  return needed;
}

/** For each unit the one before it in its thread. */
export function previousOfThread(units: readonly Unit[]): readonly (number | null)[] {
  const last = new Map<number, number>();
  return units.map(({ thread }, unit) => {
    if (thread === null) return null;
    const before = last.get(thread) ?? null;
    last.set(thread, unit);
    return before;
  });
}

/** The same execution with the events of these units alone; the others have no relations any more. */
export function restricted(execution: WeakExecution, needed: ReadonlySet<number>): WeakExecution {
  const isKept = (event: number | null): boolean =>
    event === null || needed.has((execution.events[event] as WeakEvent).unit);
  return {
    ...execution,
    rf: execution.rf.filter(({ read, write }) => isKept(read) && isKept(write)),
    co: new Map([...execution.co].map(([cell, order]) => [cell, order.filter(isKept)])),
  };
}
