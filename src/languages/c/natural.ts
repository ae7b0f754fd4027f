/**
 * Numbers without sign in properties. A value beyond 2^31 is kept as a negative number (`lower/arithmetic.ts`), and a property
 * means the value: what it reads of such a variable is turned around first. Compared with a small number, as most are, it is
 * enough to look at the sign. Of 64 bits the greatest number that is exact stands for all beyond; an engine whose numbers are
 * words says that they do not fit where it comes to one, and the answer is `unknown`.
 */
import { binary, bottomUp, conditional, constant, isLeaf } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { BinaryOperator, Tree } from '../../models/program/model.js';
import type { PlannedFormula, PlannedLtl, PlannedNever, Resolved, ResolvedLeaf } from '../program/plan.js';
import { isNatural } from './types.js';
import type { SharedDraft } from './unit.js';

const TURNED: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

export class Naturals {
  constructor(private readonly drafts: readonly SharedDraft[]) {}

  condition(term: Resolved): Resolved {
    /** What was turned around, by what came of it. */
    const turned = new Map<unknown, Tree<ResolvedLeaf>>();
    return bottomUp<ResolvedLeaf>(term, (node) => {
      if (node.kind === 'binary') {
        const [left, right] = [turned.get(node.left), turned.get(node.right)];
        const opposite = TURNED[node.operator];
        if (opposite === undefined) return node;
        if (left !== undefined && isSmall(node.right)) return compared(node.operator, left, node.right);
        if (right !== undefined && isSmall(node.left)) return compared(opposite, right, node.left);
        return node;
      }
      if (!isLeaf(node) || node.kind !== 'shared') return node;
      const type = this.drafts[node.variable]?.leaf.type;
      if (type?.kind !== 'integer' || !isNatural(type)) return node;
      const value = type.bits === 32 ? binary<ResolvedLeaf>('>>>', node, constant(0)) : ofLong(node);
      turned.set(value, node);
      return value;
    }) as Resolved;
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

/** What is kept is what is meant. */
function isSmall(term: Tree<ResolvedLeaf>): boolean {
  return term.kind === 'constant' && term.value >= 0 && term.value < 2 ** 31;
}

/** A negative number is beyond every small one. */
function compared(operator: BinaryOperator, kept: Tree<ResolvedLeaf>, small: Tree<ResolvedLeaf>): Tree<ResolvedLeaf> {
  const test = binaryTerm<ResolvedLeaf>(operator, kept, small);
  const isBeyond = binaryTerm<ResolvedLeaf>('<', kept, constant(0));
  if (operator === '<' || operator === '<=') {
    return binaryTerm<ResolvedLeaf>('&&', binaryTerm<ResolvedLeaf>('>=', kept, constant(0)), test);
  }
  return operator === '>' || operator === '>=' ? binaryTerm<ResolvedLeaf>('||', isBeyond, test) : test;
}

function ofLong(kept: Tree<ResolvedLeaf>): Tree<ResolvedLeaf> {
  return conditional<ResolvedLeaf>(
    binaryTerm<ResolvedLeaf>('<', kept, constant(0)),
    binaryTerm<ResolvedLeaf>('+', kept, constant(Number.MAX_SAFE_INTEGER)),
    kept,
  );
}
