/**
 * The tables of the Dual-TSO paper: `npm run bench:dual -- [--memory tso|pso] [--unfenced] [--timeout S] [--json]`.
 * Under PSO the PSO engine is asked about the same programs; the paper has no figures for that.
 *
 * Each of our programs (`dual/rows.ts`) once, in one process, one after the other; seconds are those of the clock. The exit
 * status is 1 when a verdict is not that of the explicit engine; nothing passes or fails by a clock.
 */
import { loadavg } from 'node:os';
import type { OptionTable } from '../src/check/option.js';
import { parseArguments } from '../src/cli/arguments.js';
import { argumentOf, spelling } from '../src/cli/option.js';
import { hasQueuePerCell, type MemoryName, memoryNamed } from '../src/memory/models.js';
import { PAPER_PROGRAMS, questionsAbout } from './dual/rows.js';
import { contradicts, type DualRow, dualRow, engineFor, psoEngineFor } from './dual/run.js';
import { dualTables } from './dual-table.js';
import { BENCH_OPTIONS, PAPER_OPTIONS } from './options.js';

const OPTIONS = {
  memory: { kind: 'choice', choices: ['tso', 'pso'], default: 'tso', help: 'the Dual-TSO engine, or the PSO engine' },
  unfenced: { kind: 'flag', help: 'each program that has fences also without them' },
  timeout: { ...BENCH_OPTIONS.timeout, help: 'seconds for each program and engine' },
  json: PAPER_OPTIONS.json,
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

function fail(message: string): never {
  console.error(`bench:dual: ${message}`);
  process.exit(2);
}

const usage = [
  'usage: npm run bench:dual -- [options]',
  ...Object.entries<OptionTable[string]>(OPTIONS).map(
    ([name, option]) => `  ${`${spelling(name)} ${argumentOf(option)}`.padEnd(13)}${option.help}`,
  ),
].join('\n');
const parsed = parseArguments(OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(`${parsed.message}\n${usage}`);
if (parsed.values.help) {
  console.log(usage);
  process.exit(0);
}
if (parsed.operands.length > 0) fail(`no operands are expected\n${usage}`);
const { timeout, json, unfenced, memory: name } = parsed.values;
const memory = memoryNamed(name as MemoryName);
const choose = hasQueuePerCell(memory) ? psoEngineFor : engineFor;

const rows: DualRow[] = [];
for (const question of PAPER_PROGRAMS.flatMap((paper) => questionsAbout(paper).slice(0, unfenced ? 2 : 1))) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${question.program}, ${question.paper.processes} threads`);
  const row = await dualRow(question, timeout, choose, memory);
  rows.push(row);
  if (json) console.log(JSON.stringify(row));
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
if (!json) {
  for (const line of dualTables(rows)) console.log(line);
  if (hasQueuePerCell(memory)) console.log('the figures of the paper are for TSO');
  const load = loadavg().map((value) => value.toFixed(2));
  console.log(`node ${process.version}, one run each; load of the machine, 1, 5 and 15 minutes: ${load.join(', ')}`);
}
process.exitCode = rows.some(contradicts) ? 1 : 0;
