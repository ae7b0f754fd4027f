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
    'engine',
    'buffer',
    'extrapolate',
    'bufferPerLocation',
    'atomicWaits',
    'property',
    'ltl',
    'where',
    'fairThreads',
    'fairBuffers',
    'noFairBuffers',
    'noReduction',
    'language',
    'cubes',
    'timeout',
    'maxCubes',
    'maxDepth',
    'maxProcesses',
    'maxPredicates',
    'maxStates',
    'maxMemory',
    'noApproximation',
    'checkInvariants',
    'all',
    'graph',
    'json',
    'quiet',
  ],
  examples: [
    { line: 'fencepost check mutex.cub', what: 'any number of processes, or as many as the model says' },
    { line: 'fencepost check mutex.cub --processes 3', what: 'exactly three' },
    { line: 'fencepost check models/*.cub --timeout 60 --quiet', what: 'a folder, one line for each model' },
    { line: 'fencepost check mutex.cub --graph mutex.svg', what: 'with a picture of the execution that breaks it' },
    { line: 'fencepost check mutex.cub --json', what: 'for programs: one object on one line' },
    { line: 'cat mutex.cub | fencepost check -', what: 'a model from standard input' },
    { line: 'fencepost check peterson.fp --memory pso --buffer 3', what: 'a program, with longer store buffers' },
    {
      line: "fencepost check peterson.fp --ltl 'G (P(0)@wait -> F P(0)@cs)' --fair-threads",
      what: 'does a thread that waits get in?',
    },
    { line: 'fencepost check peterson.fp --property live --fair-threads', what: 'the same, as the text says it' },
    {
      line: "fencepost check lock.dve --memory tso --ltl 'G (wait -> F cs)' --where 'wait=P_0.p1; cs=P_0.CS'",
      what: 'a DVE model under TSO, with names for conditions',
    },
    { line: 'fencepost check peterson.fp --engine dual-tso', what: 'store buffers of any length' },
    {
      line: 'fencepost check bakery.fp --engine predicates --memory pso',
      what: 'a program with unbounded integers, by predicate abstraction',
    },
    {
      line: 'fencepost check lock.fp --engine parameterized',
      what: 'any number of `any` threads, by a proof on cubes',
    },
  ],
  load: () => import('./check.js'),
});

const COMPARE = command({
  name: 'compare',
  summary: 'one question under SC, TSO and PSO, and what tells them apart',
  about:
    'Checks a model or program under each memory model and prints one table, with the first execution that a weaker ' +
    'memory allows and a stronger one does not. The exit status is that of the worst verdict.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: [
    'processes',
    'engine',
    'buffer',
    'bufferPerLocation',
    'atomicWaits',
    'property',
    'ltl',
    'where',
    'fairThreads',
    'fairBuffers',
    'noFairBuffers',
    'language',
    'timeout',
    'maxStates',
    'maxMemory',
    'graph',
    'json',
    'quiet',
  ],
  examples: [
    { line: 'fencepost compare peterson.fp', what: 'which memory breaks it, and how' },
    { line: 'fencepost compare peterson.fp --quiet', what: 'the table alone' },
    { line: 'fencepost compare peterson.fp --property live --fair-threads', what: 'does everybody get in, on each?' },
    { line: 'fencepost compare mutex.cub --processes 2', what: 'a model of arrays, with two processes' },
    { line: 'fencepost compare peterson.fp --graph peterson.svg', what: 'with a picture of that execution' },
  ],
  load: () => import('./compare.js'),
});

const LITMUS = command({
  name: 'litmus',
  summary: 'all outcomes that a memory model allows a litmus test',
  about:
    'Enumerates the executions of X86 and X86_64 tests that the axioms of the memory model allow: every final state, how ' +
    'many executions give it, and whether the condition holds in all, some or none of them. For one outcome it shows an ' +
    'execution, or the cycle that forbids it. The exit status is 0 when a test was answered, whatever the answer is.',
  operands: 'FILE...',
  minimumOperands: 1,
  maximumOperands: Number.POSITIVE_INFINITY,
  options: ['memory', 'outcome', 'unroll', 'timeout', 'maxMemory', 'graph', 'json', 'quiet'],
  examples: [
    { line: 'fencepost litmus SB.litmus', what: 'under TSO, the memory of x86' },
    { line: 'fencepost litmus SB.litmus --memory sc --graph SB.svg', what: 'why SC forbids it, with a picture' },
    { line: "fencepost litmus SB.litmus --outcome '0:EAX=1 /\\ x=1'", what: 'an execution with another outcome' },
    { line: 'fencepost litmus tests/*.litmus --json', what: 'for programs: one object on one line for each test' },
  ],
  load: () => import('./litmus.js'),
});

