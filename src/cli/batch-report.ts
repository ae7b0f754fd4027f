/** What a batch prints: a line for each folder and for each answer that somebody should look at, or a line for each question. */
import type { BatchQuestion } from '../batch/question.js';
import { isAsExpected, type JsonBatchAnswer } from '../batch/row.js';
import { SCHEMA } from '../report/json.js';
import type { Style } from '../report/style.js';
import { type Column, columnWidths, tableRow, titleRow } from '../report/table.js';
import { memoryName, plural, seconds } from '../report/words.js';
import { combine, STATUS, type Status } from './status.js';

/** What became of a batch; the last object that `--json` prints. */
export interface JsonBatchSummary {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  readonly kind: 'summary';
  /** Its name in the queue; null without one. */
  readonly batch: string | null;
  readonly questions: number;
  /** Answers in all, those of an earlier run included. */
  readonly answers: number;
  /** Answers that were there before, so that the questions were not asked again. */
  readonly earlier: number;
  readonly asExpected: number;
  /** Answers that contradict what was expected. */
  readonly notAsExpected: number;
  readonly holds: number;
  readonly violated: number;
  readonly unknown: number;
  /** Texts or questions that are wrong. */
  readonly wrong: number;
  /** Questions whose processes ended; they count as unknown, too. */
  readonly crashed: number;
  /** From the beginning of the batch to its end, or of this part of it. */
  readonly seconds: number;
}

export function statusOf(row: JsonBatchAnswer): Status {
  if (row.ended === 'failed') return STATUS.internal;
  if (row.verdict === 'error') return STATUS.wrong;
  if (row.verdict === row.expected) return STATUS.holds;
  if (row.verdict === 'unknown') return STATUS.unknown;
  return row.expected !== null || row.verdict === 'violated' ? STATUS.violated : STATUS.holds;
}

/** A question without an answer is unknown. */
export function statusOfAll(rows: readonly JsonBatchAnswer[], questions: number): Status {
  return combine([...rows.map(statusOf), ...(rows.length < questions ? [STATUS.unknown] : [])]);
}

export function summaryOf(
  rows: readonly JsonBatchAnswer[],
  {
    questions,
    earlier,
    seconds: taken,
    batch = null,
  }: Pick<JsonBatchSummary, 'questions' | 'earlier' | 'seconds'> & {
    readonly batch?: string | null;
  },
): JsonBatchSummary {
  const count = (is: (row: JsonBatchAnswer) => boolean): number => rows.filter(is).length;
  return {
    schema: SCHEMA,
    kind: 'summary',
    batch,
    questions,
    answers: rows.length,
    earlier,
    asExpected: count((row) => isAsExpected(row) === true),
    notAsExpected: count((row) => row.expected !== null && statusOf(row) === STATUS.violated),
    holds: count(({ verdict }) => verdict === 'holds'),
    violated: count(({ verdict }) => verdict === 'violated'),
    unknown: count(({ verdict }) => verdict === 'unknown'),
    wrong: count(({ ended }) => ended === 'wrong'),
    crashed: count(({ ended }) => ended === 'crashed'),
    seconds: Math.round(taken * 1000) / 1000,
  };
}

/** `12 of 15 answers: 9 as expected, 1 not as expected, 2 unknown; 3 questions not answered`. */
export function summaryLine(summary: JsonBatchSummary): string {
  const { questions, answers, earlier, asExpected, notAsExpected, holds, violated, unknown, wrong, crashed } = summary;
  // Where it is said what should come out, that is what matters.
  const some = asExpected + notAsExpected === 0;
  const parts = [
    [asExpected, 'as expected'],
    [notAsExpected, 'not as expected'],
    [some ? holds : 0, 'hold'],
    [some ? violated : 0, 'violated'],
    [unknown, 'unknown'],
    [crashed, 'crashed'],
    [wrong, 'wrong'],
    [earlier, 'from before'],
  ] as const;
  const told = parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const missing = questions - answers;
  return [
    `${answers} of ${plural(questions, 'question')} answered in ${seconds(summary.seconds)}`,
    ...(told.length === 0 ? [] : [`: ${told.join(', ')}`]),
    ...(missing === 0 ? [] : [`; ${missing} not answered`]),
  ].join('');
}

const FOLDER_COLUMNS: readonly Column[] = [
  { title: 'folder' },
  ...['questions', 'as expected', 'holds', 'violated', 'observed', 'unknown', 'wrong', 'time'].map((title) => ({
    title,
    align: 'right' as const,
  })),
];

