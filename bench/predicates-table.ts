/** Our figures beside those of the paper on predicate abstraction, for people. */
import { type Column, table } from '../src/report/table.js';
import { memoryName, plural } from '../src/report/words.js';
import { thousands } from './explicit-run.js';
import { isAmiss, type Measured } from './predicates/run.js';
import { geometricMean } from './result.js';

const right = (title: string): Column => ({ title, align: 'right' });

function columnsOf(number: 1 | 2 | null, certified: boolean): Column[] {
  const beside = (...titles: string[]) => (number === null ? [] : titles.map(right));
  return [
    ...['program', 'memory', 'method', 'verdict'].map((title) => ({ title })),
    ...[right('predicates'), ...beside('paper'), ...['cubes', 'calls', 'states', 'refined', 'seconds'].map(right)],
    ...beside('paper', 'ratio'),
    ...(certified ? [{ title: 'certificate' }] : []),
  ];
}

/** The paper's seconds for one of ours; null where the paper has none. */
function ratioOf({ row: { seconds, paperSeconds } }: Measured): number | null {
  // What takes less than the clock tells counts as that.
  return paperSeconds === null ? null : paperSeconds / Math.max(seconds, 0.001);
}

function cells(measured: Measured): string[] {
  const { row, question } = measured;
  const ratio = ratioOf(measured);
  const beside = (...figures: string[]) => (question.table === null ? [] : figures);
  return [
    ...[row.program, memoryName(row.memory), row.method, isAmiss(measured) ? `${row.verdict} (!)` : row.verdict],
    ...[`${row.predicates}`, ...beside(`${row.paperPredicates ?? ''}`)],
    ...[row.cubes, row.solverCalls, row.states, row.refinements].map(thousands),
    ...[row.seconds.toFixed(2), ...beside(`${row.paperSeconds ?? ''}`, ratio === null ? '' : thousands(ratio))],
    ...(row.certificate === undefined ? [] : [row.certificate]),
  ];
}

/** `11.3 over 12 rows`. */
export function meanRatio(rows: readonly Measured[]): string | null {
  const ratios = rows.filter(({ row }) => row.verdict === 'holds').flatMap((row) => ratioOf(row) ?? []);
  if (ratios.length === 0) return null;
  return `${geometricMean(ratios).toFixed(1)} over ${plural(ratios.length, 'row')}`;
}

function means(rows: readonly Measured[]): string[] {
  const groups: readonly (readonly [string, (measured: Measured) => boolean])[] = [
    ['all', () => true],
    ['table 1', ({ question }) => question.table === 1],
    ['table 2', ({ question }) => question.table === 2],
    ['SC', ({ row }) => row.memory === 'sc'],
    ['PE', ({ row }) => row.method === 'PE'],
    ['CE', ({ row }) => row.method === 'CE'],
  ];
  const found = groups.flatMap(([name, belongs]) => {
    const mean = meanRatio(rows.filter(belongs));
    return mean === null ? [] : [`${name}: ${mean}`];
  });
  if (found.length === 0) return [];
  return [
    `seconds of the paper for one of ours, geometric means: ${found.join('; ')}`,
    'the machines differ (the paper: a Xeon at 2.13 GHz), and so do the programs: these are no more than orders of magnitude',
  ];
}

function title(number: 1 | 2 | null): string {
  return number === null ? 'The same programs without predicates that are given' : `Table ${number}`;
}

export function predicatesTables(rows: readonly Measured[]): string[] {
  const parts = ([1, 2, null] as const).flatMap((number) => {
    const own = rows.filter(({ question }) => question.table === number);
    if (own.length === 0) return [];
    const columns = columnsOf(
      number,
      own.some(({ row }) => row.certificate !== undefined),
    );
    return [title(number), ...table(columns, own.map(cells)), ''];
  });
  const remarks = rows.flatMap(({ row, reason, doubt }) => {
    const name = `${row.program} under ${memoryName(row.memory)}, ${row.method}`;
    return [reason, doubt].flatMap((why) => (why === null ? [] : [`${name}: ${why}`]));
  });
  return [
    ...parts,
    ...remarks,
    'predicates, cubes of several literals, states: of the last boolean program; calls of the prover and refinements: in all',
    'seconds: ours are those of the whole question, with the proof under SC; the paper counts the program with buffers alone',
    'no seconds of the paper: it was stopped after ten hours (PE of Bakery and Ticket), or the number is lost in our copy (SC)',
    ...means(rows),
  ];
}
