/**
 * The PSO engine for any number of identical threads, with store queues of any length. Multisets of what a thread can be are
 * well-quasi ordered, too. A thread in its initial state with empty queues is dropped: there is always another that has done
 * nothing yet. Besides them there may be other threads, in a fixed number, and several kinds of identical ones.
 */
import { AnyEngine, type AnyQuestion, type AnyViolation } from '../automata/work.js';
import type { PsoCertificate } from './certificate.js';
import type { Part } from './element.js';
import type { PsoAnswer } from './engine.js';
import { psoMethod } from './space.js';
import type { Ending } from './targets.js';
import type { Action } from './thread-steps.js';

export type AnyPsoQuestion = AnyQuestion;
export type AnyPsoAnswer = PsoAnswer<AnyViolation>;

export class AnyPsoEngine extends AnyEngine<Part, Action, Ending | null, PsoCertificate> {
  constructor(question: AnyPsoQuestion) {
    super(psoMethod, question);
  }
}
