/**
 * The same steps in an order that is easier to read. A shortest run switches between threads as the search happened to find
 * it; people follow one thread for a while. So each step is tried right after the last one of its thread, and stays there if
 * the run is still one: performed by the interpreter, to the same end. Nothing is added and nothing is left out.
 */

import type { Program } from '../../../models/program/model.js';
import type { MemoryModel } from '../../models.js';
import {
  attempt,
  batchOf,
  type Configuration,
  configurationKey,
  drain,
  type Machine,
  makeMachine,
  type ProgramStep,
  start,
} from './machine.js';
import { violationIn } from './properties.js';
import type { ProgramRun } from './replay.js';

/** Nobody reads longer ones step by step, and the work grows with the square. */
const LONGEST = 120;

export function tidyRun(
  program: Program,
  run: ProgramRun,
  memory: MemoryModel,
  bound: number,
  perLocation = false,
): ProgramRun {
  if (run.steps.length > LONGEST) return run;
  const machine = makeMachine(program, memory, bound, perLocation);
  const first = start(machine, run.initial);
  let steps = run.steps;
  let here = first;
  const end = keyAfter(machine, first, steps);
  for (let position = 0; position + 1 < steps.length; position++) {
    const step = steps[position] as ProgramStep;
    here = after(machine, here, step) ?? here;
    if (steps[position + 1]?.thread === step.thread) continue;
    const later = steps.findIndex(({ thread }, other) => other > position + 1 && thread === step.thread);
    if (later < 0) continue;
    const moved = [...steps.slice(0, later), ...steps.slice(later + 1)];
    moved.splice(position + 1, 0, steps[later] as ProgramStep);
    if (endsBadly(machine, here, moved.slice(position + 1), end)) steps = moved;
  }
  return { ...run, steps };
}

/** Null when the step is not possible. */
function after(machine: Machine, configuration: Configuration, step: ProgramStep): Configuration | null {
  if (step.kind === 'drain') return batchOf(configuration, step) === null ? null : drain(configuration, step);
  const tried = attempt(machine, configuration, step);
  return tried.kind === 'possible' ? tried.after : null;
}

/** Null when some step is not possible. */
function keyAfter(machine: Machine, from: Configuration, steps: readonly ProgramStep[]): string | null {
  const end = steps.reduce<Configuration | null>((at, step) => (at === null ? null : after(machine, at, step)), from);
  return end === null ? null : configurationKey(end);
}

/**
 * Whether the steps lead to a violation, and no part of them does; the last one may fail instead. `end` is where the steps
 * lead in the order in which they were found: some thread may never step again there, which is not asked anew.
 */
function endsBadly(machine: Machine, from: Configuration, steps: readonly ProgramStep[], end: string | null): boolean {
  let configuration = from;
  for (const [position, step] of steps.entries()) {
    const last = position === steps.length - 1;
    if (last && step.kind === 'edge' && attempt(machine, configuration, step).kind === 'failure') return true;
    const next = after(machine, configuration, step);
    if (next === null || (!last && violationIn(machine, next) !== null)) return false;
    configuration = next;
  }
  if (machine.program.noDeadlock !== undefined && configurationKey(configuration) === end) return true;
  return violationIn(machine, configuration)?.kind === 'violated';
}
