/** What the tests of `logic/ltl` share. */

import { parseLtl } from '../../../src/languages/ltl/parse.js';
import type { LtlFormula } from '../../../src/logic/ltl/formula.js';
import type { Formula } from '../../../src/logic/ltl/normal-form.js';
import { type Translation, translate } from '../../../src/logic/ltl/translate.js';

export function textToFormula(text: string): LtlFormula {
  const read = parseLtl(text);
  if (read.kind === 'fault') throw new Error(`${text}: ${read.message}`);
  return read.formula;
}

export function translated(formula: LtlFormula): Translation {
  const translation = translate(formula);
  if (translation.kind !== 'automaton') throw new Error(`too large: ${translation.what}`);
  return translation;
}

export const statesOf = (formula: LtlFormula) => translated(formula).automaton.states;

/** A normal form as a tree, so that it can be judged by the direct semantics. */
export function toTree(formula: Formula): LtlFormula {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return { kind: 'constant', value: formula.kind === 'true' };
    case 'literal': {
      const operand: LtlFormula = { kind: 'proposition', proposition: formula.proposition };
      return formula.positive ? operand : { kind: 'not', operand };
    }
    case 'and':
    case 'or': {
      const { kind } = formula;
      return formula.operands.map(toTree).reduce((left, right) => ({ kind, left, right }));
    }
    case 'next':
      return { kind: 'next', operand: toTree(formula.operand) };
    default:
      return { kind: formula.kind, left: toTree(formula.left), right: toTree(formula.right) };
  }
}
