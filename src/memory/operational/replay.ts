/**
 * The judge of counterexamples: runs a list of choices from an initial state and says whether it is an execution of the
 * model, on the machine of a memory model, that ends in an unsafe state.
 *
 * It trusts nothing: the number of processes, the sort of every value given, `init` for all tuples of processes (equal
 * ones too), the distinctness of the arguments and the guard of every step, that a buffer is empty where it must be and
 * holds what is drained, and at the end an `unsafe` condition for some tuple of distinct processes. A run that passes is a
 * real execution of the instance, whatever search found it.
 */

import type { ArraySystem } from '../../models/array-system/model.js';
import { type MemoryModel, SC } from '../models.js';
import type { Trace } from '../trace.js';
import type { Choice } from './machine.js';
import { findCensusFailure, findInitFailure } from './properties.js';
import { Recording } from './recording.js';
import { cellAt, type Instance, type State, showCell, showCellValue, valueAt } from './state.js';
import { type DrainStep, makeMachine } from './store-buffers.js';
import { belongsTo } from './values.js';

/** A transition. */
interface RunTransition {
  readonly kind?: 'transition';
  /** Position in `ArraySystem.transitions`. */
  readonly transition: number;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
  /** Asked for every cell that the transition leaves open in this step, and for no other. */
  readonly choose: Choice;
}

export type RunStep = RunTransition | DrainStep;

/** An execution as a list of choices. */
export interface Run {
  readonly processes: number;
  /** Asked for every cell of the initial state, constants too. */
  readonly initial: Choice;
  readonly steps: readonly RunStep[];
}

/** `step` is 0 for the initial state, k for the k-th step, and one more than the number of steps for the condition. */
export type Replay =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly reason: string; readonly step: number };

/** A run that begins in an initial state. */
export interface Begun {
  readonly recording: Recording;
  /** Every cell, as people read it. */
  readonly initial: Trace['initial'];
}

/** `bound` is the most batches in one queue of a store buffer, null for no bound. `reason`: why it does not begin so. */
export function begin(
  system: ArraySystem,
  run: Run,
  memory: MemoryModel,
  bound: number | null,
): Begun | { readonly reason: string } {
  const { processes } = run;
  if (!Number.isInteger(processes) || processes < 1) return { reason: 'an instance has processes' };
  if (system.processes !== null && system.processes !== processes) {
    return { reason: `the model is about ${system.processes} processes, not ${processes}` };
  }
  const machine = makeMachine(system, processes, memory, bound);
  const { instance } = machine;
  const initial: State = instance.cells.map((cell) => run.initial(cell.symbol, cell.indices));
  const reason = sortFault(instance, initial) ?? initFault(instance, initial);
  if (reason !== null) return { reason };
  const cells = instance.cells.map((cell, place) => ({
    cell: showCell(cell),
    value: showCellValue(instance, valueAt(initial, place)),
  }));
  return { recording: new Recording(machine, initial), initial: cells };
}

/** The reason why not when it is no step of the machine. */
export function takeStep(recording: Recording, step: RunStep): string | null {
  return step.kind === 'drain'
    ? recording.drain(step)
    : recording.transition(step.transition, step.arguments, step.choose);
}

export function replay(system: ArraySystem, run: Run, memory: MemoryModel = SC, bound: number | null = null): Replay {
  const begun = begin(system, run, memory, bound);
  if ('reason' in begun) return { ok: false, reason: begun.reason, step: 0 };
  const { recording, initial } = begun;
  for (const [position, step] of run.steps.entries()) {
    const reason = takeStep(recording, step);
    if (reason !== null) return { ok: false, reason, step: position + 1 };
  }
  const end = recording.finish();
  if (end === null) return { ok: false, reason: 'the last state is not unsafe', step: run.steps.length + 1 };
  const { processes } = run;
  return { ok: true, trace: { memory: memory.name, processes, initial, steps: recording.steps, ...end } };
}

function sortFault(instance: Instance, state: State): string | null {
  const place = instance.cells.findIndex((cell, position) => !belongsTo(valueAt(state, position), cell.symbol.sort));
  return place < 0 ? null : `the value given to ${showCell(cellAt(instance, place))} is not of its sort`;
}

function initFault(instance: Instance, state: State): string | null {
  const count = findCensusFailure(instance, state);
  if (count !== null) return `${count.symbol.name} is not the number of its processes in the first state`;
  const tuple = findInitFailure(instance, state);
  if (tuple === null) return null;
  const about = tuple.length === 0 ? '' : ` for ${tuple.map((process) => `#${process}`).join(', ')}`;
  return `the first state does not satisfy init${about}`;
}
