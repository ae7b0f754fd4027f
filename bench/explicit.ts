/**
 * What the explicit engine does in a second: `node scripts/run-ts.mjs bench/explicit.ts [RUNS]`.
 *
 * Programs built in code, both kernels, the best of some runs. Seconds are those of the processor, so that other work on the
 * machine counts less. Making the kernel is part of the time.
 */
import type { Memory } from '../src/evidence/outcome.js';
import type { Program } from '../src/models/program/model.js';
import { table } from '../src/report/table.js';
import { counter, filterLock, peterson } from '../tests/engines/explicit/programs.js';
import { bestRun, thousands } from './explicit-run.js';

const runs = Number(process.argv[2] ?? 3);
if (!Number.isInteger(runs) || runs < 1) throw new Error('usage: node scripts/run-ts.mjs bench/explicit.ts [RUNS]');

const questions: readonly { name: string; program: Program; memory: Memory; buffer: number }[] = [
  { name: 'peterson with a fence', program: peterson(true), memory: 'tso', buffer: 2 },
  { name: 'counter, 4 threads', program: counter(4, 5, true), memory: 'tso', buffer: 2 },
  { name: 'filter lock, 3 threads', program: filterLock(3), memory: 'sc', buffer: 1 },
  { name: 'filter lock, 3 threads, fences', program: filterLock(3, true), memory: 'tso', buffer: 3 },
  { name: 'filter lock, 4 threads', program: filterLock(4), memory: 'sc', buffer: 1 },
  { name: 'filter lock, 4 threads, fences', program: filterLock(4, true), memory: 'tso', buffer: 2 },
];

const rows = questions.map(({ name, program, memory, buffer }) => {
  const wasm = bestRun({ program, memory, buffer, kernel: 'wasm' }, runs);
  const javascript = bestRun({ program, memory, buffer, kernel: 'javascript' }, runs);
  const { states = 0, transitions = 0, bytesPerState = 0, megabytes = 0 } = wasm.counts;
  const rate = (seconds: number) => thousands(states / seconds / 1000);
  return [
    name,
    memory === 'sc' ? memory : `${memory} ${buffer}`,
    wasm.verdict,
    thousands(states),
    thousands(transitions),
    `${bytesPerState}`,
    `${megabytes}`,
    wasm.seconds.toFixed(3),
    rate(wasm.seconds),
    rate(javascript.seconds),
  ];
});
const right = (title: string) => ({ title, align: 'right' as const });
const columns = [
  { title: 'program' },
  { title: 'memory' },
  { title: 'verdict' },
  ...['states', 'transitions', 'bytes/state', 'MB', 'wasm s', 'wasm k/s', 'javascript k/s'].map(right),
];
console.log(table(columns, rows).join('\n'));
