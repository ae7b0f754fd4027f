/**
 * Numbers without sign in properties. A value beyond 2^31 is kept as a negative number (`lower/arithmetic.ts`), and a property
 * means the value: what it reads of such a variable is turned around first. Of 64 bits the greatest number that is exact stands
 * for all beyond; an engine whose numbers are words says that they do not fit, and the answer is `unknown`.
 */
import { bottomUp, conditional, constant, isLeaf } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { PlannedFormula, PlannedLtl, PlannedNever, Resolved, ResolvedLeaf } from '../program/plan.js';
import type { Term } from './memory.js';
import { isNatural } from './types.js';
import type { SharedDraft } from './unit.js';

export class Naturals {
  constructor(private readonly drafts: readonly SharedDraft[]) {}

  condition(term: Resolved): Resolved {
    return bottomUp<ResolvedLeaf>(term, (node) => {
      if (!isLeaf(node) || node.kind !== 'shared') return node;
      const type = this.drafts[node.variable]?.leaf.type;
      if (type?.kind !== 'integer' || !isNatural(type)) return node;
      const size = type.bits === 32 ? 2 ** 32 : Number.MAX_SAFE_INTEGER;
      return conditional<ResolvedLeaf>(
        binaryTerm<ResolvedLeaf>('<', node, constant(0)),
        binaryTerm<ResolvedLeaf>('+', node, constant(size)),
        node,
      );
    }) as Term;
  }

  never<T extends PlannedNever>(never: T): T {
    const premises = never.premises.map((each) => ({ ...each, condition: this.condition(each.condition) }));
    return { ...never, premises, condition: this.condition(never.condition) };
  }

  ltl(ltl: PlannedLtl): PlannedLtl {
    return { ...ltl, formula: this.formula(ltl.formula) };
  }

  private formula(formula: PlannedFormula): PlannedFormula {
    if (formula.kind === 'proposition') return { ...formula, condition: this.condition(formula.condition) };
    if ('operand' in formula) return { ...formula, operand: this.formula(formula.operand) };
    return { ...formula, left: this.formula(formula.left), right: this.formula(formula.right) };
  }
}
