/**
 * The explicit engine beside SPIN: `npm run bench:spin -- [--runs N] [--json]`; needs `spin` and `gcc`.
 *
 * The programs of `twins.ts`, all states of each, without reductions: no partial orders on their side, no symmetry and no
 * zeroing of dead variables on ours. Numbers of states and transitions must be equal, or the exit status is 1. Times are
 * processor seconds, the best of some runs, each in a process of its own; rounds go over all programs, so that a slow minute
 * of the machine falls on all. Making the kernel is part of our time, by code that was compiled before as the build does it;
 * making SPIN's searcher has a column of its own. Ours judges mutual exclusion in each state besides, SPIN looks at nothing.
 * Nothing passes or fails by a clock.
 */
import { loadavg } from 'node:os';
import { parseArguments } from '../src/cli/arguments.js';
import { rememberSearches } from './history.js';
import { SPIN_OPTIONS, usageOf } from './options.js';
import { answerParent, type OwnRun, runApart } from './own-process.js';
import { GCC_SWITCHES, missingProgram, Pan, SPIN_SWITCHES, versionOf } from './pan.js';
import { spinRow, spinSummary, spinTable, type TwinRuns } from './spin-table.js';
import { TWINS, type Twin } from './twins.js';

function fail(message: string): never {
  console.error(`bench:spin: ${message}`);
  process.exit(2);
}

function say(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
}

interface Work {
  readonly twin: Twin;
  readonly pan: Pan;
  readonly spinSeconds: number[];
  readonly wasm: OwnRun[];
  readonly javascript: OwnRun[];
}

function measure(works: readonly Work[], rounds: number): void {
  for (let round = 1; round <= rounds; round++) {
    for (const { twin, pan, spinSeconds, wasm, javascript } of works) {
      say(`round ${round} of ${rounds}: ${twin.program}, ${twin.memory}`);
      const question = { file: twin.file, memory: twin.memory, buffer: twin.buffer, zeroDead: false, symmetry: false };
      spinSeconds.push(pan.run());
      wasm.push(runApart({ ...question, kernel: 'wasm' }));
      javascript.push(runApart({ ...question, kernel: 'javascript' }));
    }
  }
  say('');
}

function main(): void {
  const usage = usageOf('npm run bench:spin -- [options]', SPIN_OPTIONS);
  const parsed = parseArguments(SPIN_OPTIONS, process.argv.slice(2));
  if (!parsed.ok) fail(`${parsed.message}\n${usage}`);
  if (parsed.values.help) {
    console.log(usage);
    return;
  }
  if (parsed.operands.length > 0) fail(`no operands are expected\n${usage}`);
  const missing = missingProgram();
  if (missing !== null) fail(`${missing} is not installed`);
  const { runs, json } = parsed.values;

  const works: Work[] = [];
  try {
    for (const twin of TWINS) {
      say(`making pan: ${twin.program}, ${twin.memory}`);
      works.push({ twin, pan: new Pan(twin.promela), spinSeconds: [], wasm: [], javascript: [] });
    }
    measure(works, runs);
  } finally {
    for (const { pan } of works) pan.remove();
  }
  const rows = works.map(({ pan, ...work }) => {
    const all: TwinRuns = { ...work, spin: pan.counts, makingSeconds: pan.makingSeconds };
    return spinRow(all);
  });
  const mean = spinSummary(rows).geometricMean.toFixed(2);
  rememberSearches(
    'spin',
    rows.map((row) => ({ ...row, name: `${row.program}, ${row.memory}` })),
    `${mean} times the states a second of SPIN, geometric mean over ${rows.length} programs`,
  );
  const load = loadavg().map((value) => Number(value.toFixed(2)));
  const summary = { ...spinSummary(rows), runs, load };
  if (json) {
    for (const row of [...rows, summary]) console.log(JSON.stringify(row));
  } else {
    for (const line of spinTable(rows)) console.log(line);
    console.log(
      `${versionOf('spin')}, spin ${SPIN_SWITCHES}; ${versionOf('gcc')}, ${GCC_SWITCHES}; node ${process.version}`,
    );
    console.log(`processor seconds, best of ${runs}; load of the machine, 1, 5 and 15 minutes: ${load.join(', ')}`);
  }
  process.exitCode = summary.equal ? 0 : 1;
}

if (!answerParent()) main();
