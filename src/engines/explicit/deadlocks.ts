/**
 * A deadlock that a kernel has found, in the names of a run: which threads are stuck, and where. The run is performed on the
 * interpreter, whose buffers have no bound: a step that finds no room in short buffers, though nothing waits there, makes a
 * state without successors that longer ones do not have, and such a state is no deadlock.
 */
import { stuckIn } from '../../memory/operational/program/deadlock.js';
import {
  attempt,
  batchOf,
  type Configuration,
  drain,
  type Machine,
  makeMachine,
  start,
} from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { stuckForEver } from '../../memory/operational/program/stuck.js';
import type { SourceStatement, Template } from '../../models/program/model.js';
import { othersGoOn, templateOf, threadAt } from '../../models/program/parts.js';
import { lineIn } from '../../models/program/place.js';
import { waitingPlaces } from '../../models/program/rounds.js';
import type { StuckThread } from '../warnings.js';
import type { Kernel } from './kernel.js';
import { runTo } from './path.js';
import type { KernelQuestion } from './question.js';
import type { StuckPlace } from './stuck.js';

export interface Deadlock {
  readonly run: ProgramRun;
  readonly threads: readonly StuckThread[];
  /** Of the threads that are stuck: the template and the location. */
  readonly places: readonly string[];
  /** Whether some thread is neither stuck nor at its end. */
  readonly others: boolean;
}

/** Null when it is one of short buffers alone. */
export function deadlockAt(kernel: Kernel, { program, memory }: KernelQuestion, state: number): Deadlock | null {
  const run = runTo(kernel, state);
  const machine = makeMachine(program, memory, null);
  const end = endOf(machine, run);
  const stuck = stuckIn(machine, end);
  return stuck.length === 0 ? null : { run, ...described(machine, end, stuck) };
}

function described(machine: Machine, end: Configuration, stuck: readonly number[]): Omit<Deadlock, 'run'> {
  return {
    threads: stuck.map((thread) => stuckThread(machine, end, thread)),
    places: placesOf(machine, end, stuck),
    others: othersGoOn(machine.program, end.locations, stuck),
  };
}

function placesOf(machine: Machine, { locations }: Configuration, threads: readonly number[]): string[] {
  return threads.map((thread) => placeKey(machine, thread, locations[thread] as number));
}

/** Threads that are stuck while others go on, as the judge sees them. */
export interface Confirmed {
  readonly deadlocks: readonly Deadlock[];
  /** Whether each place was confirmed. */
  readonly all: boolean;
}

/** How much the judge is asked to look at. */
export interface Confirming {
  /** Places that are known already. */
  readonly told: ReadonlySet<string>;
  /** Configurations for each place, and deadlocks in all. */
  readonly configurations: number;
  readonly deadlocks: number;
}

/** Places that the judge may not be able to confirm within its limit before nothing more is asked of it. */
const MOST_IN_VAIN = 4;

/** The nearest first. */
export function confirmStuck(
  kernel: Kernel,
  { program, memory }: KernelQuestion,
  places: readonly StuckPlace[],
  confirming: Confirming,
): Confirmed {
  const machine = makeMachine(program, memory, null);
  const told = new Set(confirming.told);
  const deadlocks: Deadlock[] = [];
  let inVain = 0;
  const confirmed = (state: number, key: string): Deadlock | null => {
    const run = runTo(kernel, state);
    const end = endOf(machine, run);
    const isThere = (threads: readonly number[]): boolean => placesOf(machine, end, threads).includes(key);
    const stuck = stuckForEver(machine, end, confirming.configurations, isThere) ?? [];
    return isThere(stuck) ? { run, ...described(machine, end, stuck) } : null;
  };
  for (const { template, location, states } of places.toSorted((one, other) => nearest(one) - nearest(other))) {
    const key = `${template} ${location}`;
    if (deadlocks.length === confirming.deadlocks || inVain === MOST_IN_VAIN) break;
    if (told.has(key)) continue;
    told.add(key);
    const found = states.reduce<Deadlock | null>((known, state) => known ?? confirmed(state, key), null);
    if (found === null) {
      inVain++;
      continue;
    }
    for (const each of found.places) told.add(each);
    deadlocks.push(found);
  }
  return { deadlocks, all: inVain === 0 };
}

function nearest({ states }: StuckPlace): number {
  return states[0] ?? 0;
}

export function placeKey({ program }: Pick<Machine, 'program'>, thread: number, location: number): string {
  return `${threadAt(program, thread).template} ${waitingPlaces(templateOf(program, thread))[location]}`;
}

export function endOf(machine: Machine, { initial, steps }: ProgramRun): Configuration {
  return steps.reduce(
    (configuration, step) => {
      if (step.kind === 'drain') {
        if (batchOf(configuration, step) === null) throw new Error('a stored path takes nothing to memory');
        return drain(configuration, step);
      }
      const tried = attempt(machine, configuration, step);
      if (tried.kind !== 'possible') throw new Error('a stored path has a step that is not possible');
      return tried.after;
    },
    start(machine, initial),
  );
}

export function stuckThread({ program }: Machine, { locations }: Configuration, thread: number): StuckThread {
  const template = templateOf(program, thread);
  const location = locations[thread] as number;
  const { statement, ...where } = waitingAt(template, location);
  return {
    thread: threadAt(program, thread).name,
    ...where,
    statement,
    labels: template.locations[location]?.labels ?? [],
  };
}

/** What a thread waits to do: the innermost of the statements that it has come to, the last of them that has words of its own. */
function waitingAt(template: Template, location: number): { line: number; file?: string; statement: string } {
  const { coverage, edges } = template;
  const statements = coverage?.statements ?? [];
  const next = coverage?.next[location] ?? null;
  const passed = coverage?.locations[location] ?? [];
  const covered = [...passed, ...(next === null ? [] : [next])].sort((one, other) => one - other);
  const around = new Set(covered.map((number) => statements[number]?.around));
  const last = covered.findLast((number) => !around.has(number) && statements[number]?.text !== '');
  const found: SourceStatement | undefined = last === undefined ? undefined : statements[last];
  if (found !== undefined) return { ...lineIn(found.place), statement: found.text };
  const leaving = edges.filter(({ from }) => from === location);
  const edge = leaving.find(({ text }) => text !== '') ?? leaving[0];
  return { ...(edge === undefined ? { line: 0 } : lineIn(edge.place)), statement: edge?.text ?? '' };
}
