/**
 * Premises of properties that a search can tell the truth about: A of `invariant A -> B` is looked for in every state that is
 * stored. A premise counts only if it reads nothing but what the properties read, since everything else may be forgotten by
 * the reductions; if it cannot fail; and, where threads are interchangeable, if it is the same after they are renamed.
 */
import { leavesOf } from '../../models/program/expression.js';
import type { Premise, StateExpression } from '../../models/program/model.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import { mayFail, type SymmetryGroup } from './reduce/symmetry.js';

/** As many as a word has bits for. */
const MOST = 31;

export function premisesIn(special: SpecialProgram): readonly Premise[] {
  const key = (leaf: StateExpression): string => JSON.stringify(leaf);
  const read = new Set(special.never.flatMap((condition) => leavesOf(condition).map(key)));
  return special.premises
    .filter(({ conditions }) =>
      conditions.every((condition) => {
        const remembered = leavesOf(condition).every((leaf) => leaf.kind === 'at' || read.has(key(leaf)));
        return remembered && !mayFail(special, condition);
      }),
    )
    .slice(0, MOST);
}

/** The premises that were never true, given the bits that are left; the first of each property. */
export function vacuousPremises(
  special: SpecialProgram,
  groups: readonly SymmetryGroup[],
  left: number,
): readonly Premise[] {
  const found = premisesIn(special).filter((premise, number) => {
    if (((left >>> number) & 1) === 0) return false;
    return premise.general || groups.every((group) => isUntouched(premise, group));
  });
  return found.filter((one, at) => found.findIndex((other) => other.property === one.property) === at);
}

/** Whether exchanging threads of the group changes nothing that the premise reads. */
function isUntouched({ conditions }: Premise, { threads, memory }: SymmetryGroup): boolean {
  return conditions.every((condition) =>
    leavesOf(condition).every((leaf) => {
      if (leaf.kind !== 'memory') return !threads.includes(leaf.thread);
      const kind = memory[leaf.variable];
      return kind !== undefined && kind.value === null && kind.index === null;
    }),
  );
}