/** In the order of the questions. */
export function batchReport(rows: readonly JsonBatchAnswer[], full: boolean, style: Style): string[] {
  return full ? fullReport(rows, style) : [...folderReport(rows, style), ...troubles(rows, style)];
}

/** One line for each answer that is not as it should be. */
export function troubles(rows: readonly JsonBatchAnswer[], style: Style): string[] {
  return rows.filter((row) => statusOf(row) !== STATUS.holds).flatMap((row) => trouble(row, style));
}

function folderReport(rows: readonly JsonBatchAnswer[], style: Style): string[] {
  const folders = grouped(rows);
  const cells = [...folders].map(([folder, own]) => {
    const count = (is: (row: JsonBatchAnswer) => boolean): string => `${own.filter(is).length || '-'}`;
    return [
      folder,
      `${own.length}`,
      count((row) => isAsExpected(row) === true),
      count(({ verdict }) => verdict === 'holds'),
      count(({ verdict }) => verdict === 'violated'),
      count(({ verdict }) => ['Never', 'Sometimes', 'Always'].includes(verdict)),
      count(({ verdict }) => verdict === 'unknown'),
      count(({ verdict }) => verdict === 'error'),
      seconds(own.reduce((sum, row) => sum + row.seconds, 0)),
    ];
  });
  const widths = columnWidths(FOLDER_COLUMNS, cells);
  return [style.dim(titleRow(FOLDER_COLUMNS, widths)), ...cells.map((row) => tableRow(FOLDER_COLUMNS, widths, row))];
}

function grouped(rows: readonly JsonBatchAnswer[]): Map<string, JsonBatchAnswer[]> {
  const folders = new Map<string, JsonBatchAnswer[]>();
  for (const row of rows) folders.set(folderOf(row.file), [...(folders.get(folderOf(row.file)) ?? []), row]);
  return folders;
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}

const COLUMNS: readonly Column[] = [
  { title: 'question' },
  { title: 'memory' },
  { title: 'processes', align: 'right' },
  { title: 'answer' },
  { title: 'expected' },
  { title: 'time', align: 'right' },
  { title: 'counts' },
];

function fullReport(rows: readonly JsonBatchAnswer[], style: Style): string[] {
  const cells = rows.map((row) => [
    labelOf(row),
    row.memory === null ? '' : memoryName(row.memory),
    `${row.processes ?? ''}`,
    row.ended === 'crashed' ? 'crashed' : row.verdict,
    row.expected ?? '',
    seconds(row.seconds),
    counted(row),
  ]);
  const widths = columnWidths(COLUMNS, cells);
  return [
    style.dim(titleRow(COLUMNS, widths)),
    ...rows.flatMap((row, index) => [
      tableRow(COLUMNS, widths, cells[index] ?? []),
      ...(statusOf(row) === STATUS.holds ? [] : trouble(row, style).map((line) => `  ${line}`)),
    ]),
  ];
}

/** The one count that tells most. */
function counted({ counts }: JsonBatchAnswer): string {
  const name = ['executions', 'cubes', 'states'].find((each) => counts[each] !== undefined);
  return name === undefined ? '' : `${name} ${counts[name]}`;
}

/** `peterson.fp, property live`. */
export function labelOf({ file, asked }: Pick<BatchQuestion, 'file'> & { readonly asked: object }): string {
  const told = Object.entries(asked).filter(([name]) => name !== 'warnings');
  return [
    file,
    ...told.map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`),
  ].join(', ');
}

function trouble(row: JsonBatchAnswer, style: Style): string[] {
  const under = row.memory === null ? '' : ` under ${memoryName(row.memory)}`;
  const expected = row.expected === null ? '' : `, expected ${row.expected}`;
  const why = row.reason === null ? '' : ` (${row.reason})`;
  const name = `${labelOf(row)}${under}`;
  switch (row.ended) {
    case 'answered': {
      const length = row.steps === null ? '' : ` in ${plural(row.steps, 'step')}`;
      return [style.bad(`${name}: ${row.verdict}${length}${row.verdict === 'unknown' ? why : ''}${expected}`)];
    }
    case 'crashed':
      return [style.bad(`${name}: crashed${why}${expected}`)];
    case 'failed':
      return [style.bad(`${name}: error[internal]: ${row.reason}`)];
    case 'wrong':
      return row.diagnostics.map(({ severity, code, message, line, column, file = row.file }) => {
        const place = line === null ? file : `${file}:${line}:${column}`;
        return style.bad(`${place}: ${severity}[${code}]: ${message}`);
      });
  }
}
