/**
 * A run of a text with some fences, as a run of the program with a step at every place (`text-places.ts`).
 *
 * The two programs come from texts that differ in `fence` statements only. A front end joins local work to the access before
 * or after it, and steps of the second program are smaller where a fence could stand between. So one step of the run is
 * followed by several steps of the same thread: one that touches shared variables, if any, and around it steps of places
 * that are not taken, and local ones. What memory, buffers and the variables of the text hold afterwards must be the same.
 * All ways to follow are kept, since a thread may or may not have passed a place already when others go on. At the end the
 * way with the fewest steps is taken in which, besides, all that properties ask about locations is the same: then a property
 * has the same value in both programs, and would have with any other memory.
 */

import {
  attempt,
  type Configuration,
  choicesOf,
  configurationKey,
  type EdgeStep,
  type InitialValues,
  initialValues,
  type Machine,
  type ProgramStep,
  start,
} from '../memory/operational/program/machine.js';
import type { ProgramRun } from '../memory/operational/program/replay.js';
import type { StateExpression } from '../models/program/model.js';
import { isHidden, templateOf } from '../models/program/parts.js';
import { isLocal } from './places.js';
import { performed } from './tighten.js';

interface Way {
  readonly configuration: Configuration;
  readonly initial: InitialValues;
  readonly parent: Way | null;
  readonly step: ProgramStep | null;
  readonly length: number;
  /** Where a step of the run that is followed ends, and the cycle begins. */
  readonly boundary?: true;
  readonly entry?: true;
}

/** More ways than this, and the run is not followed. */
const MOST_WAYS = 2_000;

/** Null when the run cannot be followed. */
export function follow(from: Machine, run: ProgramRun, to: Machine): ProgramRun | null {
  let here = start(from, run.initial);
  let ways = beginnings(from, run, to);
  for (const [position, step] of run.steps.entries()) {
    const after = performed(from, here, step);
    if (after === null) {
      if (position < run.steps.length - 1 || step.kind === 'drain') return null;
      return failing(to, ways, step);
    }
    here = after;
    const target = seenBy(from, here);
    ways =
      step.kind === 'drain'
        ? ways.flatMap((way) => extended(way, performed(to, way.configuration, step), step))
        : ways.flatMap((way) => stepsOf(to, way, step.thread));
    ways = fewest(ways.filter(({ configuration }) => seenBy(to, configuration) === target));
    if (ways.length > MOST_WAYS) return null;
  }
  const asked = answers(from, here);
  const [best] = ways
    .filter(({ configuration }) => answers(to, configuration) === asked)
    .sort((one, other) => one.length - other.length);
  return best === undefined ? null : runOf(best);
}

interface FollowedLasso {
  readonly run: ProgramRun;
  /** Positions of configurations that are none of the run that was followed: in the midst of one of its steps. */
  readonly inner: ReadonlySet<number>;
}

/** How often the cycle is followed before it must have closed. */
const MOST_ROUNDS = 4;

/**
 * A lasso in the same way, in which besides all that the property sees is the same after each step (`seen`, `sees`). All ways
 * that close a cycle: in some of them threads have passed a place on which they rest in others.
 */
export function* followLasso(
  from: Machine,
  run: ProgramRun,
  to: Machine,
  seen: (configuration: Configuration) => number | null,
  sees: (configuration: Configuration) => number | null,
): Generator<FollowedLasso> {
  const { steps, cycle } = run;
  if (cycle === undefined) throw new Error('a finite run is no lasso');
  const repeated = steps.slice(cycle);
  let here = start(from, run.initial);
  const agreeing = (ways: readonly Way[]): Way[] => {
    const [target, letter] = [seenBy(from, here), seen(here)];
    const kept = ways.filter(
      ({ configuration }) => seenBy(to, configuration) === target && sees(configuration) === letter,
    );
    return fewest(kept).map((way) => ({ ...way, boundary: true }));
  };
  const after = (ways: readonly Way[], step: ProgramStep): Way[] => {
    const next = performed(from, here, step);
    if (next === null) throw new Error('a lasso is no execution of the program it is said to be of');
    here = next;
    return agreeing(
      step.kind === 'drain'
        ? ways.flatMap((way) => extended(way, performed(to, way.configuration, step), step))
        : ways.flatMap((way) => stepsOf(to, way, step.thread)),
    );
  };
  let ways = agreeing(beginnings(from, run, to).flatMap((way) => [way]));
  for (const step of steps.slice(0, cycle)) {
    ways = after(ways, step);
    if (ways.length > MOST_WAYS) return;
  }
  if (repeated.length === 0) {
    for (const way of ways) yield lassoTo(way, way);
    return;
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    ways = ways.map((way) => ({ ...way, entry: true }));
    for (const step of repeated) {
      ways = after(ways, step);
      if (ways.length > MOST_WAYS) return;
    }
    for (const way of ways) {
      const key = configurationKey(way.configuration);
      for (let entry = way.parent; entry !== null; entry = entry.parent) {
        if (entry.entry === true && configurationKey(entry.configuration) === key) yield lassoTo(way, entry);
      }
    }
  }
}

