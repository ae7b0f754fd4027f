/**
 * The table of the papers: `npm run bench:table -- [--corpus FOLDER] [--runs N] [--timeout S] [--json]`.
 *
 * Runs our models of the nine rows, or with `--corpus` the originals in a folder, with both forms of cube, and prints
 * the seconds beside those of the papers. As in `main.ts` every run is a process of its own, and rounds go over all
 * models. The exit status is 1 when an answer is wrong; nothing passes or fails by a clock.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundle, describeFailure } from '../scripts/build.mjs';
import type { Option } from '../src/check/option.js';
import { parseArguments } from '../src/cli/arguments.js';
import { argumentOf, spelling } from '../src/cli/option.js';
import { PAPER_OPTIONS } from './options.js';
import { PAPER_ROWS } from './paper-rows.js';
import { FORMS, type Form, formResult, isWrong, type MeasuredRow, measuredRow, paperTable } from './paper-table.js';
import { runOnce, type SingleRun } from './run.js';

const PROGRAM = path.resolve('dist', 'cli.js');

function usage(): string {
  const options = Object.entries<Option>(PAPER_OPTIONS).map(
    ([name, option]) => `  ${`${spelling(name)} ${argumentOf(option)}`.padEnd(17)}${option.help}`,
  );
  return ['usage: npm run bench:table -- [options]', ...options].join('\n');
}

function fail(message: string): never {
  console.error(`bench:table: ${message}`);
  process.exit(2);
}

const parsed = parseArguments(PAPER_OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(`${parsed.message}\n${usage()}`);
if (parsed.values.help) {
  console.log(usage());
  process.exit(0);
}
if (parsed.operands.length > 0) fail(`no operands are expected\n${usage()}`);
const { corpus, runs, timeout, json } = parsed.values;

const models = PAPER_ROWS.map((paper) => {
  const file = corpus === null ? path.join('examples', 'weak', paper.example) : path.join(corpus, paper.original);
  if (!existsSync(file)) fail(`${file}: no such file`);
  return { paper, file };
});

await bundle().catch((error: unknown) => fail(describeFailure(error)));

const measured = models.map(() => ({ views: [] as SingleRun[], events: [] as SingleRun[] }));
for (let round = 1; round <= runs; round++) {
  for (const [index, { file }] of models.entries()) {
    for (const form of FORMS) {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[Kround ${round} of ${runs}: ${file}, ${form}`);
      measured[index]?.[form].push(await runOnce(PROGRAM, file, timeout, ['--memory', 'tso', '--cubes', form]));
    }
  }
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const rows: MeasuredRow[] = models.map(({ paper, file }, index) => {
  const result = (form: Form) => formResult(measured[index]?.[form] ?? []);
  return measuredRow(paper, file, { views: result('views'), events: result('events') });
});
for (const line of json ? rows.map((row) => JSON.stringify(row)) : paperTable(rows, timeout)) console.log(line);
process.exitCode = rows.some((row) => FORMS.some((form) => isWrong(row, row[form]))) ? 1 : 0;
