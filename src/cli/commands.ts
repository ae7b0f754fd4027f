/** Every command of the program. The manual's tables and `--help` are made from this. */
import { type Command, command } from './command.js';

const CHECK = command({
  name: 'check',
  summary: 'prove that models are safe, or show how they break',
  about:
    'Says for each model whether its unsafe states can be reached: `holds` with the invariants that prove it, ' +
    '`violated` with an execution that was replayed step by step, or `unknown` with the reason.',
  operands: 'FILE...',
  minimumOperands: 1,
  maximumOperands: Number.POSITIVE_INFINITY,
  options: [
    'processes',
    'memory',
    'timeout',
    'maxCubes',
    'maxDepth',
    'maxProcesses',
    'maxStates',
    'maxMemory',
    'noApproximation',
    'checkInvariants',
    'all',
    'json',
    'quiet',
  ],
  examples: [
    { line: 'fencepost check mutex.cub', what: 'any number of processes, or as many as the model says' },
    { line: 'fencepost check mutex.cub --processes 3', what: 'exactly three' },
    { line: 'fencepost check models/*.cub --timeout 60 --quiet', what: 'a folder, one line for each model' },
    { line: 'fencepost check mutex.cub --json', what: 'for programs: one object on one line' },
    { line: 'cat mutex.cub | fencepost check -', what: 'a model from standard input' },
  ],
  load: () => import('./check.js'),
});

const CERTIFY = command({
  name: 'certify',
  summary: 'prove a model and write the proof for an SMT solver to check',
  about:
    'Writes the proof as SMT-LIB: queries that are all unsatisfiable exactly when the invariants found are true at ' +
    'the start, kept by every transition, and exclude the unsafe states. A solver that shares no code with the search ' +
    'then answers them.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: ['output', 'noRun', 'timeout', 'json'],
  examples: [
    { line: 'fencepost certify mutex.cub', what: 'writes mutex.smt2 and has it checked' },
    { line: 'fencepost certify mutex.cub --output proof.smt2 --no-run', what: 'for a solver of your own' },
  ],
  load: () => import('./certify.js'),
});

const PRINT = command({
  name: 'print',
  summary: 'print a model in one layout',
  about:
    'Reads the model, says what is wrong with it, and prints it without its comments. What is printed is the same model.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: [],
  examples: [{ line: 'fencepost print mutex.cub', what: 'the model, laid out' }],
  load: () => import('./print.js'),
});

const TOUR = command({
  name: 'tour',
  summary: 'check the examples that come with the program',
  about: 'Compares every verdict with the expected one; the exit status is 1 when one differs.',
  operands: '',
  minimumOperands: 0,
  maximumOperands: 0,
  options: ['filter', 'timeout', 'json'],
  examples: [
    { line: 'fencepost tour', what: 'all of them' },
    { line: 'fencepost tour --filter mutex', what: 'some of them' },
  ],
  load: () => import('./tour.js'),
});

export const COMMANDS: readonly Command[] = [CHECK, CERTIFY, PRINT, TOUR];
