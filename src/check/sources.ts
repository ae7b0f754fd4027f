/**
 * Programs of every language behind one door: read, with what is wrong with them, and made for a number of threads where
 * the text leaves that open. The readers are fetched when they are needed.
 */
import type { CheckOptions } from '../check.js';
import type { Memory } from '../evidence/outcome.js';
import type { ProgramFile } from '../languages/program/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { Program } from '../models/program/model.js';
import { fault } from './fault.js';
import type { Language } from './language.js';

export interface ProgramSource {
  /** What properties are written with, in words. */
  readonly properties: string;
  /** The threads of which there may be any number; most programs have none. */
  readonly anyThreads: readonly string[];
  /** The text as it was read, where such threads are possible. */
  readonly file: ProgramFile | null;
  /** The program with that many of each of those (null when there are none); or why there is no such program. */
  instance(count: number | null): Instance | { readonly refused: string };
}

export interface Instance {
  readonly program: Program;
  /** What the program says that is no question for a search of states: names of `ltl` formulas. */
  readonly temporal: readonly string[];
}

export interface Reading {
  /** Null when there is an error among the diagnostics. */
  readonly source: ProgramSource | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of threads that may be any number. */
export const NUMBERS_TRIED = [1, 2, 3];

type Reader = (text: string | Uint8Array, file: string, memory: Memory) => Promise<Reading>;

function fixed(program: Program | null, diagnostics: readonly Diagnostic[], properties: string): Reading {
  if (program === null) return { source: null, diagnostics };
  return {
    source: { properties, anyThreads: [], file: null, instance: () => ({ program, temporal: [] }) },
    diagnostics,
  };
}

const READERS: Readonly<Record<Exclude<Language, 'cubicle'>, Reader>> = {
  async program(text, file) {
    const { readProgram } = await import('../languages/program/index.js');
    const { program, diagnostics } = readProgram(text, file);
    if (program === null) return { source: null, diagnostics };
    const instance = (count: number | null): Instance | { readonly refused: string } => {
      const made = program.instantiate(count);
      if (made.kind === 'error') return { refused: made.message };
      return { program: made.program, temporal: made.ltl.map(({ name }) => name) };
    };
    const properties = '`never`, `invariant` or `assert`';
    return { source: { properties, anyThreads: program.anyThreads, file: program, instance }, diagnostics };
  },
  async memorax(text, file, memory) {
    const { readMemorax } = await import('../languages/memorax/index.js');
    const { program, diagnostics } = readMemorax(text, file, { memory });
    return fixed(program, diagnostics, 'row of `forbidden`');
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
  memory: Memory,
  { file }: CheckOptions,
): Promise<Reading> {
  return READERS[language](text, file ?? 'program.fp', memory);
}
