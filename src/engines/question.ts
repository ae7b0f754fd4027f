/**
 * The question: made once from the text and the options; everything after it is typed.
 *
 * The model, the memory, the store buffers that count, the property and which runs are fair decide the answer. The hints only
 * say how to go about it.
 */
import type { ProgramFile } from '../languages/program/index.js';
import type { MemoryModel } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { Fairness } from './ltl/fairness.js';

export interface Question {
  readonly model: AskedModel;
  readonly memory: MemoryModel;
  readonly buffers: Buffering;
  /** Which states can be reached, or what all runs satisfy. */
  readonly property: 'states' | TemporalProperty;
  /** Of temporal properties: the runs that count. */
  readonly fairness: Fairness;
  readonly hints: Hints;
}

export type AskedModel =
  /** For any number of processes, or for `system.processes`. */
  | { readonly kind: 'system'; readonly system: ArraySystem }
  /** `predicates`: conditions that the text offers for a proof. */
  | { readonly kind: 'program'; readonly program: Program; readonly predicates: readonly StateExpression[] }
  /** For any number of some of its threads. */
  | { readonly kind: 'open program'; readonly open: OpenProgram };

/** A program text that leaves the number of some threads open. */
export interface OpenProgram {
  readonly file: ProgramFile;
  /** Their names. */
  readonly anyThreads: readonly string[];
  /** The program with so many of each; or why there is no such program. */
  instance(count: number): { readonly program: Program } | { readonly refused: string };
}

/** Which store buffers count. */
export interface Buffering {
  /** The most writes in one; null: buffers of any length. */
  readonly most: number | null;
  /** What `most` counts: the entries of a queue, or the writes of one location in it. */
  readonly per: 'queue' | 'location';
  /** The lengths that an engine with bounded buffers tries. */
  readonly tried?: Lengths;
}

/** The first, and longer ones up to the last. */
export interface Lengths {
  readonly first: number;
  readonly last: number;
  /** States for a longer one: so many times those of the length before, and at least so many. */
  readonly growth?: { readonly times: number; readonly least: number };
}

interface Hints {
  /** Guess weaker cubes with the help of small instances. */
  readonly approximate: boolean;
  /** The form of cube where writes wait. */
  readonly cubes: 'views' | 'events';
  /** Leave out of a proof on cubes what it does not need. */
  readonly trim: boolean;
  /** Of cubes: views are of any moment still to come, as in assumptions, not of one for all. */
  readonly anyMoment?: boolean;
  /** Count states that differ in nothing that matters once. */
  readonly reduce: boolean;
  /** Tell what is vacuous, and where threads get stuck, where the search knows it. */
  readonly warn: boolean;
  /** Threads are threads, which can get stuck one by one: in the instance of an array system a process may only be passive. */
  readonly stuck: boolean;
  /** What predicate abstraction takes from its proof under SC to store buffers. */
  readonly extrapolate: 'predicates' | 'cubes';
}

/** Writes in the store buffers that are tried first, and where the search for a length that is enough ends. */
export const SHORT_BUFFER = 2;
export const LONGEST_BUFFER = 64;
/** Where the text tells that no more writes can wait than this, that length is tried at once. */
export const PLAIN_BUFFER = 8;
/** With more states, threads that get stuck while others go on are only looked for where the text says `never deadlock`. */
export const MOST_STUCK_STATES = 200_000;
/** Where nobody sets a limit: there may always be a longer one. */
export const USUAL_GROWTH = { times: 4, least: 1_000_000 };
/** Numbers of open threads that are tried one by one. */
export const NUMBERS_TRIED = [1, 2, 3];
/** Megabytes for states, where the caller sets no limit. */
export const USUAL_MEGABYTES = 2048;
/** More than any limit on memory allows. */
export const ANY_NUMBER = 1_000_000_000;
