/**
 * What the explicit engine does in a second, and in how much memory: `npm run bench:explicit -- [--runs N] [--json]`.
 *
 * The programs of `twins.ts`, with both kernels, and once more without symmetry where threads are interchangeable; then one
 * search of more than twenty million states, for the memory it takes. Each run is a process of its own. Seconds are those of
 * the processor, so that other work on the machine counts less, and making the kernel is part of them. The exit status is 1
 * when two kernels differ; nothing passes or fails by a clock.
 */
import { loadavg } from 'node:os';
import { parseArguments } from '../src/cli/arguments.js';
import { type ExplicitRuns, explicitRow, explicitTable } from './explicit-table.js';
import { rememberSearches } from './history.js';
import { EXPLICIT_OPTIONS, usageOf } from './options.js';
import { answerParent, type OwnQuestion, runApart } from './own-process.js';
import { TWINS, type Twin } from './twins.js';

function fail(message: string): never {
  console.error(`bench:explicit: ${message}`);
  process.exit(2);
}

function measure(
  program: string,
  question: ExplicitRuns['question'],
  runs: number,
  withJavascript: boolean,
): ExplicitRuns {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${program}, ${question.memory}`);
  const all = (kernel: 'wasm' | 'javascript') => Array.from({ length: runs }, () => runApart({ ...question, kernel }));
  return { program, question, wasm: all('wasm'), javascript: withJavascript ? all('javascript') : [] };
}

/** The programs of the comparison, and one with more threads, to see what symmetry is worth. */
const QUESTIONS: readonly (Pick<Twin, 'program' | 'file' | 'memory' | 'buffer'> & Pick<OwnQuestion, 'constants'>)[] = [
  ...TWINS,
  { program: 'MCS lock, 5 threads', file: 'mcs.fp', constants: { N: 5 }, memory: 'tso', buffer: 2 },
];

function measureAll(runs: number): ExplicitRuns[] {
  const measured = QUESTIONS.flatMap(({ program, file, constants = {}, memory, buffer }) => {
    const question = { file, constants, memory, buffer, zeroDead: true, symmetry: true };
    const reduced = measure(program, question, runs, true);
    // Without interchangeable threads it is the same search.
    if ((reduced.wasm[0]?.counts.orbit ?? 1) === 1) return [reduced];
    return [reduced, measure(program, { ...question, symmetry: false }, runs, true)];
  });
  const large = { file: 'lamport-fast.fp', memory: 'tso', buffer: 2, zeroDead: false, symmetry: false } as const;
  return [...measured, measure('Lamport, fast, 4 threads', large, 1, false)];
}

function main(): void {
  const usage = usageOf('npm run bench:explicit -- [options]', EXPLICIT_OPTIONS);
  const parsed = parseArguments(EXPLICIT_OPTIONS, process.argv.slice(2));
  if (!parsed.ok) fail(`${parsed.message}\n${usage}`);
  if (parsed.values.help) {
    console.log(usage);
    return;
  }
  if (parsed.operands.length > 0) fail(`no operands are expected\n${usage}`);
  const { runs, json } = parsed.values;
  const rows = measureAll(runs).map(explicitRow);
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const [largest] = rows.toSorted((one, other) => other.states - one.states);
  rememberSearches(
    'explicit',
    rows.map((row) => ({ ...row, name: `${row.program}, ${row.memory}${row.symmetry ? '' : ', without symmetry'}` })),
    `${largest?.states} states of ${largest?.bytesPerState} bytes in ${largest?.seconds.toFixed(1)} s, the largest of ${rows.length} searches`,
  );
  const load = loadavg().map((value) => Number(value.toFixed(2)));
  if (json) {
    for (const row of [...rows, { runs, load }]) console.log(JSON.stringify(row));
  } else {
    for (const line of explicitTable(rows)) console.log(line);
    console.log(
      `node ${process.version}, best of ${runs}; load of the machine, 1, 5 and 15 minutes: ${load.join(', ')}`,
    );
  }
  process.exitCode = rows.every(({ equal }) => equal) ? 0 : 1;
}

if (!answerParent()) main();
