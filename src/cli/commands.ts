/** Every command of the program. The manual's tables and `--help` are made from this. */
import { type Command, command } from './command.js';

const CHECK = command({
  name: 'check',
  summary: 'prove that models are correct, or show how they fail',
  about:
    'Tells for each model whether its properties hold. The answer is `holds`, with a proof; `violated`, with an execution ' +
    'that was replayed step by step; or `unknown`, with the reason.',
  operands: 'FILE...',
  examples: [
    ['fencepost check mutex.cub', 'any number of processes, or as many as the model says'],
    ['fencepost check mutex.cub --processes 3', 'exactly three'],
    ['fencepost check models/*.cub --timeout 60 --quiet', 'a folder, one line for each model'],
    ['fencepost check mutex.cub --graph mutex.svg', 'with a picture of the execution that breaks it'],
    ['fencepost check mutex.cub --html mutex.html', 'with a page to step through that execution'],
    ['fencepost check peterson.fp --replay RUN', 'performs a run that --show-run, a page or --json gave'],
    ['fencepost check mutex.cub --json', 'for other programs: one object on one line'],
    ['fencepost check models/*.fp --format github', 'in a workflow of GitHub: a note beside each line'],
    ['cat mutex.cub | fencepost check -', 'a model from standard input'],
    ['fencepost check peterson.fp --memory pso --buffer 3', 'a program, with at most 3 writes in a store buffer'],
    [
      "fencepost check peterson.fp --ltl 'G (P(0)@wait -> F P(0)@cs)' --fair-threads",
      'does a thread that waits get in?',
    ],
    ['fencepost check peterson.fp --property live --fair-threads', 'the same question, if the text asks it'],
    [
      "fencepost check lock.dve --memory tso --ltl 'G (wait -> F cs)' --where 'wait=P_0.p1; cs=P_0.CS'",
      'a DVE model under TSO, with names for conditions',
    ],
    ['fencepost check peterson.fp --engine dual-tso', 'by an engine that needs no bound on store buffers'],
    [
      'fencepost check bakery.fp --engine predicates --memory pso',
      'a program with unbounded integers, by predicate abstraction',
    ],
    ['fencepost check lock.fp --engine parameterized', 'any number of `any` threads, by a proof with cubes'],
  ],
  load: () => import('./check.js'),
});

const REPORT = command({
  name: 'report',
  summary: 'write the answer as a page for the browser, with the run step by step',
  about:
    'Checks a model as `check` does and writes one HTML file that needs no network: the verdict with its scope, the text, ' +
    'the run to step through with store buffers and memory, the picture of its events, what proves it, and the fences that ' +
    'repair it. The exit status is that of `check`.',
  operands: 'FILE',
  examples: [
    ['fencepost report peterson.fp', 'writes peterson.html'],
    ['fencepost report peterson.fp --memory pso -o pso.html', 'for PSO, into another file'],
    ['fencepost report mutex.cub --no-fix --timeout 60', 'without a search for fences'],
    ['fencepost report SB.litmus -o - | less', 'on standard output'],
  ],
  load: () => import('./report-page.js'),
});

const COMPARE = command({
  name: 'compare',
  summary: 'ask one question under SC, TSO and PSO, and show where the answers differ',
  about:
    'Checks a model or program under each memory model and prints one table. Where the answers differ, it shows an ' +
    'execution that the weaker memory allows and the stronger one does not. The exit status is that of the worst verdict.',
  operands: 'FILE',
  examples: [
    ['fencepost compare peterson.fp', 'which memory breaks it, and how'],
    ['fencepost compare peterson.fp --quiet', 'only the table'],
    ['fencepost compare peterson.fp --property live --fair-threads', 'does everybody get in, under each?'],
    ['fencepost compare mutex.cub --processes 2', 'a model of arrays, with two processes'],
    ['fencepost compare peterson.fp --graph peterson.svg', 'with a picture of that execution'],
  ],
  load: () => import('./compare.js'),
});

const LITMUS = command({
  name: 'litmus',
  summary: 'list every outcome that a memory model allows in a litmus test',
  about:
    'Lists the executions of X86 and X86_64 tests that the axioms of the memory model allow: every final state, how many ' +
    'executions reach it, and whether the condition holds in all, some or none of them. For one outcome it shows an ' +
    'execution, or the cycle that forbids it. The exit status is 0 when a test was answered, whatever the answer is.',
  operands: 'FILE...',
  examples: [
    ['fencepost litmus SB.litmus', 'under TSO, the memory of x86'],
    ['fencepost litmus SB.litmus --memory sc --graph SB.svg', 'why SC forbids it, with a picture'],
    ["fencepost litmus SB.litmus --outcome '0:EAX=1 /\\ x=1'", 'an execution with another outcome'],
    ['fencepost litmus tests/*.litmus --json', 'for other programs: one object on one line for each test'],
  ],
  load: () => import('./litmus.js'),
});

