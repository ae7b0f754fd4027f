/**
 * Concurrent systems (Abdulla, Atig, Bouajjani, Ngo: "The Benefits of Duality in Verifying Concurrent Programs under TSO",
 * 2016, section 3.1): threads as finite automata whose transitions are single accesses to shared cells. This is what the
 * engines for buffers of any length, their certificates and checkers all speak about, and the only thing they share.
 *
 * Where we differ: an atomic operation reads and writes any number of cells, not one; a cell has a domain of its own, the
 * values that it can ever hold; and a transition knows the edges of the program that it stands for, so that a run of the
 * system can be told as a run of the program.
 */
import type { EdgeStep } from '../../memory/operational/program/machine.js';

/** An engine that takes such systems, for the words of refusals. */
export interface Taker {
  /** In sentences. */
  readonly title: string;
  /**
   * A step may access several cells, and memory without buffers; its writes reach memory one by one, and barriers between
   * stores keep them in order. For others such a barrier is nothing.
   */
  readonly several: boolean;
}

/** A shared cell and a value of it. */
export interface CellValue {
  readonly cell: number;
  readonly value: number;
}

export type Operation =
  | { readonly kind: 'nop' }
  | ({ readonly kind: 'read' } & CellValue)
  | ({ readonly kind: 'write' } & CellValue)
  /** The buffer is empty. */
  | { readonly kind: 'fence' }
  /** The buffer is empty; memory holds these values and holds those afterwards. Each list names a cell at most once. */
  | { readonly kind: 'atomic'; readonly reads: readonly CellValue[]; readonly writes: readonly CellValue[] }
  | SeveralAccesses;

/**
 * Only for engines that take such steps (`Taker`). Loads, all at one moment; then a barrier, if there is one; then `writes` go
 * into the buffer and `direct` to memory. Each list names a cell at most once, and the last two no cell both.
 */
export interface SeveralAccesses {
  readonly kind: 'several';
  /** The buffer is empty before. */
  readonly fence: boolean;
  /** What waits in the buffer reaches memory before what is put there from now on. */
  readonly barrier?: true;
  readonly reads: readonly CellValue[];
  readonly writes: readonly CellValue[];
  readonly direct: readonly CellValue[];
}

/** For engines that do not take them: their systems have none. */
export function notTaken(): never {
  throw new Error('a step of several accesses is given to an engine that does not take it');
}

/** An edge of the thread's template, and the values of what it leaves open. */
export type Statement = Pick<EdgeStep, 'edge' | 'choices'>;

export interface Transition {
  readonly from: number;
  readonly operation: Operation;
  readonly to: number;
  /** What the program does: the first has the operation, the others are local. */
  readonly statements: readonly Statement[];
  /** The last of them fails: a value out of range, a division by zero. */
  readonly fails: boolean;
}

interface InitialState {
  readonly state: number;
  /** Local statements that lead from the entry to the state. */
  readonly statements: readonly Statement[];
}

export interface Automaton {
  /** Local states are numbered from 0. */
  readonly states: number;
  readonly initial: readonly InitialState[];
  readonly transitions: readonly Transition[];
}

/**
 * States that must not be reached: these threads, and no two of them the same, are each in one of these local states, while
 * memory holds these values. It is the memory of a machine with store buffers: what waits in them is not there yet.
 */
export interface Target {
  readonly threads: readonly { readonly thread: number; readonly states: readonly number[] }[];
  /** Names a cell at most once. */
  readonly memory: readonly CellValue[];
}

export interface ConcurrentSystem {
  /** For each shared cell the values that it can ever hold, in order. */
  readonly domains: readonly (readonly number[])[];
  /** For each shared cell its first values, more than one when it is left open. */
  readonly initial: readonly (readonly number[])[];
  readonly automata: readonly Automaton[];
  /** For each thread its automaton. Threads with the same one can be exchanged without changing the targets. */
  readonly threads: readonly number[];
  /** Automata of which there are any number of threads; `threads` has two of them at least. */
  readonly any: readonly number[];
  /** For each thread and each initial state of its automaton first values of all cells of its locals. */
  readonly locals: readonly (readonly (readonly number[])[])[];
  readonly targets: readonly Target[];
}
