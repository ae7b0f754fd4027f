/**
 * The steps of an execution under weak memory, and of programs under any: what each process read and from where, what it changed at once, what went
 * into its store buffer, and when that reached memory.
 *
 * Such an execution is hard to follow because two processes believe different things. So each process has a column of its
 * own, where the width allows it, and time runs down:
 *
 *     step  process #1                                    process #2
 *        1  request(#1)
 *             buffers Flag[#1] = True
 *        2                                                look(#2)
 *                                                           reads Flag[#1] = False (memory, initial)
 *        3  #1 drains step 1: Flag[#1] = True
 *
 * Otherwise it is a table, in which the processes are told apart by how far they are indented, and threads of a program by
 * their names. Where the statements of a program are too long for that as well, what happens stands below them.
 */
import type { Read, Step, Trace, TraceSteps, TransitionStep, Value } from '../memory/trace.js';
import { shortLine } from '../models/program/place.js';
import { type Folding, UNFOLDED } from './fold.js';
import { PLAIN, type Style } from './style.js';
import { type Column, columnWidths, tableRow, titleRow, wrap } from './table.js';
import { actorName, call } from './words.js';

const NARROWEST = 30;
/** Of a thread, for a column of names. */
const LONGEST_NAME = 20;
const BETWEEN_PROCESSES = '    ';
const STEP = { title: 'step', align: 'right' } as const;
const COLUMNS: readonly Column[] = [STEP, { title: 'transition' }, { title: 'what happens' }];
const PROGRAM_COLUMNS: readonly Column[] = [
  STEP,
  { title: 'thread' },
  { title: 'statement' },
  { title: 'what happens' },
];

interface Written {
  readonly cell: string;
  readonly value: Value;
}

/** A kind of thing that happens in a step, and to which cells. */
interface Effect {
  /** `reads `; empty for changes, which speak for themselves. */
  readonly verb: string;
  readonly items: readonly string[];
}

/** What is told, and how. */
interface Layout {
  readonly style: Style;
  readonly width: number;
  readonly folding: Folding;
}

interface Row {
  /** Whose column it stands in; null when no process is named. */
  readonly process: number | null;
  readonly head: string;
  readonly effects: readonly Effect[];
}

function written({ cell, value }: Written): string {
  return `${cell} = ${value}`;
}

/** `Flag[#2] = False (memory, initial)`, `X = 1 (own buffer, step 3)`. */
function readText(read: Read): string {
  const place = read.from === 'buffer' ? 'own buffer' : 'memory';
  return `${written(read)} (${place}, ${read.write === null ? 'initial' : `step ${read.write}`})`;
}

function rowOf(trace: TraceSteps, step: Step): Row {
  if (step.kind === 'drain') {
    const head = `${actorName(trace, step.process)} drains step ${step.write}`;
    return { process: step.process, head, effects: [{ verb: '', items: step.writes.map(written) }] };
  }
  const process = step.actor ?? step.arguments[0] ?? null;
  const readers = [...new Set(step.reads.map(({ reader }) => reader))];
  const effects: Effect[] = [
    { verb: '', items: step.fence ? ['fence: its buffer is empty'] : [] },
    { verb: '', items: step.storeFence === true ? ['store fence: what waits reaches memory first'] : [] },
    ...readers.map((reader) => ({
      verb: reader === process ? 'reads ' : `${actorName(trace, reader)} reads `,
      items: step.reads.filter((read) => read.reader === reader).map(readText),
    })),
    { verb: '', items: changesOf(trace, step) },
    { verb: 'buffers ', items: step.buffered.map(written) },
  ];
  const happened = effects.filter(({ items }) => items.length > 0);
  const nothing: Effect = { verb: '', items: ['(nothing)'] };
  return {
    process,
    head: headOf(trace, step),
    // What a thread does is said by its statement.
    effects: happened.length === 0 && trace.names === undefined ? [nothing] : happened,
  };
}

/** `enter(#1, #2)`; of a program the statement, with its line. */
function headOf(
  { names }: TraceSteps,
  { transition, arguments: processes, line, file, procedure }: TransitionStep,
): string {
  if (names === undefined) return call(transition, processes);
  if (line === undefined) return transition;
  const where = `${shortLine(line, file)}${procedure === undefined ? '' : ` in ${procedure}`}`;
  return `${where}: ${transition}`;
}

