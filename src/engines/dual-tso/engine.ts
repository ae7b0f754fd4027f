/**
 * The Dual-TSO engine: whether a finite program is safe under TSO with store buffers of any length, for its number of threads
 * (Abdulla, Atig, Bouajjani, Ngo 2016, section 4). `automata/work.ts` says how it goes; a way back is a run of the dual
 * semantics, made one of a store-buffer machine (`store-buffer-run.ts`).
 */
import type { SearchLimits } from '../automata/search.js';
import { type ExactAnswer, GivenEngine, type GivenQuestion, type Violation } from '../automata/work.js';
import type { DualCertificate } from './certificate.js';
import type { Part } from './order.js';
import type { DualAction } from './predecessors.js';
import { dualMethod } from './space.js';
import type { Ending } from './target-configurations.js';

export type DualTsoLimits = SearchLimits;
export type DualTsoQuestion = GivenQuestion;
export type DualTsoAnswer<V extends Violation = Violation> = ExactAnswer<DualCertificate, V>;

export class DualTsoEngine extends GivenEngine<Part, DualAction, Ending | null, DualCertificate> {
  constructor(question: DualTsoQuestion) {
    super(dualMethod, question);
  }
}