function lassoTo(last: Way, entry: Way): FollowedLasso {
  const inner = new Set<number>();
  for (let way: Way | null = last; way !== null; way = way.parent) if (way.boundary !== true) inner.add(way.length);
  return { run: { ...runOf(last), cycle: entry.length }, inner };
}

function beginnings(from: Machine, run: ProgramRun, to: Machine): Way[] {
  const target = seenBy(from, start(from, run.initial));
  return initialValues(to)
    .map((initial) => ({ configuration: start(to, initial), initial, parent: null, step: null, length: 0 }))
    .filter(({ configuration }) => seenBy(to, configuration) === target);
}

function extended(parent: Way, configuration: Configuration | null, step: ProgramStep): Way[] {
  if (configuration === null) return [];
  return [{ configuration, initial: parent.initial, parent, step, length: parent.length + 1 }];
}

/** Of ways to one configuration the shortest. */
function fewest(ways: readonly Way[]): Way[] {
  const known = new Map<string, Way>();
  for (const way of ways) {
    const key = configurationKey(way.configuration);
    if (way.length < (known.get(key)?.length ?? Number.POSITIVE_INFINITY)) known.set(key, way);
  }
  return [...known.values()];
}

/** All that a thread can do with at most one step that is not local, and that there are no loops of. */
function stepsOf(machine: Machine, from: Way, thread: number): Way[] {
  const seen = new Set<string>();
  const found: Way[] = [];
  let level: { readonly way: Way; readonly accessed: boolean }[] = [{ way: from, accessed: false }];
  while (level.length > 0 && found.length <= MOST_WAYS) {
    const next: { way: Way; accessed: boolean }[] = [];
    for (const { way, accessed } of level) {
      const key = `${accessed} ${configurationKey(way.configuration)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(way);
      for (const step of edgesFrom(machine, way.configuration, thread)) {
        const local = isLocalStep(machine, step);
        if (accessed && !local) continue;
        for (const longer of extended(way, performed(machine, way.configuration, step), step)) {
          next.push({ way: longer, accessed: accessed || !local });
        }
      }
    }
    level = next;
  }
  return found;
}

function edgesFrom(machine: Machine, { locations }: Configuration, thread: number): EdgeStep[] {
  return templateOf(machine.program, thread).edges.flatMap((edge, number) => {
    if (edge.from !== locations[thread]) return [];
    return choicesOf(machine, thread, edge).map(
      (choices): EdgeStep => ({ kind: 'edge', thread, edge: number, choices }),
    );
  });
}

function isLocalStep(machine: Machine, { thread, edge }: EdgeStep): boolean {
  const found = templateOf(machine.program, thread).edges[edge];
  return found !== undefined && isLocal(found);
}

/** The last step of the run fails: some step of the thread does here, too. */
function failing(machine: Machine, ways: readonly Way[], { thread }: EdgeStep): ProgramRun | null {
  for (const way of ways.flatMap((each) => stepsOf(machine, each, thread))) {
    for (const step of edgesFrom(machine, way.configuration, thread)) {
      if (attempt(machine, way.configuration, step).kind !== 'failure') continue;
      const { initial, steps } = runOf(way);
      return { initial, steps: [...steps, step] };
    }
  }
  return null;
}

function runOf(last: Way): ProgramRun {
  const steps: ProgramStep[] = [];
  for (let way: Way | null = last; way !== null; way = way.parent) if (way.step !== null) steps.push(way.step);
  return { initial: last.initial, steps: steps.reverse() };
}

/** Memory, buffers and the variables of the text. */
function seenBy(machine: Machine, { memory, buffers, locals }: Configuration): string {
  const named = locals.map((values, thread) => {
    const { owners, variables } = machine.locals[thread] as Machine['locals'][number];
    return values.filter((_, cell) => !isHidden(variables[owners[cell] as number]?.name ?? ''));
  });
  // The program that is followed may have barriers that the other one has not: ages are left out.
  const waiting = buffers.map((buffer) => buffer.map(({ place, batches }) => ({ place, batches })));
  return JSON.stringify([memory, named, waiting]);
}

/** What the properties ask about locations, answered. */
function answers({ program }: Machine, { locations }: Configuration): string {
  const asked = (condition: StateExpression): string => {
    switch (condition.kind) {
      case 'at':
        return condition.locations.includes(locations[condition.thread] as number) ? '1' : '0';
      case 'unary':
        return asked(condition.operand);
      case 'binary':
        return asked(condition.left) + asked(condition.right);
      default:
        return '';
    }
  };
  const failed = locations.map((location, thread) => templateOf(program, thread).locations[location]?.failure ?? '');
  return [...program.never.map(({ condition }) => asked(condition)), ...failed].join(' ');
}
