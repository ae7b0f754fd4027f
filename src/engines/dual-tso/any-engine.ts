/**
 * The parameterized Dual-TSO engine: whether a program is safe under TSO with store buffers of any length and any number of
 * identical threads (Abdulla, Atig, Bouajjani, Ngo 2016, sections 5 and 6). Three things differ from the paper:
 *
 *   - the paper embeds words of processes in words, in order. Identical processes can be exchanged, so ours are multisets:
 *     fewer minimal configurations, and a well-quasi ordering still, since multisets are ordered by more than words are
 *   - a process in its initial state with an empty buffer is dropped: there is always another that has done nothing yet
 *   - besides them there may be other threads, in a fixed number, and several kinds of identical ones
 */
import { AnyEngine, type AnyQuestion, type AnyViolation } from '../automata/work.js';
import type { DualCertificate } from './certificate.js';
import type { DualTsoAnswer } from './engine.js';
import type { Part } from './order.js';
import type { DualAction } from './predecessors.js';
import { dualMethod } from './space.js';
import type { Ending } from './target-configurations.js';

export type AnyDualTsoQuestion = AnyQuestion;
export type AnyDualTsoAnswer = DualTsoAnswer<AnyViolation>;

export class AnyDualTsoEngine extends AnyEngine<Part, DualAction, Ending | null, DualCertificate> {
  constructor(question: AnyDualTsoQuestion) {
    super(dualMethod, question);
  }
}
