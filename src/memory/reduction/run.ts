/** Runs of a reduced program as runs of the original: what each step stands for, with the values that were drawn. */

import { cellsOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import type { ProgramStep } from '../operational/program/machine.js';
import type { ProgramRun } from '../operational/program/replay.js';
import type { Reduction } from './index.js';

/** Up to the step that finds a buffer full: that one the original does not have. */
export function originalRun(reduction: Reduction, original: Program, { initial, steps }: ProgramRun): ProgramRun {
  const made: ProgramStep[] = [];
  for (const step of steps) {
    if (step.kind === 'drain') throw new Error('nothing is buffered in a reduced program');
    const origin = reduction.origins[step.thread]?.[step.edge];
    if (origin === undefined) throw new Error(`thread number ${step.thread} has no edge number ${step.edge}`);
    if (origin === null) break;
    if (origin.kind === 'drain') made.push(origin);
    else
      made.push({
        kind: 'edge',
        thread: origin.thread,
        edge: origin.edge,
        choices: drawn(origin.choices, step.choices),
      });
  }
  const memory = initial.memory.slice(0, cellsOf(original.shared).count);
  return { initial: { memory, locals: initial.locals.slice(0, original.threads.length) }, steps: made };
}

function drawn(fixed: readonly (number | null)[] | undefined, choices: readonly number[]): readonly number[] {
  if (fixed === undefined) return choices;
  let next = 0;
  return fixed.map((choice) => choice ?? (choices[next++] as number));
}