/** Every statement goes on to the next; where it comes to a label, that is told. */
function changesOf(trace: TraceSteps, { changes, actor }: TransitionStep): string[] {
  const own = actor === null || trace.names === undefined ? null : `${actorName(trace, actor)}.`;
  return changes.flatMap(({ cell, before, after }) => {
    if (trace.names?.includes(cell)) return after.startsWith('@') ? [`comes to ${after}`] : [];
    const name = own !== null && cell.startsWith(own) ? cell.slice(own.length) : cell;
    return [`${name}: ${before} -> ${after}`];
  });
}

/** What a row says in the column of its process, line by line. */
function columnLines(step: Step, { head, effects }: Row): string[] {
  if (step.kind === 'drain') return [`${head}: ${step.writes.map(written).join(', ')}`];
  return [head, ...effects.flatMap(({ verb, items }) => items.map((item) => `  ${verb}${item}`))];
}

function columnTitle(trace: TraceSteps, process: number): string {
  const name = actorName(trace, process);
  return trace.names === undefined ? `process ${name}` : name;
}

/** A column for each process that does something, or null where the width does not allow it. */
function inColumns(trace: TraceSteps, rows: readonly Row[], { style, width, folding }: Layout): string[] | null {
  const texts = trace.steps.map((step, index) =>
    folding.isHidden(index) ? [] : columnLines(step, rows[index] as Row),
  );
  const processes = [...new Set(rows.map(({ process }) => process))]
    .filter((process) => process !== null)
    .sort((one, other) => one - other);
  const titles = processes.map((process) => columnTitle(trace, process));
  const widths = processes.map((process, column) =>
    Math.max(
      (titles[column] ?? '').length,
      ...texts.flatMap((lines, index) => (rows[index]?.process === process ? lines.map((line) => line.length) : [])),
    ),
  );
  const number = STEP.title.length;
  const starts = widths.map((_, column) =>
    widths.slice(0, column).reduce((sum, wide) => sum + wide + BETWEEN_PROCESSES.length, number + 2),
  );
  const ends = texts.flatMap((lines, index) => {
    const start = starts[processes.indexOf(rows[index]?.process ?? -1)] ?? number + 2;
    return lines.map((line) => start + line.length);
  });
  if (Math.max(...ends) > width) return null;
  const title = titles.map((text, column) => text.padEnd(widths[column] ?? 0)).join(BETWEEN_PROCESSES);
  const lines = [style.dim(`${STEP.title}  ${title}`.trimEnd())];
  for (const [index, text] of texts.entries()) {
    lines.push(...cycleLine(trace, index, style), ...foldLines(folding, index, style));
    const start = starts[processes.indexOf(rows[index]?.process ?? -1)] ?? number + 2;
    for (const [position, line] of text.entries()) {
      const step = position === 0 ? `${index + 1}`.padStart(number) : '';
      lines.push(step.padEnd(start) + line);
    }
  }
  return lines;
}

/** Before the first of the steps that are repeated for ever. */
function cycleLine({ cycle }: TraceSteps, index: number, style: Style): string[] {
  return index === cycle ? [style.dim('for ever:')] : [];
}

/** In the place of steps that are left out. */
function foldLines(folding: Folding, index: number, style: Style): string[] {
  return folding.linesAt(index).map((line) => style.dim(`${' '.repeat(STEP.title.length + 2)}${line}`));
}

/** One table for all processes, which are indented, or named where they have names. */
function inTable(trace: TraceSteps, rows: readonly Row[], { style, width, folding }: Layout): string[] {
  const columns = trace.names === undefined ? COLUMNS : PROGRAM_COLUMNS;
  const indent = (process: number | null): string => '  '.repeat(process === null ? 0 : process - 1);
  const heads = rows.map(({ process, head }, index) => {
    if (trace.names === undefined) return [`${index + 1}`, indent(process) + head];
    const name = process === null ? '' : actorName(trace, process);
    return [`${index + 1}`, name, head.startsWith(`${name} drains`) ? head.slice(name.length + 1) : head];
  });
  const widths = columnWidths(
    columns,
    heads.filter((_, index) => !folding.isHidden(index)),
  );
  const used = heads[0]?.reduce((sum, _, column) => sum + (widths[column] ?? 0) + 2, 0) ?? 0;
  const room = Math.max(width - used, NARROWEST);
  const lines = [style.dim(titleRow(columns, widths))];
  for (const [index, { effects }] of rows.entries()) {
    lines.push(...cycleLine(trace, index, style), ...foldLines(folding, index, style));
    if (folding.isHidden(index)) continue;
    const wrapped = effects.flatMap(({ verb, items }) =>
      wrap(items, ', ', room - verb.length).map((line, part) => (part === 0 ? verb : ' '.repeat(verb.length)) + line),
    );
    // A statement that changes nothing is a step all the same.
    for (const [part, line] of (wrapped.length === 0 ? [''] : wrapped).entries())
      lines.push(tableRow(columns, widths, [...(heads[index] ?? []).map((cell) => (part === 0 ? cell : '')), line]));
  }
  return lines;
}

