/**
 * The tables of the paper on predicate abstraction: `npm run bench:predicates -- [--found] [--certify] [--filter TEXT]
 * [--timeout S] [--json]`.
 *
 * Each row once, in a process of its own, one after the other; seconds are those of the clock, without starting the process. The exit status is 1 when a program
 * is not proved, for buffers of any length, or a certificate is not accepted; nothing passes or fails by a clock.
 */
import { loadavg } from 'node:os';
import type { OptionTable } from '../src/check/option.js';
import { parseArguments } from '../src/cli/arguments.js';
import { BENCH_OPTIONS, PAPER_OPTIONS, usageOf } from './options.js';
import { answerParent, measureApart } from './predicates/apart.js';
import { foundQuestions, paperQuestions } from './predicates/rows.js';
import { isAmiss, type Measured } from './predicates/run.js';
import { predicatesTables } from './predicates-table.js';

const OPTIONS = {
  found: { kind: 'flag', help: 'also the same programs without the predicates that they give' },
  certify: { kind: 'flag', help: 'have Z3 check each proof, which takes longer than to find it' },
  filter: { ...BENCH_OPTIONS.filter, help: 'only rows whose program, memory and method contain TEXT' },
  timeout: { ...BENCH_OPTIONS.timeout, help: 'seconds for each row' },
  json: PAPER_OPTIONS.json,
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

const usage = usageOf('npm run bench:predicates -- [options]', OPTIONS);

function fail(message: string): never {
  console.error(`bench:predicates: ${message}\n${usage}`);
  process.exit(2);
}

// Z3 keeps threads that would keep the process.
if (await answerParent()) process.exit(0);
const parsed = parseArguments(OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(parsed.message);
if (parsed.values.help) {
  console.log(usage);
  process.exit(0);
}
if (parsed.operands.length > 0) fail('no operands are expected');
const { found, certify, filter, timeout, json } = parsed.values;

const questions = [...paperQuestions(), ...(found ? foundQuestions() : [])].filter(
  ({ program, memory, method }) => filter === null || `${program} ${memory} ${method}`.includes(filter),
);
if (questions.length === 0) fail(`no row contains '${filter}'`);
const rows: Measured[] = [];
for (const question of questions) {
  const { program, memory, method } = question;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${program} ${memory} ${method}`);
  const measured = measureApart(question, timeout, certify);
  rows.push(measured);
  if (json) console.log(JSON.stringify(measured.row));
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
if (!json) {
  for (const line of predicatesTables(rows)) console.log(line);
  const load = loadavg().map((value) => value.toFixed(2));
  console.log(`node ${process.version}, one run each; load of the machine, 1, 5 and 15 minutes: ${load.join(', ')}`);
}
process.exitCode = rows.some(isAmiss) ? 1 : 0;
