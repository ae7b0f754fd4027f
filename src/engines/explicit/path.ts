/**
 * Runs: from the states that a kernel has stored back to an execution of the program.
 *
 * A state stores the state it was found from, not the step: that state is expanded once more, and the kernel notes the step
 * that leads to the other one, and which threads were exchanged to make it the one that is stored (`canonical.ts`).
 *
 * With symmetry, then, stored states are states of the run with threads renamed. The renaming is carried along from the
 * initial state, and each step is told in the names of the run: its thread, the values that it chooses, the cell that it
 * takes to memory. Whether that is a run of the program is not for this file to judge, but for the replay.
 */
import type { ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { type Cells, offsetOf } from '../../models/program/cells.js';
import { edgeAt, templateOf } from '../../models/program/parts.js';
import { STATUS } from './header.js';
import { initialStates, initialValuesOf } from './initial.js';
import type { Kernel } from './kernel.js';
import type { Identity, VariableKind } from './reduce/kinds.js';
import type { SymmetryGroup } from './reduce/symmetry.js';

/** For each group and each position in the stored state, the position in the run. */
type Renamed = Map<SymmetryGroup, number[]>;

/** A shortest run to a stored state, and one step more when its number is given. */
export function runTo(kernel: Kernel, last: number, further: number | null = null): ProgramRun {
  const count = kernel.get('count');
  const path = [last];
  for (let id = kernel.parent(last); id >= 0; id = kernel.parent(id)) path.unshift(id);
  const renamed: Renamed = new Map(kernel.reduction.groups.map((group) => [group, [...group.threads.keys()]]));
  const initial = beginning(kernel, path[0] as number, renamed);
  const steps = path.slice(1).map((id, position) => {
    const step = named(kernel, renamed, stepBetween(kernel, path[position] as number, id));
    rename(kernel, renamed);
    return step;
  });
  if (further !== null) steps.push(named(kernel, renamed, further));
  // The last state that was expanded may have had more successors.
  kernel.set('count', count);
  return { initial, steps };
}

/** The first values of an initial state that is stored as this one. */
function beginning(kernel: Kernel, first: number, renamed: Renamed): ProgramRun['initial'] {
  watchFor(kernel, first);
  for (const words of initialStates(kernel.layout)) {
    kernel.makeRoom();
    kernel.add(words);
    if (kernel.get('found') === 0 && goesOn(kernel)) kernel.add(words);
    if (kernel.get('found') === 0) continue;
    rename(kernel, renamed);
    return initialValuesOf(kernel.layout, words);
  }
  throw new Error(`a stored path does not begin in an initial state, but in ${first}`);
}

/** The number of a step from one state to another, by expanding the first again. */
function stepBetween(kernel: Kernel, from: number, to: number): number {
  watchFor(kernel, to);
  do {
    // For states that a kernel meets which knows a path alone; any other has seen all there are.
    kernel.makeRoom();
    kernel.set('ceiling', kernel.get('count') + 1);
    kernel.expand(from, from + 1);
  } while (kernel.get('found') === 0 && goesOn(kernel));
  const found = kernel.get('found');
  if (found === 0) throw new Error(`a stored path does not step from state ${from} to ${to}`);
  goesOn(kernel);
  return found - 1;
}

/**
 * Whether the kernel stopped for a state that it had not seen before, which a kernel does that knows a path and nothing else
 * (`parallel/witness.ts`). That state is known now, and does not stop it again.
 */
function goesOn(kernel: Kernel): boolean {
  const status = kernel.get('status');
  if (status !== STATUS.violated && status !== STATUS.undefined) return false;
  kernel.set('status', STATUS.running);
  return true;
}

function watchFor(kernel: Kernel, target: number): void {
  kernel.set('target', target);
  kernel.set('found', 0);
}

/** The exchanges that made the state which was watched for. */
function rename(kernel: Kernel, renamed: Renamed): void {
  for (const [number, { group, one, other }] of kernel.reduction.comparators.entries()) {
    if (!kernel.swapped(number)) continue;
    const positions = renamed.get(group) as number[];
    [positions[one], positions[other]] = [positions[other] as number, positions[one] as number];
  }
}

/** A step of a stored state as a step of the run. */
function named(kernel: Kernel, renamed: Renamed, number: number): ProgramStep {
  const { special } = kernel.layout;
  const { groups } = kernel.reduction;
  const value = (identity: (group: SymmetryGroup) => Identity, given: number): number =>
    groups.reduce((current, group) => {
      const all = identity(group);
      const position = all?.indexOf(current) ?? -1;
      return position < 0 ? current : (all?.[renamed.get(group)?.[position] as number] as number);
    }, given);
  const step = kernel.steps.step(number);
  const thread = value(({ threads }) => threads, step.thread);
  if (step.kind === 'drain') {
    if (step.cell === null) return { ...step, thread };
    const owner = special.shared.owners[step.cell] as number;
    const offset = offsetOf(special.shared as Cells, owner);
    return { ...step, thread, cell: offset + value(({ memory }) => memory[owner]?.index ?? null, step.cell - offset) };
  }
  const { updates } = edgeAt(templateOf(special.program, step.thread), step.edge);
  const open = updates.filter((update) => update.value === 'any');
  const choices = step.choices.map((choice, position) => {
    const target = open[position]?.target;
    const kinds = (group: SymmetryGroup): readonly VariableKind[] | undefined =>
      target?.kind === 'shared' ? group.memory : group.locals[step.thread];
    return value((group) => kinds(group)?.[target?.variable ?? -1]?.value ?? null, choice);
  });
  return { ...step, thread, choices };
}
