/** Random formulas and random words for the tests of `logic/ltl`. */
import {
  binary,
  type LtlBinary,
  type LtlFormula,
  type LtlUnary,
  proposition,
  unary,
} from '../../../src/logic/ltl/formula.js';
import type { Lasso } from '../../judges/ltl-lasso.js';
import type { Random } from '../../random/random.js';

const UNARY: Readonly<Record<LtlUnary, number>> = { not: 3, next: 2, finally: 3, globally: 3 };
const BINARY: Readonly<Record<LtlBinary, number>> = {
  ...{ and: 4, or: 4, implies: 2, iff: 1 },
  ...{ until: 4, release: 3, weakUntil: 2, strongRelease: 1 },
};

/** A formula of exactly so many operators, before constants are worked in. */
export function randomFormula(random: Random, operators: number, propositions: number): LtlFormula {
  if (operators === 0) {
    if (random.chance(0.03)) return { kind: 'constant', value: random.chance(0.5) };
    return proposition(random.between(0, propositions - 1));
  }
  if (random.chance(0.4)) {
    return unary(random.weighted(UNARY), randomFormula(random, operators - 1, propositions));
  }
  const left = random.between(0, operators - 1);
  return binary(
    random.weighted(BINARY),
    randomFormula(random, left, propositions),
    randomFormula(random, operators - 1 - left, propositions),
  );
}

export function randomLasso(random: Random, propositions: number): Lasso {
  const letter = () => random.between(0, 2 ** propositions - 1);
  const prefix = Array.from({ length: random.between(0, 4) }, letter);
  return { prefix, cycle: Array.from({ length: random.between(1, 5) }, letter) };
}
