/** What a formula of `logic/integer` says of values: written for the tests, apart from the prover's own evaluation. */
import { type Formula, termValue } from '../../src/logic/integer/formula.js';

/** What a formula is where every variable has a value. */
export function isTrue(formula: Formula, values: ArrayLike<number>): boolean {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'atom': {
      const value = termValue(formula, values);
      return formula.relation === '<=' ? value <= 0 : value === 0;
    }
    case 'not':
      return !isTrue(formula.operand, values);
    case 'and':
      return formula.operands.every((operand) => isTrue(operand, values));
    case 'or':
      return formula.operands.some((operand) => isTrue(operand, values));
  }
}
