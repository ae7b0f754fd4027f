/** What the engine is asked, and what it answers. */

import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import type { MemoryModel } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import type { ExplicitLimits } from '../explicit/engine.js';
import type { BackEnd } from '../explicit/kernel.js';
import type { Reason } from '../remarks.js';
import type { Fairness } from './fairness.js';

export interface LtlQuestion extends Fairness {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** The most batches in a queue of a store buffer, at least 1; or, with `perLocation`, writes to one cell. */
  readonly buffer: number;
  readonly perLocation?: boolean;
  /** What the automaton sees of a state, at most 31. */
  readonly propositions: readonly StateExpression[];
  /** Of the negated formula. */
  readonly automaton: GeneralisedBuchi;
  readonly limits: ExplicitLimits;
  /** What traces say is violated. */
  readonly formula?: { readonly name: string; readonly text: string };
  /** WebAssembly where there is one, unless given. */
  readonly kernel?: BackEnd;
  /** States that differ only in dead variables are one, unless this is false. */
  readonly zeroDead?: boolean;
}

export type LtlAnswer =
  /** All runs satisfy the formula. `unbounded`: for buffers of any length. */
  | { readonly verdict: 'holds'; readonly unbounded: boolean }
  /**
   * A run, infinite when it has a cycle; otherwise it ends in a failure or in what the program says is never to be.
   * `unbounded`: it is one, and fair, with buffers of any length, too.
   */
  | { readonly verdict: 'violated'; readonly run: ProgramRun; readonly unbounded: boolean }
  | { readonly verdict: 'unknown'; readonly reason: Reason };
