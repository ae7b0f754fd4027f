/**
 * Programs of every language behind one door: read, with what is wrong with them, and made for a number of threads where
 * the text leaves that open. The readers are fetched when they are needed.
 */

import type { ProgramFile } from '../languages/program/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryModel } from '../memory/models.js';
import type { Program, StateExpression } from '../models/program/model.js';
import type { CheckOptions } from './check.js';
import { fault } from './fault.js';
import type { FormulaFault } from './formulas.js';
import type { Language } from './language.js';
import type { TemporalProperty } from './temporal.js';

export interface ProgramSource {
  /** What properties are written with, in words. */
  readonly properties: string;
  /** The threads of which there may be any number; most programs have none. */
  readonly anyThreads: readonly string[];
  /** The text as it was read, where such threads are possible. */
  readonly file: ProgramFile | null;
  /** What is asked when nothing is said: the states, or the temporal property of the text. */
  readonly usual: 'states' | 'runs';
  /** How assertions are told in its programs: as places where they have failed, or as properties, which then are all there are. */
  readonly assertions: 'places' | 'never';
  /** Every state counts, where people compare counts with other tools. */
  readonly reduce: boolean;
  /** The program with that many of each of those (null when there are none); or why there is no such program. */
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
    | ((
        text: string,
        named: Readonly<Record<string, string>>,
      ) => TemporalProperty | FormulaFault | { readonly refused: string })
    | null;
}

export interface Reading {
  /** Null when there is an error among the diagnostics. */
  readonly source: ProgramSource | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of threads that may be any number. */
export const NUMBERS_TRIED = [1, 2, 3];

type Reader = (text: string | Uint8Array, file: string, memory: MemoryModel, options: CheckOptions) => Promise<Reading>;

const USUAL = { usual: 'states', assertions: 'places', reduce: true } as const;

function fixed(
  program: Program | null,
  diagnostics: readonly Diagnostic[],
  properties: string,
  predicates: readonly StateExpression[] = [],
): Reading {
  if (program === null) return { source: null, diagnostics };
  const instance = () => ({ program, predicates, temporal: [], formula: null });
  return { source: { ...USUAL, properties, anyThreads: [], file: null, instance }, diagnostics };
}

const READERS: Readonly<Record<Exclude<Language, 'cubicle'>, Reader>> = {
  async program(text, file) {
    const [{ readProgram }, { formulaProperty }, { programFormula }] = await Promise.all([
      import('../languages/program/index.js'),
      import('./temporal.js'),
      import('./formulas.js'),
    ]);
    const { program, diagnostics } = readProgram(text, file);
    if (program === null) return { source: null, diagnostics };
    const instance = (count: number | null): Instance | { readonly refused: string } => {
      const made = program.instantiate(count);
      if (made.kind === 'error') return { refused: made.message };
      const temporal = made.ltl.map(({ name, text: shown, formula, propositions }) => {
        const conditions = propositions.map(({ condition }) => condition);
        return formulaProperty(name, shown, formula, conditions);
      });
      const formula = (asked: string, named: Readonly<Record<string, string>>) =>
        programFormula(text, file, asked, named, count);
      const predicates = made.predicates.map(({ condition }) => condition);
      return { program: made.program, predicates, temporal, formula };
    };
    const properties = '`never`, `invariant` or `assert`';
    return { source: { ...USUAL, properties, anyThreads: program.anyThreads, file: program, instance }, diagnostics };
  },
  async dve(text, file, memory, options) {
    const [{ readDve, readDveCondition }, { dveProgram }, { conditionsFormula }] = await Promise.all([
      import('../languages/dve/index.js'),
      import('../languages/dve/program.js'),
      import('./formulas.js'),
    ]);
    const { model, diagnostics } = readDve(text, file);
    if (model === null) return { source: null, diagnostics };
    const made = dveProgram(model, memory, { waiting: options.atomicWaits ?? 'own' });
    if ('refused' in made)
      return { source: null, diagnostics: [...diagnostics, fault(file, 'unsupported', made.refused)] };
    const { program, property } = made;
    const temporal =
      property === null
        ? []
        : [{ name: property.name, text: 'the property of the model', questions: () => [property] }];
    const condition = (asked: string) => {
      const { condition: read, diagnostics: wrong } = readDveCondition(asked, file, model);
      return read === null ? { refused: wrong[0]?.message ?? 'it cannot be read' } : made.condition(read);
    };
    const words = new Set(
      [...model.globals, ...model.processes, ...model.processes.flatMap(({ variables }) => variables)].map(
        ({ name }) => name,
      ),
    );
    const formula = (asked: string, named: Readonly<Record<string, string>>) =>
      conditionsFormula(asked, named, (word) => words.has(word), condition);
    const source: ProgramSource = {
      properties: '`assert` and no property process',
      anyThreads: [],
      file: null,
      usual: property === null ? 'states' : 'runs',
      assertions: 'never',
      reduce: false,
      instance: () => ({ program, predicates: [], temporal, formula }),
    };
    return { source, diagnostics };
  },
  async memorax(text, file, memory) {
    const { readMemorax } = await import('../languages/memorax/index.js');
    const { program, predicates, diagnostics } = readMemorax(text, file, { memory });
    const offered = predicates.flatMap(({ instances }) => instances);
    return fixed(program, diagnostics, 'row of `forbidden`', offered);
  },
  async trencher(text, file) {
    const { readTrencher } = await import('../languages/trencher/index.js');
    const { program, diagnostics } = readTrencher(text, file);
    return fixed(program, diagnostics, '`final` state');
  },
  async litmus(text, file, memory) {
    const [{ readLitmus }, { litmusProgram }] = await Promise.all([
      import('../languages/litmus/index.js'),
      import('../languages/litmus/program.js'),
    ]);
    const { checked, diagnostics } = readLitmus(text, file);
    if (checked === null) return { source: null, diagnostics };
    const made = litmusProgram(checked.test, memory);
    if (made.kind === 'program') return fixed(made.program, diagnostics, 'condition');
    return { source: null, diagnostics: [...diagnostics, fault(file, 'unsupported', made.message)] };
  },
};

export function readSource(
  text: string | Uint8Array,
  language: Exclude<Language, 'cubicle'>,
  memory: MemoryModel,
  options: CheckOptions,
): Promise<Reading> {
  return READERS[language](text, options.file ?? 'program.fp', memory, options);
}
