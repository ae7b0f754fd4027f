/**
 * Table I of the paper of Barnat, Brim and Havel: `npm run bench:ltl -- [--corpus FOLDER] [--timeout S] [--json]`.
 *
 * The models of `ltl-rows.ts`: ours, and those of the corpus when its folder is given or is where it usually is. Each once, by both rules for atomic writes, one after the other. The exit status is 1 when a row
 * needs more atomic writes than the paper's, or its fewest were not found; nothing passes or fails by a clock.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import type { OptionTable } from '../src/check/option.js';
import { parseArguments } from '../src/cli/arguments.js';
import { FIGURE_6, LTL_MODELS } from './ltl-rows.js';
import { type LtlRow, ltlRow, misses } from './ltl-run.js';
import { ltlTable } from './ltl-table.js';
import { BENCH_OPTIONS, PAPER_OPTIONS, usageOf } from './options.js';

const OPTIONS = {
  corpus: PAPER_OPTIONS.corpus,
  timeout: { ...BENCH_OPTIONS.timeout, default: 300, help: 'seconds for each repair' },
  json: PAPER_OPTIONS.json,
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

const OWN = path.join('examples', 'dve');
const USUAL = path.join('..', 'shared', 'corpus', 'dve');

function fail(message: string): never {
  console.error(`bench:ltl: ${message}`);
  process.exit(2);
}

const usage = usageOf('npm run bench:ltl -- [options]', OPTIONS);
const parsed = parseArguments(OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(`${parsed.message}\n${usage}`);
if (parsed.values.help) {
  console.log(usage);
  process.exit(0);
}
if (parsed.operands.length > 0) fail(`no operands are expected\n${usage}`);
const { corpus, timeout, json } = parsed.values;
if (corpus !== null && !existsSync(corpus)) fail(`there is no folder ${corpus}`);
const given = corpus ?? (existsSync(USUAL) ? USUAL : null);

const questions = [...LTL_MODELS, FIGURE_6].flatMap((model) => [
  ...model.examples.map((file) => ({ model, folder: OWN, file, own: true })),
  ...(given === null ? [] : model.instances)
    .filter((file) => existsSync(path.join(given ?? '', file)))
    .map((file) => ({ model, folder: given ?? '', file, own: false })),
]);
const rows: LtlRow[] = [];
for (const { model, ...source } of questions) {
  for (const waiting of ['all', 'own'] as const) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${source.file}`);
    const row = await ltlRow(model, source, waiting, timeout);
    rows.push(row);
    if (json) console.log(JSON.stringify(row));
  }
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
if (!json) {
  for (const line of ltlTable(rows)) console.log(line);
  const load = loadavg().map((value) => value.toFixed(2));
  console.log(`node ${process.version}, one run each; load of the machine, 1, 5 and 15 minutes: ${load.join(', ')}`);
}
process.exitCode = rows.some(misses) ? 1 : 0;
