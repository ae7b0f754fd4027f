/**
 * Dead variables: at a location, those of the thread's own variables that are assigned before they are read, whichever way
 * the thread goes on. What predicates say of them may be forgotten: fewer states differ.
 */
import type { Command } from './system.js';

/** By location, of the variables `own`; `commands` are those of the thread. */
export function deadVariables(
  commands: readonly Command[],
  locations: number,
  own: readonly number[],
): readonly ReadonlySet<number>[] {
  const live = Array.from({ length: locations }, () => new Set<number>());
  const reads = commands.map(({ guard, updates }) => [
    ...guard.variables,
    ...[...updates.values()].flatMap(({ variables }) => variables),
  ]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [number, { from, to, updates }] of commands.entries()) {
      const here = live[from] as Set<number>;
      const before = here.size;
      for (const variable of reads[number] as readonly number[]) here.add(variable);
      for (const variable of live[to] as Set<number>) if (!updates.has(variable)) here.add(variable);
      changed ||= here.size > before;
    }
  }
  return live.map((needed) => new Set(own.filter((variable) => !needed.has(variable))));
}
