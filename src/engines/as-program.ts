/** The programs that a question is about: the engines of programs take array systems with a given number of processes, too. */
import { programOf } from '../bridges/instance/index.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { Question } from './question.js';
import { type Refusal, refusal } from './remarks.js';

interface FixedProgram {
  readonly program: Program;
  readonly predicates: readonly StateExpression[];
}

/** Null for a number of threads that is left open. */
export function fixedProgram({ model, memory }: Question): FixedProgram | Refusal | null {
  switch (model.kind) {
    case 'open program':
      return null;
    case 'program':
      return model;
    case 'system': {
      const { processes } = model.system;
      if (processes === null) return null;
      const made = programOf(model.system, processes, memory);
      return made.kind === 'error' ? refusal(made.message) : { program: made.program, predicates: [] };
    }
  }
}

/** For engines that take a given number of processes or threads only. */
export function needsNumber({ model }: Question, title: string): Refusal | null {
  const open = model.kind === 'open program' || (model.kind === 'system' && model.system.processes === null);
  if (!open) return null;
  const who = model.kind === 'system' ? 'processes' : 'threads';
  return refusal(`${title} needs a number of ${who}`, { kind: 'give', option: 'processes', value: '2' });
}
