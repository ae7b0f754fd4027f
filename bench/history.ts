/**
 * What was measured, when and where: a line of JSON for each run of a benchmark, in `bench/history.jsonl`. `--compare last` reads
 * the last one of the same benchmark, and `npm run figures` makes a page of them (`docs/internals/figures.md`).
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { version } from '../scripts/build.mjs';
import { type BenchResult, type Measurement, readResult } from './result.js';

export const HISTORY = path.join('bench', 'history.jsonl');

export interface Entry extends BenchResult {
  /** Which benchmark, or which folder of models. */
  readonly what: string;
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** Processes that wanted to run, over the last minute: figures of a loaded machine say less. */
  readonly load: number;
  /** What the figures come to, in a line. */
  readonly sum: string;
}

export interface MeasuredSearch {
  readonly name: string;
  readonly verdict: string;
  readonly states: number;
  readonly transitions: number;
  readonly seconds: number;
}

/** Writes down a run, and says so on standard error. */
export function remember(what: string, timeout: number, measurements: readonly Measurement[], sum: string): void {
  const entry: Entry = {
    ...{ schema: 1, what, date: new Date().toISOString().slice(0, 10), commit: commitOf() },
    ...{ machine: machineOf(), load: Number((loadavg()[0] ?? 0).toFixed(1)), sum },
    ...{ version: version(), node: process.version, timeout, measurements },
  };
  appendFileSync(HISTORY, `${JSON.stringify(entry)}\n`);
  console.error(`${HISTORY}: ${what} at ${entry.commit} is written down`);
}

/** The same for searches of all states. */
export function rememberSearches(what: string, searches: readonly MeasuredSearch[], sum: string): void {
  const measurements = searches.map(({ name, verdict, states, transitions, seconds }) => ({
    file: name,
    verdict,
    counts: { states, transitions },
    steady: true,
    seconds: [seconds],
    wall: [],
  }));
  remember(what, 0, measurements, sum);
}

/** All that is written down, the oldest first. Throws at a line that is damaged. */
export function historyIn(text: string): Entry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => {
      const result = readResult(line);
      if (typeof result === 'string') throw new Error(`${HISTORY}:${at + 1}: ${result}`);
      return result as Entry;
    });
}

export function history(): Entry[] {
  return existsSync(HISTORY) ? historyIn(readFileSync(HISTORY, 'utf8')) : [];
}

/** The last run of a benchmark, on a machine like this with the same node if there is one. */
export function lastOf(what: string, entries: readonly Entry[], machine = machineOf()): Entry | null {
  const same = entries.filter((entry) => entry.what === what);
  const here = same.filter((entry) => entry.machine === machine && entry.node === process.version);
  return here.at(-1) ?? same.at(-1) ?? null;
}

function machineOf(): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${all[0]?.model.trim() ?? 'a processor'}, ${all.length} processors, ${gigabytes} GB`;
}

/** With a `+` where something was changed since. */
function commitOf(): string {
  try {
    const run = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim();
    const changed = run('status', '--porcelain', '--untracked-files=no', '--', 'src') !== '';
    return `${run('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
