/**
 * Loops of a graph that have a way out. A loop is a natural one: a header, through which every way into the loop leads, and what
 * can come back to it without passing it before.
 *
 * Headers are found by dominators, with the algorithm of Cooper, Harvey and Kennedy (A simple, fast dominance algorithm, 2001).
 */
export interface Graph {
  readonly entry: number;
  readonly after: readonly (readonly number[])[];
}

/** For each node the header of the largest loop around it from which some edge leads out to a node that counts; -1 where there is none. */
export function loopsWithExit(graph: Graph, counts: (node: number) => boolean): readonly number[] {
  const hasExit = (loop: ReadonlySet<number>) =>
    [...loop].some((node) => graph.after[node]?.some((to) => !loop.has(to) && counts(to)));
  const found: number[] = graph.after.map(() => -1);
  const loops = [...naturalLoops(graph)].filter(([, loop]) => hasExit(loop));
  // Of two loops one is inside of the other, or they have nothing in common.
  for (const [header, loop] of loops.sort(([, one], [, other]) => one.size - other.size))
    for (const node of loop) found[node] = header;
  return found;
}

function naturalLoops({ entry, after }: Graph): Map<number, Set<number>> {
  const before = after.map((): number[] => []);
  for (const [from, all] of after.entries()) for (const to of all) before[to]?.push(from);
  const order = postorder(entry, after);
  const rank = new Map(order.map((node, number) => [node, number]));
  const above = dominators(entry, order, rank, before);
  const dominates = (header: number, node: number): boolean => {
    for (let at = node; ; at = above.get(at) as number) {
      if (at === header) return true;
      if (at === entry) return false;
    }
  };
  const loops = new Map<number, Set<number>>();
  for (const from of order) {
    for (const header of after[from] as number[]) {
      // Only a way back leads to what comes later in this order; whether it dominates is asked of these alone.
      if ((rank.get(header) as number) < (rank.get(from) as number) || !dominates(header, from)) continue;
      const loop = loops.get(header) ?? new Set([header]);
      loops.set(header, loop);
      const waiting = [from];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        if (loop.has(at)) continue;
        loop.add(at);
        waiting.push(...(before[at] as number[]).filter((each) => rank.has(each)));
      }
    }
  }
  return loops;
}

/** What can be reached, each node behind those that it leads to, but for ways back. */
function postorder(entry: number, after: readonly (readonly number[])[]): number[] {
  const seen = new Set([entry]);
  const found: number[] = [];
  const path = [{ node: entry, next: 0 }];
  for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
    const to = after[here.node]?.[here.next++];
    if (to === undefined) {
      found.push(here.node);
      path.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      path.push({ node: to, next: 0 });
    }
  }
  return found;
}

/** For each node that can be reached the nearest one that every way to it passes; of the entry itself. */
function dominators(
  entry: number,
  order: readonly number[],
  rank: ReadonlyMap<number, number>,
  before: readonly (readonly number[])[],
): Map<number, number> {
  const above = new Map([[entry, entry]]);
  const rankOf = (node: number) => rank.get(node) as number;
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
    for (const node of order.toReversed()) {
      if (node === entry) continue;
      const known = (before[node] as number[]).filter((from) => above.has(from));
      const nearest = known.reduce((one, other) => common(one, other));
      if (above.get(node) === nearest) continue;
      above.set(node, nearest);
      changed = true;
    }
  }
  return above;
}
