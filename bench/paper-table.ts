/** The table of the papers with our figures beside theirs: for people, and a line of JSON for each row. */
import type { Verdict } from '../src/evidence/outcome.js';
import { type Column, table } from '../src/report/table.js';
import type { PaperRow } from './paper-rows.js';
import { median } from './result.js';
import type { SingleRun } from './run.js';

export const FORMS = ['views', 'events'] as const;
export type Form = (typeof FORMS)[number];

/** All runs of one model with one form of cube. */
export interface FormResult {
  /** `holds`, `violated`, `unknown` when a limit was reached, or `error`. */
  readonly verdict: string;
  readonly cubes: number | null;
  readonly depth: number | null;
  /** Seconds in the engine, as the program says: the median of the runs. */
  readonly seconds: number;
}

export interface MeasuredRow extends Readonly<Record<Form, FormResult>> {
  readonly row: string;
  readonly file: string;
  readonly expected: Verdict;
  readonly paperSeconds: number;
}

export function formResult(runs: readonly SingleRun[]): FormResult {
  const last = runs.at(-1);
  if (last === undefined) throw new Error('a model is run at least once');
  const { counts } = last;
  // A process that had to be killed was past its time limit.
  const verdict = last.verdict === 'killed' ? 'unknown' : last.verdict;
  const seconds = median(runs.map((run) => run.seconds));
  return { verdict, cubes: counts.cubes ?? null, depth: counts.depth ?? null, seconds };
}

export function measuredRow(paper: PaperRow, file: string, forms: Readonly<Record<Form, FormResult>>): MeasuredRow {
  return { row: paper.row, file, expected: paper.expected, paperSeconds: paper.seconds, ...forms };
}

/** Not the right answer, or an error; no answer in time is neither. */
export function isWrong({ expected }: MeasuredRow, { verdict }: FormResult): boolean {
  return verdict !== 'unknown' && verdict !== expected;
}

const COLUMNS: readonly Column[] = [
  { title: 'row' },
  { title: 'expected' },
  { title: 'papers s', align: 'right' },
  ...FORMS.flatMap((form): Column[] => [
    { title: form },
    { title: 's', align: 'right' },
    { title: 'cubes', align: 'right' },
    { title: 'depth', align: 'right' },
  ]),
  { title: 'model' },
];

function cellsOf(row: MeasuredRow, result: FormResult): string[] {
  const { verdict, seconds, cubes, depth } = result;
  const flag = isWrong(row, result) ? ' (!)' : '';
  return [`${verdict}${flag}`, seconds.toFixed(3), `${cubes ?? ''}`, `${depth ?? ''}`];
}

function solved(rows: readonly MeasuredRow[], form: Form): string {
  const right = rows.filter((row) => row[form].verdict === row.expected);
  const total = right.reduce((sum, row) => sum + row[form].seconds, 0);
  const paper = right.reduce((sum, row) => sum + row.paperSeconds, 0);
  return (
    `${form}: ${right.length} of ${rows.length} answered as expected, in ${total.toFixed(3)} s; ` +
    `these took ${paper.toFixed(2)} s in the papers`
  );
}

export function paperTable(rows: readonly MeasuredRow[], timeout: number): string[] {
  const lines = rows.map((row) => [
    row.row,
    row.expected,
    row.paperSeconds.toFixed(2),
    ...FORMS.flatMap((form) => cellsOf(row, row[form])),
    row.file,
  ]);
  return [
    ...table(COLUMNS, lines),
    ...FORMS.map((form) => solved(rows, form)),
    `any number of processes under TSO; after ${timeout} s an answer is unknown; the papers' machine was another one`,
  ];
}
