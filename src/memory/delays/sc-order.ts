/**
 * An order in which SC takes the units of a run, where writes of many threads still wait at the end.
 *
 * The order of such writes is open, and there may be too many to try one after the other. So units are put in order one by one,
 * depth first: one may come next if all that is certainly before it has come, and each of its reads sees the last write of its
 * cell. What can still follow depends on the units that have come and on the last writes, and is tried once.
 */
import type { Unit, WeakEvent, WeakExecution } from './execution.js';
import { communications, unitOrder } from './order.js';

/** Units that are tried; a run has few threads, and seldom needs more than a hundred. */
const MOST_TRIED = 20_000;

/** `open`: the search was given up. Null: there is no order. */
export function orderUnderSc(execution: WeakExecution, needed: ReadonlySet<number>): readonly number[] | 'open' | null {
  const { units, events, rf } = execution;
  const after = unitOrder(execution, communications(execution, true), needed);
  const waitingFor = new Map([...after.keys()].map((unit) => [unit, 0]));
  for (const later of after.values()) for (const unit of later) waitingFor.set(unit, (waitingFor.get(unit) ?? 0) + 1);
  const unitOf = (event: number): number => (events[event] as WeakEvent).unit;
  const readsOf = (unit: number) => rf.filter(({ read, write }) => unitOf(read) === unit && !isOwn(unit, write));
  const isOwn = (unit: number, write: number | null): boolean => write !== null && unitOf(write) === unit;
  const last = new Map<number, number>();
  const order: number[] = [];
  const failed = new Set<string>();
  let tried = 0;
  const search = (): boolean => {
    if (order.length === after.size) return true;
    const key = `${order.toSorted((a, b) => a - b).join()};${[...last].sort(([a], [b]) => a - b).join(' ')}`;
    if (failed.has(key)) return false;
    for (const [unit, left] of waitingFor) {
      if (left !== 0 || tried >= MOST_TRIED) continue;
      const sees = readsOf(unit).every(({ cell, write }) => (last.get(cell) ?? null) === write);
      if (!sees) continue;
      tried++;
      const before = take(unit);
      if (search()) return true;
      giveBack(unit, before);
    }
    failed.add(key);
    return false;
  };
  const take = (unit: number): [number, number | undefined][] => {
    order.push(unit);
    waitingFor.set(unit, -1);
    for (const later of after.get(unit) ?? []) waitingFor.set(later, (waitingFor.get(later) as number) - 1);
    const writes = (units[unit] as Unit).events.map((id) => events[id] as WeakEvent).filter((e) => e.kind === 'write');
    const written = writes.flatMap(({ id, cells }) => cells.map((cell) => ({ id, cell })));
    const before = written.map(({ cell }): [number, number | undefined] => [cell, last.get(cell)]);
    for (const { id, cell } of written) last.set(cell, id);
    return before;
  };
  const giveBack = (unit: number, before: readonly [number, number | undefined][]): void => {
    order.pop();
    waitingFor.set(unit, 0);
    for (const later of after.get(unit) ?? []) waitingFor.set(later, (waitingFor.get(later) as number) + 1);
    for (const [cell, write] of before.toReversed()) {
      if (write === undefined) last.delete(cell);
      else last.set(cell, write);
    }
  };
  if (search()) return order;
  return tried >= MOST_TRIED ? 'open' : null;
}
