/** Merging the members of a disjunction changes nothing but its length. */
import { describe, expect, it } from 'vitest';
import { mergeAlternatives } from '../../../src/engines/parameterized/merge.js';
import { type Literal, Literals } from '../../../src/logic/literals.js';
import { type Instance, makeInstance, type State } from '../../../src/memory/operational/state.js';
import { systemOf } from '../../memory/operational/models.js';
import { Random } from '../../random/random.js';
import { cases, sized } from '../../support/size.js';
import { literalHolds, statesOf } from './worlds.js';

const SYSTEM = systemOf(`type t = A | B | C  var X : t  var Y : t  var Z : bool  var N : int
  init { true } unsafe { X = A }`);

const literals = new Literals(SYSTEM, false);
const cell = (index: number) => literals.cell(index, []);
const below = (constant: bigint) =>
  literals.linear({ variables: [cell(3)], coefficients: [1n], relation: '<=', constant });

function holdsIn(instance: Instance, state: State, disjunction: readonly Literal[][]): boolean {
  return disjunction.some((c) => c.every((l) => literalHolds({ literals, instance, state }, l, [])));
}

describe('merging', () => {
  it('joins conjunctions that differ in one mask', () => {
    const [x, y] = [cell(0), cell(1)];
    const both = [
      [literals.mask(x, 0b001), literals.mask(y, 0b010)],
      [literals.mask(x, 0b100), literals.mask(y, 0b010)],
    ];
    expect(mergeAlternatives(literals, both)).toEqual([[literals.mask(x, 0b101), literals.mask(y, 0b010)]]);
  });

  it('says nothing of a cell once all values are there', () => {
    const [x, y] = [cell(0), cell(1)];
    const all = [0b001, 0b010, 0b100].map((mask) => [literals.mask(x, mask), literals.mask(y, 0b011)]);
    expect(mergeAlternatives(literals, all)).toEqual([[literals.mask(y, 0b011)]]);
  });

  it('keeps apart what differs in two masks, or in other literals', () => {
    const [x, y] = [cell(0), cell(1)];
    const two = [
      [literals.mask(x, 0b001), literals.mask(y, 0b001)],
      [literals.mask(x, 0b010), literals.mask(y, 0b010)],
    ];
    expect(mergeAlternatives(literals, two)).toHaveLength(2);
    const other = [
      [literals.mask(x, 0b001), below(1n)],
      [literals.mask(x, 0b010), below(2n)],
    ];
    expect(mergeAlternatives(literals, other)).toHaveLength(2);
  });

  it('is an equivalence, and never longer', () => {
    const random = new Random(17);
    const instance = makeInstance(SYSTEM, 1);
    const states = statesOf(instance, 1000, random);
    let shorter = 0;
    for (let round = 0; round < cases(400, 80); round++) {
      const disjunction = Array.from({ length: random.between(1, 6) }, () =>
        Array.from({ length: random.between(0, 4) }, () => {
          const which = random.between(0, 6);
          if (which > 4) return below(BigInt(random.between(0, 1)));
          const at = which % 3;
          return literals.mask(cell(at), at === 2 ? random.between(1, 2) : random.between(1, 6));
        }),
      );
      const merged = mergeAlternatives(literals, disjunction);
      expect(merged.length).toBeLessThanOrEqual(disjunction.length);
      if (merged.length < disjunction.length) shorter++;
      for (const state of states) {
        expect(holdsIn(instance, state, merged)).toBe(holdsIn(instance, state, disjunction));
      }
    }
    expect(shorter).toBeGreaterThan(sized(20, 100));
  });
});
