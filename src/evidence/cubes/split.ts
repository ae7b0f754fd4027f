/**
 * Existential quantifiers taken out of a formula.
 *
 * A formula is equivalent to the disjunction of its *cases*: in each, some witnesses exist that satisfy all conjuncts.
 * Disjunctions are split only where an existential quantifier below them makes it necessary; others, and existential
 * quantifiers below universal ones, stay in the conjuncts. A case is what one obligation assumes about one formula: the
 * witnesses are processes of the obligation like any other.
 */
import type { Formula, Process } from '../../models/array-system/model.js';

export interface Witness {
  readonly variable: string;
  readonly excluded: readonly Process[];
}

/** `formula` holds, or does not when `sign` is false. */
interface Conjunct {
  readonly formula: Formula;
  readonly sign: boolean;
}

export interface Case {
  readonly witnesses: readonly Witness[];
  readonly conjuncts: readonly Conjunct[];
}

const NOTHING: Case = { witnesses: [], conjuncts: [] };

/** There is an existential quantifier that no universal one encloses. */
function hasWitness(formula: Formula, sign: boolean): boolean {
  if (formula.kind === 'and' || formula.kind === 'or') return formula.operands.some((each) => hasWitness(each, sign));
  if (formula.kind === 'not') return hasWitness(formula.operand, !sign);
  return (formula.kind === 'exists' && sign) || (formula.kind === 'forall' && !sign);
}

function both(left: readonly Case[], right: readonly Case[]): Case[] {
  return left.flatMap((a) =>
    right.map((b) => ({
      witnesses: [...a.witnesses, ...b.witnesses],
      conjuncts: [...a.conjuncts, ...b.conjuncts],
    })),
  );
}

export function cases(formula: Formula, sign = true): Case[] {
  if (formula.kind === 'not') return cases(formula.operand, !sign);
  if (formula.kind === 'and' || formula.kind === 'or') {
    if ((formula.kind === 'and') === sign) {
      return formula.operands.reduce<Case[]>((all, operand) => both(all, cases(operand, sign)), [NOTHING]);
    }
    if (!hasWitness(formula, sign)) return [{ witnesses: [], conjuncts: [{ formula, sign }] }];
    const plain = formula.operands.filter((operand) => !hasWitness(operand, sign));
    const rest = formula.operands.filter((operand) => hasWitness(operand, sign));
    const together: Case = { witnesses: [], conjuncts: [{ formula: { ...formula, operands: plain }, sign }] };
    return [...(plain.length > 0 ? [together] : []), ...rest.flatMap((operand) => cases(operand, sign))];
  }
  if (hasWitness(formula, sign) && (formula.kind === 'exists' || formula.kind === 'forall')) {
    const { variable, excluded } = formula;
    return both([{ witnesses: [{ variable, excluded }], conjuncts: [] }], cases(formula.body, sign));
  }
  return [{ witnesses: [], conjuncts: [{ formula, sign }] }];
}

/** The formula as a single case without witnesses, for instances whose quantifiers can be written out. */
export function wholeCase(formula: Formula): Case[] {
  return [{ witnesses: [], conjuncts: [{ formula, sign: true }] }];
}
