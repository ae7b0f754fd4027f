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
  /** The kind of model that it knows: `check/suit.ts` makes one of the other kind into it, where that can be done. */
  readonly knows: 'array systems' | 'programs';
  load(): Promise<Engine>;
}

export const ENGINES = [
  {
    name: 'parameterized',
    title: 'the parameterized engine',
    summary: 'proves any number of processes or threads, with cubes',
    named: true,
    knows: 'array systems',
    load: async (): Promise<Engine> => (await import('./parameterized/index.js')).parameterized,
  },
  {
    name: 'explicit',
    title: 'the explicit engine',
    summary: 'searches all states',
    named: true,
    knows: 'programs',
    load: async (): Promise<Engine> => (await import('./explicit/index.js')).explicit,
  },
  {
    name: 'dual-tso',
    title: 'the Dual-TSO engine',
    summary: 'takes store buffers of any length, under TSO',
    named: true,
    knows: 'programs',
    load: async (): Promise<Engine> => (await import('./dual-tso/index.js')).dualTso,
  },
  {
    name: 'pso-queues',
    title: 'the PSO engine',
    summary: 'takes store buffers of any length, under PSO',
    named: true,
    knows: 'programs',
    load: async (): Promise<Engine> => (await import('./pso-queues/index.js')).psoQueues,
  },
  {
    name: 'predicates',
    title: 'predicate abstraction',
    summary: 'takes programs with unbounded integers',
    named: true,
    knows: 'programs',
    load: async (): Promise<Engine> => (await import('./predicates/index.js')).predicates,
  },
  {
    name: 'ltl',
    title: 'the LTL engine',
    summary: 'searches all infinite runs, for temporal properties',
    named: false,
    knows: 'programs',
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
