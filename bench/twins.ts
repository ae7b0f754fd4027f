/**
 * Programs that are written twice: as `.fp` for the explicit engine and in Promela for SPIN, in `bench/twins`.
 *
 * The two are made to be laid side by side. A label of the one is a label of the other, and what happens between two labels
 * is one step in both, `d_step` in Promela; nothing else is a step. So both have the same states and the same transitions,
 * and a difference is a fault of one of the two tools. Under TSO the store buffers are written out in Promela (`tso.pml`),
 * with one process that drains all of them. Labels stand before `if :: d_step { ... } fi` and not before `d_step` alone,
 * since SPIN refuses to jump there.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readProgram } from '../src/languages/program/index.js';
import type { MemoryName } from '../src/memory/models.js';
import type { Program } from '../src/models/program/model.js';

export const TWINS_FOLDER = path.join('bench', 'twins');

export interface Twin {
  readonly program: string;
  /** The program in `bench/twins`. */
  readonly file: string;
  /** Its twin there, without ending. */
  readonly promela: string;
  readonly memory: MemoryName;
  /** Entries of a store buffer; null under SC, where there are none. */
  readonly buffer: number | null;
}

export const TWINS: readonly Twin[] = [
  { program: 'Dijkstra, 4 threads', file: 'dijkstra.fp', promela: 'dijkstra-sc', memory: 'sc', buffer: null },
  { program: 'filter lock, 4 threads', file: 'filter.fp', promela: 'filter-sc', memory: 'sc', buffer: null },
  {
    program: 'Lamport, fast, 4 threads',
    file: 'lamport-fast.fp',
    promela: 'lamport-fast-sc',
    memory: 'sc',
    buffer: null,
  },
  { program: 'MCS lock, 4 threads', file: 'mcs.fp', promela: 'mcs-tso', memory: 'tso', buffer: 2 },
  { program: 'Szymanski, 4 threads', file: 'szymanski.fp', promela: 'szymanski-tso', memory: 'tso', buffer: 2 },
  { program: 'bakery, 3 threads', file: 'bakery.fp', promela: 'bakery-tso', memory: 'tso', buffer: 2 },
  { program: 'filter lock, 4 threads', file: 'filter.fp', promela: 'filter-tso', memory: 'tso', buffer: 2 },
];

/** The text of a program of the folder; `constants` replace those it declares. */
export function twinText(file: string, constants: Readonly<Record<string, number>> = {}): string {
  let text = readFileSync(path.join(TWINS_FOLDER, file), 'utf8');
  for (const [name, value] of Object.entries(constants)) {
    const declaration = new RegExp(`^const ${name} = .*$`, 'm');
    if (!declaration.test(text)) throw new Error(`${file} declares no constant ${name}`);
    text = text.replace(declaration, `const ${name} = ${value}`);
  }
  return text;
}

export function twinProgram(file: string, constants: Readonly<Record<string, number>> = {}): Program {
  const { program, diagnostics } = readProgram(twinText(file, constants), file);
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${file}: ${diagnostics[0]?.message ?? 'it is no program'}`);
  return made.program;
}
