/**
 * Of a long run the steps that matter: those on the cycle that SC forbids, those that wrote what they read, when all these writes
 * reached memory, and the last step. The rest is folded into lines that say how much is left out.
 */
import type { Step, Trace } from '../memory/trace.js';
import { actorName, plural } from './words.js';

/** So many steps are read one by one. */
const SHORT = 16;

export interface Folding {
  isHidden(step: number): boolean;
  /** What stands before a step (its position) that is the first of some that are left out. */
  linesAt(step: number): readonly string[];
}

export const UNFOLDED: Folding = { isHidden: () => false, linesAt: () => [] };

/** The cells that the cycle is about; null where the run is not folded. */
export function foldedCells({ why, steps, cycle }: Trace, all: boolean): ReadonlySet<string> | null {
  if (all || cycle !== undefined || steps.length <= SHORT || why?.kind !== 'cycle') return null;
  return new Set(why.events.flatMap(({ accesses }) => accesses.map(({ cell }) => cell)));
}

export function foldingOf(trace: Trace, all: boolean): Folding {
  const cells = foldedCells(trace, all);
  if (cells === null) return UNFOLDED;
  const kept = keptSteps(trace);
  const groups = new Map<number, Step[]>();
  for (const [position, step] of trace.steps.entries()) {
    if (kept.has(position + 1)) continue;
    let first = position;
    while (first > 0 && !kept.has(first)) first--;
    groups.set(first, [...(groups.get(first) ?? []), step]);
  }
  // A line that says that one step is left out takes as much room as the step.
  const alone = new Set([...groups].filter(([, steps]) => steps.length === 1).map(([first]) => first));
  return {
    isHidden: (position) => !kept.has(position + 1) && !alone.has(position),
    linesAt: (position) => {
      const steps = groups.get(position) ?? [];
      return steps.length < 2 ? [] : [leftOut(trace, steps, cells)];
    },
  };
}

/** By number, from 1. */
function keptSteps({ why, steps }: Trace): ReadonlySet<number> {
  const onCycle = why?.kind === 'cycle' ? why.events.flatMap(({ step }) => step ?? []) : [];
  const cells = new Set(why?.kind === 'cycle' ? why.edges.flatMap(({ cell }) => cell ?? []) : []);
  const sources = onCycle.flatMap((number) => {
    const step = steps[number - 1];
    if (step?.kind !== 'transition') return [];
    return step.reads.flatMap(({ cell, write }) => (cells.has(cell) && write !== null ? [write] : []));
  });
  const writes = new Set([...onCycle, ...sources]);
  const drains = steps.flatMap((step, position) => {
    const meant = step.kind === 'drain' && writes.has(step.write) && step.writes.some(({ cell }) => cells.has(cell));
    return meant ? [position + 1] : [];
  });
  return new Set([...writes, ...drains, steps.length]);
}

/** `... 12 steps of Worker that touch nothing here`. */
function leftOut(trace: Trace, steps: readonly Step[], cells: ReadonlySet<string>): string {
  const who = [...new Set(steps.map((step) => (step.kind === 'drain' ? step.process : step.actor)))];
  const names = who.map((process) => (process === null ? 'nobody' : actorName(trace, process)));
  const touches = steps.some((step) => cellsOf(step).some((cell) => cells.has(cell)));
  return `… ${plural(steps.length, 'step')} of ${names.join(' and ')}${touches ? '' : ' that touch nothing here'}`;
}

function cellsOf(step: Step): string[] {
  const changed = step.changes.map(({ cell }) => cell);
  if (step.kind === 'drain') return [...changed, ...step.writes.map(({ cell }) => cell)];
  return [...changed, ...[...step.reads, ...step.buffered].map(({ cell }) => cell)];
}
