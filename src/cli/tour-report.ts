/** How a tour is told: a line for each example, a line for each folder, or only what is not as expected. */
import type { Style } from '../report/style.js';
import { type Column, columnWidths, tableRow, titleRow } from '../report/table.js';
import { seconds } from '../report/words.js';
import type { Example } from './examples.js';
import { asExpected, footnotes, type GivenAnswer, tourTable } from './tour-table.js';

/** Gives lines to print when they are known. */
export interface TourReport {
  readonly titles: readonly string[];
  answered(example: Example, answers: readonly GivenAnswer[]): readonly string[];
  readonly footnotes: readonly string[];
}

export function fullReport(examples: readonly Example[], style: Style): TourReport {
  const { titles, rows } = tourTable(examples, style);
  const answered: TourReport['answered'] = (example, answers) => (answers.length === 0 ? [] : rows(example, answers));
  return { titles: [titles], answered, footnotes: footnotes(examples) };
}

/** Nothing but the examples with an answer that was not expected. */
export function quietReport(examples: readonly Example[], style: Style): TourReport {
  const { rows } = tourTable(examples, style);
  const answered: TourReport['answered'] = (example, answers) =>
    answers.every((answer) => asExpected(example, answer)) ? [] : rows(example, answers);
  return { titles: [], answered, footnotes: [] };
}

const FOLDERS: Readonly<Record<string, string>> = {
  programs: 'programs as in the papers',
  kernel: 'programs with procedures and records',
  dve: 'models in the language of DiVinE',
  liveness: 'programs whose runs must come to something',
  'dual-tso': 'store buffers of any length, any number of threads',
  predicates: 'programs by predicate abstraction',
  'any-number': 'locks for any number of threads',
  counting: 'any number of threads that count',
  weak: 'any number of processes behind store buffers',
  '.': 'any number of processes, every write seen at once',
  litmus: 'litmus tests',
};

const COLUMNS: readonly Column[] = [
  { title: 'folder' },
  { title: 'what', width: Math.max(...Object.values(FOLDERS).map((what) => what.length)) },
  { title: 'examples', align: 'right' },
  { title: 'answers', align: 'right' },
  { title: 'as expected', align: 'right' },
  { title: 'time', align: 'right', width: '100.0 s'.length },
];

/** A folder is told when its last example is answered. */
export function foldedReport(examples: readonly Example[], style: Style): TourReport {
  const left = new Map<string, number>();
  for (const { file } of examples) left.set(folderOf(file), (left.get(folderOf(file)) ?? 0) + 1);
  const told = new Map(
    [...left.keys()].map((folder) => [folder, { files: new Set<string>(), answers: 0, good: 0, time: 0 }]),
  );
  const widths = columnWidths(
    COLUMNS,
    [...left.keys()].map((folder) => [folder]),
  );
  const quiet = quietReport(examples, style);
  const answered: TourReport['answered'] = (example, answers) => {
    const folder = folderOf(example.file);
    const count = told.get(folder);
    if (count === undefined) return [];
    left.set(folder, (left.get(folder) ?? 0) - 1);
    count.files.add(example.file);
    count.answers += answers.length;
    count.good += answers.filter((answer) => asExpected(example, answer)).length;
    count.time += answers.reduce((sum, answer) => sum + answer.seconds, 0);
    const { files, answers: all, good, time } = count;
    const cells = [folder, FOLDERS[folder] ?? '', `${files.size}`, `${all}`, `${good}`, seconds(time)];
    const wrong = quiet.answered(example, answers);
    return left.get(folder) === 0 ? [...wrong, tableRow(COLUMNS, widths, cells)] : wrong;
  };
  return {
    titles: [style.dim(titleRow(COLUMNS, widths))],
    answered,
    footnotes: ['fencepost tour --full has a line for each example'],
  };
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}
