/** A comparison of memory models: one table, and the execution that tells them apart. */
import type { Comparison } from '../check/compare.js';
import type { Outcome } from '../evidence/outcome.js';
import { type JsonObject, type JsonOutcome, jsonOutcome, SCHEMA } from './json.js';
import { DASHED, remarkText } from './remarks.js';
import type { Style } from './style.js';
import { type Column, columnWidths, tableRow, titleRow } from './table.js';
import { deadlockLines, type TextOptions } from './text.js';
import { traceLines } from './trace.js';
import { warningLines } from './warnings.js';
import { colourOfVerdict, memoryName, plural, processCount, seconds } from './words.js';

const COLUMNS: readonly Column[] = [
  { title: 'memory' },
  { title: 'verdict' },
  { title: 'steps', align: 'right' },
  { title: 'buffers' },
  { title: 'states', align: 'right' },
  { title: 'cubes', align: 'right' },
  { title: 'time', align: 'right' },
];
const VERDICT_COLUMN = 1;

function buffers({ buffer, perLocation }: Outcome): string {
  if (buffer === null) return '-';
  return buffer === 'unbounded' ? 'any length' : `at most ${buffer}${perLocation ? ' of each location' : ''}`;
}

function cellsOf(outcome: Outcome): string[] {
  const { verdict, memory, trace, counts } = outcome;
  return [
    memoryName(memory),
    verdict,
    trace === null ? '' : `${trace.steps.length}`,
    buffers(outcome),
    counts.states === undefined ? '' : `${counts.states}`,
    counts.cubes === undefined ? '' : `${counts.cubes}`,
    seconds(outcome.seconds),
  ];
}

/** Columns that no row fills are left out. */
function tableLines(outcomes: readonly Outcome[], style: Style): string[] {
  const all = outcomes.map(cellsOf);
  const used = COLUMNS.map((_, column) => column).filter((column) => all.some((cells) => cells[column] !== ''));
  const columns = used.map((column) => COLUMNS[column] as Column);
  const rows = all.map((cells) => used.map((column) => cells[column] as string));
  const widths = columnWidths(columns, rows);
  const painted = rows.map((cells, row) =>
    tableRow(columns, widths, cells, (text, column) => {
      const outcome = outcomes[row] as Outcome;
      return column === VERDICT_COLUMN ? colourOfVerdict(outcome.verdict, style)(text) : text;
    }),
  );
  return [style.dim(titleRow(columns, widths)), ...painted];
}

function outcomeUnder({ outcomes }: Comparison, memory: Outcome['memory']): Outcome {
  const found = outcomes.find((outcome) => outcome.memory === memory);
  if (found === undefined) throw new Error(`nothing was asked under ${memory}`);
  return found;
}

/** The outcome whose trace is to be shown; null when nothing tells the memories apart. */
export function tellingOutcome(comparison: Comparison): Outcome | null {
  return comparison.apart === null ? null : outcomeUnder(comparison, comparison.apart.weaker);
}

function conclusion(comparison: Comparison): string {
  const { apart, outcomes } = comparison;
  if (outcomes.length === 1) return 'only one memory was asked about: nothing can tell them apart';
  if (apart !== null) {
    const { buffer } = outcomeUnder(comparison, apart.stronger);
    const bound = typeof buffer === 'number' ? ` (with buffers of at most ${plural(buffer, 'write')})` : '';
    return `${memoryName(apart.weaker)} allows this execution, and ${memoryName(apart.stronger)}${bound} does not:`;
  }
  if (outcomes[0]?.verdict !== 'unknown' && outcomes.every(({ verdict }) => verdict === outcomes[0]?.verdict))
    return 'the verdict is the same under all three: nothing tells them apart';
  return 'nothing tells them apart as far as is known';
}

/** What is the same under all is said once, and otherwise under which memory. */
function warningsBelow({ outcomes }: Comparison): string[] {
  const under = new Map<string, string[]>();
  for (const outcome of outcomes)
    for (const line of warningLines(outcome, DASHED))
      under.set(line, [...(under.get(line) ?? []), memoryName(outcome.memory)]);
  return [...under].map(([line, names]) => (names.length === outcomes.length ? line : `${names.join(', ')}: ${line}`));
}

/** The whole report, without a line end after the last line. */
export function compareText(file: string, comparison: Comparison, options: TextOptions): string {
  const { style, width, quiet } = options;
  const [first] = comparison.outcomes;
  if (first === undefined) throw new Error('a comparison has outcomes');
  const reasons = comparison.outcomes.flatMap((outcome) => {
    const reason = remarkText(outcome, DASHED);
    return reason === null ? [] : [{ memory: memoryName(outcome.memory), reason }];
  });
  // What is the same under all is said once.
  const same = reasons.length === comparison.outcomes.length && new Set(reasons.map(({ reason }) => reason)).size === 1;
  const notes = same ? [`note: ${reasons[0]?.reason}`] : reasons.map(({ memory, reason }) => `${memory}: ${reason}`);
  const trace = tellingOutcome(comparison)?.trace ?? null;
  const { outcomes } = comparison;
  const shown = outcomes.find(({ deadlock }) => deadlock !== undefined && deadlock !== null) ?? outcomes.at(-1);
  const lines = [
    ...tableLines(comparison.outcomes, style),
    ...notes,
    ...(quiet ? [] : warningsBelow(comparison).map(style.doubtful)),
    ...(quiet
      ? []
      : [
          conclusion(comparison),
          ...(trace === null ? [] : traceLines(trace, style, width - 2, first.actors, options.allInvariants)),
          ...(shown === undefined ? [] : deadlockLines(shown, options)),
        ]),
  ];
  const count = processCount(first.processes, first.actors);
  return [`${style.bold(file)}: ${count}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** One question under each memory model. */
export interface JsonComparison extends JsonObject {
  /** The strongest memory first; a model without weak variables has one for SC alone. */
  readonly outcomes: readonly JsonOutcome[];
  /** The weaker memory allows a violation that the stronger one does not; null when no verdicts differ so. */
  readonly apart: Comparison['apart'];
}

export function jsonComparison(file: string, { outcomes, apart }: Comparison): JsonComparison {
  return { schema: SCHEMA, file, outcomes: outcomes.map((outcome) => jsonOutcome(file, outcome)), apart };
}
