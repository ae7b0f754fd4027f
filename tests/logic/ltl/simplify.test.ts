import { describe, expect, it } from 'vitest';
import { type LtlFormula, show } from '../../../src/logic/ltl/formula.js';
import { Implication } from '../../../src/logic/ltl/implication.js';
import { Formulas } from '../../../src/logic/ltl/normal-form.js';
import { isObligation } from '../../../src/logic/ltl/obligation.js';
import { Simplifier } from '../../../src/logic/ltl/simplify.js';
import { holdsOn } from '../../judges/ltl-lasso.js';
import { Random } from '../../random/random.js';
import { cases, least } from '../../support/size.js';
import { randomFormula, randomLasso } from './random-ltl.js';
import { textToFormula, toTree } from './support.js';

/** The names must come in the same order on both sides. */
const EQUAL = [
  ['F F a', 'F a'],
  ['G F G F a', 'G F a'],
  ['G F a || G F b', 'G F (a || b)'],
  ['F G a && F G b', 'F G (a && b)'],
  ['X G F a', 'G F a'],
  ['F X a', 'X F a'],
  ['F (a U b)', 'F (false && a || b)'],
  ['a U (a U b)', 'a U b'],
  ['(a U b) U b', 'a U b'],
  ['a && (a || b)', 'a'],
  ['G a && G b', 'G (a && b)'],
  ['F a || F b', 'F (a || b)'],
  ['X a && X b', 'X (a && b)'],
  ['(X a) U (X b)', 'X (a U b)'],
  ['(a U b) && (c U b)', '(a && c) U b'],
  ['F (a && G F b)', 'F a && G F b'],
  ['G (a || G F b)', 'G a || G F b'],
  ['G F (a && F b)', 'G F a && G F b'],
  ['G a || (a U b)', 'a W b'],
  ['F a && (a R b)', 'false && a || b U (a && b)'],
  ['G a || F (!a && F b)', '(!a && F b) R (a || F b)'],
  ['G a && F !a', 'false'],
  ['!a U a', 'F a'],
] as const;

/** Where a rule misses its condition by little. */
const NEAR = [
  '(c R a) || (a U b)',
  '(c U a) && (a R b)',
  'G a || F (!a && b)',
  'F a && G (!a || b)',
  'F a && F b',
  'G a || G b',
  '(a U b) U (b || c)',
  '(a || b) U c',
  'F (a && F b)',
  'G (a || F b)',
  'G F (a && G b)',
  'F G (a || F b)',
  'a U (b && F c)',
  'a U (b || G c)',
  'a U (c U b)',
  'X (a && F b)',
  'F (a || X b) && G (a && X F c)',
  '(a U b) || (c U b)',
  '(a U b) && (a U c)',
];

/** Two operators over parts that are often the same or opposite, as the left sides of rules are. */
function likeARule(random: Random): LtlFormula {
  const part = () => random.pick(['a', 'b', '!a', '!b', 'F b', 'G b', 'G F a', 'X a', '(a && F b)', '(!a || G b)']);
  const inner = () => {
    const join = random.pick(['&&', '||']);
    const body = random.chance(0.5) ? part() : `(${part()} ${join} ${part()})`;
    if (random.chance(0.5)) return `(${random.pick(['G', 'F', 'X', 'G F', 'F G'])} ${body})`;
    return `(${part()} ${random.pick(['U', 'R', 'W', 'M'])} ${body})`;
  };
  return textToFormula(`${inner()} ${random.pick(['&&', '||', 'U', 'R'])} ${inner()}`);
}

describe('rules', () => {
  it.each(EQUAL)('%s is %s', (left, right) => {
    const formulas = new Formulas();
    const simplifier = new Simplifier(formulas);
    const simple = (text: string) => {
      const named = textToFormula(`(a <-> a) && (b <-> b) && (c <-> c) -> (${text})`);
      return simplifier.simplify(formulas.fromFormula(named));
    };
    expect(simple(left)).toBe(simple(right));
  });

  it.each(NEAR)('keep the meaning of %s, which is almost one of them', (text) => {
    const random = new Random(23);
    const formulas = new Formulas();
    const formula = textToFormula(text);
    const simple = toTree(new Simplifier(formulas).simplify(formulas.fromFormula(formula)));
    for (let word = 0; word < 200; word++) {
      const lasso = randomLasso(random, 3);
      expect(holdsOn(simple, lasso), JSON.stringify(lasso)).toBe(holdsOn(formula, lasso));
    }
  });

  it('keep the meaning, on random formulas and words', () => {
    const random = new Random(21);
    for (let count = 0; count < cases(3_000, 600); count++) {
      const formula = count % 3 === 0 ? randomFormula(random, random.between(1, 12), 3) : likeARule(random);
      const formulas = new Formulas();
      const normal = formulas.fromFormula(formula);
      const parts = [
        [normal, true],
        [formulas.negate(normal), false],
        [new Simplifier(formulas).simplify(normal), true],
      ] as const;
      for (let word = 0; word < 8; word++) {
        const lasso = randomLasso(random, 3);
        const holds = holdsOn(formula, lasso);
        for (const [part, same] of parts) expect(holdsOn(toTree(part), lasso) === same, show(formula)).toBe(holds);
      }
    }
  });
});

describe('implication', () => {
  it('is never claimed where a word contradicts it', () => {
    const random = new Random(22);
    let found = 0;
    for (let count = 0; count < cases(4_000); count++) {
      const [a, b] = [randomFormula(random, random.between(0, 5), 2), randomFormula(random, random.between(0, 5), 2)];
      const formulas = new Formulas();
      const implies = new Implication(formulas).implies(formulas.fromFormula(a), formulas.fromFormula(b));
      if (!implies) continue;
      found++;
      for (let word = 0; word < 10; word++) {
        const lasso = randomLasso(random, 2);
        expect(!holdsOn(a, lasso) || holdsOn(b, lasso), `${show(a)} implies ${show(b)}`).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(least(200));
  });

  it('finds what the papers name', () => {
    const formulas = new Formulas();
    const of = (text: string) => formulas.fromFormula(textToFormula(`(a || !a) && (b || !b) && (${text})`));
    const implication = new Implication(formulas);
    expect(implication.implies(of('G a'), of('a'))).toBe(true);
    expect(implication.implies(of('G a'), of('X a'))).toBe(true);
    expect(implication.implies(of('a U b'), of('F b'))).toBe(true);
    expect(implication.implies(of('X b'), of('F b'))).toBe(true);
    expect(implication.implies(of('F b'), of('a U b'))).toBe(false);
  });
});

describe('obligations by their form', () => {
  it.each([
    ['G a', true],
    ['F a', true],
    ['G a || F b', true],
    ['a W (b && F a)', true],
    ['a U (b && X F a)', true],
    ['G F a', false],
    ['G (a -> F b)', false],
    ['F G a', false],
  ])('%s: %s', (text, expected) => {
    expect(isObligation(new Formulas().fromFormula(textToFormula(text)))).toBe(expected);
  });
});
