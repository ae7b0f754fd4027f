/** Our figures beside those of the Dual-TSO paper, for people. */
import { type Column, table } from '../src/report/table.js';
import { contradicts, type DualRow } from './dual/run.js';
import { thousands } from './explicit-run.js';

const right = (title: string): Column => ({ title, align: 'right' });

const COLUMNS: readonly Column[] = [
  { title: 'program' },
  right('processes'),
  { title: 'verdict' },
  { title: 'explicit' },
  ...['kept', 'generated', 'paper', 'seconds', 'paper'].map(right),
];

function cells(row: DualRow): string[] {
  const count = (value: number | null): string => (value === null ? '' : thousands(value));
  return [
    row.program,
    `${row.processes}`,
    contradicts(row) ? `${row.verdict} (!)` : row.verdict,
    row.expected,
    count(row.configurations),
    count(row.generated),
    count(row.paperConfigurations),
    row.seconds === null ? '' : row.seconds.toFixed(2),
    row.paperSeconds.toFixed(1),
  ];
}

/** Both tables, and why what is unknown is so: each reason once. */
export function dualTables(rows: readonly DualRow[]): string[] {
  const parts = ([1, 2] as const).flatMap((number) => {
    const own = rows.filter((row) => row.table === number);
    return own.length === 0 ? [] : [`Table ${number}`, ...table(COLUMNS, own.map(cells)), ''];
  });
  const reasons = new Map<string, string[]>();
  for (const { table: number, program, reason } of rows) {
    if (reason === null) continue;
    const name = number === 2 ? `${program} (any)` : program;
    reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  }
  return [
    ...parts,
    ...[...reasons].map(([reason, programs]) => `unknown: ${reason}: ${programs.join('; ')}`),
    'explicit: what the explicit engine says; in table 2 about one number of threads',
    'kept, generated: configurations; the paper counts "generated configurations" and does not say in which of the two ways',
    'the paper tells neither its programs nor its verdicts: its figures are those of the program with the same name',
  ];
}
