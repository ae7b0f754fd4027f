/** What a caller may say of a check. */
import type { Progress } from '../engines/engine.js';
import type { NamedEngine } from '../engines/registry.js';
import type { LanguageOptions } from '../languages/index.js';
import type { MemoryName } from '../memory/models.js';

export interface CheckOptions extends LanguageOptions {
  /** TSO for programs and models with weak variables, otherwise sequential consistency. */
  readonly memory?: MemoryName;
  /** What the model says (`number_procs`, the threads of a program), else any number. */
  readonly processes?: number | 'any';
  /** The engine to ask; the one for the kind of model unless given. */
  readonly engine?: NamedEngine;
  /**
   * The most writes in a store buffer (under PSO: of one cell) that the explicit engine follows; 2 unless given.
   * 'unbounded': more and more, until none is full; or, under TSO, by the Dual-TSO engine. Predicate abstraction begins with
   * 1 unless given, and takes 2 where that is not enough; 'unbounded': up to 64.
   */
  readonly buffer?: number | 'unbounded';
  /** Of predicate abstraction: what the proof under SC gives to the one with store buffers; predicates unless given. */
  readonly extrapolate?: 'predicates' | 'cubes';
  /** At most so many writes of one cell in a store buffer, and any number in all (TSO); instead of `buffer`. */
  readonly bufferPerLocation?: number;
  /** Of DVE models: whose store buffers a write that is marked atomic finds empty, its process's or all; 'own' unless given. */
  readonly atomicWaits?: 'own' | 'all';
  /** The one property that is asked about, by its name. */
  readonly property?: string;
  /** A formula of linear temporal logic to ask about, instead of what the text says. */
  readonly ltl?: string;
  /** Names that a formula may use, and the conditions they stand for. */
  readonly propositions?: Readonly<Record<string, string>>;
  /** False: every state counts, also those that differ in nothing that matters. True unless given, but for DVE models. */
  readonly reduce?: boolean;
  /** Of temporal properties: no thread that could always go on is left out for ever. False unless given. */
  readonly fairThreads?: boolean;
  /** Of temporal properties: no write stays in a store buffer for ever. True unless given. */
  readonly fairBuffers?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly maxCubes?: number;
  readonly maxDepth?: number;
  readonly maxProcesses?: number;
  /** Of predicate abstraction: 400 unless given. */
  readonly maxPredicates?: number;
  /** Of small instances: 200,000 unless given. Of programs: as many as fit. */
  readonly maxStates?: number;
  /** Megabytes of heap; for the states of programs 2048 unless given. */
  readonly maxMemory?: number;
  /** The form of cube under TSO; views unless given. */
  readonly cubes?: 'views' | 'events';
  /** Guess weaker cubes with the help of finite instances; true unless given. */
  readonly approximate?: boolean;
  /** Also prove or refute the `invariant` declarations, which are assumptions otherwise. */
  readonly checkInvariants?: boolean;
  readonly signal?: AbortSignal;
  /** Called a few times a second. */
  readonly onProgress?: (progress: Progress) => void;
}
