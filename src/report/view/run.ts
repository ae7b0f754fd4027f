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
  readonly violated: JsonViolated['violated'];
  /** The first step of those that are repeated for ever; one more than there are steps when nothing happens any more. */
  readonly cycle: number | null;
}

/** Null where there is no run. */
export function runOf(trace: readonly JsonTraceElement[], threads: readonly string[]): Run | null {
  let initial: State | null = null;
  const states: State[] = [];
  const steps: RunStep[] = [];
  for (const element of trace) {
    if ('violated' in element) {
      if (initial === null) return null;
      return { threads, steps, states, violated: element.violated, cycle: element.violated.cycle ?? null };
    }
    if (element.kind === 'initial') {
      initial = { cells: new Map(Object.entries(element.state)), buffers: new Map(threads.map((name) => [name, []])) };
      states.push(initial);
      continue;
    }
    steps.push(element);
    states.push(after(states.at(-1) as State, element));
  }
  return null;
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
