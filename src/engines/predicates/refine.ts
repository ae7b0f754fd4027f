/**
 * New predicates from a path that the system does not have: along it, backward from each condition of a core, the weakest
 * preconditions, and of these the atoms. With them the boolean program follows the truth of the condition step by step from
 * the first state, each by a cube of one literal, and the path is gone.
 *
 * Of the cores that a path has (each a condition that is false by itself) the one with the fewest new predicates is taken,
 * the first on the path where that leaves a choice.
 */
import { type Atom, atomsOf, type Formula, substitute } from '../../logic/integer/formula.js';
import type { AbstractPath } from './explore.js';
import type { Condition } from './path.js';
import { type Command, type FlatSystem, isAboutStates } from './system.js';

export function newPredicates(
  system: FlatSystem,
  path: AbstractPath,
  cores: readonly (readonly Condition[])[],
  known: ReadonlySet<string>,
): readonly Formula[] {
  let best: readonly Formula[] = [];
  for (const core of cores) {
    const found = new Map<string, Atom>();
    for (const condition of core) {
      for (const atom of alongPath(system, path, condition)) if (!known.has(atom.key)) found.set(atom.key, atom);
    }
    if (found.size > 0 && (best.length === 0 || found.size < best.length)) best = [...found.values()];
  }
  return best;
}

function* alongPath(system: FlatSystem, { commands }: AbstractPath, { position, formula }: Condition): Generator<Atom> {
  let condition = formula;
  for (let at = position; ; at--) {
    for (const atom of atomsOf(condition)) if (isAboutStates(system, atom)) yield atom;
    if (at === 0 || condition.variables.length === 0) return;
    const { updates } = system.commands[commands[at - 1] as number] as Command;
    condition = substitute(condition, (variable) => updates.get(variable));
  }
}
