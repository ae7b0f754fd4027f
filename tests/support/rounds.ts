/**
 * Loops by their definition, with nothing but reachability: slow, plain, and shared with nothing. A node dominates another if
 * that cannot be reached without it. The loop of a header has what comes back to it from below.
 */
import type { Edge, Template } from '../../src/models/program/model.js';

interface Graph {
  readonly entry: number;
  readonly after: readonly (readonly number[])[];
}

/** For each node the header of the largest loop around it that has a way out to a node that counts; -1 where there is none. */
export function loopsByReachability({ entry, after }: Graph, counts: (node: number) => boolean): number[] {
  const nodes = [...after.keys()];
  const before = nodes.map((node) => nodes.filter((from) => after[from]?.includes(node)));
  const reached = (first: number, next: readonly (readonly number[])[], without: number | null): Set<number> => {
    const seen = new Set(first === without ? [] : [first]);
    for (const node of seen) for (const to of next[node] ?? []) if (to !== without) seen.add(to);
    return seen;
  };
  const all = reached(entry, after, null);
  const loops = [...all].flatMap((header) => {
    const free = reached(entry, after, header);
    const ends = (before[header] as number[]).filter((from) => all.has(from) && !free.has(from));
    const body = ends.flatMap((end) => [...reached(end, before, header)]).filter((node) => all.has(node));
    const loop = new Set([header, ...body]);
    const leaves = [...loop].some((node) => after[node]?.some((to) => !loop.has(to) && counts(to)));
    return ends.length > 0 && leaves ? [{ header, loop }] : [];
  });
  return nodes.map((node) => {
    const around = loops.filter(({ loop }) => loop.has(node));
    const largest = Math.max(...around.map(({ loop }) => loop.size));
    return around.find(({ loop }) => loop.size === largest)?.header ?? -1;
  });
}

/** An automaton that no text was compiled to, with marks. */
export function withRounds({ entry, locations, edges }: Pick<Template, 'entry' | 'locations' | 'edges'>): Edge[] {
  const after = locations.map((_, location) => edges.filter(({ from }) => from === location).map(({ to }) => to));
  const loops = loopsByReachability({ entry, after }, (location) => locations[location]?.failure === null);
  return edges.map((edge) => {
    const { from, to, updates } = edge;
    if (loops[from] === -1 || loops[from] !== loops[to]) return edge;
    if (updates.every(({ target }) => target.kind === 'local')) return { ...edge, round: true };
    return from === to ? { ...edge, retries: true } : edge;
  });
}
