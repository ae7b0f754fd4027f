/** What the engine is asked, and what it answers. */

import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { StateExpression } from '../../models/program/model.js';
import type { KernelQuestion } from '../explicit/question.js';
import type { Reason } from '../remarks.js';
import type { Warnings } from '../warnings.js';
import type { Fairness } from './fairness.js';

export interface LtlQuestion extends KernelQuestion, Fairness {
  /** What the automaton sees of a state, at most 31. */
  readonly propositions: readonly StateExpression[];
  /** Of the negated formula. */
  readonly automaton: GeneralisedBuchi;
  /** Integers without bound are stored up to a shift where only differences matter, unless this is false. */
  readonly shifts?: boolean;
  /** In searches that last, states are stored up to the names of interchangeable threads, unless this is false. */
  readonly symmetry?: boolean;
  /** So many nodes of the product are looked at before, in a test. */
  readonly patience?: number;
  /** So many nodes are searched before successors are kept (`kept.ts`), and so many states expanded before the first look, in a test. */
  readonly keptFrom?: number;
  readonly firstLook?: number;
  /** Bytes of successors that several threads can share, in a test with fewer than there are. */
  readonly shareable?: number;
  /** What traces say is violated. */
  readonly formula?: { readonly name: string; readonly text: string };
}

export type LtlAnswer =
  /** All runs satisfy the formula. `unbounded`: for buffers of any length. */
  | {
      readonly verdict: 'holds';
      readonly unbounded: boolean;
      /** Where all states were looked at: the propositions that some state makes true, and the warnings. */
      readonly looked?: { readonly seen: number; readonly warnings: Warnings };
    }
  /**
   * A run, infinite when it has a cycle; otherwise it ends in a failure or in what the program says is never to be.
   * `unbounded`: it is one, and fair, with buffers of any length, too.
   */
  | { readonly verdict: 'violated'; readonly run: ProgramRun; readonly unbounded: boolean }
  | { readonly verdict: 'unknown'; readonly reason: Reason };
