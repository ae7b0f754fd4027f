/**
 * A run as states, one after the other: what is in memory, in the locals and in the store buffers behind each step. The JSON of
 * a trace tells the initial state and what each step does; nothing more is needed to play it.
 */
import type { JsonDrain, JsonTraceElement, JsonTransition, JsonViolated } from '../json-trace.js';

export type RunStep = JsonTransition | JsonDrain;

/** A write that waits in a store buffer. */
export interface Waiting {
  readonly cell: string;
  readonly value: string;
  /** The step that put it there. */
  readonly step: number;
}

export interface State {
  readonly cells: ReadonlyMap<string, string>;
  /** By thread, the oldest first. */
  readonly buffers: ReadonlyMap<string, readonly Waiting[]>;
}

export interface Run {
  /** Who acts, in the order of the program. */
  readonly threads: readonly string[];
  readonly steps: readonly RunStep[];
  /** Before the first step, and behind each. */
  readonly states: readonly State[];
  /** What it ends in; null for a run that breaks nothing. */
  readonly violated: JsonViolated['violated'] | null;
  /** The first step of those that are repeated for ever; one more than there are steps when nothing happens any more. */
  readonly cycle: number | null;
}

/** Null where there is no run. */
export function runOf(trace: readonly JsonTraceElement[], threads: readonly string[]): Run | null {
  const states: State[] = [];
  const steps: RunStep[] = [];
  let violated: Run['violated'] = null;
  for (const element of trace) {
    if ('violated' in element) violated = element.violated;
    else if (element.kind === 'initial') {
      states.push({
        cells: new Map(Object.entries(element.state)),
        buffers: new Map(threads.map((name) => [name, []])),
      });
    } else {
      steps.push(element);
      states.push(after(states.at(-1) as State, element));
    }
  }
  return states.length === 0 ? null : { threads, steps, states, violated, cycle: violated?.cycle ?? null };
}

function after({ cells, buffers }: State, step: RunStep): State {
  const changed = new Map(cells);
  for (const [cell, [, value]] of Object.entries(step.changes)) changed.set(cell, value);
  if (step.kind === 'drain') {
    const left = (buffers.get(step.process) ?? []).filter(
      (waiting) => waiting.step !== step.write || !Object.hasOwn(step.writes, waiting.cell),
    );
    return { cells: changed, buffers: new Map(buffers).set(step.process, left) };
  }
  const added = Object.entries(step.buffered).map(([cell, value]) => ({ cell, value, step: step.step }));
  if (step.actor === null || added.length === 0) return { cells: changed, buffers };
  const waiting = [...(buffers.get(step.actor) ?? []), ...added];
  return { cells: changed, buffers: new Map(buffers).set(step.actor, waiting) };
}

/** Who makes a step; null where no process is named. */
export function actorOf(step: RunStep): string | null {
  return step.kind === 'drain' ? step.process : (step.actor ?? step.arguments[0] ?? null);
}

/** Which of the threads that is, from 0; -1 where it is none. */
export function threadOf({ threads }: Run, step: RunStep): number {
  return threads.indexOf(actorOf(step) ?? '');
}

/** Whether the cells tell where threads are: those of programs do, by the thread's name. */
export function hasPlaces({ threads, states }: Run): boolean {
  return threads.length > 0 && threads.every((name) => states[0]?.cells.has(name) === true);
}

export interface Cell {
  readonly cell: string;
  /** Its name beside its thread's: `other` of `P(0).other`. */
  readonly name: string;
}

/** The locals of a thread of a program. */
export function localsOf(run: Run, thread: string): Cell[] {
  const start = `${thread}.`;
  return [...(run.states[0]?.cells.keys() ?? [])]
    .filter((cell) => hasPlaces(run) && cell.startsWith(start))
    .map((cell) => ({ cell, name: cell.slice(start.length) }));
}

/** What all threads see: of programs all but places and locals, of array systems everything. */
export function sharedOf(run: Run): string[] {
  const cells = [...(run.states[0]?.cells.keys() ?? [])];
  if (!hasPlaces(run)) return cells;
  const isOwn = (cell: string): boolean => run.threads.some((name) => cell === name || cell.startsWith(`${name}.`));
  return cells.filter((cell) => !isOwn(cell));
}

/** A write on its way to memory. */
export interface Journey extends Waiting {
  readonly thread: string;
  /** The step that takes it to memory; null where none does. */
  readonly arrives: number | null;
}

/** Every write that waits in a store buffer, in the order in which they were issued. */
export function journeysOf({ steps }: Run): Journey[] {
  const journeys: Journey[] = [];
  for (const step of steps) {
    if (step.kind === 'transition') {
      const { actor, buffered } = step;
      for (const [cell, value] of Object.entries(buffered))
        if (actor !== null) journeys.push({ thread: actor, cell, value, step: step.step, arrives: null });
      continue;
    }
    for (const [position, journey] of journeys.entries()) {
      const isMeant = journey.thread === step.process && journey.step === step.write;
      if (isMeant && Object.hasOwn(step.writes, journey.cell)) journeys[position] = { ...journey, arrives: step.step };
    }
  }
  return journeys;
}
