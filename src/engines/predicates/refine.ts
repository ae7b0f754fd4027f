/**
 * New predicates from a path that the system does not have: along it, backward from each condition of a core, the weakest
 * preconditions, and of these the atoms. With them the boolean program follows the truth of the condition step by step from
 * the first state, each by a cube of one literal, and the path is gone.
 *
 * Of the cores that a path has (each a condition that is false by itself) the one with the fewest new predicates is taken,
 * the first on the path where that leaves a choice.
 */
import { type Atom, atMost, atomsOf, constant, type Formula, substitute } from '../../logic/integer/formula.js';
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

/** So many equalities of one term with different numbers are a loop that counts. */
const COUNTING = 3;

/**
 * Where a loop counts, weakest preconditions of an equality unroll it: `x == 2`, `x == 1`, `x == 0` and so on for ever. What
 * ends that is an order. So when a term without bounds is compared with a third number, it is also asked whether it is below
 * the first two.
 */
export function ordersOf(predicates: Iterable<Formula>, { variables }: FlatSystem): readonly Formula[] {
  const families = new Map<string, Atom[]>();
  for (const atom of predicates) {
    if (atom.kind !== 'atom' || atom.relation !== '==') continue;
    const isOpen = atom.variables.some((number) => variables[number]?.low === null || variables[number]?.high === null);
    if (!isOpen) continue;
    const key = `${atom.variables}:${atom.coefficients}`;
    families.set(key, [...(families.get(key) ?? []), atom]);
  }
  return [...families.values()]
    .filter(({ length }) => length >= COUNTING)
    .flatMap((family) => family.slice(0, 2))
    .flatMap((atom) => [atMost(atom, constant(0)), atMost(atom, constant(-1))])
    .map((order) => (order.kind === 'not' ? order.operand : order));
}