/** A line for each step of a program, and what happens below it. */
function inLines(trace: TraceSteps, rows: readonly Row[], { style, width, folding }: Layout): string[] {
  const names = rows.map(({ process }) => (process === null ? '' : actorName(trace, process)));
  const widest = Math.max(...names.map(({ length }) => length));
  // Long names would leave no room for the statements.
  const column = widest <= LONGEST_NAME ? Math.max(widest, 'thread'.length) : 0;
  const below = ' '.repeat(STEP.title.length + 2 + (column === 0 ? 2 : column + 4));
  const lines = [style.dim(`${STEP.title}  ${'thread'.padEnd(column)}  statement, and what happens`)];
  for (const [index, step] of trace.steps.entries()) {
    lines.push(...cycleLine(trace, index, style), ...foldLines(folding, index, style));
    if (folding.isHidden(index)) continue;
    const { head, effects } = rows[index] as Row;
    const name = names[index] as string;
    const start = `${`${index + 1}`.padStart(STEP.title.length)}  ${name.padEnd(column)}  `;
    if (step.kind === 'drain') {
      lines.push(`${start}drains step ${step.write}: ${step.writes.map(written).join(', ')}`);
      continue;
    }
    lines.push(start + head);
    for (const { verb, items } of effects) {
      const room = Math.max(width - below.length - verb.length, NARROWEST);
      for (const [part, line] of wrap(items, ', ', room).entries())
        lines.push(below + (part === 0 ? verb : ' '.repeat(verb.length)) + line);
    }
  }
  return lines;
}

export function weakStepLines(trace: TraceSteps, style: Style, width: number, folding: Folding = UNFOLDED): string[] {
  if (trace.steps.length === 0) return [];
  const rows = trace.steps.map((step) => rowOf(trace, step));
  const layout: Layout = { style, width, folding };
  const columns = inColumns(trace, rows, layout);
  if (columns !== null) return columns;
  const fits = (line: string): boolean => line.length <= width;
  const table = inTable(trace, rows, { ...layout, style: PLAIN });
  if (trace.names !== undefined && !table.every(fits)) return inLines(trace, rows, layout);
  return inTable(trace, rows, layout);
}

/** Writes that have not reached memory when the execution ends, process by process, the oldest first. */
function stillBuffered(trace: TraceSteps): { readonly process: number; readonly writes: readonly string[] }[] {
  const left = new Map<number, { readonly step: number; readonly write: Written }[]>();
  for (const [index, step] of trace.steps.entries()) {
    if (step.kind === 'transition') {
      if (step.actor === null) continue;
      const added = step.buffered.map((write) => ({ step: index + 1, write }));
      left.set(step.actor, [...(left.get(step.actor) ?? []), ...added]);
      continue;
    }
    const drained = new Set(step.writes.map(({ cell }) => cell));
    const kept = (left.get(step.process) ?? []).filter(
      (entry) => entry.step !== step.write || !drained.has(entry.write.cell),
    );
    left.set(step.process, kept);
  }
  return [...left]
    .filter(([, entries]) => entries.length > 0)
    .sort(([one], [other]) => one - other)
    .map(([process, entries]) => ({
      process,
      writes: entries.map(({ step, write }) => `${written(write)} (step ${step})`),
    }));
}

function listed(head: string, items: readonly string[], width: number): string[] {
  const room = Math.max(width - head.length - 2, NARROWEST);
  return wrap(items, ', ', room).map((line, index) => `  ${index === 0 ? head : ' '.repeat(head.length)}${line}`);
}

/** What no other process can see yet. */
export function waitingLines(trace: TraceSteps, width: number): string[] {
  return stillBuffered(trace).flatMap(({ process, writes }) =>
    listed(`still in the buffer of ${actorName(trace, process)}: `, writes, width),
  );
}

/** Why the condition can be true: what each process sees at the end, and what no other process can see yet. */
export function endLines(trace: Trace, width: number): string[] {
  const { reads } = trace.violated;
  const readers = [...new Set(reads.map(({ reader }) => reader))].sort((one, other) => one - other);
  return [
    ...readers.flatMap((reader) => {
      const seen = reads.filter((read) => read.reader === reader).map(readText);
      return listed(`${actorName(trace, reader)} sees `, seen, width);
    }),
    ...waitingLines(trace, width),
  ];
}
