/**
 * Benchmarks: `npm run bench -- FOLDER [--runs N] [--timeout S] [--filter TEXT] [--compare last|OLD.json] [--output NEW.json]`.
 *
 * Runs every `.cub` model of a folder with the built program, prints times and counts, and compares them with an
 * earlier run. A run of the whole folder is written down (`history.ts`). Rounds go over all models before the next round
 * begins, so that a slow minute of the machine falls on all of them. Nothing here passes or fails by a clock.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle, describeFailure, version } from '../scripts/build.mjs';
import type { Option } from '../src/check/option.js';
import { parseArguments } from '../src/cli/arguments.js';
import { argumentOf, spelling } from '../src/cli/option.js';
import { history, lastOf, remember } from './history.js';
import { BENCH_OPTIONS } from './options.js';
import { type BenchResult, type Measurement, readResult } from './result.js';
import { runOnce, type SingleRun } from './run.js';
import { benchTable, summary } from './table.js';

const PROGRAM = path.resolve('dist', 'cli.js');

function usage(): string {
  const options = Object.entries<Option>(BENCH_OPTIONS).map(
    ([name, option]) => `  ${`${spelling(name)} ${argumentOf(option)}`.padEnd(16)}${option.help}`,
  );
  return ['usage: npm run bench -- FOLDER [options]', ...options].join('\n');
}

function fail(message: string): never {
  console.error(`bench: ${message}`);
  process.exit(2);
}

function modelsIn(folder: string, filter: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cub') && name.includes(filter))
      .sort();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function earlierResult(file: string | null, what: string): BenchResult | null {
  if (file === null) return null;
  try {
    if (file === 'last') return lastOf(what, history()) ?? fail(`nothing is written down of ${what}`);
    const result = readResult(readFileSync(file, 'utf8'));
    return typeof result === 'string' ? fail(`${file}: ${result}`) : result;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function measurement(file: string, runs: readonly SingleRun[]): Measurement {
  const last = runs.at(-1);
  if (last === undefined) throw new Error('a model is run at least once');
  const answer = ({ verdict, counts }: SingleRun): string => JSON.stringify([verdict, counts]);
  return {
    file,
    verdict: last.verdict,
    counts: last.counts,
    steady: runs.every((run) => answer(run) === answer(last)),
    seconds: runs.map(({ seconds }) => seconds),
    wall: runs.map(({ wall }) => wall),
  };
}

async function measure(
  folder: string,
  models: readonly string[],
  rounds: number,
  timeout: number,
): Promise<Measurement[]> {
  const runs = new Map<string, SingleRun[]>(models.map((model) => [model, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [index, model] of models.entries()) {
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[Kround ${round} of ${rounds}, model ${index + 1} of ${models.length}: ${model}`);
      }
      runs.get(model)?.push(await runOnce(PROGRAM, path.join(folder, model), timeout));
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return models.map((model) => measurement(model, runs.get(model) ?? []));
}

const parsed = parseArguments(BENCH_OPTIONS, process.argv.slice(2));
if (!parsed.ok) fail(`${parsed.message}\n${usage()}`);
if (parsed.values.help) {
  console.log(usage());
  process.exit(0);
}
const [folder, ...more] = parsed.operands;
if (folder === undefined || more.length > 0) fail(`one folder is needed\n${usage()}`);
const { runs, timeout, filter, compare, output } = parsed.values;
const what = path.basename(path.resolve(folder));
const earlier = earlierResult(compare, what);
const models = modelsIn(folder, filter ?? '');
if (models.length === 0) fail(`no .cub model in ${folder}${filter === null ? '' : ` with '${filter}' in its name`}`);
await bundle().catch((error: unknown) => fail(describeFailure(error)));
const measurements = await measure(folder, models, runs, timeout);
const result: BenchResult = { schema: 1, version: version(), node: process.version, timeout, measurements };
console.log(benchTable(result, earlier).join('\n'));
if (filter === null) remember(what, timeout, measurements, summary(result, new Map())[0] ?? '');
if (output !== null) writeFileSync(output, `${JSON.stringify(result, null, 1)}\n`);