const CERTIFY = command({
  name: 'certify',
  summary: 'prove a model and write the proof for others to check',
  about:
    'Writes the proof and has it checked by a program that shares no code with the search. For a model of arrays the ' +
    'proof is SMT-LIB: its queries are all unsatisfiable exactly when the invariants hold at the start, every transition ' +
    'keeps them, and they exclude the unsafe states; a solver answers them. For a program the interpreter that replays ' +
    'counterexamples visits all states again. With --engine dual-tso or pso-queues the proof is a JSON file of the ' +
    'configurations from which a violation can be reached; with --engine predicates it is the invariant, as SMT-LIB, ' +
    'or as JSON if the file is to be called so. With --certificate nothing is searched: a file is judged as an answer ' +
    'to the question.',
  operands: 'FILE',
  examples: [
    ['fencepost certify mutex.cub', 'writes mutex.smt2 and has it checked'],
    ['fencepost certify mutex.cub --output proof.smt2 --no-run', 'for a solver of your own'],
    ['fencepost certify peterson.fp --memory pso', 'a program: the interpreter visits all its states again'],
    ['fencepost certify peterson.fp --engine dual-tso', 'writes peterson.json and has it checked'],
    ['fencepost certify peterson.fp --certificate peterson.json', 'judges a certificate that somebody wrote'],
  ],
  load: () => import('./certify.js'),
});

const FIX = command({
  name: 'fix',
  summary: 'find where fences or atomic writes must go, as a patch',
  about:
    'Finds the fewest fences (or stores to make atomic) that make the model correct, proves that fewer are not enough, ' +
    'and prints the patch. The repaired text is checked again. A repair for one property must not break another one ' +
    'that is asked about.',
  operands: 'FILE',
  examples: [
    ['fencepost fix peterson.fp', 'the fewest fences that TSO needs'],
    ['fencepost fix peterson.fp --memory pso --output repaired.fp', 'for PSO, into a file'],
    ['fencepost fix bakery.fp --engine predicates', 'a program with unbounded integers, by predicate abstraction'],
    ['fencepost fix dekker.fp --all', 'every minimal set of fences'],
    ['fencepost fix mutex.cub', 'for any number of processes'],
    ['fencepost fix counter.dve --memory tso --with atomic-writes', 'which writes must be atomic'],
  ],
  load: () => import('./fix.js'),
});

const REDUCE = command({
  name: 'reduce',
  summary: 'turn store buffers into variables of a program for sequential consistency',
  about:
    'Prints a program (.fp) that does under sequential consistency what the given one does with store buffers of K writes. ' +
    'The buffers become shared variables, and each thread that buffers gets a second thread that takes its writes to ' +
    'memory. A write that finds no room sets `overflow`: as long as that cannot happen, no execution needs longer buffers.',
  operands: 'FILE',
  examples: [
    ['fencepost reduce peterson.fp', 'for TSO, with buffers of 2 writes'],
    ['fencepost reduce peterson.fp --memory pso --buffer 1', 'for PSO: a buffer for each variable'],
    ['fencepost reduce counter.dve --memory tso --output counter.fp', 'a DVE model, into a file'],
    ['fencepost reduce lock.fp --processes 2', 'two of the `any` threads'],
  ],
  load: () => import('./reduce.js'),
});

const PRINT = command({
  name: 'print',
  summary: 'print a model in the usual layout',
  about:
    'Reads the model, tells what is wrong with it, and prints it in one layout; the meaning stays the same. Programs ' +
    '(.fp) and models of arrays (.cub) keep their comments.',
  operands: 'FILE...',
  examples: [
    ['fencepost print mutex.cub', 'the model, laid out'],
    ['fencepost print --write *.fp', 'as a formatter: lays programs out in place'],
    ['fencepost print --check *.fp', 'tells whether they are laid out so'],
  ],
  load: () => import('./print.js'),
});

const BATCH = command({
  name: 'batch',
  summary: 'ask many questions at once, here or on many machines',
  about:
    'A manifest lists questions: files, memories, numbers of threads, options, and what should come out. A folder stands for ' +
    'every model below it, with the answers that its expected.json lists, if there is one. Each question is answered in a child ' +
    'process with limits of time and memory; one that crashes costs its question and nothing else. The exit status is 0 when ' +
    'every answer is as expected, or holds; 1 when one is not, or is violated; 2 when a text is wrong; 3 when one is unknown. ' +
    'With --queue the questions go into a PostgreSQL database, and workers on any machine answer them. docs/guide/batches.md ' +
    'says more.',
  operands: '[MANIFEST|FOLDER...]',
  examples: [
    ['fencepost batch models/', 'every model below a folder'],
    ['fencepost batch nightly.json --jobs 4 --timeout 60', 'the questions of a manifest, four at a time'],
    ['fencepost batch nightly.json --results nightly.jsonl', 'a line of JSON for each answer, when it is known'],
    ['fencepost batch nightly.json --results nightly.jsonl --resume', 'after a crash: asks what has no answer'],
    ['fencepost batch nightly.json --queue postgres://me@db/checks', 'answered by fencepost worker, on any machine'],
    ['fencepost batch --status --queue postgres://me@db/checks', 'how far all batches are'],
    ['fencepost batch --cancel ID --queue postgres://me@db/checks', 'no more of it'],
  ],
  load: () => import('./batch.js'),
});

