/**
 * Live variables: the locals whose values can still matter at a location of a thread. All others are stored as their least
 * value, so that states which differ only in them are one (for the filter lock with three threads a quarter of the states).
 *
 * The usual backward analysis. An edge uses what its guard, indices and values read, and assigning a scalar ends its life
 * before the edge; an array lives on. What properties look at lives everywhere. Replacing a dead value changes neither the
 * steps that follow nor any property, so states that are merged have the same shortest violations.
 */
import { expressionsOf, leavesOf, localsIn } from './expression.js';
import type { Edge } from './model.js';
import type { SpecialProgram, SpecialThread } from './specialise.js';

/** For each location the live locals, as numbers of variables. */
export type Liveness = readonly ReadonlySet<number>[];

/** Everything is live everywhere. */
export function allLive(thread: SpecialThread, locations: number): Liveness {
  const all = new Set(thread.cells.variables.keys());
  return Array.from({ length: locations }, () => all);
}

export function liveness(thread: SpecialThread, locations: number, observed: ReadonlySet<number>): Liveness {
  return liveAt(thread.edges.map(stepOf), locations, observed);
}

/** What a step needs of variables and what it ends. */
export interface Step {
  readonly from: number;
  readonly to: number;
  /** Read before anything is written. */
  readonly uses: Iterable<number>;
  /** Written whatever they held. */
  readonly ends: ReadonlySet<number>;
}

export function stepOf(edge: Edge): Step {
  const ends = new Set<number>();
  for (const { target } of edge.updates) {
    if (target.kind === 'local' && target.index === null) ends.add(target.variable);
  }
  return { from: edge.from, to: edge.to, uses: new Set(expressionsOf(edge).flatMap(localsIn)), ends };
}

/** For each location the variables that are read from there on before they end, by a worklist. */
export function liveAt(steps: readonly Step[], locations: number, observed: Iterable<number> = []): Set<number>[] {
  const live = Array.from({ length: locations }, () => new Set(observed));
  const arriving = live.map((): Step[] => []);
  for (const step of steps) arriving[step.to]?.push(step);
  const waiting = new Set(steps);
  for (const step of waiting) {
    waiting.delete(step);
    const before = live[step.from] as Set<number>;
    const { size } = before;
    for (const variable of step.uses) before.add(variable);
    for (const variable of live[step.to] as Set<number>) if (!step.ends.has(variable)) before.add(variable);
    if (before.size > size) for (const earlier of arriving[step.from] as Step[]) waiting.add(earlier);
  }
  return live;
}

/** The locals of a thread that properties look at. */
export function observedLocals(special: SpecialProgram, thread: number): ReadonlySet<number> {
  const known = OBSERVED.get(special) ?? observedBy(special);
  OBSERVED.set(special, known);
  return known.get(thread) ?? new Set();
}

/** There can be many properties and many threads: they are gone through once. */
const OBSERVED = new WeakMap<SpecialProgram, ReadonlyMap<number, ReadonlySet<number>>>();

function observedBy({ never }: SpecialProgram): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const condition of never) {
    for (const leaf of leavesOf(condition)) {
      if (leaf.kind === 'localOf') found.set(leaf.thread, (found.get(leaf.thread) ?? new Set()).add(leaf.variable));
    }
  }
  return found;
}
