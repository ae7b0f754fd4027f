/**
 * What an engine answers: `holds` with a proof, `violated` with a run, `unknown` with reasons.
 *
 * A run is the choices of a counterexample and nothing else. What people read is made of it by the replay
 * (`evidence/replay.ts`), which is also its judge. A proof is a tagged value; each kind has a judge of its own
 * (`evidence/certify.ts`).
 */
import type { MemoryModel } from '../memory/models.js';
import type { LassoRun, ProgramRun } from '../memory/operational/program/replay.js';
import type { Run as SystemRun } from '../memory/operational/replay.js';
import type { ArraySystem, Property } from '../models/array-system/model.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { DualCertificate } from './dual-tso/certificate.js';
import type { ConcurrentSystem } from './dual-tso/system.js';
import type { Fairness } from './ltl/fairness.js';
import type { LassoQuestion } from './ltl/lasso-replay.js';
import type { PredicateProof } from './predicates/engine.js';
import type { Note, Reason } from './remarks.js';

/** Store buffers of any length, or with at most so many writes in each; null where there are none. */
export type BufferScope = number | 'unbounded' | null;

export interface Holds {
  readonly verdict: 'holds';
  readonly proof: Proof;
  readonly buffer: BufferScope;
  readonly notes: readonly Note[];
}

export interface Violated {
  readonly verdict: 'violated';
  readonly run: Run;
  readonly buffer: BufferScope;
}

export interface Unknown {
  readonly verdict: 'unknown';
  readonly reasons: readonly Reason[];
  readonly buffer: BufferScope;
}

export type Answer = Holds | Violated | Unknown;

export type Run =
  /** Of a program that ends badly. `bound`: the machine's, null for none. */
  | {
      readonly kind: 'program';
      readonly program: Program;
      readonly memory: MemoryModel;
      readonly bound: number | null;
      readonly perLocation: boolean;
      readonly run: ProgramRun;
    }
  /** Of a program, for ever. */
  | {
      readonly kind: 'lasso';
      readonly question: LassoQuestion;
      readonly bound: number | null;
      readonly run: LassoRun;
    }
  | { readonly kind: 'system'; readonly system: ArraySystem; readonly memory: MemoryModel; readonly run: SystemRun };

export type Proof =
  /** All states were looked at. */
  | { readonly kind: 'states'; readonly program: Program; readonly perLocation: boolean }
  /** All infinite runs were. */
  | {
      readonly kind: 'runs';
      readonly program: Program;
      readonly property: TemporalProperty;
      readonly fairness: Fairness;
      /** Of the store buffers that were looked at. */
      readonly bound: number;
      readonly perLocation: boolean;
    }
  /** A set of configurations, closed under steps back, that contains the bad ones and no initial one. */
  | {
      readonly kind: 'minor set';
      /** Where threads are any number: with two of each or more. */
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: DualCertificate;
    }
  /** An invariant of the program whose store buffers are variables. */
  | { readonly kind: 'predicates'; readonly program: Program; readonly proof: PredicateProof }
  /** Cubes that contain the unsafe states and their own pre-images and meet no initial state. */
  | {
      readonly kind: 'cubes';
      readonly system: ArraySystem;
      /** In the terms of the model; null where the form of cube has none. */
      readonly invariant: readonly Property[] | null;
      /** As people read them. */
      readonly shown: readonly string[];
    };
