/** What the engines share that take programs with a given number of threads. */
import type { AskedModel, Question } from './question.js';
import { type Refusal, refusal } from './remarks.js';

export type GivenProgram = Extract<AskedModel, { readonly kind: 'program' }>;

/** Of a question that was accepted. */
export function givenProgram({ model }: Question): GivenProgram {
  if (model.kind !== 'program') throw new Error('only what is accepted is run');
  return model;
}

/** Why a number of processes or threads that is left open is not for the engine; null where it is given. */
export function needsNumber({ model }: Question, title: string): Refusal | null {
  if (model.kind === 'program') return null;
  const who = model.kind === 'system' ? 'processes' : 'threads';
  return refusal(`${title} needs a number of ${who}`, { kind: 'give', option: 'processes', value: '2' });
}
