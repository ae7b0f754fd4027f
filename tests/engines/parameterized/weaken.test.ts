/** Weaker forms of numeric literals: each follows from the cube, and the ones that guesses need are among them. */
import { describe, expect, it } from 'vitest';
import { propertyOf } from '../../../src/engines/parameterized/plain/describe.js';
import { Weakening } from '../../../src/engines/parameterized/weaken.js';
import { Conjunction } from '../../../src/logic/conjunction.js';
import { Kind, type Literal, Literals } from '../../../src/logic/literals.js';
import { makeInstance } from '../../../src/memory/operational/state.js';
import { showFormula } from '../../../src/models/array-system/show.js';
import { systemOf } from '../../memory/operational/models.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { literalHolds, statesOf } from './worlds.js';

const SYSTEM = systemOf(`type t = A | B  const K : int  var T : int  var S : int  var X : t
  init { true } unsafe { X = A }`);
const literals = new Literals(SYSTEM, false);
const [K, T, S, X] = [0, 1, 2, 3].map((index) => literals.cell(index, [])) as [number, number, number, number];
const weakening = new Weakening(literals, new Conjunction(literals), (cell) => cell === K);

function linear(terms: readonly (readonly [number, number])[], relation: '=' | '<=' | '<>', constant: number): Literal {
  const sorted = [...terms].sort(([a], [b]) => a - b);
  return literals.linear({
    variables: sorted.map(([cell]) => cell),
    coefficients: sorted.map(([, k]) => BigInt(k)),
    relation,
    constant: BigInt(constant),
  });
}

function show(literal: Literal): string {
  const cube = { processes: 0, literals: Int32Array.of(literal), universals: [] };
  return showFormula(propertyOf(SYSTEM, literals, cube, null).formula, new Map());
}

const forms = (cube: readonly Literal[], literal: Literal) => weakening.formsOf(cube, literal).map(show);

describe('weaker forms', () => {
  it('of an equation are its two inequalities, the bound moved to 0', () => {
    const difference = linear(
      [
        [T, 1],
        [S, -1],
      ],
      '=',
      -3,
    );
    expect(forms([difference], difference)).toEqual(['T <= S', 'T <= S - 1', 'T <= S - 3', 'S <= T + 3', 'T = S - 3']);
  });

  it('leave out constants of the model where the cube says enough of them', () => {
    const sum = linear(
      [
        [T, 1],
        [K, 1],
      ],
      '<=',
      0,
    );
    const positive = linear([[K, -1]], '<=', -1);
    expect(forms([sum, positive], sum)[0]).toBe('T <= 0');
    expect(forms([sum], sum).some((form) => !form.includes('K'))).toBe(false);
  });

  it('of anything else are itself', () => {
    const mask = literals.mask(X, 1);
    const unequal = linear([[T, 1]], '<>', 2);
    expect(weakening.formsOf([mask, unequal], mask)).toEqual([mask]);
    expect(weakening.formsOf([mask, unequal], unequal)).toEqual([unequal]);
  });

  it('follow from the cube, the literal itself last', () => {
    const random = new Random(23);
    const instance = makeInstance(SYSTEM, 1);
    const states = statesOf(instance, 1000, random);
    let weaker = 0;
    for (let round = 0; round < cases(200, 40); round++) {
      const cube = Array.from({ length: random.between(1, 3) }, () => {
        const cells = random.shuffle([K, T, S]).slice(0, random.between(1, 3));
        const terms = cells.map((cell) => [cell, random.pick([-2, -1, 1, 1, 2])] as const);
        return linear(terms, random.pick(['=', '<=', '<=']), random.between(-3, 3));
      }).filter((l) => literals.kind[l] === Kind.linear);
      const inside = states.filter((state) => cube.every((l) => literalHolds({ literals, instance, state }, l, [])));
      for (const literal of cube) {
        const found = weakening.formsOf(cube, literal);
        expect(found.at(-1)).toBe(literal);
        expect(new Set(found).size).toBe(found.length);
        weaker += found.length - 1;
        for (const state of inside) {
          for (const form of found) expect(literalHolds({ literals, instance, state }, form, [])).toBe(true);
        }
      }
    }
    expect(weaker).toBeGreaterThan(sized(60, 300));
  });
});
