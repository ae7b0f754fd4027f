/**
 * First values of registers that start with any value.
 *
 * What a register holds at first cannot matter if it is written before it is read on every path (it is not *live* at the
 * entry): then one value stands for all, and also a register without bound can start anywhere. Liveness is the usual
 * backward analysis, by a worklist over the edges.
 */
import { expressionsOf, localsIn } from '../../models/program/expression.js';
import type { Edge } from '../../models/program/model.js';

/** The locals whose first value some path may read. */
export function liveAtEntry(edges: readonly Edge[], locations: number, entry: number): Set<number> {
  const live = Array.from({ length: locations }, () => new Set<number>());
  const arriving = Array.from({ length: locations }, (): Edge[] => []);
  for (const edge of edges) arriving[edge.to]?.push(edge);
  const reads = new Map(edges.map((edge) => [edge, new Set(expressionsOf(edge).flatMap(localsIn))]));
  const waiting = new Set(edges);
  for (const edge of waiting) {
    waiting.delete(edge);
    const before = live[edge.from] as Set<number>;
    const size = before.size;
    for (const local of reads.get(edge) ?? []) before.add(local);
    const written = new Set(edge.updates.map(({ target }) => (target.kind === 'local' ? target.variable : -1)));
    for (const local of live[edge.to] ?? []) if (!written.has(local)) before.add(local);
    if (before.size > size) for (const earlier of arriving[edge.from] ?? []) waiting.add(earlier);
  }
  return live[entry] ?? new Set();
}
