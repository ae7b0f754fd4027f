/**
 * All engines, in one list. Names in options, help texts and JSON come from here; the engines themselves are loaded when
 * they are asked. To add an engine, make a folder with an `index.ts` and add a row.
 */
import type { Engine } from './engine.js';

interface EngineRow {
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** Users name it; the others are chosen by the question alone. */
  readonly named: boolean;
  load(): Promise<Engine>;
}

export const ENGINES = [
  {
    name: 'parameterized',
    title: 'the parameterized engine',
    summary: 'a proof on cubes, for any number of processes or threads',
    named: true,
    load: async (): Promise<Engine> => (await import('./parameterized/index.js')).parameterized,
  },
  {
    name: 'explicit',
    title: 'the explicit engine',
    summary: 'a search of all states',
    named: true,
    load: async (): Promise<Engine> => (await import('./explicit/index.js')).explicit,
  },
  {
    name: 'dual-tso',
    title: 'the Dual-TSO engine',
    summary: 'a backward search on load buffers: TSO, store buffers of any length',
    named: true,
    load: async (): Promise<Engine> => (await import('./dual-tso/index.js')).dualTso,
  },
  {
    name: 'predicates',
    title: 'predicate abstraction',
    summary: 'predicate abstraction, for programs with unbounded integers',
    named: true,
    load: async (): Promise<Engine> => (await import('./predicates/index.js')).predicates,
  },
  {
    name: 'ltl',
    title: 'the LTL engine',
    summary: 'a search of all infinite runs, for temporal properties',
    named: false,
    load: async (): Promise<Engine> => (await import('./ltl/index.js')).ltl,
  },
] as const satisfies readonly EngineRow[];

export type EngineName = (typeof ENGINES)[number]['name'];

/** The engines that a user may name. */
export type NamedEngine = Extract<(typeof ENGINES)[number], { readonly named: true }>['name'];

export const NAMED_ENGINES: readonly NamedEngine[] = ENGINES.flatMap((row) => (row.named ? [row.name] : []));

export function engineRow(name: EngineName): EngineRow {
  const found = ENGINES.find((row) => row.name === name);
  if (found === undefined) throw new Error(`there is no engine ${name}`);
  return found;
}
