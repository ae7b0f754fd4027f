/**
 * The judge of counterexamples: runs a list of choices from an initial state and says whether it is an execution of the
 * model that ends in an unsafe state.
 *
 * It trusts nothing: the number of processes, the sort of every value given, `init` for all tuples of processes (equal
 * ones too), the distinctness of the arguments and the guard of every step, and at the end an `unsafe` condition for
 * some tuple of distinct processes. A run that passes is a real execution of the instance, whatever search found it.
 */

import type { Change, Step, Trace } from '../../evidence/outcome.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import { areDistinctProcesses, type Choice, isEnabled, step } from './machine.js';
import { findInitFailure, findViolation } from './properties.js';
import { cellAt, type Instance, makeInstance, type State, showCell, showCellValue, valueAt } from './state.js';
import { belongsTo, equalValues } from './values.js';

export interface RunStep {
  /** Position in `ArraySystem.transitions`. */
  readonly transition: number;
  /** The processes given to the parameters, numbered from 1. */
  readonly arguments: readonly number[];
  /** Asked for every cell that the transition leaves open in this step, and for no other. */
  readonly choose: Choice;
}

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

export function replay(system: ArraySystem, run: Run): Replay {
  const { processes } = run;
  if (!Number.isInteger(processes) || processes < 1) return { ok: false, reason: 'an instance has processes', step: 0 };
  if (system.processes !== null && system.processes !== processes) {
    return { ok: false, reason: `the model is about ${system.processes} processes, not ${processes}`, step: 0 };
  }
  const instance = makeInstance(system, processes);
  const initial: State = instance.cells.map((cell) => run.initial(cell.symbol, cell.indices));
  const fault = sortFault(instance, initial) ?? initFault(instance, initial);
  if (fault !== null) return { ok: false, reason: fault, step: 0 };

  let state = initial;
  const steps: Step[] = [];
  for (const [position, { transition: index, arguments: given, choose }] of run.steps.entries()) {
    const failed = (reason: string): Replay => ({ ok: false, reason, step: position + 1 });
    const transition = system.transitions[index];
    if (transition === undefined) return failed(`the model has no transition number ${index}`);
    const name = `${transition.name}(${given.map((process) => `#${process}`).join(', ')})`;
    if (!areDistinctProcesses(instance, transition.parameters.length, given)) {
      return failed(`${name} is not given ${transition.parameters.length} distinct processes`);
    }
    if (!isEnabled(instance, state, transition, given)) return failed(`the guard of ${name} does not hold`);
    const next = step(instance, state, transition, given, choose);
    const wrong = sortFault(instance, next);
    if (wrong !== null) return failed(wrong);
    steps.push({ transition: transition.name, arguments: given, changes: changes(instance, state, next) });
    state = next;
  }

  const violated = findViolation(instance, state);
  if (violated === null) return { ok: false, reason: 'the last state is not unsafe', step: run.steps.length + 1 };
  const cells = instance.cells.map((cell, place) => ({
    cell: showCell(cell),
    value: showCellValue(instance, valueAt(initial, place)),
  }));
  return { ok: true, trace: { processes, initial: cells, steps, violated } };
}

function sortFault(instance: Instance, state: State): string | null {
  const place = instance.cells.findIndex((cell, position) => !belongsTo(valueAt(state, position), cell.symbol.sort));
  return place < 0 ? null : `the value given to ${showCell(cellAt(instance, place))} is not of its sort`;
}

function initFault(instance: Instance, state: State): string | null {
  const tuple = findInitFailure(instance, state);
  if (tuple === null) return null;
  const about = tuple.length === 0 ? '' : ` for ${tuple.map((process) => `#${process}`).join(', ')}`;
  return `the first state does not satisfy init${about}`;
}

function changes(instance: Instance, before: State, after: State): Change[] {
  return instance.cells.flatMap((cell, place) => {
    const [old, now] = [valueAt(before, place), valueAt(after, place)];
    if (equalValues(old, now)) return [];
    return [{ cell: showCell(cell), before: showCellValue(instance, old), after: showCellValue(instance, now) }];
  });
}
