/**
 * The view machine against the store-buffer machine (Theorem 1), everything that small instances can reach: local cells with
 * what each process sees of each weak cell, at one moment on the one and at a joint position on the other.
 */
import { TSO } from '../../../../src/memory/models.js';
import type { Choice } from '../../../../src/memory/operational/machine.js';
import { cellAt, placeOf, type State, valueAt } from '../../../../src/memory/operational/state.js';
import {
  type Configuration as Buffered,
  configurationKey,
  enabledSteps,
  type Machine,
  makeMachine,
  openCells,
  perform,
  see,
  start,
} from '../../../../src/memory/operational/store-buffers.js';
import { type Value, valueKey } from '../../../../src/memory/operational/values.js';
import type { ArraySystem } from '../../../../src/models/array-system/model.js';
import { initialStates } from '../../../random/initial-states.js';
import { candidates } from '../../../random/open-values.js';
import { allSteps, type Configuration, firstJoint, keyOf, makeViewMachine, seenAt, startOf } from './view-machine.js';

export interface Agreement {
  /** What was reached on both, or null when there was too much of it. */
  readonly sights: number | null;
  readonly buffered: number;
  readonly viewed: number;
}

/** Throws when one machine shows what the other does not. */
export function compareMachines(system: ArraySystem, processes: number, limit: number): Agreement {
  const machine = makeMachine(system, processes, TSO);
  const { states, exact } = initialStates(machine.instance, limit);
  const buffered = exact ? bufferedSights(machine, states, limit) : null;
  const viewed = buffered === null ? null : viewedSights(system, processes, states, limit);
  if (buffered === null || viewed === null) return { sights: null, buffered: 0, viewed: 0 };
  for (const sight of buffered.sights) {
    if (!viewed.sights.has(sight)) throw new Error(`with store buffers, but not on the view machine: ${sight}`);
  }
  for (const sight of viewed.sights) {
    if (!buffered.sights.has(sight)) throw new Error(`on the view machine, but not with store buffers: ${sight}`);
  }
  return { sights: buffered.sights.size, buffered: buffered.configurations, viewed: viewed.configurations };
}

interface Sights {
  readonly sights: ReadonlySet<string>;
  readonly configurations: number;
}

/** Everything reachable, or null when it is more than the limit. */
function reachable<C>(
  starts: readonly C[],
  keyed: (c: C) => string,
  next: (c: C) => readonly C[],
  limit: number,
): readonly C[] | null {
  const seen = new Set(starts.map(keyed));
  const queue = [...starts];
  for (let head = 0; head < queue.length; head++) {
    for (const after of next(queue[head] as C)) {
      const key = keyed(after);
      if (seen.has(key)) continue;
      if (seen.size >= limit) return null;
      seen.add(key);
      queue.push(after);
    }
  }
  return queue;
}

function bufferedSights(machine: Machine, states: readonly State[], limit: number): Sights | null {
  const { instance } = machine;
  const next = (c: Buffered): Buffered[] =>
    enabledSteps(machine, c).flatMap((step) => {
      let fillings: Map<number, Value>[] = [new Map()];
      for (const { symbol, indices } of openCells(machine, c, step)) {
        const values = candidates(instance, symbol.sort, c.state).values;
        const place = placeOf(instance, symbol, indices);
        fillings = fillings.flatMap((f) => values.map((value) => new Map(f).set(place, value)));
      }
      return fillings.map((filling) => {
        const choose: Choice = (symbol, indices) => filling.get(placeOf(instance, symbol, indices)) as Value;
        return perform(machine, c, step, choose);
      });
    });
  const all = reachable(
    states.map((state) => start(machine, state)),
    (c) => configurationKey(machine, c),
    next,
    limit,
  );
  if (all === null) return null;
  const sights = all.map((c) =>
    instance.cells.map((_, place) => {
      if (!cellAt(instance, place).symbol.weak) return valueKey(valueAt(c.state, place));
      return seenByAll(instance.processes, (p) => see(machine, c, p, place));
    }),
  );
  return { sights: new Set(sights.map((s) => s.join(' '))), configurations: all.length };
}

function viewedSights(system: ArraySystem, processes: number, states: readonly State[], limit: number): Sights | null {
  const machine = makeViewMachine(system, processes);
  const starts = states.map((state) => startOf(machine, state));
  const next = (c: Configuration) => allSteps(machine, c).map(({ after }) => after);
  const all = reachable(starts, keyOf, next, limit * 4);
  if (all === null) return null;
  const sights = new Set<string>();
  for (const c of all) {
    for (let joint = firstJoint(c); joint <= c.history.length; joint++) {
      const sight = c.state.map((value, place) =>
        machine.weak[place] ? seenByAll(processes, (p) => seenAt(c, p, place, joint)) : valueKey(value),
      );
      sights.add(sight.join(' '));
    }
  }
  return { sights, configurations: all.length };
}

function seenByAll(processes: number, seen: (process: number) => Value): string {
  return Array.from({ length: processes }, (_, p) => valueKey(seen(p + 1))).join('/');
}
