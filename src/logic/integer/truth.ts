/**
 * What a formula is where every variable has a value, for the inner loops: no function is made on the way, and a sum that
 * may have been rounded is told. Null: the truth hangs on such a sum.
 */
import type { Atom, Formula } from './formula.js';

/** Sums of absolute values up to here are exact. */
const EXACT = 2 ** 53;

export function truthOf(formula: Formula, values: Float64Array): boolean | null {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'atom':
      return atomTruth(formula, values);
    case 'not': {
      const truth = atomTruth(formula.operand, values);
      return truth === null ? null : !truth;
    }
  }
  const decisive = formula.kind === 'or';
  const { operands } = formula;
  let inexact = false;
  for (let i = 0; i < operands.length; i++) {
    const truth = truthOf(operands[i] as Formula, values);
    if (truth === decisive) return decisive;
    if (truth === null) inexact = true;
  }
  return inexact ? null : !decisive;
}

function atomTruth(atom: Atom, values: Float64Array): boolean | null {
  const { variables, coefficients, constant, relation } = atom;
  let sum = constant;
  let size = Math.abs(constant);
  for (let i = 0; i < variables.length; i++) {
    const product = (coefficients[i] as number) * (values[variables[i] as number] as number);
    sum += product;
    size += Math.abs(product);
  }
  if (size > EXACT) return null;
  return relation === '<=' ? sum <= 0 : sum === 0;
}
