/**
 * The judge of counterexamples to programs: runs a list of choices on the machine and says whether it is an execution that
 * ends in a violation. It trusts nothing: first values, every step, every chosen value, and the violation at the end are
 * checked. A run whose last step fails (a value out of range, a division by zero) is a violation as well; that step changes
 * nothing and is not among the steps of the trace.
 */

import { belongsTo, type Cells, cellName, sortOfCell } from '../../../models/program/cells.js';
import type { Program } from '../../../models/program/model.js';
import { templateOf } from '../../../models/program/parts.js';
import type { MemoryModel } from '../../models.js';
import type { Trace } from '../../trace.js';
import { type InitialValues, type Machine, makeMachine, type ProgramStep } from './machine.js';
import { ProgramRecording } from './recording.js';

/** An execution as a list of choices. A last step may fail instead of happening. */
export interface ProgramRun {
  readonly initial: InitialValues;
  readonly steps: readonly ProgramStep[];
  /** Of an infinite one: the number of steps before the cycle; as many as there are when nothing can happen any more. */
  readonly cycle?: number;
}

/** An infinite execution. */
export type LassoRun = ProgramRun & { readonly cycle: number };

/** `step` is 0 for the initial state, k for the k-th step, and one more than the number of steps for the violation. */
export type ProgramReplay =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly reason: string; readonly step: number };

/** `bound` is the most batches in one queue of a store buffer, or `perLocation` writes to one cell; null for no bound. */
export function replayProgram(
  program: Program,
  run: ProgramRun,
  memory: MemoryModel,
  bound: number | null = null,
  perLocation = false,
): ProgramReplay {
  const machine = makeMachine(program, memory, bound, perLocation);
  const fault = initialFault(machine, run.initial);
  if (fault !== null) return { ok: false, reason: fault, step: 0 };

  const recording = new ProgramRecording(machine, run.initial);
  for (const [position, step] of run.steps.entries()) {
    const reason = step.kind === 'drain' ? recording.drain(step) : recording.edge(step);
    if (reason !== null) return { ok: false, reason, step: position + 1 };
  }
  const end = recording.finish();
  if (typeof end === 'string') return { ok: false, reason: end, step: run.steps.length + 1 };
  const names = program.threads.map(({ name }) => name);
  const { initial, steps } = recording;
  return { ok: true, trace: { memory: memory.name, processes: names.length, names, initial, steps, ...end } };
}

/** What is wrong with the first values; null when nothing is. */
export function initialFault(machine: Machine, { memory, locals }: InitialValues): string | null {
  const { program } = machine;
  if (locals.length !== program.threads.length) return 'not every thread is given its locals';
  const shared = program.shared.flatMap(({ initial }) => initial);
  return (
    valuesFault(machine.shared, shared, memory) ??
    program.threads
      .map(({ initial }, thread) => {
        const own = machine.locals[thread] as Cells;
        const values = locals[thread] as readonly number[];
        const fault = valuesFault(own, initial.flat(), values);
        return fault === null ? null : `${templateOf(program, thread).name}: ${fault}`;
      })
      .find((fault) => fault !== null) ??
    null
  );
}

function valuesFault(cells: Cells, wanted: readonly (number | 'any')[], given: readonly number[]): string | null {
  if (given.length !== cells.count || wanted.length !== cells.count) return 'not every cell is given a first value';
  const wrong = given.findIndex((value, cell) => {
    const first = wanted[cell];
    return (first !== 'any' && first !== value) || !belongsTo(value, sortOfCell(cells, cell));
  });
  return wrong < 0 ? null : `${cellName(cells, wrong)} does not begin with ${given[wrong]}`;
}
