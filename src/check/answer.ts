/** What an engine says about a program, how far that reaches, and what a proof is made of. */

import type { DualCertificate } from '../engines/dual-tso/certificate.js';
import type { ConcurrentSystem } from '../engines/dual-tso/system.js';
import type { PredicateProof } from '../engines/predicates/engine.js';
import type { Outcome } from '../evidence/outcome.js';
import type { ArraySystem, Property } from '../models/array-system/model.js';
import type { Program } from '../models/program/model.js';
import type { EngineName } from './check.js';

export type ProgramProof =
  /** All states of the program were looked at. */
  | { readonly kind: 'states'; readonly program: Program }
  | {
      readonly kind: 'dual-tso';
      /** Where threads are any number: with two of each or more. */
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: DualCertificate;
    }
  /** An invariant of the program whose store buffers are variables. */
  | { readonly kind: 'predicates'; readonly program: Program; readonly proof: PredicateProof }
  /** Of the program as an array system; null where the engine has none to show. */
  | { readonly kind: 'invariant'; readonly system: ArraySystem; readonly invariant: readonly Property[] | null };

export interface ProgramAnswer
  extends Pick<Outcome, 'verdict' | 'trace' | 'buffer' | 'counts' | 'reason' | 'invariants' | 'predicates'> {
  readonly engine: EngineName | 'ltl';
  /** When it holds. */
  readonly proof: ProgramProof | null;
}
