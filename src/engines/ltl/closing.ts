/**
 * A lasso of stored states as a lasso of the program, and as short as this infinite run can be told.
 *
 * Stored states have no dead variables (`models/program/liveness.ts`), so a cycle of them may lead to a configuration that
 * differs from the first in what is dead there. One turn more settles it. What a step assigns depends on live variables only,
 * and those are the same in every turn; so after a turn a cell holds what the turn has assigned last, or, when nothing assigns
 * it, what it held before; and after another turn the same. Hence from the end of the first turn on the run is periodic.
 *
 * Where integers are stored up to a shift (`explicit/reduce/shift.ts`), a turn may leave them higher or lower, by the same in every
 * turn; so from the end of the first turn on the run is periodic up to that. The judge says whether it is
 * (`drifting-cycle.ts`), and the cycle is told as it is.
 *
 * The automaton may have needed longer than the program to come to its cycle, or several turns of the program for one of its
 * own. So the shortest period is taken, and the cycle begins as early as it can: while the step before it, from the same
 * configuration, is also its last one. The run is the same one, told shorter.
 */
import { configurationKey, type Machine, type ProgramStep, start } from '../../memory/operational/program/machine.js';
import { differences } from './drifting-cycle.js';
import { after, type Lasso } from './lasso-replay.js';

/** Null where the turns differ. */
export function closeCycle(machine: Machine, { initial, prefix, cycle }: Lasso): Lasso | null {
  if (cycle.length === 0) return { initial, prefix, cycle };
  const steps: readonly ProgramStep[] = [...prefix, ...cycle, ...cycle];
  const names = steps.map((step) => JSON.stringify(step));
  const visited = [start(machine, initial)];
  for (const step of steps) {
    const reached = after(machine, visited.at(-1) as (typeof visited)[number], step);
    if (reached === null) throw new Error('a stored run has a step that is not possible');
    visited.push(reached);
  }
  const keys = visited.map(configurationKey);
  const begin = prefix.length + cycle.length;
  const turn = names.slice(begin);
  if (keys[begin] !== keys.at(-1)) {
    // What the interpreter has in each cell grows: the shortest period that grows alike is the shortest.
    const growth = (from: number, to: number) => {
      const [one, other] = [visited[from], visited[to]];
      return one === undefined || other === undefined ? null : differences(one, other);
    };
    if (growth(begin, steps.length) === null) return null;
    let period = 1;
    while (!isPeriod(turn, period) || (period < turn.length && !isSteady(begin, turn.length, period, growth))) period++;
    return { initial, prefix: steps.slice(0, begin), cycle: steps.slice(begin, begin + period) };
  }
  const isRepeated = (position: number, period: number) =>
    names[position] === names[position + period] && keys[position] === keys[position + period];
  let first = begin;
  let period = 1;
  while (!isPeriod(turn, period) || keys[first] !== keys[first + period]) period++;
  while (first > 0 && isRepeated(first - 1, period)) first--;
  return { initial, prefix: steps.slice(0, first), cycle: steps.slice(first, first + period) };
}

/** Whether all parts of a turn, so long each, add the same. */
function isSteady(
  begin: number,
  length: number,
  period: number,
  growth: (from: number, to: number) => readonly number[] | null,
): boolean {
  const first = growth(begin, begin + period)?.join();
  if (first === undefined) return false;
  for (let part = period; part < length; part += period) {
    if (growth(begin + part, begin + part + period)?.join() !== first) return false;
  }
  return true;
}

/** Whether they are repetitions of the first so many. */
function isPeriod(names: readonly string[], period: number): boolean {
  return names.length % period === 0 && names.every((name, position) => name === names[position % period]);
}
