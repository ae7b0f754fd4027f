/**
 * A lasso of stored states as a lasso of the program, and as short as this infinite run can be told.
 *
 * Stored states have no dead variables (`models/program/liveness.ts`), so a cycle of them may lead to a configuration that
 * differs from the first in what is dead there. One turn more settles it. What a step assigns depends on live variables only,
 * and those are the same in every turn; so after a turn a cell holds what the turn has assigned last, or, when nothing assigns
 * it, what it held before; and after another turn the same. Hence from the end of the first turn on the run is periodic.
 *
 * The automaton may have needed longer than the program to come to its cycle, or several turns of the program for one of its
 * own. So the shortest period is taken, and the cycle begins as early as it can: while the step before it, from the same
 * configuration, is also its last one. The run is the same one, told shorter.
 */
import { configurationKey, type Machine, type ProgramStep, start } from '../../memory/operational/program/machine.js';
import { after, type Lasso } from './lasso-replay.js';

export function closeCycle(machine: Machine, { initial, prefix, cycle }: Lasso): Lasso {
  if (cycle.length === 0) return { initial, prefix, cycle };
  const steps: readonly ProgramStep[] = [...prefix, ...cycle, ...cycle];
  const names = steps.map((step) => JSON.stringify(step));
  let configuration = start(machine, initial);
  const keys = [configurationKey(configuration)];
  for (const step of steps) {
    const reached = after(machine, configuration, step);
    if (reached === null) throw new Error('a stored run has a step that is not possible');
    configuration = reached;
    keys.push(configurationKey(configuration));
  }
  const isRepeated = (position: number, period: number) =>
    names[position] === names[position + period] && keys[position] === keys[position + period];

  let begin = prefix.length + cycle.length;
  if (keys[begin] !== keys.at(-1)) throw new Error('a stored cycle does not close');
  let period = 1;
  const turn = names.slice(begin);
  while (!isPeriod(turn, period) || keys[begin] !== keys[begin + period]) period++;
  while (begin > 0 && isRepeated(begin - 1, period)) begin--;
  return { initial, prefix: steps.slice(0, begin), cycle: steps.slice(begin, begin + period) };
}

/** Whether they are repetitions of the first so many. */
function isPeriod(names: readonly string[], period: number): boolean {
  return names.length % period === 0 && names.every((name, position) => name === names[position % period]);
}
