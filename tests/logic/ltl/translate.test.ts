import { describe, expect, it } from 'vitest';
import { binary, type LtlFormula, not, proposition, show, unary } from '../../../src/logic/ltl/formula.js';
import { translate, translateGeneralized } from '../../../src/logic/ltl/translate.js';
import { accepts, acceptsGeneralized, holdsOn } from '../../judges/ltl-lasso.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { randomFormula, randomLasso } from './random-ltl.js';
import { textToFormula, translated } from './support.js';

const FORMULAS = cases(500);
const SEED = 1;
const LASSOS = 20;

const conjunction = (count: number, make: (number: number) => LtlFormula) =>
  Array.from({ length: count }, (_, number) => make(number)).reduce((left, right) => binary('and', left, right));
const infinitelyOften = (number: number) => unary('globally', unary('finally', proposition(number)));

describe('an automaton accepts what satisfies the formula', () => {
  it(`${FORMULAS} random formulas and their negations, on random words`, () => {
    const random = new Random(SEED);
    let held = 0;
    for (let count = 0; count < FORMULAS; count++) {
      const propositions = random.between(1, 4);
      const formula = randomFormula(random, random.between(1, 14), propositions);
      const positive = translated(formula);
      const negative = translated(not(formula));
      for (let word = 0; word < LASSOS; word++) {
        const lasso = randomLasso(random, propositions);
        const holds = holdsOn(formula, lasso);
        const about = `${show(formula)} on ${JSON.stringify(lasso)}`;
        expect(accepts(positive.automaton, lasso), about).toBe(holds);
        expect(accepts(negative.automaton, lasso), `not ${about}`).toBe(!holds);
        expect(acceptsGeneralized(positive.generalized, lasso), about).toBe(holds);
        expect(acceptsGeneralized(negative.generalized, lasso), `not ${about}`).toBe(!holds);
        if (holds) held++;
      }
    }
    // Words that decide nothing would be no test.
    expect(held).toBeGreaterThan(FORMULAS * LASSOS * 0.3);
    expect(held).toBeLessThan(FORMULAS * LASSOS * 0.7);
  });
});

describe('strength', () => {
  const strengths = [
    ['F a', 'terminal'],
    ['a U (b && X c)', 'terminal'],
    ['G a', 'weak'],
    ['F G a', 'weak'],
    ['!(G (a -> F b))', 'weak'],
    ['G F a', 'general'],
    ['G (a -> F b)', 'general'],
  ] as const;
  it.each(strengths)('%s is %s', (text, strength) => {
    expect(translated(textToFormula(text)).strength).toBe(strength);
  });

  it('in a terminal automaton a reached accepting state decides', () => {
    const { automaton } = translated(textToFormula('F (a && X b)'));
    const [accepting] = [...automaton.accepting.keys()].filter((state) => automaton.accepting[state]);
    expect(accepting).toBeDefined();
    const random = new Random(5);
    const started = { ...automaton, initial: accepting as number };
    for (let count = 0; count < 20; count++) expect(accepts(started, randomLasso(random, 2))).toBe(true);
  });
});

describe('large formulas', () => {
  it('twelve fairness conditions are one state with sets, and thirteen without', () => {
    const { automaton, generalized } = translated(conjunction(12, infinitelyOften));
    expect([generalized.states, generalized.sets]).toEqual([1, 12]);
    expect(automaton.states).toBe(13);
  });

  it('the negation of many responses grows by one state each', () => {
    const response = (number: number) =>
      unary('globally', binary('implies', proposition(2 * number), unary('finally', proposition(2 * number + 1))));
    expect(translated(not(conjunction(15, response))).automaton.states).toBe(16);
  });

  it('too many states, transitions, sets or propositions are said', () => {
    const finallyEach = conjunction(12, (number) => unary('finally', proposition(number)));
    const failure = (what: string) => ({ kind: 'too-large', what });
    expect(translate(finallyEach, { states: 100, transitions: 10_000 })).toEqual(failure('states'));
    const limits = { states: 100, transitions: 100 };
    expect(translateGeneralized(conjunction(12, infinitelyOften), limits)).toEqual(failure('transitions'));
    expect(translate(unary('next', proposition(31)))).toEqual(failure('propositions'));
    let nested = proposition(0);
    for (let count = 1; count < 40; count++) {
      nested = binary('until', proposition(count % 31), count % 2 === 0 ? nested : unary('next', nested));
    }
    expect(translate(nested)).toEqual(failure('acceptance sets'));
  });

  it('very deep and very long formulas end in a value', () => {
    let deep = proposition(0);
    for (let count = 0; count < 50_000; count++) deep = unary('next', deep);
    expect(translate(deep)).toEqual({ kind: 'too-large', what: 'depth' });
    expect(translated(conjunction(20_000, (number) => proposition(number % 31))).automaton.states).toBe(2);
  });

  it('a proposition of a number that is too large may go away', () => {
    const idle = binary('or', proposition(40), not(proposition(40)));
    expect(translated(binary('and', idle, proposition(0))).automaton.states).toBe(2);
  });
});
