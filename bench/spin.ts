/**
 * The explicit engine beside SPIN: `node scripts/run-ts.mjs bench/spin.ts [RUNS]`; needs `spin` and `gcc`.
 *
 * The same programs, Promela twins of ours, without partial-order reduction on their side and without zeroing of dead
 * variables on ours: the numbers of states must be equal, or the comparison says so and the exit status is 1. Processor
 * seconds of the search, the best of some runs; making the searcher (a C compiler there, a kernel here) is a column of its
 * own for SPIN and part of the time for ours.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { table } from '../src/report/table.js';
import { filterLock } from '../tests/engines/explicit/programs.js';
import { bestRun, thousands } from './explicit-run.js';
import { filterPromela, filterTsoPromela } from './spin-models.js';

const runs = Number(process.argv[2] ?? 3);
if (!Number.isInteger(runs) || runs < 1) throw new Error('usage: node scripts/run-ts.mjs bench/spin.ts [RUNS]');
for (const program of ['spin', 'gcc']) {
  if (spawnSync(program, ['--version']).error !== undefined && spawnSync(program, ['-V']).error !== undefined) {
    console.error(`bench: ${program} is not installed`);
    process.exit(2);
  }
}

const questions = [
  { name: 'filter lock, 3', text: filterPromela(3), program: filterLock(3), memory: 'sc', buffer: 1 },
  { name: 'filter lock, 4', text: filterPromela(4), program: filterLock(4), memory: 'sc', buffer: 1 },
  { name: 'fenced, 3', text: filterTsoPromela(3, 2), program: filterLock(3, true), memory: 'tso', buffer: 2 },
  { name: 'fenced, 4', text: filterTsoPromela(4, 2), program: filterLock(4, true), memory: 'tso', buffer: 2 },
] as const;

/** Runs a command in a shell and returns what it prints and the processor seconds it takes. */
function timed(command: string, folder: string): { readonly text: string; readonly seconds: number } {
  const script = `TIMEFORMAT='%U %S'; time ${command}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  if (status !== 0 || times === null) throw new Error(`${command}: ${stdout}${stderr}`);
  return { text: stdout, seconds: Number(times[1]) + Number(times[2]) };
}

function spin(text: string): { readonly states: number; readonly seconds: number; readonly making: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'spin-'));
  try {
    writeFileSync(path.join(folder, 'model.pml'), text);
    const making = timed(
      '{ spin -o1 -o2 -o3 -a model.pml && gcc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c; }',
      folder,
    ).seconds;
    const counted = timed('./pan -m10000000 -w24', folder).text;
    const states = Number(/(\d+) states, stored/.exec(counted)?.[1]);
    // Its table and its stack as large as it needs: larger ones cost more than a small search.
    const size = Math.ceil(Math.log2(states)) + 1;
    const depth = Number(/depth reached (\d+)/.exec(counted)?.[1]) + 10;
    const all = Array.from({ length: runs }, () => timed(`./pan -m${depth} -w${size}`, folder));
    return { states, seconds: Math.min(...all.map(({ seconds }) => seconds)), making };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let equal = true;
const rows = questions.map(({ name, text, program, memory, buffer }) => {
  const theirs = spin(text);
  const question = { program: { ...program, never: [] }, memory, buffer, zeroDead: false } as const;
  const ours = bestRun({ ...question, kernel: 'wasm' }, runs);
  const javascript = bestRun({ ...question, kernel: 'javascript' }, runs);
  const states = ours.counts.states ?? 0;
  if (states !== theirs.states) equal = false;
  const ratio = (seconds: number) => (theirs.seconds / seconds).toFixed(2);
  return [
    name,
    memory,
    thousands(states),
    states === theirs.states ? 'equal' : `not ${thousands(theirs.states)}`,
    theirs.making.toFixed(2),
    theirs.seconds.toFixed(2),
    ours.seconds.toFixed(2),
    javascript.seconds.toFixed(2),
    ratio(ours.seconds),
    ratio(javascript.seconds),
  ];
});
const right = (title: string) => ({ title, align: 'right' as const });
const columns = [
  { title: 'program' },
  { title: 'memory' },
  right('states'),
  { title: 'SPIN’s' },
  ...['making pan s', 'pan s', 'wasm s', 'javascript s', 'pan / wasm', 'pan / javascript'].map(right),
];
console.log(table(columns, rows).join('\n'));
if (!equal) process.exitCode = 1;
