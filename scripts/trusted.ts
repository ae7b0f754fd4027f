/**
 * What a certificate's checker consists of, in lines of code: the numbers of the table "What must be trusted" in
 * `docs/internals/certificates.md`. `node scripts/run-ts.mjs scripts/trusted.ts` prints the table; a test compares it.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** From the folder of the project, as for all scripts. */
const SOURCE = 'src';

interface Trusted {
  readonly name: string;
  /** Files and folders below `src`. */
  readonly files: readonly string[];
  /** Files in these folders on which nothing rests. */
  readonly without?: readonly string[];
}

export const TRUSTED: readonly Trusted[] = [
  {
    name: 'the interpreter',
    files: [
      'memory/operational/program/machine.ts',
      'memory/operational/program/evaluate.ts',
      'memory/operational/program/properties.ts',
      'memory/operational/program/deadlock.ts',
      'memory/operational/buffers.ts',
      'memory/models.ts',
      'models/program/cells.ts',
      'models/program/parts.ts',
    ],
  },
  { name: 'its audit of all states', files: ['evidence/audit.ts'] },
  { name: 'the second kernel', files: ['evidence/audit'] },
  {
    name: 'the checker of rankings',
    files: ['certificate', 'judge', 'sets', 'parts', 'tableau', 'legend', 'file'].map(
      (name) => `evidence/runs/${name}.ts`,
    ),
  },
  {
    name: 'families of configurations, beside the checker of rankings',
    files: ['families', 'terms', 'uniform'].map((name) => `evidence/runs/${name}.ts`),
  },
  {
    name: 'the audit of runs, beside the second kernel',
    files: ['audit', 'graph', 'numbers', 'parts', 'tableau'].map((name) => `evidence/runs/${name}.ts`),
  },
  { name: 'the checker of minor sets', files: ['evidence/minor-set'] },
  { name: 'the checker of store queues', files: ['evidence/store-queues'] },
  { name: 'obligations of cubes', files: ['evidence/cubes'], without: ['evidence/cubes/enough.ts'] },
  { name: 'obligations of views, beside those of cubes', files: ['evidence/views'] },
  { name: 'obligations of predicates', files: ['evidence/invariant'] },
  { name: 'what puts them to solvers', files: ['evidence/solvers'] },
  {
    name: 'the bridge from programs for any number of threads to array systems',
    files: [
      ...['cases', 'conditions', 'formulas', 'index', 'initial', 'merge', 'numbers', 'source'],
      ...['own-number', 'threads', 'transitions', 'vocabulary', 'webs'],
    ].map((name) => `bridges/any-threads/${name}.ts`),
  },
  {
    name: 'the bridge from array systems under PSO to those with store queues as cells',
    files: ['index', 'plan', 'processes', 'reads', 'slots'].map((name) => `bridges/store-slots/${name}.ts`),
  },
];

/** Lines with code, of all TypeScript files there. */
export function linesOf({ files, without = [] }: Trusted): number {
  const count = (names: readonly string[]) => names.reduce((sum, name) => sum + linesIn(path.join(SOURCE, name)), 0);
  return count(files) - count(without);
}

function linesIn(file: string): number {
  if (statSync(file).isDirectory()) {
    return readdirSync(file).reduce((sum, name) => sum + linesIn(path.join(file, name)), 0);
  }
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

/** To the next ten. */
export function rounded(lines: number): number {
  return 10 * Math.round(lines / 10);
}

if (process.argv[1]?.endsWith('trusted.ts') === true) {
  for (const part of TRUSTED) console.log(`| ${part.name} | ${rounded(linesOf(part))} |`);
}
