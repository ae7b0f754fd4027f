/** Every option of every command; an option means the same wherever it is accepted. */
import type { OptionTable, OptionValues } from './option.js';

export const OPTIONS = {
  processes: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 24,
    words: ['any'],
    default: null,
    otherwise: 'what the model says, else any',
    help: 'check N processes, or any number of them',
  },
  memory: {
    kind: 'choice',
    choices: ['sc', 'tso', 'pso'],
    default: null,
    otherwise: 'sc, tso when the model has weak variables',
    help: 'the memory model',
  },
  timeout: {
    kind: 'number',
    placeholder: 'S',
    whole: false,
    minimum: 0.001,
    maximum: 1_000_000,
    words: [],
    default: null,
    help: 'give up on a model after S seconds',
  },
  maxCubes: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 1_000_000_000,
    words: [],
    default: 200_000,
    help: 'give up after N visited cubes, over all restarts',
  },
  maxDepth: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 1_000_000_000,
    words: [],
    default: 10_000,
    help: 'give up N steps back from the unsafe states',
  },
  maxProcesses: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 24,
    words: [],
    default: 12,
    help: 'give up on a cube with more than N processes',
  },
  maxStates: {
    kind: 'number',
    placeholder: 'N',
    whole: true,
    minimum: 1,
    maximum: 1_000_000_000,
    words: [],
    default: 200_000,
    help: 'store at most N states of small instances',
  },
  maxMemory: {
    kind: 'number',
    placeholder: 'MB',
    whole: true,
    minimum: 16,
    maximum: 1_000_000,
    words: [],
    default: null,
    otherwise: 'most of what node may use',
    help: 'give up when the heap holds more than MB megabytes',
  },
  noApproximation: {
    kind: 'flag',
    help: 'search without guessing invariants from small instances',
  },
  checkInvariants: {
    kind: 'flag',
    help: 'also prove or refute the invariants that the model declares, which are assumptions otherwise',
  },
  all: {
    kind: 'flag',
    help: 'show every invariant found, not the first few',
  },
  json: {
    kind: 'flag',
    help: 'print one JSON object for each file, on a line of its own',
  },
  quiet: {
    kind: 'flag',
    help: 'print the verdict alone, and no progress',
  },
  output: {
    kind: 'text',
    placeholder: 'FILE',
    default: null,
    otherwise: 'the name of the model with .smt2',
    help: 'where the certificate goes; - is standard output',
  },
  noRun: {
    kind: 'flag',
    help: 'write the certificate without having a solver check it',
  },
  filter: {
    kind: 'text',
    placeholder: 'TEXT',
    default: null,
    otherwise: 'all',
    help: 'only the examples whose file name contains TEXT',
  },
  help: {
    kind: 'flag',
    help: 'print this help',
  },
} as const satisfies OptionTable;

export type OptionName = keyof typeof OPTIONS;
export type Values<K extends OptionName> = OptionValues<Pick<typeof OPTIONS, K>>;