const CERTIFY = command({
  name: 'certify',
  summary: 'prove a model and write the proof for others to check',
  about:
    'Writes the proof as SMT-LIB: queries that are all unsatisfiable exactly when the invariants found are true at ' +
    'the start, kept by every transition, and exclude the unsafe states. A solver that shares no code with the search ' +
    'then answers them. Of a program all states are found again by the interpreter that replays counterexamples; or, ' +
    'with --engine dual-tso, the configurations from which something bad is reached are written as JSON and judged by a ' +
    'checker that shares no code with the search; or, with --engine predicates, the invariant is written as SMT-LIB, or as ' +
    'JSON where the file is to be called so.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: [
    'processes',
    'memory',
    'engine',
    'buffer',
    'extrapolate',
    'language',
    'output',
    'noRun',
    'certificate',
    'timeout',
    'maxMemory',
    'json',
  ],
  examples: [
    { line: 'fencepost certify mutex.cub', what: 'writes mutex.smt2 and has it checked' },
    { line: 'fencepost certify mutex.cub --output proof.smt2 --no-run', what: 'for a solver of your own' },
    { line: 'fencepost certify peterson.fp --memory pso', what: 'a program: all its states again, by the interpreter' },
    { line: 'fencepost certify peterson.fp --engine dual-tso', what: 'writes peterson.json and has it checked' },
    { line: 'fencepost certify peterson.fp --certificate peterson.json', what: 'judges what somebody wrote' },
  ],
  load: () => import('./certify.js'),
});

const FIX = command({
  name: 'fix',
  summary: 'where fences or atomic writes must go, as a patch',
  about:
    'Finds the fewest fences (or stores made atomic) with which the model is right, proves that no fewer will do, and ' +
    'prints the patch. The repaired text is checked again. A repair for one property must not break another that is asked.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: [
    'with',
    'all',
    'property',
    'ltl',
    'where',
    'memory',
    'processes',
    'engine',
    'buffer',
    'bufferPerLocation',
    'atomicWaits',
    'fairThreads',
    'fairBuffers',
    'noFairBuffers',
    'method',
    'language',
    'output',
    'timeout',
    'maxStates',
    'maxMemory',
    'json',
    'quiet',
  ],
  examples: [
    { line: 'fencepost fix peterson.fp', what: 'the fewest fences that TSO needs' },
    { line: 'fencepost fix peterson.fp --memory pso --output repaired.fp', what: 'for PSO, written out' },
    {
      line: 'fencepost fix bakery.fp --engine predicates',
      what: 'a program with unbounded integers, by predicate abstraction',
    },
    { line: 'fencepost fix dekker.fp --all', what: 'every minimal set of fences' },
    { line: 'fencepost fix mutex.cub', what: 'for any number of processes' },
    { line: 'fencepost fix counter.dve --memory tso --with atomic-writes', what: 'which writes must be atomic' },
  ],
  load: () => import('./fix.js'),
});

const REDUCE = command({
  name: 'reduce',
  summary: 'a program whose store buffers are variables, for sequential consistency',
  about:
    'Prints a program (.fp) that does under sequential consistency what the given one does with store buffers of K writes: ' +
    'the buffers are shared variables, and each thread that buffers has a second one that takes its writes to memory. ' +
    'A write that finds no room sets `overflow`: while that is not reached, no execution needs longer buffers.',
  operands: 'FILE',
  minimumOperands: 1,
  maximumOperands: 1,
  options: ['memory', 'buffer', 'processes', 'atomicWaits', 'language', 'output', 'json'],
  examples: [
    { line: 'fencepost reduce peterson.fp', what: 'for TSO, with buffers of 2 writes' },
    { line: 'fencepost reduce peterson.fp --memory pso --buffer 1', what: 'for PSO: a buffer for each variable' },
    { line: 'fencepost reduce counter.dve --memory tso --output counter.fp', what: 'a DVE model, written to a file' },
    { line: 'fencepost reduce lock.fp --processes 2', what: 'two of the `any` threads' },
  ],
  load: () => import('./reduce.js'),
});

const PRINT = command({
  name: 'print',
  summary: 'print a model in one layout',
  about:
    'Reads the model, says what is wrong with it, and prints it. What is printed is the same model; programs (.fp) keep ' +
    'their comments, other models (.cub) lose them.',
  operands: 'FILE...',
  minimumOperands: 1,
  maximumOperands: Number.POSITIVE_INFINITY,
  options: ['write', 'check', 'language', 'json'],
  examples: [
    { line: 'fencepost print mutex.cub', what: 'the model, laid out' },
    { line: 'fencepost print --write *.fp', what: 'the formatter: lays programs out in place' },
    { line: 'fencepost print --check *.fp', what: 'whether they are' },
  ],
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

export const COMMANDS: readonly Command[] = [CHECK, COMPARE, LITMUS, FIX, CERTIFY, REDUCE, PRINT, TOUR];
