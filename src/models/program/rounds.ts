/**
 * Loops in which a thread goes round without doing anything: `while (!(a == 1 && b == 1)) {}`, `while (!cas(l, 0, 1)) {}`. A
 * round is several steps, or one that computes something, so the thread does step; all the same it waits, as one at an `await`
 * does, if it never leaves the loop and never writes.
 *
 * A loop is a natural one: a header, through which every way into the loop leads, and what can come back to it by some last step
 * without passing it before. Two loops of the text may have one header, as in `loop { while (!cas(l, 0, 1)) {} ... }`; the
 * smaller ones are inside. So the loops of a header are put together from the smallest on, for as long as there is a way out,
 * other than a failed assertion: nobody waits for the end of `loop { a = x; assert a < 2 }`. A step inside of such a loop that writes nothing shared is a *round*;
 * one that leads back to where it began and writes (`while (swap(l, true)) {}`) *retries*: it is a round where it changes
 * nothing. So a thread waits for ever exactly if all it can still do are rounds.
 *
 * Headers are found by dominators, with the algorithm of Cooper, Harvey and Kennedy (A simple, fast dominance algorithm, 2001).
 */
import type { Edge, Template } from './model.js';

type Automaton = Pick<Template, 'entry' | 'locations' | 'edges'>;

/** The edges, with marks. */
export function withRounds({ entry, locations, edges }: Automaton): Edge[] {
  const loops = loopsWithExit({ entry, locations, edges });
  if (loops.length === 0) return [...edges];
  const within = new Map<number, ReadonlySet<number>>();
  for (const loop of loops) for (const location of loop) if (!within.has(location)) within.set(location, loop);
  return edges.map((edge) => {
    if (within.get(edge.from)?.has(edge.to) !== true) return edge;
    if (edge.updates.every(({ target }) => target.kind === 'local')) return { ...edge, round: true };
    return edge.from === edge.to ? { ...edge, retries: true } : edge;
  });
}

/** The largest first. */
function loopsWithExit(automaton: Automaton): ReadonlySet<number>[] {
  const { locations, edges } = automaton;
  const hasExit = (loop: ReadonlySet<number>) =>
    edges.some(({ from, to }) => loop.has(from) && !loop.has(to) && locations[to]?.failure === null);
  const found = naturalLoops(automaton).flatMap((loops) => {
    const sizes = [...new Set(loops.map(({ size }) => size))].sort((one, other) => other - one);
    const upTo = (most: number) => new Set(loops.filter(({ size }) => size <= most).flatMap((loop) => [...loop]));
    return sizes.map(upTo).filter(hasExit).slice(0, 1);
  });
  return found.sort((one, other) => other.size - one.size);
}

/** By header. */
function naturalLoops({ entry, locations, edges }: Automaton): ReadonlySet<number>[][] {
  const after = locations.map((): number[] => []);
  const before = locations.map((): number[] => []);
  for (const { from, to } of edges) {
    after[from]?.push(to);
    before[to]?.push(from);
  }
  const order = postorder(entry, after);
  const rank = new Map(order.map((location, number) => [location, number]));
  const above = dominators(entry, order, rank, before);
  const dominates = (header: number, location: number): boolean => {
    for (let at = location; ; at = above.get(at) as number) {
      if (at === header) return true;
      if (at === entry) return false;
    }
  };
  const loops = new Map<number, ReadonlySet<number>[]>();
  for (const { from, to } of edges) {
    if (!rank.has(from) || !dominates(to, from)) continue;
    const loop = new Set([to]);
    loops.set(to, [...(loops.get(to) ?? []), loop]);
    const waiting = [from];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (loop.has(at)) continue;
      loop.add(at);
      waiting.push(...(before[at] as number[]).filter((each) => rank.has(each)));
    }
  }
  return [...loops.values()];
}

/** What can be reached, each location behind those that it leads to, but for ways back. */
function postorder(entry: number, after: readonly (readonly number[])[]): number[] {
  const seen = new Set([entry]);
  const found: number[] = [];
  const path = [{ location: entry, next: 0 }];
  for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
    const to = after[here.location]?.[here.next++];
    if (to === undefined) {
      found.push(here.location);
      path.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      path.push({ location: to, next: 0 });
    }
  }
  return found;
}

/** For each location that can be reached the nearest one that every way to it passes; of the entry itself. */
function dominators(
  entry: number,
  order: readonly number[],
  rank: ReadonlyMap<number, number>,
  before: readonly (readonly number[])[],
): Map<number, number> {
  const above = new Map([[entry, entry]]);
  const rankOf = (location: number) => rank.get(location) as number;
  const common = (one: number, other: number): number => {
    let [left, right] = [one, other];
    while (left !== right) {
      while (rankOf(left) < rankOf(right)) left = above.get(left) as number;
      while (rankOf(right) < rankOf(left)) right = above.get(right) as number;
    }
    return left;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const location of order.toReversed()) {
      if (location === entry) continue;
      const known = (before[location] as number[]).filter((from) => above.has(from));
      const nearest = known.reduce((one, other) => common(one, other));
      if (above.get(location) === nearest) continue;
      above.set(location, nearest);
      changed = true;
    }
  }
  return above;
}

/** For each location one for all between which a thread goes round: it waits in one place, wherever on its round it is. */
export function waitingPlaces({ locations, edges }: Pick<Template, 'locations' | 'edges'>): readonly number[] {
  const place = [...locations.keys()];
  const rounds = edges.filter(({ round }) => round === true);
  for (let changed = rounds.length > 0; changed; ) {
    changed = false;
    for (const { from, to } of rounds) {
      const [one, other] = [place[from] as number, place[to] as number];
      if (one === other) continue;
      place[from] = Math.min(one, other);
      place[to] = Math.min(one, other);
      changed = true;
    }
  }
  return place;
}
