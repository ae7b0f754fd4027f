/**
 * A run at a glance: a lane for each thread, a column for each step. A bar is a write in its store buffer, from the step that
 * issues it to the one that takes it to memory; what happens above or below a bar happened while that write was late.
 */
import type { JsonCycle } from '../json-why.js';
import { type Child, type Element, h } from './element.js';
import { type Journey, journeysOf, type Run, type RunStep, threadOf } from './run.js';
import { classes, threadClass } from './state.js';
import { effectsOf, statementOf, textOf } from './steps.js';

/** With more steps their numbers do not fit. */
const MOST_NUMBERED = 60;

/** The steps with an event of the cycle that SC forbids, in the order of the run. */
export function cycleSteps(cycle: JsonCycle | null): number[] {
  const steps = (cycle?.events ?? []).flatMap(({ step }) => (step === null ? [] : [step]));
  return [...new Set(steps)].sort((one, other) => one - other);
}

/** The writes that SC would not have kept waiting: the ones that the cycle calls late. */
function lateWrites(cycle: JsonCycle | null): ReadonlySet<number> {
  const writes = (cycle?.delays ?? []).flatMap(({ write, late }) => (late ? [cycle?.events[write]?.step ?? null] : []));
  return new Set(writes.filter((step) => step !== null));
}

/** Bars that overlap stand in different rows. */
function rowsOf(journeys: readonly Journey[], last: number): Journey[][] {
  const rows: Journey[][] = [];
  for (const journey of journeys) {
    const free = rows.find((row) => (row.at(-1)?.arrives ?? last + 1) <= journey.step);
    if (free === undefined) rows.push([journey]);
    else free.push(journey);
  }
  return rows;
}

function tick(run: Run, step: RunStep, onCycle: boolean): Element {
  const words = effectsOf(run, step).map((effect) => textOf(effect.words));
  const said = step.kind === 'drain' ? words.join('; ') : [statementOf(step), ...words].join('; ');
  return h(
    'span',
    {
      class: classes('tick', step.kind, onCycle && 'on-cycle'),
      style: `grid-column: ${step.step + 1}`,
      'data-step': step.step,
      title: `step ${step.step}: ${said}`,
    },
    step.kind === 'drain' ? '▼' : run.steps.length > MOST_NUMBERED ? null : `${step.step}`,
  );
}

function bar({ cell, value, step, arrives }: Journey, last: number, late: boolean, row: number): Element {
  const [from, to] = [step + 1, (arrives ?? last + 1) + 1];
  const how = arrives === null ? `never reaches memory in this run` : `reaches memory in step ${arrives}`;
  return h(
    'span',
    {
      class: classes('bar-of-write', late && 'late', arrives === null && 'open'),
      style: `grid-column: ${from} / ${Math.max(to, from + 1)}; grid-row: ${row}`,
      title: `${cell} = ${value}: waits from step ${step} on; ${how}`,
    },
    `${cell} = ${value}`,
  );
}

function lane(run: Run, thread: number, journeys: readonly Journey[], cycle: JsonCycle | null): Child[] {
  const last = run.steps.length;
  const onCycle = new Set(cycleSteps(cycle));
  const late = lateWrites(cycle);
  const name = thread < 0 ? '' : (run.threads[thread] as string);
  const own = rowsOf(
    journeys.filter((journey) => journey.thread === name),
    last,
  );
  const steps = run.steps.filter((step) => threadOf(run, step) === thread);
  if (thread < 0 && steps.length === 0) return [];
  return [
    h('span', { class: classes('lane-name', threadClass(thread)) }, thread < 0 ? 'step' : name),
    h(
      'div',
      { class: classes('lane-steps', threadClass(thread)) },
      ...steps.map((step) => tick(run, step, onCycle.has(step.step))),
      ...own.flatMap((row, index) => row.map((journey) => bar(journey, last, late.has(journey.step), index + 2))),
      h('span', { class: 'playhead' }),
    ),
  ];
}

/** For eyes and the mouse alone: the list of steps says the same to those who listen. */
export function timelineView(run: Run, cycle: JsonCycle | null): Element {
  const journeys = journeysOf(run);
  return h(
    'div',
    { class: 'timeline', 'aria-hidden': 'true', style: `--steps: ${run.steps.length}` },
    h(
      'div',
      { class: 'lanes' },
      ...[...run.threads.keys(), -1].flatMap((thread) => lane(run, thread, journeys, cycle)),
    ),
  );
}
