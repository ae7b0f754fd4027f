/**
 * The reductions that apply to a program, and code that makes one state of those that count as one: stale locals first, then
 * shifts of integers, then the names of threads.
 */
import type { Statement } from '../code/code.js';
import { MOST_SWAPS } from '../header.js';
import type { Layout } from '../layout.js';
import { type Comparator, canonicalisation } from './canonical.js';
import { type ShiftClass, shiftClasses } from './shift.js';
import { shiftWords } from './shift-words.js';
import { freshenWords, staleLocals } from './stale.js';
import { type SymmetryGroup, symmetries } from './symmetry.js';

export interface Reduction {
  /** Threads that are interchangeable, and the exchanges that may be made of them. */
  readonly groups: readonly SymmetryGroup[];
  readonly comparators: readonly Comparator[];
  /** Integers of which only differences matter. */
  readonly shifts: readonly ShiftClass[];
  /** Replaces the words of a state by those of the state that stands for it. */
  readonly statements: readonly Statement[];
  /** How many words of `swaps0`, `swaps1`... the statements set. */
  readonly swapWords: number;
}

/** Which reductions are wanted; without any, every state stands for itself. */
export interface Reductions {
  /** Of the names of interchangeable threads. */
  readonly symmetry: boolean;
  /** Of integers of which only differences matter. */
  readonly shifts: boolean;
}

export function reductionOf(layout: Layout, { symmetry, shifts: wanted }: Reductions): Reduction {
  const { special, observed, live } = layout;
  const groups = symmetry ? symmetries(special, observed.never.slice(special.never.length)) : [];
  // Where numbers wrap, a shift changes more than differences tell.
  const shifting = wanted && special.program.wraps !== true;
  const shifts = shifting ? shiftClasses(observed, live) : [];
  const stale = shifting ? staleLocals(observed) : [];
  const sorted = canonicalisation(layout, groups);
  if (sorted.comparators.length > MOST_SWAPS) throw new Error('there is no room to note so many exchanges');
  return {
    groups,
    comparators: sorted.comparators,
    shifts,
    statements: [...freshenWords(layout, stale), ...shiftWords(layout, shifts), ...sorted.statements],
    swapWords: Math.ceil(sorted.comparators.length / 32),
  };
}
