/** What the explicit engine does in a second and in memory: for people, and a line of JSON for each row. */
import { type Column, table } from '../src/report/table.js';
import { thousands } from './explicit-run.js';
import type { OwnQuestion, OwnRun } from './own-process.js';
import { memoryWords } from './spin-table.js';

/** All runs of one question with each kernel; none with JavaScript where that takes too long. */
export interface ExplicitRuns {
  readonly program: string;
  readonly question: Omit<OwnQuestion, 'kernel'>;
  readonly wasm: readonly OwnRun[];
  readonly javascript: readonly OwnRun[];
}

export interface ExplicitRow {
  readonly program: string;
  readonly memory: string;
  readonly buffer: number | null;
  /** Dead variables are zeroed. */
  readonly zeroDead: boolean;
  readonly symmetry: boolean;
  /** Permutations of threads that are one; 1 when no two threads are interchangeable. */
  readonly orbit: number;
  readonly verdict: string;
  readonly states: number;
  readonly transitions: number;
  /** Both kernels, in all runs, say the same. */
  readonly equal: boolean;
  readonly seconds: number;
  readonly javascriptSeconds: number | null;
  readonly statesPerSecond: number;
  readonly javascriptStatesPerSecond: number | null;
  readonly bytesPerState: number;
  /** States, parents and the table that finds them. */
  readonly megabytes: number;
  /** The most memory that the whole process had resident. */
  readonly peakMegabytes: number;
}

export function explicitRow({ program, question, wasm, javascript }: ExplicitRuns): ExplicitRow {
  const [first] = wasm;
  if (first === undefined) throw new Error('a question is asked at least once');
  const { states = 0, transitions = 0, orbit = 1, bytesPerState = 0, megabytes = 0 } = first.counts;
  const same = ({ verdict, counts }: OwnRun) =>
    verdict === first.verdict && counts.states === states && counts.transitions === transitions;
  const best = (runs: readonly OwnRun[]) => Math.min(...runs.map((run) => run.seconds));
  const seconds = best(wasm);
  const javascriptSeconds = javascript.length === 0 ? null : best(javascript);
  return {
    program,
    memory: question.memory,
    buffer: question.buffer,
    zeroDead: question.zeroDead,
    symmetry: question.symmetry,
    orbit,
    verdict: first.verdict,
    states,
    transitions,
    equal: [...wasm, ...javascript].every(same),
    seconds,
    javascriptSeconds,
    statesPerSecond: Math.round(states / seconds),
    javascriptStatesPerSecond: javascriptSeconds === null ? null : Math.round(states / javascriptSeconds),
    bytesPerState,
    megabytes,
    peakMegabytes: Math.max(...wasm.map((run) => run.peakMegabytes)),
  };
}

const right = (title: string): Column => ({ title, align: 'right' });

const COLUMNS: readonly Column[] = [
  { title: 'program' },
  { title: 'memory' },
  { title: 'reductions' },
  { title: 'verdict' },
  ...['states', 'transitions', 'bytes/state', 'MB', 'peak MB', 'wasm s', 'wasm k/s', 'javascript k/s'].map(right),
];

/** `dead, symmetry /24`. */
function reductions({ zeroDead, symmetry, orbit }: ExplicitRow): string {
  const used = [...(zeroDead ? ['dead'] : []), ...(symmetry && orbit > 1 ? [`symmetry /${orbit}`] : [])];
  return used.length === 0 ? 'none' : used.join(', ');
}

export function explicitTable(rows: readonly ExplicitRow[]): string[] {
  const lines = rows.map((row) => [
    row.program,
    memoryWords(row),
    reductions(row),
    row.equal ? row.verdict : `${row.verdict} (!)`,
    thousands(row.states),
    thousands(row.transitions),
    `${row.bytesPerState}`,
    thousands(row.megabytes),
    thousands(row.peakMegabytes),
    row.seconds.toFixed(3),
    thousands(row.statesPerSecond / 1000),
    row.javascriptStatesPerSecond === null ? '' : thousands(row.javascriptStatesPerSecond / 1000),
  ]);
  return [
    ...table(COLUMNS, lines),
    'dead: dead variables zeroed; symmetry /n: of n states that differ in the names of threads one is stored;',
    'MB: states, parents and table; peak MB: the whole process, as the system counts it',
  ];
}
