/** Our figures beside SPIN's: for people, and a line of JSON for each row. */
import { type Column, table } from '../src/report/table.js';
import { thousands } from './explicit-run.js';
import type { OwnRun } from './own-process.js';
import type { PanCounts } from './pan.js';
import { geometricMean } from './result.js';
import type { Twin } from './twins.js';

/** All runs of one program: processor seconds. */
export interface TwinRuns {
  readonly twin: Twin;
  readonly spin: PanCounts;
  readonly makingSeconds: number;
  readonly spinSeconds: readonly number[];
  readonly wasm: readonly OwnRun[];
  readonly javascript: readonly OwnRun[];
}

export interface SpinRow {
  readonly program: string;
  readonly memory: string;
  readonly buffer: number | null;
  readonly verdict: string;
  readonly states: number;
  readonly spinStates: number;
  readonly transitions: number;
  readonly spinTransitions: number;
  /** States and transitions, in all runs. */
  readonly equal: boolean;
  readonly spinMakingSeconds: number;
  readonly spinSeconds: number;
  /** With the kernel in WebAssembly, making it included. */
  readonly seconds: number;
  readonly javascriptSeconds: number;
  /** As `seconds`, with the start of node and reading the program. */
  readonly processSeconds: number;
  readonly spinStatesPerSecond: number;
  readonly statesPerSecond: number;
  /** SPIN's seconds by ours. */
  readonly ratio: number;
  readonly bytesPerState: number;
  readonly megabytes: number;
}

export interface SpinSummary {
  /** Of the ratios. */
  readonly geometricMean: number;
  readonly javascriptGeometricMean: number;
  /** With the start of node and reading the program. */
  readonly processGeometricMean: number;
  readonly equal: boolean;
}

/** The best of the runs. */
export function spinRow({ twin, spin, makingSeconds, spinSeconds, wasm, javascript }: TwinRuns): SpinRow {
  const runs = [...wasm, ...javascript];
  const first = wasm[0];
  if (first === undefined) throw new Error('a program is run at least once');
  const { states = 0, transitions = 0, bytesPerState = 0, megabytes = 0 } = first.counts;
  const equal = runs.every(({ counts }) => counts.states === spin.states && counts.transitions === spin.transitions);
  const theirs = Math.min(...spinSeconds);
  const ours = Math.min(...wasm.map(({ seconds }) => seconds));
  return {
    program: twin.program,
    memory: twin.memory,
    buffer: twin.buffer,
    verdict: first.verdict,
    states,
    spinStates: spin.states,
    transitions,
    spinTransitions: spin.transitions,
    equal,
    spinMakingSeconds: makingSeconds,
    spinSeconds: theirs,
    seconds: ours,
    javascriptSeconds: Math.min(...javascript.map(({ seconds }) => seconds)),
    processSeconds: Math.min(...wasm.map(({ processSeconds }) => processSeconds)),
    spinStatesPerSecond: Math.round(spin.states / theirs),
    statesPerSecond: Math.round(states / ours),
    ratio: theirs / ours,
    bytesPerState,
    megabytes,
  };
}

export function spinSummary(rows: readonly SpinRow[]): SpinSummary {
  return {
    geometricMean: geometricMean(rows.map(({ ratio }) => ratio)),
    javascriptGeometricMean: geometricMean(
      rows.map(({ spinSeconds, javascriptSeconds }) => spinSeconds / javascriptSeconds),
    ),
    processGeometricMean: geometricMean(rows.map(({ spinSeconds, processSeconds }) => spinSeconds / processSeconds)),
    equal: rows.every(({ equal }) => equal),
  };
}

const right = (title: string): Column => ({ title, align: 'right' });

const COLUMNS: readonly Column[] = [
  { title: 'program' },
  { title: 'memory' },
  right('states'),
  { title: 'counts' },
  ...['bytes/state', 'making pan s', 'pan s', 'ours s', 'javascript s', 'pan k/s', 'ours k/s', 'ratio'].map(right),
];

/** `sc`, `tso 2`. */
export function memoryWords({ memory, buffer }: { readonly memory: string; readonly buffer: number | null }): string {
  return buffer === null ? memory : `${memory} ${buffer}`;
}

/** `equal`, or what SPIN has. */
function comparison({ equal, spinStates, spinTransitions }: SpinRow): string {
  return equal ? 'equal' : `not ${thousands(spinStates)}, ${thousands(spinTransitions)} transitions (!)`;
}

export function spinTable(rows: readonly SpinRow[]): string[] {
  const lines = rows.map((row) => [
    row.program,
    memoryWords(row),
    thousands(row.states),
    comparison(row),
    `${row.bytesPerState}`,
    row.spinMakingSeconds.toFixed(2),
    row.spinSeconds.toFixed(3),
    row.seconds.toFixed(3),
    row.javascriptSeconds.toFixed(3),
    thousands(row.spinStatesPerSecond / 1000),
    thousands(row.statesPerSecond / 1000),
    row.ratio.toFixed(2),
  ]);
  const { geometricMean: mean, javascriptGeometricMean, processGeometricMean } = spinSummary(rows);
  return [
    ...table(COLUMNS, lines),
    `states a second, ours by SPIN's, geometric mean: ${mean.toFixed(2)}; ` +
      `with the start of node and reading the program ${processGeometricMean.toFixed(2)}; ` +
      `with kernels in JavaScript ${javascriptGeometricMean.toFixed(2)}`,
  ];
}
