/** The command line of the benchmark, by the same tables as the program's. */
import type { OptionTable } from '../src/cli/option.js';

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
  compare: { kind: 'text', placeholder: 'FILE', default: null, help: 'an earlier result to compare with' },
  output: { kind: 'text', placeholder: 'FILE', default: null, help: 'where the result goes, as JSON' },
  help: { kind: 'flag', help: 'print this help' },
} as const satisfies OptionTable;
