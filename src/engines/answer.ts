/**
 * What an engine answers: `holds` with a proof, `violated` with a run, `unknown` with reasons.
 *
 * A run is the choices of a counterexample and nothing else. What people read is made of it by the replay
 * (`evidence/replay.ts`), which is also its judge. A proof is a tagged value; each kind has a judge of its own
 * (`evidence/certify.ts`).
 */
import type { SlotPlan } from '../bridges/store-slots/plan.js';
import type { MemoryModel } from '../memory/models.js';
import type { LassoRun, ProgramRun } from '../memory/operational/program/replay.js';
import type { Run as SystemRun } from '../memory/operational/replay.js';
import type { ArraySystem, Property } from '../models/array-system/model.js';
import type { PlaceSums } from '../models/array-system/place-sum.js';
import type { ViewedCube } from '../models/array-system/view-cube.js';
import type { Program } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { ConcurrentSystem } from './automata/system.js';
import type { DualCertificate } from './dual-tso/certificate.js';
import type { Fairness } from './ltl/fairness.js';
import type { LassoQuestion } from './ltl/lasso-replay.js';
import type { PredicateProof } from './predicates/engine.js';
import type { PsoCertificate } from './pso-queues/certificate.js';
import type { Note, Reason } from './remarks.js';
import type { Warnings } from './warnings.js';

/** Store buffers of any length, or with at most so many writes in each; null where there are none. */
export type BufferScope = number | 'unbounded' | null;

export interface Holds {
  readonly verdict: 'holds';
  readonly proof: Proof;
  /** A number is an answer to a question about that bound, and only a part of one about any length. */
  readonly buffer: BufferScope;
  readonly notes: readonly Note[];
  /** Null, or absent, where the engine cannot know or was not asked. */
  readonly warnings?: Warnings | null;
  /** Why longer buffers were not settled, where they were tried. */
  readonly longer?: readonly Reason[];
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
  /** The same for store queues of any length under PSO. */
  | {
      readonly kind: 'store queues';
      readonly program: Program;
      readonly system: ConcurrentSystem;
      readonly certificate: PsoCertificate;
    }
  /** An invariant of the program whose store buffers are variables. */
  | { readonly kind: 'predicates'; readonly program: Program; readonly proof: PredicateProof }
  /** Cubes that contain the unsafe states and their own pre-images and meet no initial state. */
  | {
      readonly kind: 'cubes';
      /** Of a program: what it became, with threads as processes. */
      readonly system: ArraySystem;
      readonly ofProgram: boolean;
      /** In the terms of the model; null where the form of cube has none. */
      readonly invariant: readonly Property[] | null;
      /** Under TSO: as sets of configurations of the view machine; null where the form of cube has none. */
      readonly views: readonly ViewedCube[] | null;
      /** Of event cubes: as sets of configurations of the view machine that say less, and may be a proof nevertheless. */
      readonly fromEvents: readonly ViewedCube[] | null;
      /** What counters have to do with places, and cubes that contradict it; null if the proof needs none of it. */
      readonly sums: PlaceSums | null;
      /** As people read them. */
      readonly shown: readonly string[];
      /** Under PSO: how the store queues became cells of `system`; absent under other memories. */
      readonly slots?: SlotPlan;
    };
