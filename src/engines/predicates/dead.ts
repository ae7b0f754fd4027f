/**
 * Dead variables: at a location, those of the thread's own variables that are assigned before they are read, whichever way
 * the thread goes on. What predicates say of them may be forgotten: fewer states differ.
 */
import { liveAt } from '../../models/program/liveness.js';
import type { Command } from './system.js';

/** By location, of the variables `own`; `commands` are those of the thread. */
export function deadVariables(
  commands: readonly Command[],
  locations: number,
  own: readonly number[],
): readonly ReadonlySet<number>[] {
  const steps = commands.map(({ from, to, guard, updates }) => {
    const uses = [...guard.variables, ...[...updates.values()].flatMap(({ variables }) => variables)];
    return { from, to, uses, ends: new Set(updates.keys()) };
  });
  return liveAt(steps, locations).map((needed) => new Set(own.filter((variable) => !needed.has(variable))));
}
