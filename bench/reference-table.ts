/** Our figures beside those of the reference, one row for each model of a folder that lists them. */
import { type Column, table } from '../src/report/table.js';

export interface TheirRun {
  /** `safe`, `unsafe`, or that there was none. */
  readonly verdict: string;
  readonly seconds: number;
}

/** A row of `expected.json`. */
export interface ListedModel {
  readonly file: string;
  /** `safe` and `unsafe` are right; the reference may have said something else. */
  readonly verdict: string;
  readonly cubicle?: TheirRun;
  readonly 'cubicle -brab 2'?: TheirRun;
}

export interface ReferenceRow {
  readonly model: ListedModel;
  readonly ours: { readonly verdict: string; readonly cubes: number | null; readonly seconds: number };
  /** The reference here and now, plain and with its approximation, or null. */
  readonly measured: readonly TheirRun[] | null;
}

export const VERDICTS: Readonly<Record<string, string>> = { safe: 'holds', unsafe: 'violated' };
export const FLAGS = [
  { column: 'cubicle', options: [] },
  { column: 'cubicle -brab 2', options: ['-brab', '2'] },
] as const;
/** Start-up that the reference does not have. */
const START = 0.15;
const FACTOR = 2;

const COLUMNS: readonly Column[] = [
  { title: 'model' },
  { title: 'right' },
  { title: 'ours' },
  { title: 'cubes', align: 'right' },
  { title: 's', align: 'right' },
  { title: 'listed plain s', align: 'right' },
  { title: '-brab 2 s', align: 'right' },
  { title: 'here plain s', align: 'right' },
  { title: '-brab 2 s', align: 'right' },
  { title: '' },
];

export function best(runs: readonly TheirRun[]): TheirRun {
  return [...runs].sort((a, b) => a.seconds - b.seconds)[0] as TheirRun;
}

function decides({ verdict }: TheirRun): boolean {
  return verdict in VERDICTS;
}

function shown(run: TheirRun | undefined): string {
  return run === undefined ? '' : decides(run) ? run.seconds.toFixed(3) : run.verdict;
}

/** What the reference takes with its better flag; null if it decides with neither. */
function theirBest({ model, measured }: ReferenceRow): number | null {
  const runs = measured ?? [model.cubicle, model['cubicle -brab 2']];
  const decided = runs.filter((run) => run !== undefined && decides(run)) as TheirRun[];
  return decided.length === 0 ? null : best(decided).seconds;
}

export function referenceTable(rows: readonly ReferenceRow[]): { lines: string[]; wrong: boolean } {
  let [wrong, right, own, their, slow] = [0, 0, 0, 0, 0];
  const lines = rows.map((row) => {
    const { model, ours, measured } = row;
    const expected = VERDICTS[model.verdict] ?? null;
    const flags: string[] = [];
    const decided = ours.verdict === 'holds' || ours.verdict === 'violated';
    if (expected !== null && decided && ours.verdict !== expected) {
      wrong++;
      flags.push('wrong');
    }
    if (expected !== null && ours.verdict === expected) right++;
    const least = theirBest(row);
    if (expected !== null && least !== null) {
      own += ours.seconds;
      their += least;
      if (ours.seconds > FACTOR * least + START) {
        slow++;
        flags.push(`${(ours.seconds / least).toFixed(1)} times`);
      }
    }
    const listed = [model.cubicle, model['cubicle -brab 2']];
    const figures = [...listed, ...(measured ?? [undefined, undefined])].map(shown);
    const { verdict, cubes, seconds } = ours;
    return [model.file, model.verdict, verdict, `${cubes ?? ''}`, seconds.toFixed(3), ...figures, flags.join(', ')];
  });
  const decidable = rows.filter(({ model }) => model.verdict in VERDICTS).length;
  return {
    lines: [
      ...table(COLUMNS, lines),
      `${right} of ${decidable} decided as listed, ${wrong} wrong`,
      `where the reference decides: ours ${own.toFixed(2)} s, the reference ${their.toFixed(2)} s with its better flag for each`,
      `${slow} take more than ${FACTOR} times as long as the reference and ${START} s`,
    ],
    wrong: wrong > 0,
  };
}
