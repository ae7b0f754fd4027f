import { describe, expect, it } from 'vitest';
import { accepts, acceptsGeneralized, holdsOn } from '../../judges/ltl-lasso.js';
import { textToFormula } from './support.js';

// Bits: a is 1, b is 2 (in the order of the text).
const TRUTHS = [
  ['a', [1], [0], true],
  ['X a', [1], [0], false],
  ['X a', [], [0, 1], true],
  ['F a', [0, 0], [0, 0, 1], true],
  ['G F a', [1, 1], [0], false],
  ['G F a', [], [0, 1], true],
  ['F G a', [0], [1], true],
  ['a U b', [1, 1], [2], true],
  ['a U b', [1, 0], [2], false],
  ['a U b', [], [1], false],
  ['a W b', [], [1], true],
  ['a R b', [2, 3], [0], true],
  ['a R b', [2, 1], [2], false],
  ['a R b', [], [2], true],
  ['a M b', [], [2], false],
  ['a M b', [2, 3], [0], true],
  ['a <-> b', [3], [0], true],
  ['a -> b', [1], [0], false],
  // The walk must go round the cycle to what is before it in the list.
  ['X X X F a', [0], [0, 1, 0], true],
] as const;

describe('truth on a lasso', () => {
  it.each(TRUTHS)('%s on %j then %j for ever: %s', (text, prefix, cycle, expected) => {
    expect(holdsOn(textToFormula(text), { prefix, cycle })).toBe(expected);
  });
});

describe('acceptance of a lasso', () => {
  const loop = (positive: number, negative: number) => ({ from: 0, to: 0, positive, negative });

  it('by states', () => {
    // State 1 is entered with a, state 0 without: infinitely often a.
    const transitions = [0, 1].flatMap((from) => [
      { from, to: 1, positive: 1, negative: 0 },
      { from, to: 0, positive: 0, negative: 1 },
    ]);
    const automaton = { states: 2, initial: 0, transitions, accepting: [false, true] };
    expect(accepts(automaton, { prefix: [], cycle: [0, 1] })).toBe(true);
    expect(accepts(automaton, { prefix: [1, 1], cycle: [0] })).toBe(false);
  });

  it('by all sets of transitions, and by none', () => {
    const transitions = [
      { ...loop(1, 0), marks: 1 },
      { ...loop(2, 0), marks: 2 },
    ];
    const automaton = { states: 1, initial: 0, transitions, sets: 2 };
    expect(acceptsGeneralized(automaton, { prefix: [], cycle: [1, 2] })).toBe(true);
    expect(acceptsGeneralized(automaton, { prefix: [2], cycle: [1] })).toBe(false);
    expect(acceptsGeneralized(automaton, { prefix: [], cycle: [3] })).toBe(true);
    const unmarked = transitions.map((transition) => ({ ...transition, marks: 0 }));
    expect(acceptsGeneralized({ ...automaton, transitions: unmarked, sets: 0 }, { prefix: [2], cycle: [1] })).toBe(
      true,
    );
  });

  it('a run that ends does not accept', () => {
    const automaton = { states: 1, initial: 0, transitions: [{ ...loop(1, 0), marks: 0 }], sets: 0 };
    expect(acceptsGeneralized(automaton, { prefix: [], cycle: [1] })).toBe(true);
    expect(acceptsGeneralized(automaton, { prefix: [1, 1], cycle: [0] })).toBe(false);
  });
});
