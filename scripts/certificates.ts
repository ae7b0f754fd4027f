/**
 * Every proof of the examples and of a corpus of models gets a certificate, which is judged:
 *
 *     npm run certificates -- [--timeout S] [--memory MB] [--corpus DIR] [--record FILE] [WORD...]
 *
 * Prints a line for each question that holds (of those whose titles have one of the words in them), and tables at the end: how many
 * certificates were accepted, refused, late or not there, by folder, by kind of certificate and by solver. Certificates are judged from
 * their text, those for solvers by Z3 as a library and by the solvers on the search path. Each search, checker and solver has
 * S seconds. `--record` keeps each line in a file, and what is in the file is not asked again unless it was late.
 *
 * The exit status is 1 when a certificate is refused, or a solver refutes one.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mark, type Row, rowOf } from './certificates/judge.js';
import { questionsOfCorpus, questionsOfExamples } from './certificates/questions.js';

const MARKS: readonly Mark[] = ['accepted', 'refused', 'late', 'none', 'open'];

const USAGE = `usage: npm run certificates -- [--timeout S] [--memory MB] [--corpus DIR] [--record FILE] [WORD...]

Certifies every proof of the examples and of a corpus, and has each certificate judged.

  --timeout S     seconds for each search, checker and solver; 60
  --memory MB     megabytes for each search; 4096
  --corpus DIR    models beside the examples; ../shared/corpus
  --record FILE   keeps each line, and does not ask again what is in the file
  WORD            only questions whose titles have one of the words in them`;

const OPTIONS = {
  timeout: { type: 'string', default: '60' },
  memory: { type: 'string', default: '4096' },
  corpus: { type: 'string', default: '../shared/corpus' },
  record: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function commandLine() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    for (const name of ['timeout', 'memory'] as const) {
      if (!(Number(values[name]) > 0)) throw new Error(`--${name} takes a number, not '${values[name]}'`);
    }
    return { values, words: positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

const { values, words } = commandLine();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

function recorded(file: string | undefined): Map<string, Row> {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const rows = lines.filter((line) => line !== '').map((line): Row => JSON.parse(line));
  return new Map(rows.filter(({ mark }) => mark !== 'late').map((row) => [row.title, row]));
}

function shown({ mark, title, kind, how, seconds, checks }: Row): string {
  const solvers = checks.map(({ solver, accepted, seconds: time }) => {
    return `${basename(solver)} ${accepted ? 'accepts' : 'does not accept'} in ${time.toFixed(1)} s`;
  });
  const word = mark === 'refused' ? 'REFUSED' : mark;
  const details = [...(kind === null ? [] : [kind]), how, ...solvers, `${seconds.toFixed(1)} s`].join('; ');
  return `${word.padEnd(9)} ${title}  ${details}`;
}

/** The marks of the rows, by a name that each row has. */
function table(title: string, rows: readonly Row[], nameOf: (row: Row) => string): void {
  const names = [...new Set(rows.map(nameOf))].sort();
  const width = Math.max(title.length, ...names.map(({ length }) => length));
  console.log(`\n${title.padEnd(width)}${MARKS.map((mark) => mark.padStart(10)).join('')}`);
  for (const name of names) {
    const own = rows.filter((row) => nameOf(row) === name);
    const counts = MARKS.map((mark) => `${own.filter((row) => row.mark === mark).length}`.padStart(10));
    console.log(`${name.padEnd(width)}${counts.join('')}`);
  }
}

function solverTable(rows: readonly Row[]): void {
  const checks = rows.flatMap((row) => row.checks);
  for (const solver of new Set(checks.map((check) => check.solver))) {
    const own = checks.filter((check) => check.solver === solver);
    const sum = (of: (check: (typeof own)[number]) => number) => own.reduce((total, check) => total + of(check), 0);
    const accepted = sum((check) => Number(check.accepted));
    const refuted = sum((check) => Number(check.refuted));
    const proved = sum((check) => check.proved);
    const time = sum((check) => check.seconds).toFixed(0);
    console.log(
      `${solver}: ${accepted} of ${own.length} accepted, ${refuted} refuted, ${own.length - accepted - refuted} not decided; ` +
        `${proved} obligations answered unsat in ${time} s`,
    );
  }
}

const questions = [...questionsOfExamples(), ...questionsOfCorpus(values.corpus)];
const asked = questions.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)));
const known = recorded(values.record);
const rows: Row[] = [];
for (const question of asked) {
  const before = known.get(question.title);
  const row = before ?? (await rowOf(question, { timeout: Number(values.timeout), maxMemory: Number(values.memory) }));
  rows.push(row);
  console.log(shown(row));
  if (before === undefined && values.record !== undefined) appendFileSync(values.record, `${JSON.stringify(row)}\n`);
}
table('folder', rows, ({ title }) => title.split('/')[0] ?? '');
table('kind', rows, ({ kind }) => kind ?? '(none)');
console.log('');
solverTable(rows);
const proofs = rows.filter(({ mark }) => mark !== 'open');
const refused = rows.filter(({ mark, checks }) => mark === 'refused' || checks.some(({ refuted }) => refuted));
const accepted = proofs.filter(({ mark }) => mark === 'accepted');
console.log(
  `${accepted.length} of ${proofs.length} proofs have an accepted certificate, ${refused.length} were refused`,
);
// Z3 keeps threads.
process.exit(refused.length === 0 ? 0 : 1);
