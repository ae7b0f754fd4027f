/**
 * Tables 1 and 2 of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate Abstraction for Relaxed Memory Models" (2013),
 * section 6. They were measured on an Intel Xeon at 2.13 GHz, with store buffers of one write, and the predicates of the
 * proofs under SC were given by hand. The paper shows the text of the alternating bit protocol only, and says how many
 * predicates there were, not which: the programs in `examples/predicates`, their fences and their predicates are ours.
 *
 * A row's seconds are those for building the boolean program and those for exploring it together.
 *
 * The copy of table 2 that these figures were read from has the rows of Bakery and Ticket out of line with the titles. What
 * is which number was worked out from the rows of Queue, which are in line, and from what the text of section 6.3 says:
 *
 *   CE rows of both    the cell for the cube size is missing, as the paper gives that once for all rows of a program, and an
 *                      empty one stands before or after the memory. So of `9,018 1,773 381 979 375 104` the calls are 9,018
 *                      thousand, the time to build 1,773 seconds, the cubes used 381 (as in the text), the states 979
 *                      thousand, the memory 375 MB, and the time to explore 104 seconds
 *   SC rows of both    two empty cells push the last two numbers out: after the cube size, 4, come the states (20 and 2
 *                      thousand), and memory and time to explore are lost. Only the times to build are known, 355 and 51
 *                      seconds; their sums with something unknown are not, and are null here
 *   input predicates   of a CE row are as printed, 99, 422 and 622. The text calls the same numbers the input cubes
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Extrapolation } from '../../src/engines/predicates/engine.js';
import type { MemoryName } from '../../src/memory/models.js';

export const PREDICATES_FOLDER = path.join('examples', 'predicates');

/** The two of the paper, what it does under SC, and ours without any predicates that are given. */
export type Method = 'traditional' | 'PE' | 'CE' | 'found';

export interface PredicatesQuestion {
  /** Of the paper; null for what it does not do. */
  readonly table: 1 | 2 | null;
  readonly program: string;
  /** In `examples/predicates`. */
  readonly file: string;
  readonly memory: MemoryName;
  readonly method: Method;
  readonly extrapolation: Extrapolation;
  readonly text: string;
  readonly paperPredicates: number | null;
  /** Null where the paper gives none: it ran for ten hours and was stopped, or the number is lost. */
  readonly paperSeconds: number | null;
}

/** Input predicates, seconds to build, seconds to explore. */
type Figures = readonly [predicates: number, build: number | null, explore: number | null];

interface PaperProgram {
  readonly table: 1 | 2;
  readonly program: string;
  readonly name: string;
  readonly rows: readonly (readonly [MemoryName, Method, Figures])[];
}

function first(program: string, name: string, sc: Figures, tso: Figures, pso: Figures): PaperProgram {
  const rows = [['sc', 'traditional', sc] as const, ['tso', 'PE', tso] as const, ['pso', 'PE', pso] as const];
  return { table: 1, program, name, rows };
}

function second(
  program: string,
  name: string,
  sc: Figures,
  tso: { readonly PE: Figures; readonly CE: Figures },
  pso: { readonly PE: Figures; readonly CE: Figures },
): PaperProgram {
  const both = (memory: MemoryName, { PE, CE }: typeof tso) => [
    [memory, 'PE', PE] as const,
    [memory, 'CE', CE] as const,
  ];
  return {
    table: 2,
    program,
    name,
    rows: [['sc', 'traditional', sc] as const, ...both('tso', tso), ...both('pso', pso)],
  };
}

/** Stopped after ten hours, or lost. */
const NONE = null;

const PAPER_PROGRAMS: readonly PaperProgram[] = [
  first('Dekker', 'dekker', [7, 0.1, 1], [18, 5, 3], [20, 6, 5]),
  first('Peterson', 'peterson', [7, 0.1, 1], [18, 3, 2], [20, 3, 3]),
  first('ABP', 'alternating-bit', [8, 0.5, 0.6], [17, 5, 1], [15, 4, 1]),
  first('Szymanski', 'szymanski', [20, 3.3, 2], [37, 35, 5], [35, 33, 4]),
  second(
    'Queue',
    'array-queue',
    [7, 5, 1],
    { PE: [16, 2778, 1], CE: [99, 31, 2] },
    { PE: [15, 1475, 1], CE: [99, 17, 2] },
  ),
  second(
    'Bakery',
    'bakery',
    [15, 355, NONE],
    { PE: [36, NONE, NONE], CE: [422, 1386, 121] },
    { PE: [38, NONE, NONE], CE: [422, 1773, 104] },
  ),
  second(
    'Ticket',
    'ticket',
    [11, 51, NONE],
    { PE: [48, NONE, NONE], CE: [622, 1518, 545] },
    { PE: [56, NONE, NONE], CE: [622, 2163, 40] },
  ),
];

const SECTION = /^predicates \{\n[^}]*\}\n/m;

/** The same program, with nothing given. */
export function withoutPredicates(text: string): string {
  return text.replace(SECTION, '');
}

function textOf(file: string): string {
  return readFileSync(path.join(PREDICATES_FOLDER, file), 'utf8');
}

/** Every row of both tables, in their order but for TSO, which comes before PSO. */
export function paperQuestions(): PredicatesQuestion[] {
  return PAPER_PROGRAMS.flatMap(({ table, program, name, rows }) =>
    rows.map(([memory, method, [paperPredicates, build, explore]]): PredicatesQuestion => {
      const file = `${name}-${memory}.fp`;
      const extrapolation = method === 'CE' ? 'cubes' : 'predicates';
      // A tenth of a second is the smallest that the paper tells.
      const paperSeconds = build === null || explore === null ? null : Math.round(10 * (build + explore)) / 10;
      return {
        ...{ table, program, file, memory, method, extrapolation },
        ...{ text: textOf(file), paperPredicates, paperSeconds },
      };
    }),
  );
}

/** All programs under each memory, with all predicates to be found; the paper has nothing like it. */
export function foundQuestions(): PredicatesQuestion[] {
  const memories: readonly MemoryName[] = ['sc', 'tso', 'pso'];
  return PAPER_PROGRAMS.flatMap(({ program, name }) =>
    memories.map((memory): PredicatesQuestion => {
      const file = `${name}-${memory}.fp`;
      return {
        ...{ table: null, program, file, memory, method: 'found', extrapolation: 'predicates' },
        ...{ text: withoutPredicates(textOf(file)), paperPredicates: null, paperSeconds: null },
      };
    }),
  );
}
