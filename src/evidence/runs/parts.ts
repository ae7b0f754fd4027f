/**
 * What is asked of the runs of a program, as its judge sees it: automata of the runs that are not wanted, and what they see of a
 * state. Of a formula they are made here (`tableau.ts`); a DVE model gives its automaton itself, and that is the question.
 *
 * A formula is taken apart first: a conjunction holds if both sides do, and G (a and b) is G a and G b. Each part has few
 * propositions, and its automaton is small. This is the judge's own reading of the formula; that of the search is in
 * `models/program/temporal.ts`.
 */
import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import type { LtlFormula } from '../../logic/ltl/formula.js';
import type { StateExpression } from '../../models/program/model.js';
import type { TemporalProperty } from '../../models/program/temporal.js';
import { automatonAgainst } from './tableau.js';

/** No fair run has a word that the automaton accepts. */
export interface Part {
  readonly propositions: readonly StateExpression[];
  readonly automaton: GeneralisedBuchi;
}

const MOST_PROPOSITIONS = 31;

export function partsOf(property: TemporalProperty): readonly Part[] | { readonly refused: string } {
  if (property.formula === undefined) return property.questions();
  const { formula, propositions } = property.formula;
  const parts: Part[] = [];
  for (const part of conjuncts(formula)) {
    const used = [...new Set(propositionsIn(part))].sort((one, other) => one - other);
    const automaton =
      used.length > MOST_PROPOSITIONS
        ? null
        : automatonAgainst(changed(part, (proposition) => used.indexOf(proposition)));
    if (automaton === null) return { refused: 'the formula is too large for the checker: take it apart' };
    parts.push({ propositions: used.map((number) => propositions[number] as StateExpression), automaton });
  }
  return parts;
}

function conjuncts(formula: LtlFormula): LtlFormula[] {
  if (formula.kind === 'and') return [...conjuncts(formula.left), ...conjuncts(formula.right)];
  if (formula.kind === 'globally') return conjuncts(formula.operand).map((operand) => ({ kind: 'globally', operand }));
  return [formula];
}

function propositionsIn(formula: LtlFormula): number[] {
  if (formula.kind === 'proposition') return [formula.proposition];
  if (formula.kind === 'constant') return [];
  if ('operand' in formula) return propositionsIn(formula.operand);
  return [...propositionsIn(formula.left), ...propositionsIn(formula.right)];
}

/** With other numbers for the propositions. */
function changed(formula: LtlFormula, number: (proposition: number) => number): LtlFormula {
  if (formula.kind === 'proposition') return { ...formula, proposition: number(formula.proposition) };
  if (formula.kind === 'constant') return formula;
  if ('operand' in formula) return { ...formula, operand: changed(formula.operand, number) };
  return { ...formula, left: changed(formula.left, number), right: changed(formula.right, number) };
}
