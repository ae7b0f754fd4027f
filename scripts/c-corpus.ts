/**
 * Checks the C programs of a public test set, where they are, and compares the answers with what the set says:
 *
 *     npm run c-corpus -- FOLDER... [--memory tso] [--timeout S] [--only WORD] [--record FILE]
 *
 * Prints a line for each program and, at the end, counts by group and refusals by cause. Each program is checked by the built
 * command line in a process of its own. `--record` keeps each line in a file, and what is in the file is not asked again.
 *
 * A program that a set calls wrong under its own memory model may be right under a stronger one, so `holds` there is counted as
 * `stronger` and not as wrong, unless the set names the memory. The exit status is 1 when an answer is wrong.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CorpusProgram, expectedUnder, programsIn } from './c-corpus/programs.js';

const { values, positionals } = parseArgs({
  options: {
    memory: { type: 'string' },
    timeout: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    record: { type: 'string' },
    threads: { type: 'string' },
  },
  allowPositionals: true,
});

type Mark = 'right' | 'WRONG' | 'stronger' | 'answered' | 'unknown' | 'refused' | 'crashed';
const MARKS: readonly Mark[] = ['right', 'WRONG', 'stronger', 'answered', 'unknown', 'refused', 'crashed'];

interface Row {
  readonly file: string;
  readonly group: string;
  readonly memory: string;
  readonly mark: Mark;
  readonly verdict: string;
  readonly expected: string;
  readonly seconds: number;
  /** Why it was refused or is not known. */
  readonly cause: string;
}

function ask(program: CorpusProgram): Row {
  const { file, group, flags } = program;
  const memory = values.memory ?? program.memory ?? 'tso';
  const expected = expectedUnder(program, memory);
  const started = process.hrtime.bigint();
  const given = ['dist/cli.js', 'check', file, '--memory', memory, '--json', '--timeout', values.timeout, ...flags];
  const run = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    timeout: (Number(values.timeout) + 30) * 1000,
    maxBuffer: 1 << 28,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const row = { file, group, memory, expected: expected ?? '?', seconds };
  const { verdict, cause } = answerOf(run.stdout, run.stderr, run.status);
  const mark = markOf(verdict, expected, program.memory !== null);
  return { ...row, verdict, cause, mark };
}

function answerOf(stdout: string, stderr: string, status: number | null): { verdict: string; cause: string } {
  if (status === null) return { verdict: 'crashed', cause: 'the process did not end in time' };
  if (status === 4) return { verdict: 'crashed', cause: general(stderr.split('\n').find((line) => line !== '') ?? '') };
  const answer = parsed(stdout);
  if (answer === null) return { verdict: 'crashed', cause: general(stderr.split('\n')[0] ?? 'no answer') };
  if (status === 2) return { verdict: 'refused', cause: general(firstFault(answer)) };
  const { verdict } = answer as { verdict?: string };
  return { verdict: verdict ?? 'crashed', cause: verdict === 'unknown' ? general(firstReason(answer)) : '' };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value[0] : value;
  } catch {
    return null;
  }
}

interface Told {
  readonly severity?: string;
  readonly code?: string;
  readonly message?: string;
}

function firstFault(answer: Record<string, unknown>): string {
  const list = (answer.diagnostics ?? []) as readonly Told[];
  const fault = list.find(({ severity }) => severity === 'error') ?? list[0];
  return fault === undefined ? 'no reason' : `${fault.code}: ${fault.message}`;
}

function firstReason(answer: Record<string, unknown>): string {
  const [reason] = (answer.reasons ?? []) as readonly (Told & { readonly limit?: string; readonly text?: string })[];
  return reason === undefined
    ? 'no reason'
    : [reason.code, reason.limit].filter((word) => word !== undefined).join(' ');
}

/** Without what differs between files: one cause has one text. */
const general = (text: string): string =>
  text
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\b\d+\b/g, '#')
    .slice(0, 140);

/** `named`: the set says under which memory. */
function markOf(verdict: string, expected: CorpusProgram['expected'], named: boolean): Mark {
  if (verdict === 'refused' || verdict === 'unknown' || verdict === 'crashed') return verdict;
  if (expected === null) return 'answered';
  if (verdict === expected) return 'right';
  return expected === 'violated' && !named ? 'stronger' : 'WRONG';
}

function recorded(file: string | undefined): Map<string, Row> {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const rows = lines.filter((line) => line !== '').map((line): Row => JSON.parse(line));
  return new Map(rows.map((row) => [`${row.file} ${row.memory}`, row]));
}

function table(title: string, rows: readonly Row[]): void {
  const names = [...new Set(rows.map(({ group }) => group))].sort();
  const width = Math.max(title.length, ...names.map(({ length }) => length));
  console.log(`\n${title.padEnd(width)}${MARKS.map((mark) => mark.padStart(10)).join('')}`);
  for (const name of [...names, 'all']) {
    const own = rows.filter(({ group }) => name === 'all' || group === name);
    const counts = MARKS.map((mark) => `${own.filter((row) => row.mark === mark).length}`.padStart(10));
    console.log(`${name.padEnd(width)}${counts.join('')}`);
  }
}

function causes(rows: readonly Row[]): void {
  const counts = new Map<string, Row[]>();
  for (const row of rows) if (row.cause !== '') counts.set(row.cause, [...(counts.get(row.cause) ?? []), row]);
  console.log('\ncauses');
  for (const [cause, own] of [...counts].sort((left, right) => right[1].length - left[1].length)) {
    console.log(`${`${own.length}`.padStart(5)}  ${cause}  (${path.basename(own[0]?.file ?? '')})`);
  }
}

const old = recorded(values.record);
const rows: Row[] = [];
const programs = positionals.flatMap((folder) => programsIn(path.resolve(folder)));
for (const program of programs.filter(({ file }) => file.includes(values.only))) {
  const row = old.get(`${program.file} ${values.memory ?? program.memory ?? 'tso'}`) ?? ask(program);
  rows.push(row);
  if (values.record !== undefined && !old.has(`${row.file} ${row.memory}`))
    appendFileSync(values.record, `${JSON.stringify(row)}\n`);
  const { mark, verdict, expected, seconds, memory, file, cause } = row;
  const told = `${mark.padEnd(9)} ${verdict.padEnd(9)} ${expected.padEnd(9)} ${memory.padEnd(4)} ${seconds.toFixed(1).padStart(6)} s`;
  console.log(
    `${told}  ${path.relative(path.resolve(positionals[0] ?? '.'), file)}${cause === '' ? '' : `  ${cause}`}`,
  );
}
table('group', rows);
causes(rows);
if (rows.some(({ mark }) => mark === 'WRONG')) process.exitCode = 1;
