/** Predicates as text, and the text back again. */
import { describe, expect, it } from 'vitest';
import { flatten } from '../../../src/engines/predicates/flatten.js';
import { showPredicate } from '../../../src/engines/predicates/show.js';
import { and, atMost, constant, equal, not, or, scaled, sum, variable } from '../../../src/logic/integer/formula.js';
import { readText } from './support.js';

const VARIABLES = [
  { name: 'x', low: null, high: null },
  { name: 'P(1).y', low: null, high: null },
  { name: 'flag[0]', low: 0, high: 1, sort: { kind: 'bool' } as const },
  { name: 'colour', low: 0, high: 1, sort: { kind: 'enum', name: 'c', constructors: ['red', 'green'] } as const },
];
const [x, y, flag, colour] = [0, 1, 2, 3].map(variable) as [
  ReturnType<typeof variable>,
  ReturnType<typeof variable>,
  ReturnType<typeof variable>,
  ReturnType<typeof variable>,
];
const plus = (term: typeof x, number: number) => sum(term, constant(number));

describe('a predicate is written', () => {
  it.each([
    [equal(x, constant(3)), 'x == 3'],
    [not(equal(x, constant(3))), 'x != 3'],
    [atMost(x, constant(-2)), 'x <= -2'],
    [not(atMost(x, constant(-2))), 'x > -2'],
    [equal(x, y), 'x == P(1).y'],
    [equal(x, plus(y, 2)), 'x == P(1).y + 2'],
    [equal(plus(x, 2), y), 'x + 2 == P(1).y'],
    [atMost(x, y), 'x <= P(1).y'],
    [atMost(plus(x, 1), y), 'x < P(1).y'],
    [not(atMost(plus(x, 1), y)), 'x >= P(1).y'],
    [not(atMost(x, y)), 'x > P(1).y'],
    [atMost(x, plus(y, 4)), 'x <= P(1).y + 4'],
    [equal(sum(scaled(x, 2), y, 3), constant(7)), '2 * x + 3 * P(1).y == 7'],
    [equal(sum(x, y), constant(0)), 'x + P(1).y == 0'],
    [equal(flag, constant(1)), 'flag[0]'],
    [equal(flag, constant(0)), '!flag[0]'],
    [not(equal(flag, constant(0))), 'flag[0]'],
    [equal(colour, constant(1)), 'colour == green'],
    [and([equal(x, constant(0)), or([equal(flag, constant(1)), equal(x, y)])]), '(x == P(1).y || flag[0]) && x == 0'],
  ])('as in a program', (formula, text) => {
    expect(showPredicate(formula, VARIABLES)).toBe(text);
  });
});

it('is read again as the same predicate', () => {
  const declarations = `
    type c = red | green
    shared x: int = 0, flag[2]: bool = false, colour: c = red
    thread P(me: 0..1) { local y: int = 0
      y = x
      x = y
      flag[me] = true
      colour = green }
  `;
  const texts = ['x == 3', 'x + 2 == P(1).y', 'x < P(0).y', 'flag[0]', 'colour == green', 'x <= P(1).y + 4'];
  const { program, predicates } = readText(`${declarations} predicates { ${texts.join('; ')} }`);
  const flat = flatten(program);
  if ('refused' in flat) throw new Error(flat.refused);
  const { system, formula } = flat;
  const shown = predicates.map((condition) => showPredicate(formula(condition), system.variables));
  // `flag[0]` is `flag[0] != 0`, and shown as it is written.
  expect(shown).toEqual(texts);
});
