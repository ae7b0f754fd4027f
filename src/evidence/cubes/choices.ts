/**
 * Choices: values that a cube says to exist.
 *
 * A search that goes back over a step which makes a variable arbitrary may keep the value as a constant that the model
 * does not have. In the cube it is existential. So the cube, where assumed, is read with an existential quantifier over
 * the values, and its negation with a universal one.
 */
import type { Formula, StateSymbol } from '../../models/array-system/model.js';
import { symbol } from '../solvers/smtlib.js';
import { accesses } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

export function choicesOf(formula: Formula, vocabulary: Vocabulary): StateSymbol[] {
  const choices = new Map<string, StateSymbol>();
  for (const { symbol: cell } of accesses(formula)) {
    if (vocabulary.isChoice(cell)) choices.set(vocabulary.cellName(cell, []), cell);
  }
  return [...choices.values()];
}

export function forAllChoices(choices: readonly StateSymbol[], fact: string, vocabulary: Vocabulary): string {
  return quantified('forall', choices, fact, vocabulary);
}

export function forSomeChoices(choices: readonly StateSymbol[], fact: string, vocabulary: Vocabulary): string {
  return quantified('exists', choices, fact, vocabulary);
}

function quantified(quantifier: string, choices: readonly StateSymbol[], fact: string, vocabulary: Vocabulary): string {
  if (choices.length === 0) return fact;
  const variables = choices.map((each) => `(${symbol(vocabulary.cellName(each, []))} ${vocabulary.sort(each.sort)})`);
  return `(${quantifier} (${variables.join(' ')}) ${fact})`;
}
