/**
 * A language that models are written in, as a record: what it is called, how its texts are recognised, how they are read, and
 * what else can be done with them. `index.ts` lists them all.
 *
 * What is read is a model of one of two kinds: an array system, or a program, which may leave the number of some threads open.
 * The readers themselves are loaded when a text is read.
 */
import type { MemoryModel } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { TemporalProperty } from '../models/program/temporal.js';
import type { Named } from './ltl/given.js';
import type { ProgramFile } from './program/index.js';
import type { Diagnostic } from './shared/diagnostics.js';
import type { Patience } from './shared/patience.js';

export interface Language<Name extends string = string> {
  readonly name: Name;
  /** What its texts are, for people. */
  readonly title: string;
  /** Of files; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
  /** How a text begins, as `shared/beginning.ts` shows it. No other language has texts that begin so. */
  readonly beginning: RegExp;
  /** What its texts are read as. */
  readonly kind: Model['kind'];
  /** The memory that is meant when none is named; null: the model tells. */
  readonly memory: MemoryModel | null;
  /** What a text can be changed by, to repair it. */
  readonly repairs: readonly Repair[];
  read(text: string | Uint8Array, options: ReadOptions): Promise<Reading>;
  /** A text in its usual layout; null for a language that is not printed. */
  readonly print: ((text: string, file: string, patience?: Patience) => Promise<Printed>) | null;
}

export type Repair = 'fences' | 'store-fences' | 'atomic-writes';

export interface ReadOptions {
  /** Its name in diagnostics. */
  readonly file: string;
  /** The memory that is asked about; the default of the language, or of the model, unless given. */
  readonly memory?: MemoryModel;
  /** Of DVE models: whose store buffers an atomic write waits for, its process's or all; 'own' unless given. */
  readonly atomicWaits?: 'own' | 'all';
  /** Of C: folders that are searched for included files, and macros that are defined before the text. */
  readonly includeFolders?: readonly string[];
  readonly defines?: readonly string[];
  /** Of C: objects for each place that allocates. */
  readonly allocations?: number;
  /** Of C: data races are failures. */
  readonly races?: boolean;
  /** Asked now and then whether to go on; for ever unless given. */
  readonly patience?: Patience;
}

export interface Reading {
  /** Null when there is an error among the diagnostics. */
  readonly model: Model | null;
  readonly diagnostics: readonly Diagnostic[];
}

export type Printed =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export type Model = ArrayModel | ProgramModel;

export interface ArrayModel {
  readonly kind: 'array system';
  readonly memory: MemoryModel;
  readonly system: ArraySystem;
}

export interface ProgramModel {
  readonly kind: 'program';
  /** What it was read for. */
  readonly memory: MemoryModel;
  /** What properties are written with, in words. */
  readonly properties: string;
  /** The threads of which there may be any number; most programs have none. */
  readonly anyThreads: readonly string[];
  /** The text as it was read, where such threads are possible. */
  readonly file: ProgramFile | null;
  /** What is asked when nothing is said: the states, or the temporal property of the text. */
  readonly usual: 'states' | 'runs';
  /** How its programs have assertions: as places where one has failed, or as properties, which then are all there are. */
  readonly assertions: 'places' | 'never';
  /** False: every state counts, since people compare counts with other tools. */
  readonly reduce: boolean;
  /** The program with that many of each open thread (null when there are none); or why there is no such program. */
  instance(count: number | null): Instance | { readonly refused: string };
}

export interface Instance {
  readonly program: Program;
  /** Conditions that the text offers for a proof. */
  readonly predicates: readonly StateExpression[];
  /** What the text says of infinite runs. */
  readonly temporal: readonly TemporalProperty[];
  /** Such a property that is given beside the text; null where the language has no conditions on states. */
  readonly formula:
    | ((text: string, named: Named) => TemporalProperty | { readonly faults: readonly Diagnostic[] })
    | null;
}

/** What the answer calls a formula that is given beside the text. */
export const GIVEN = 'formula';

/** A program without open threads and formulas. */
export function fixedProgram(
  program: Program,
  memory: MemoryModel,
  properties: string,
  predicates: readonly StateExpression[] = [],
): ProgramModel {
  const instance = (): Instance => ({ program, predicates, temporal: [], formula: null });
  const usual = { usual: 'states', assertions: 'places', reduce: true } as const;
  return { kind: 'program', memory, properties, anyThreads: [], file: null, ...usual, instance };
}
