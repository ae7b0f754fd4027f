/**
 * An execution as a table of what each step changed. The states in between are not repeated: people look for the step
 * that goes wrong, and a state of a few dozen cells hides it.
 */
import type { Trace } from '../evidence/outcome.js';
import type { Style } from './style.js';
import { columnWidths, tableRow, titleRow, wrap } from './table.js';
import { call, plural, processCount } from './words.js';

const COLUMNS = [{ title: 'step', align: 'right' }, { title: 'transition' }, { title: 'changes' }] as const;
const NARROWEST = 30;

function initialState(trace: Trace, width: number): string[] {
  if (trace.initial.length === 0) return [];
  const cells = trace.initial.map(({ cell, value }) => `${cell} = ${value}`);
  return [
    `initial state, ${processCount(trace.processes)}:`,
    ...wrap(cells, ', ', Math.max(width - 2, NARROWEST)).map((line) => `  ${line}`),
  ];
}

function stepTable(trace: Trace, style: Style, width: number): string[] {
  if (trace.steps.length === 0) return [];
  const heads = trace.steps.map((step, index) => [`${index + 1}`, call(step.transition, step.arguments)]);
  const widths = columnWidths(COLUMNS, heads);
  const room = Math.max(width - (widths[0] ?? 0) - (widths[1] ?? 0) - 4, NARROWEST);
  const lines = [style.dim(titleRow(COLUMNS, widths))];
  for (const [index, step] of trace.steps.entries()) {
    const changes = step.changes.map(({ cell, before, after }) => `${cell}: ${before} -> ${after}`);
    const [first = '(nothing)', ...more] = wrap(changes, ', ', room);
    lines.push(tableRow(COLUMNS, widths, [...(heads[index] ?? []), first]));
    for (const line of more) lines.push(tableRow(COLUMNS, widths, ['', '', line]));
  }
  return lines;
}

function conclusion(trace: Trace): string {
  const { property, arguments: processes, condition } = trace.violated;
  const when =
    trace.steps.length === 0 ? 'already true at the start' : `true after ${plural(trace.steps.length, 'step')}`;
  const which = processes.length === 0 ? property : call(property, processes);
  return `${which} is ${when}: ${condition}`;
}

export function traceLines(trace: Trace, style: Style, width: number): string[] {
  return [...initialState(trace, width), ...stepTable(trace, style, width), style.bad(conclusion(trace))];
}
