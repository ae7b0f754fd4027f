/**
 * Runs of programs to their written form and back. Of the first values only those are written that the program leaves open.
 * What comes back is no more than a proposal: the replay judges it.
 */
import type { InitialValues, ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Program } from '../../models/program/model.js';
import type { WrittenRun, WrittenStep } from './text.js';

export function writtenSteps(
  program: Program,
  { initial, steps, cycle }: ProgramRun,
): Pick<WrittenRun, 'first' | 'steps' | 'cycle'> {
  const wanted = firstValues(program);
  const given = [...initial.memory, ...initial.locals.flat()];
  return {
    first: given.filter((_, cell) => wanted[cell] === 'any').map(String),
    steps: steps.map((step): WrittenStep => {
      if (step.kind === 'drain') return { kind: 'drain', actor: step.thread, cell: step.cell };
      return { kind: 'edge', actor: step.thread, number: step.edge, values: step.choices.map(String) };
    }),
    cycle: cycle ?? null,
  };
}

/** Of all cells: shared ones, then those of each thread. */
function firstValues({ shared, threads }: Program): (number | 'any')[] {
  return [...shared.flatMap(({ initial }) => initial), ...threads.flatMap(({ initial }) => initial.flat())];
}

/** `wrong`: why the values at the start do not fit the program. */
export function programRunOf(program: Program, written: WrittenRun): ProgramRun | { readonly wrong: string } {
  const wanted = firstValues(program);
  const open = wanted.filter((value) => value === 'any').length;
  const { first } = written;
  if (first.length !== open)
    return { wrong: `the run chooses ${first.length} first values, and the text leaves ${open} open` };
  let chosen = 0;
  const values = wanted.map((value) => (value === 'any' ? Number(first[chosen++]) : value));
  const steps = written.steps.map((step): ProgramStep => {
    switch (step.kind) {
      case 'drain':
        return { kind: 'drain', thread: step.actor, cell: step.cell };
      case 'edge':
        return { kind: 'edge', thread: step.actor, edge: step.number, choices: step.values.map(Number) };
      case 'transition':
        throw new Error('a run of a program has no transitions');
    }
  });
  const run = { initial: dealt(program, values), steps };
  return written.cycle === null ? run : { ...run, cycle: written.cycle };
}

function dealt({ shared, threads }: Program, values: readonly number[]): InitialValues {
  let at = 0;
  const take = (count: number): number[] => {
    at += count;
    return values.slice(at - count, at);
  };
  const memory = take(shared.reduce((sum, { initial }) => sum + initial.length, 0));
  return { memory, locals: threads.map(({ initial }) => take(initial.flat().length)) };
}
