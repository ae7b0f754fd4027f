/** Relations as lists of labelled edges, and the one question that is asked of them: a shortest cycle. */
import type { Relation } from '../event-graph.js';

export interface LabelledEdge {
  readonly from: number;
  readonly to: number;
  readonly relation: Relation;
}

/**
 * A shortest cycle of `edges`, in which an edge may start or end at an event that `same` equates with the one reached.
 * Steps along `same` are part of the cycle but never all of it. By breadth-first search from the end of every edge; the
 * executions that are shown to people have a few dozen events.
 */
export function shortestCycle(
  size: number,
  edges: readonly LabelledEdge[],
  same: readonly LabelledEdge[],
): { event: number; relation: Relation }[] | null {
  const leaving: LabelledEdge[][] = Array.from({ length: size }, () => []);
  for (const edge of [...edges, ...same]) leaving[edge.from]?.push(edge);
  let best: LabelledEdge[] | null = null;
  for (const first of edges) {
    const path = shortestPath(leaving, first.to, first.from);
    if (path !== null && (best === null || path.length + 1 < best.length)) best = [first, ...path];
  }
  return best === null ? null : best.map(({ from, relation }) => ({ event: from, relation }));
}

function shortestPath(leaving: readonly (readonly LabelledEdge[])[], from: number, to: number): LabelledEdge[] | null {
  const reachedBy = new Map<number, LabelledEdge | null>([[from, null]]);
  const queue = [from];
  for (const event of queue) {
    if (event === to) {
      const path: LabelledEdge[] = [];
      for (let edge = reachedBy.get(to); edge; edge = reachedBy.get(edge.from)) path.unshift(edge);
      return path;
    }
    for (const edge of leaving[event] ?? []) {
      if (reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return null;
}
