/**
 * The PSO engine: whether a finite program is safe under PSO with store queues of any length, for its number of threads.
 * `automata/work.ts` says how it goes; a way back is a run of the machine with store queues (`path.ts`).
 */
import type { SearchLimits } from '../automata/search.js';
import { type ExactAnswer, GivenEngine, type GivenQuestion, type Violation } from '../automata/work.js';
import type { PsoCertificate } from './certificate.js';
import type { Part } from './element.js';
import { psoMethod } from './space.js';
import type { Ending } from './targets.js';
import type { Action } from './thread-steps.js';

export type PsoLimits = SearchLimits;
export type PsoQuestion = GivenQuestion;
export type PsoAnswer<V extends Violation = Violation> = ExactAnswer<PsoCertificate, V>;

export class PsoEngine extends GivenEngine<Part, Action, Ending | null, PsoCertificate> {
  constructor(question: PsoQuestion) {
    super(psoMethod, question);
  }
}
