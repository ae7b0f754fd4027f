/**
 * Rounds of loops by their definition, with nothing but reachability: slow, plain, and shared with nothing. A location dominates
 * another if that cannot be reached without it. A loop of a header has what comes back to it from below by some last step, and
 * all smaller loops of that header.
 */
import type { Edge, Template } from '../../src/models/program/model.js';

type Automaton = Pick<Template, 'entry' | 'locations' | 'edges'>;

/** Positions of edges that lie within a loop that has a way out: those that write nothing shared, and those that lead back to where they began and do. */
export function roundsByReachability(automaton: Automaton): { rounds: Set<number>; retries: Set<number> } {
  const loops = loopsIn(automaton);
  const found = { rounds: new Set<number>(), retries: new Set<number>() };
  for (const [number, { from, to, updates }] of automaton.edges.entries()) {
    if (!loops.some((loop) => loop.has(from) && loop.has(to))) continue;
    const writes = updates.some(({ target }) => target.kind === 'shared');
    if (!writes) found.rounds.add(number);
    else if (from === to) found.retries.add(number);
  }
  return found;
}

function loopsIn({ entry, locations, edges }: Automaton): Set<number>[] {
  const reached = (first: readonly number[], next: (edge: Edge) => [number, number], without: number | null) => {
    const seen = new Set(first.filter((location) => location !== without));
    for (const location of seen) {
      for (const edge of edges) {
        const [from, to] = next(edge);
        if (from === location && to !== without) seen.add(to);
      }
    }
    return seen;
  };
  const forwards = ({ from, to }: Edge): [number, number] => [from, to];
  const backwards = ({ from, to }: Edge): [number, number] => [to, from];
  const all = reached([entry], forwards, null);
  return [...all].flatMap((header) => {
    const free = reached([entry], forwards, header);
    const below = (location: number) => all.has(location) && (location === header || !free.has(location));
    const ends = edges.filter(({ from, to }) => to === header && below(from)).map(({ from }) => from);
    const bodies = ends.map((end) => [...reached([end], backwards, header)].filter((location) => all.has(location)));
    const leaves = (loop: ReadonlySet<number>) =>
      edges.some(({ from, to }) => loop.has(from) && !loop.has(to) && locations[to]?.failure === null);
    // All that are not larger than one of them, together with it.
    return bodies
      .map(({ length }) => new Set([header, ...bodies.filter((other) => other.length <= length).flat()]))
      .filter(leaves);
  });
}
