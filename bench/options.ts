/** The command lines of the benchmarks, by the same tables as the program's. */
import type { OptionTable } from '../src/check/option.js';
import { argumentOf, spelling } from '../src/cli/option.js';

export const BENCH_OPTIONS = {
  runs: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 1000,
    words: [],
    default: 3,
    help: 'runs of each model',
  },
  timeout: {
    kind: 'number',
    placeholder: 'S',
    whole: false,
    minimum: 0.1,
    maximum: 100_000,
    words: [],
    default: 60,
    help: 'seconds for each run',
  },
  filter: { kind: 'text', placeholder: 'TEXT', default: null, help: 'only models whose name contains TEXT' },
  compare: { kind: 'text', placeholder: 'WHAT', default: null, help: 'the `last` run of the history, or a file' },
  output: { kind: 'text', placeholder: 'FILE', default: null, help: 'where the result goes, as JSON' },
  help: { kind: 'flag', help: 'print this help' },
} as const satisfies OptionTable;

export const PAPER_OPTIONS = {
  corpus: {
    kind: 'text',
    placeholder: 'FOLDER',
    default: null,
    help: 'measure the models of the authors, in this folder, instead of our own',
  },
  runs: { ...BENCH_OPTIONS.runs, default: 1 },
  timeout: { ...BENCH_OPTIONS.timeout, default: 20 },
  json: { kind: 'flag', help: 'a JSON object for each row, on a line of its own' },
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

export const REFERENCE_OPTIONS = {
  runs: { ...BENCH_OPTIONS.runs, help: 'runs of each model; the quickest counts' },
  timeout: { ...BENCH_OPTIONS.timeout, default: 20 },
  filter: BENCH_OPTIONS.filter,
  all: { kind: 'flag', help: 'models, too, whose verdict is not listed' },
  reference: { kind: 'text', placeholder: 'PROGRAM', default: null, help: 'measure this beside us, here and now' },
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

export const SPIN_OPTIONS = {
  runs: { ...BENCH_OPTIONS.runs, help: 'runs of each program' },
  json: PAPER_OPTIONS.json,
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

export const EXPLICIT_OPTIONS = {
  runs: { ...BENCH_OPTIONS.runs, default: 1, help: 'runs of each program' },
  json: PAPER_OPTIONS.json,
  help: BENCH_OPTIONS.help,
} as const satisfies OptionTable;

/** A line for the command and one for each option. */
export function usageOf(command: string, options: OptionTable): string {
  const lines = Object.entries(options).map(
    ([name, option]) => `  ${`${spelling(name)} ${argumentOf(option)}`.padEnd(17)}${option.help}`,
  );
  return [`usage: ${command}`, ...lines].join('\n');
}
