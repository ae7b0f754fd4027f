/**
 * An execution as a table of what each step changed. The states in between are not repeated: people look for the step
 * that goes wrong, and a state of a few dozen cells hides it. Under weak memory more happens in a step than changes:
 * `trace-weak.ts` tells it.
 */

import type { Outcome } from '../evidence/outcome.js';
import type { EventGraph } from '../memory/event-graph.js';
import { hasBuffers, memoryNamed } from '../memory/models.js';
import type { Trace, TraceSteps, TransitionStep } from '../memory/trace.js';
import { foldedCells, foldingOf } from './fold.js';
import { renderGraphText } from './graph-text.js';
import { growthText } from './growth.js';
import type { Style } from './style.js';
import { columnWidths, tableRow, titleRow, wrap } from './table.js';
import { endLines, waitingLines, weakStepLines } from './trace-weak.js';
import { fenceAs, whyLines } from './why.js';
import { call, plural, processCount } from './words.js';

const COLUMNS = [{ title: 'step', align: 'right' }, { title: 'transition' }, { title: 'changes' }] as const;
const NARROWEST = 30;

function initialState(
  trace: TraceSteps,
  width: number,
  actors: Outcome['actors'],
  only: ReadonlySet<string> | null,
): string[] {
  if (trace.initial.length === 0) return [];
  const { names } = trace;
  // Where the threads of a program begin is no news.
  const told = trace.initial.filter(({ cell }) => !names?.includes(cell));
  const meant = told.filter(({ cell }) => only === null || only.has(cell));
  const left = told.length - meant.length;
  const cells = [
    ...meant.map(({ cell, value }) => `${cell} = ${value}`),
    ...(left === 0 ? [] : [`… ${left} more that have no part here`]),
  ];
  return [
    `initial state, ${processCount(trace.processes, actors)}:`,
    ...wrap(cells, ', ', Math.max(width - 2, NARROWEST)).map((line) => `  ${line}`),
  ];
}

/** Without buffers nothing drains. */
function transitions(trace: TraceSteps): TransitionStep[] {
  return trace.steps.map((step) => {
    if (step.kind === 'drain') throw new Error('an execution under SC has no store buffers to drain');
    return step;
  });
}

function stepTable(trace: TraceSteps, style: Style, width: number): string[] {
  if (trace.steps.length === 0) return [];
  const steps = transitions(trace);
  const heads = steps.map((step, index) => [`${index + 1}`, call(step.transition, step.arguments)]);
  const widths = columnWidths(COLUMNS, heads);
  const room = Math.max(width - (widths[0] ?? 0) - (widths[1] ?? 0) - 4, NARROWEST);
  const lines = [style.dim(titleRow(COLUMNS, widths))];
  for (const [index, step] of steps.entries()) {
    const changes = step.changes.map(({ cell, before, after }) => `${cell}: ${before} -> ${after}`);
    const [first = '(nothing)', ...more] = wrap(changes, ', ', room);
    lines.push(tableRow(COLUMNS, widths, [...(heads[index] ?? []), first]));
    for (const line of more) lines.push(tableRow(COLUMNS, widths, ['', '', line]));
  }
  return lines;
}

/** Of a program, `invariant p` with what must hold is false at the end; everything else is a condition that is true. */
function conclusion(trace: Trace): string {
  const { property, arguments: processes, condition } = trace.violated;
  const length = plural(trace.steps.length, 'step');
  if (trace.cycle !== undefined)
    return `${property} is violated by this run, ${forEver(trace, trace.cycle)}: ${condition}`;
  if (property === 'failure') return `failure after ${length}: ${condition}`;
  const value = trace.names !== undefined && property.startsWith('invariant ') ? 'false' : 'true';
  const when = trace.steps.length === 0 ? `already ${value} at the start` : `${value} after ${length}`;
  const which = processes.length === 0 ? property : call(property, processes);
  return `${which} is ${when}: ${condition}`;
}

function forEver({ steps, growth = [] }: Trace, cycle: number): string {
  if (cycle === steps.length) return 'which ends here: nothing can happen any more';
  const repeated = cycle + 1 === steps.length ? `step ${steps.length}` : `steps ${cycle + 1} to ${steps.length}`;
  return `which repeats ${repeated} for ever${growthText(growth)}`;
}

function graphLines(graph: EventGraph, style: Style, width: number): string[] {
  return renderGraphText(graph, { width: Math.max(width - 2, NARROWEST), style }).map((line) => `  ${line}`);
}

/** The steps of a run that violates nothing. */
export function runLines(trace: TraceSteps, style: Style, width: number, actors: Outcome['actors']): string[] {
  const weak = hasBuffers(memoryNamed(trace.memory)) || trace.names !== undefined;
  return [
    ...initialState(trace, width, actors, null),
    ...(weak ? weakStepLines(trace, style, width) : stepTable(trace, style, width)),
    ...(weak ? waitingLines(trace, width) : []),
  ];
}

export function traceLines(
  trace: Trace,
  style: Style,
  width: number,
  actors: Outcome['actors'] = 'processes',
  /** Of a long run every step, and the event graph. */
  all = false,
): string[] {
  // Under SC a model changes what all see at once; a program, and what lies in buffers, is told by who does what.
  const weak = hasBuffers(memoryNamed(trace.memory)) || trace.names !== undefined;
  const only = foldedCells(trace, all);
  const graph = trace.graph === null ? [] : ['event graph:', ...graphLines(trace.graph, style, width)];
  return [
    ...whyLines(trace, { style, width, as: fenceAs(actors) }),
    ...initialState(trace, width, actors, only),
    ...(weak ? weakStepLines(trace, style, width, foldingOf(trace, all)) : stepTable(trace, style, width)),
    style.bad(conclusion(trace)),
    ...(weak ? endLines(trace, width) : []),
    ...(only === null ? graph : [style.dim('--all shows every step and the event graph')]),
  ];
}
