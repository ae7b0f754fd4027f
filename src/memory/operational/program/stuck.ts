/**
 * Threads that never step again, whatever happens, as the judge sees them. All that can happen is explored on the machine,
 * without any reduction, and then it is asked backwards from which configurations a thread can still come to a step.
 *
 * An `await` that is false and changes nothing is no step, and neither is a round of a loop (`models/program/rounds.ts`). A thread at its end is not stuck. Of runs that an `assume` ends
 * nothing is asked: where each run from a configuration can still come to one that it ends, no thread counts as stuck.
 */
import { edgeAt, isEnd, locationAt, templateOf } from '../../../models/program/parts.js';
import { blockedTogether } from './blocked.js';
import { isRetry } from './deadlock.js';
import { type Configuration, configurationKey, type Machine, next } from './machine.js';

/** Configurations by number, in the order in which they were found. */
export interface ExploredGraph {
  readonly locations: readonly (readonly number[])[];
  readonly successors: readonly (readonly number[])[];
  /** By configuration: the threads that can step. */
  readonly steps: readonly ReadonlySet<number>[];
}

/** Configurations that the judge looks at, where nothing shorter shows that threads are stuck. */
export const MOST_JUDGED = 100_000;
/** Writes in one queue of a store buffer: beyond that nobody waits for the end. */
const LONGEST = 16;

/**
 * The threads that are stuck for ever in a configuration, with buffers of any length; null when that is not known within the
 * limit. `isEnough`: whether those that block each other are all that is asked for.
 */
export function stuckForEver(
  given: Machine,
  configuration: Configuration,
  limit: number,
  isEnough: (threads: readonly number[]) => boolean = (threads) => threads.length > 0,
): readonly number[] | null {
  const machine = { ...given, bound: null };
  const blocked = blockedTogether(machine, configuration);
  if (isEnough(blocked)) return blocked;
  const graph = graphFrom(machine, configuration, limit);
  return graph === null ? null : (stuckThreadsOf(machine, graph)(0) as readonly number[]);
}

/** Null when there are more configurations than the limit, or a step fails. */
function graphFrom(machine: Machine, first: Configuration, limit: number): ExploredGraph | null {
  const numbers = new Map<string, number>();
  const found: Configuration[] = [];
  const numberOf = (configuration: Configuration): number => {
    const key = configurationKey(configuration);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, found.length);
    return found.push(configuration) - 1;
  };
  numberOf(first);
  const [successors, steps]: [number[][], Set<number>[]] = [[], []];
  for (let at = 0; at < found.length; at++) {
    const here = found[at] as Configuration;
    const all = next(machine, here);
    if (all.failures.length > 0 || found.length > limit || isLong(here)) return null;
    successors.push(all.successors.map(({ after }) => numberOf(after)));
    steps.push(steppingIn(machine, here, all));
  }
  return { locations: found.map(({ locations }) => locations), successors, steps };
}

/** A loop that stores can fill a buffer without end. */
function isLong({ buffers }: Configuration): boolean {
  return buffers.some((buffer) => buffer.some(({ batches }) => batches.length > LONGEST));
}

/** The threads that step, and do not only look again whether they still have to wait. */
export function steppingIn(
  machine: Machine,
  before: Configuration,
  { successors }: ReturnType<typeof next>,
): Set<number> {
  const stepping = successors.filter(({ step, after }) => {
    if (step.kind !== 'edge' || edgeAt(templateOf(machine.program, step.thread), step.edge).round === true)
      return false;
    return !isRetry(machine, before, step, after);
  });
  return new Set(stepping.map(({ step }) => step.thread));
}

/** For each configuration of a graph that is closed under steps: which threads are stuck there. */
export function stuckThreadsOf({ program }: Machine, graph: ExploredGraph): (configuration: number) => number[] {
  const { locations, successors, steps } = graph;
  const before: number[][] = successors.map(() => []);
  for (const [from, all] of successors.entries()) for (const to of all) before[to]?.push(from);
  /** From where one of these can be reached. */
  const leadingTo = (isGoal: (configuration: number) => boolean): Uint8Array => {
    const leads = new Uint8Array(successors.length);
    const waiting = [...successors.keys()].filter(isGoal);
    for (const goal of waiting) leads[goal] = 1;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const from of before[at] as number[]) {
        if (leads[from] === 1) continue;
        leads[from] = 1;
        waiting.push(from);
      }
    }
    return leads;
  };
  const threads = [...program.threads.keys()];
  const stepsLater = threads.map((thread) => leadingTo((at) => steps[at]?.has(thread) === true));
  const place = (at: number, thread: number) => locations[at]?.[thread] as number;
  const hangs = (at: number) => threads.filter((thread) => stepsLater[thread]?.[at] === 0);
  const released = leadingTo((at) =>
    hangs(at).some((thread) => locationAt(templateOf(program, thread), place(at, thread)).assumed === true),
  );
  const counts = leadingTo((at) => released[at] === 0);
  return (at) =>
    counts[at] === 0 ? [] : hangs(at).filter((thread) => !isEnd(templateOf(program, thread), place(at, thread)));
}
