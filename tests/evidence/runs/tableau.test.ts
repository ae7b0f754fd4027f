import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/evidence/runs/parts.js';
import { automatonAgainst } from '../../../src/evidence/runs/tableau.js';
import { show } from '../../../src/logic/ltl/formula.js';
import { formulaProperty } from '../../../src/models/program/temporal.js';
import { acceptsGeneralized, holdsOn } from '../../judges/ltl-lasso.js';
import { randomFormula, randomLasso } from '../../logic/ltl/random-ltl.js';
import { textToFormula } from '../../logic/ltl/support.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

const FORMULAS = cases(300);
const LASSOS = 20;

describe('the automaton against a formula', () => {
  it(`accepts the words in which it is false: ${FORMULAS} random formulas`, () => {
    const random = new Random(11);
    let [held, large] = [0, 0];
    for (let count = 0; count < FORMULAS; count++) {
      const propositions = random.between(1, 4);
      const formula = randomFormula(random, random.between(1, 9), propositions);
      const automaton = automatonAgainst(formula);
      if (automaton === null) large++;
      for (let word = 0; automaton !== null && word < LASSOS; word++) {
        const lasso = randomLasso(random, propositions);
        const accepted = acceptsGeneralized({ ...automaton, initial: 0 }, lasso);
        const holds = holdsOn(formula, lasso);
        expect(accepted, `${show(formula)} on ${JSON.stringify(lasso)}`).toBe(!holds);
        if (holds) held++;
      }
    }
    expect(large).toBeLessThan(FORMULAS / 10);
    expect(held).toBeGreaterThan(FORMULAS * LASSOS * 0.3);
    expect(held).toBeLessThan(FORMULAS * LASSOS * 0.7);
  });

  it('is small for what people ask', () => {
    const states = (text: string) => automatonAgainst(textToFormula(text))?.states;
    expect(states('G (a -> F b)')).toBe(2);
    expect(states('G F a')).toBe(2);
    expect(states('F a')).toBe(1);
    expect(states('(G F a && G F b) -> G (c -> F d)')).toBeLessThan(12);
  });

  it('is given up when it is too large', () => {
    const many = Array.from({ length: 14 }, (_, k) => `F (p${k} && X X p${k})`).join(' && ');
    expect(automatonAgainst(textToFormula(`!(${many})`))).toBeNull();
  });
});

describe('the parts of a property', () => {
  const partsFor = (text: string) => {
    const TRUE = { kind: 'constant', value: 1 } as const;
    const parts = partsOf(formulaProperty('p', text, textToFormula(text), Array(8).fill(TRUE)));
    if ('refused' in parts) throw new Error(parts.refused);
    return parts;
  };

  it('are its conjuncts, also under G', () => {
    expect(partsFor('G (a -> F b) && G F a && X b')).toHaveLength(3);
    expect(partsFor('G ((a -> F b) && (F a && G b))')).toHaveLength(3);
    expect(partsFor('F (a && b)')).toHaveLength(1);
  });

  it('see the propositions that they name, and no others', () => {
    expect(partsFor('G (a && (b || c))').map(({ propositions }) => propositions.length)).toEqual([1, 2]);
  });
});
