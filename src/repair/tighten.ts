/**
 * The same steps of the threads in the same order, with writes reaching memory as early as they can.
 *
 * A counterexample of an engine is a shortest one: it drains a buffer as late as possible, or never. What passes a place with
 * something in its buffer by mere chance would be named in the clause, and the clause would say less than it could. So each
 * drain is tried at every earlier moment, the earliest first, and writes that still wait at the end are tried in memory,
 * too. A change stays when the interpreter can perform all steps and the end is a violation: what comes out is a run, of the
 * same program, whose buffers are never fuller than before. A violation that needs no buffer at all ends up with empty
 * ones.
 */

import {
  attempt,
  batchOf,
  type Configuration,
  type DrainStep,
  drain,
  type Machine,
  type ProgramStep,
  start,
} from '../memory/operational/program/machine.js';
import { violationIn } from '../memory/operational/program/properties.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';

/** Longer runs are taken as they are: the work grows with the square, and a clause is right all the same. */
const LONGEST = 300;

export function tighten(machine: Machine, run: ProgramRun): ProgramRun {
  if (run.cycle !== undefined || run.steps.length > LONGEST) return run;
  const first = start(machine, run.initial);
  let steps = run.steps;
  for (let position = 0; position < steps.length; position++) {
    const step = steps[position] as ProgramStep;
    if (step.kind === 'drain') steps = earlier(machine, first, steps, position) ?? steps;
  }
  for (;;) {
    const longer = drained(machine, first, steps);
    if (longer === null) return { ...run, steps };
    steps = longer;
  }
}

/** The run with the drain at this position moved to the first moment where that works; null when there is none. */
function earlier(
  machine: Machine,
  first: Configuration,
  steps: readonly ProgramStep[],
  position: number,
): readonly ProgramStep[] | null {
  const step = steps[position] as DrainStep;
  const rest = [...steps.slice(0, position), ...steps.slice(position + 1)];
  const configurations = configurationsOf(machine, first, steps.slice(0, position));
  const batch = batchOf(configurations[position] as Configuration, step);
  for (let moment = 0; moment < position; moment++) {
    const here = configurations[moment] as Configuration;
    // It is this batch whose turn it is, and not one before it.
    if (batchOf(here, step) !== batch || parts(rest, moment, step.thread)) continue;
    const tail = [step, ...rest.slice(moment)];
    if (endsBadly(machine, here, tail)) return [...rest.slice(0, moment), ...tail];
  }
  return null;
}

/** The run with one more drain, of something that waits at the end; null when none can be added. */
function drained(machine: Machine, first: Configuration, steps: readonly ProgramStep[]): readonly ProgramStep[] | null {
  const configurations = configurationsOf(machine, first, steps);
  const last = configurations.at(-1) as Configuration;
  for (const [thread, buffer] of last.buffers.entries()) {
    for (const { place } of buffer) {
      const step: DrainStep = { kind: 'drain', thread, cell: place };
      const batch = batchOf(last, step);
      for (const [moment, here] of configurations.entries()) {
        if (batchOf(here, step) !== batch || parts(steps, moment, thread)) continue;
        const tail = [step, ...steps.slice(moment)];
        if (endsBadly(machine, here, tail)) return [...steps.slice(0, moment), ...tail];
      }
    }
  }
  return null;
}

/** A step of another thread and the drains right behind it stay together: the write may be meant to be atomic. */
function parts(steps: readonly ProgramStep[], moment: number, thread: number): boolean {
  const [before, after] = [steps[moment - 1], steps[moment]];
  return after?.kind === 'drain' && after.thread !== thread && before?.thread === after.thread;
}

/** Before each step, and after the last one that can be performed. */
export function configurationsOf(
  machine: Machine,
  first: Configuration,
  steps: readonly ProgramStep[],
): Configuration[] {
  const found = [first];
  for (const step of steps) {
    const next = performed(machine, found.at(-1) as Configuration, step);
    if (next === null) break;
    found.push(next);
  }
  return found;
}

/** Null when the step is not possible. */
export function performed(machine: Machine, configuration: Configuration, step: ProgramStep): Configuration | null {
  if (step.kind === 'drain') return batchOf(configuration, step) === null ? null : drain(configuration, step);
  const tried = attempt(machine, configuration, step);
  return tried.kind === 'possible' ? tried.after : null;
}

/** Whether all steps are possible and lead to a violation; the last one may fail instead. */
function endsBadly(machine: Machine, from: Configuration, steps: readonly ProgramStep[]): boolean {
  let configuration = from;
  for (const [position, step] of steps.entries()) {
    const last = position === steps.length - 1;
    if (last && step.kind === 'edge' && attempt(machine, configuration, step).kind === 'failure') return true;
    const next = performed(machine, configuration, step);
    if (next === null) return false;
    configuration = next;
  }
  return violationIn(machine, configuration)?.kind === 'violated';
}