const WORKER = command({
  name: 'worker',
  summary: 'answer the questions of batches in a queue',
  about:
    'Takes questions of `fencepost batch --queue` from a PostgreSQL database and answers them until Ctrl-C. It takes only those ' +
    'that were put there by the same version. --timeout and --max-memory are the most that a question gets here. A worker ' +
    'reads no files and writes none: the texts come with the questions.',
  operands: '',
  examples: [
    ['fencepost worker --queue postgres://me@db/checks', 'as many questions at a time as there are processors'],
    ['fencepost worker --queue postgres://me@db/checks --jobs 2 --max-memory 4000', 'two, with 4 GB each'],
    [
      'PGPASSWORD=... FENCEPOST_QUEUE=postgres://me@db/checks fencepost worker',
      'the address and the password as variables',
    ],
    ['fencepost worker --queue postgres://me@db/checks --until-empty', 'ends when nothing is left to do'],
  ],
  load: () => import('./worker.js'),
});

const TOUR = command({
  name: 'tour',
  summary: 'check the examples that come with the program',
  about: 'Compares every verdict with the expected one. The exit status is 1 when one differs.',
  operands: '',
  examples: [
    ['fencepost tour', 'three of them with a few words, then all of them by folder'],
    ['fencepost tour --full', 'a line for each example'],
    ['fencepost tour --filter mutex', 'some of them'],
  ],
  load: () => import('./tour.js'),
});

const EXAMPLES = command({
  name: 'examples',
  summary: 'list the examples that come with the program, and copy them',
  about:
    'Without WORD it tells what people come for, and which example answers that. With WORD it lists the examples that have ' +
    'WORD in their name or title; --copy puts them into a folder of yours.',
  operands: '[WORD]',
  examples: [
    ['fencepost examples', 'what can I do with it?'],
    ['fencepost examples ticket', 'everything about ticket locks'],
    ['fencepost examples programs/peterson.fp --copy .', 'a copy to change'],
  ],
  load: () => import('./examples-command.js'),
});

const INIT = command({
  name: 'init',
  summary: 'write a first model, with comments',
  about:
    'Writes a small lock that x86 breaks, with comments, to start from. A file that is there is never overwritten.',
  operands: '[FILE]',
  examples: [
    ['fencepost init', 'writes lock.fp'],
    ['fencepost init queue.fp', 'another name'],
  ],
  load: () => import('./init.js'),
});

const SERVE = command({
  name: 'serve',
  summary: 'open the workbench in the browser: editor, checks, runs step by step, repairs',
  about:
    'Serves the page on 127.0.0.1 until Ctrl-C. Everything runs in the browser: no text leaves the machine, and a page that ' +
    'was opened once works without this program. With --into the files are written for another host; one that does not ' +
    'send the headers that isolate a page from other origins is told to the reader by the page, which then adds them itself.',
  operands: '',
  examples: [
    ['fencepost serve', 'prints the address to open'],
    ['fencepost serve --port 8000', 'on that port'],
    ['fencepost serve --into public', 'static files for any host'],
  ],
  load: () => import('./serve.js'),
});

const COMPLETION = command({
  name: 'completion',
  summary: 'print a script that completes commands, options and files in a shell',
  about: 'The script is made from the tables of this program: bash, zsh and fish each have their own.',
  operands: 'SHELL',
  examples: [
    ['fencepost completion fish | source', 'in ~/.config/fish/config.fish'],
    ['eval "$(fencepost completion bash)"', 'in ~/.bashrc'],
    ['source <(fencepost completion zsh)', 'in ~/.zshrc, after compinit'],
  ],
  load: async () => (await import('./completion/run.js')).completionOf(COMMANDS),
});

const LSP = command({
  name: 'lsp',
  summary: 'be a language server for editors, by standard input and output',
  about:
    'Speaks the Language Server Protocol. Programs (.fp) and models of arrays (.cub) have diagnostics with fixes, hover, ' +
    'definitions, references, renaming, completion, an outline, and their layout; other languages have diagnostics. Properties ' +
    'can be checked, repaired and proved where they stand. Editors start it: see docs/guide/editors.md.',
  operands: '',
  examples: [
    ['fencepost lsp', 'what an editor runs'],
    ["vim.lsp.start({ name = 'fencepost', cmd = { 'fencepost', 'lsp' } })", 'in Neovim'],
    ['(add-to-list \'eglot-server-programs \'(fencepost-mode "fencepost" "lsp"))', 'in Emacs'],
  ],
  load: () => import('./lsp.js'),
});

export const COMMANDS: readonly Command[] = [
  CHECK,
  REPORT,
  COMPARE,
  LITMUS,
  FIX,
  CERTIFY,
  REDUCE,
  PRINT,
  BATCH,
  WORKER,
  TOUR,
  EXAMPLES,
  INIT,
  SERVE,
  COMPLETION,
  LSP,
];
