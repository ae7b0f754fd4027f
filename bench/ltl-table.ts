/** Our figures beside those of Table I, for people. */
import { type Column, table } from '../src/report/table.js';
import { type LtlRow, misses } from './ltl-run.js';

const right = (title: string): Column => ({ title, align: 'right' });

const COLUMNS: readonly Column[] = [
  ...['model', 'file', 'property', 'waits for'].map((title) => ({ title })),
  ...['writes', 'paper', 'places', 'loop', 'fewest', 'paper', 'questions', 'seconds'].map(right),
];

function cells(row: LtlRow): string[] {
  const fewest = row.minimal === null ? `>= ${row.lowerBound}` : `${row.minimal}`;
  return [
    ...[row.model, row.file, row.property, row.waiting === 'own' ? 'its buffer' : 'all buffers'],
    ...[`${row.writes}`, `${row.paperWrites}`, `${row.places}`, row.atomic === null ? '' : `${row.atomic}`],
    ...[misses(row) ? `${fewest} (!)` : fewest, `${row.paperAtomic}`, `${row.iterations}`, row.seconds.toFixed(2)],
  ];
}

export function ltlTable(rows: readonly LtlRow[]): string[] {
  return [
    ...table(COLUMNS, rows.map(cells)),
    '',
    ...rows.flatMap(({ file, waiting, reason }) => (reason === null ? [] : [`${file}, ${waiting}: ${reason}`])),
    'writes: assignments, to locals as well; places: writes of a global variable by a transition, which could be atomic',
    'loop: atomic writes by the loop of the paper, as we run it; fewest: as few as will do, proved',
    'paper: its writes, and how many of them its loop makes atomic; it tells neither its instances nor how it counts',
    'waits for: what must be empty before an atomic write; all buffers in section III, its own in the run of section V',
  ];
}
