/**
 * Beside the reference: `npm run bench:reference -- FOLDER [--runs N] [--timeout S] [--filter TEXT] [--reference PROGRAM]`.
 *
 * The folder has models and an `expected.json`, which lists them with the verdict and the seconds of the reference, plain and with
 * its approximation. For each model it prints our verdict, our cubes and what a process of ours took of the processor
 * (`processor-time.ts`), beside those seconds; with `--reference` the reference runs beside it, and what it takes here counts.
 * Ours has its usual options, and looks for warnings, of which the reference has none.
 * The exit status is 1 when an answer is wrong; nothing passes or fails by a clock.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundle, describeFailure } from '../scripts/build.mjs';
import { parseArguments } from '../src/cli/arguments.js';
import type { JsonOutcome } from '../src/report/json.js';
import { REFERENCE_OPTIONS, usageOf } from './options.js';
import { spentBy } from './processor-time.js';
import {
  best,
  FLAGS,
  type ListedModel,
  type ReferenceRow,
  referenceTable,
  type TheirRun,
  VERDICTS,
} from './reference-table.js';

const PROGRAM = path.resolve('dist', 'cli.js');
const USAGE = usageOf('npm run bench:reference -- FOLDER [options]', REFERENCE_OPTIONS);

function fail(message: string): never {
  console.error(`bench:reference: ${message}`);
  process.exit(2);
}

const parsed = parseArguments(REFERENCE_OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(`${parsed.message}\n${USAGE}`);
if (parsed.values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [folder, ...more] = parsed.operands;
if (folder === undefined || more.length > 0) fail(`one folder is needed\n${USAGE}`);
const { runs, timeout, filter, reference, all } = parsed.values;

function listed(): ListedModel[] {
  try {
    return JSON.parse(readFileSync(path.join(folder as string, 'expected.json'), 'utf8')) as ListedModel[];
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function ours(file: string): { verdict: string; cubes: number | null; seconds: number } {
  const words = [process.execPath, PROGRAM, 'check', '--json', '--quiet', path.join(folder as string, file)];
  const { output, seconds } = spentBy(words, timeout);
  try {
    const { verdict, counts } = JSON.parse(output) as JsonOutcome;
    return { verdict, cubes: counts.cubes ?? null, seconds };
  } catch {
    return { verdict: 'killed', cubes: null, seconds };
  }
}

function theirs(program: string, file: string, options: readonly string[]): TheirRun {
  const { output, seconds } = spentBy([program, '-quiet', ...options, path.join(folder as string, file)], timeout);
  const verdict = /UNSAFE/.test(output) ? 'unsafe' : /SAFE/.test(output) ? 'safe' : 'timeout';
  return { verdict, seconds };
}

await bundle().catch((error: unknown) => fail(describeFailure(error)));
const rows: ReferenceRow[] = [];
const chosen = listed().filter(({ file, verdict }) => file.includes(filter ?? '') && (all || verdict in VERDICTS));
for (const model of chosen) {
  const { file } = model;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${file}`);
  const own = Array.from({ length: runs }, () => ours(file)).sort((a, b) => a.seconds - b.seconds)[0];
  const measured =
    reference === null
      ? null
      : FLAGS.map(({ column, options }) => {
          // It was given up once.
          if (model[column]?.verdict === 'timeout') return model[column];
          return best(Array.from({ length: runs }, () => theirs(reference, file, options)));
        });
  rows.push({ model, ours: own as NonNullable<typeof own>, measured });
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
const { lines, wrong } = referenceTable(rows);
console.log(lines.join('\n'));
process.exitCode = wrong ? 1 : 0;
