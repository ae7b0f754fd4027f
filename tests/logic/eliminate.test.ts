import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { eliminateChoice } from '../../src/logic/eliminate.js';
import type { Literal, Literals } from '../../src/logic/literals.js';
import { cases } from '../support/size.js';
import { random } from './arithmetic-support.js';
import {
  and,
  atomsText,
  cellText,
  disjunctionText,
  Judge,
  namesIn,
  not,
  sortOfName,
  sortText,
  valueText,
  xor,
} from './literals-smtlib.js';
import {
  build,
  type Cell,
  cellNumber,
  newLiterals,
  type PaletteShape,
  randomAtoms,
  randomPalette,
  remark,
  SEED,
  SORTS,
  sizeOf,
} from './random-literals.js';

afterAll(closeZ3);

/**
 * For some value of the cell: Z3 is slow with quantifiers, so it is spared them where finitely many values will do. Those
 * are the constructors of an enumeration; of an abstract sort the values of the other terms and one more; and in a dense
 * order without ends the other terms, something between any two of them, and something below and above them.
 */
function exists(literals: Literals, cell: Cell, body: string): string {
  const name = cellText(literals, cellNumber(literals, cell));
  const some = (values: readonly string[]) =>
    `(or ${values.map((value) => `(let ((${name} ${value})) ${body})`).join(' ')})`;
  if (sizeOf(cell.sort) > 0) {
    return some(Array.from({ length: sizeOf(cell.sort) }, (_, value) => valueText(cell.sort, value)));
  }
  const terms = [...namesIn(body)].filter((term) => term !== name && sortOfName(term) === cell.sort);
  // The one after the largest is like no other.
  if (cell.sort === 'thing') return some(['0', ...terms.flatMap((t) => [t, `(+ 1 ${t})`])]);
  if (cell.sort === 'proc') {
    const between = terms.flatMap((a, i) => terms.slice(i + 1).map((b) => `(/ (+ ${a} ${b}) 2.0)`));
    return some(['0.0', ...terms.flatMap((t) => [t, `(- ${t} 1.0)`, `(+ ${t} 1.0)`]), ...between]);
  }
  return `(exists ((${name} ${sortText(cell.sort)})) ${body})`;
}

const FAMILIES: readonly { name: string; count: number; shape: PaletteShape; least: number; most: number }[] = [
  {
    name: 'enumerations',
    count: 210,
    shape: { sorts: ['bool', 'triple', 'unit'], mostSorts: 1, mostCells: 3 },
    least: 1,
    most: 6,
  },
  {
    name: 'large enumerations',
    count: 40,
    shape: { sorts: ['full', 'wide'], mostSorts: 1, mostCells: 3 },
    least: 1,
    most: 6,
  },
  { name: 'abstract values', count: 100, shape: { sorts: ['thing'], mostCells: 3 }, least: 1, most: 6 },
  { name: 'processes', count: 210, shape: { sorts: ['proc'], mostCells: 3 }, least: 1, most: 6 },
  { name: 'numbers', count: 40, shape: { sorts: ['int', 'real'], mostSorts: 1, mostCells: 3 }, least: 1, most: 4 },
  {
    name: 'bounded numbers',
    count: 40,
    shape: { sorts: ['int', 'real'], mostSorts: 1, mostCells: 3, bounds: true },
    least: 1,
    most: 6,
  },
  {
    name: 'several sorts',
    count: 100,
    shape: { sorts: ['bool', 'triple', 'thing', 'proc', 'int', 'real'], mostSorts: 3, mostCells: 2 },
    least: 2,
    most: 8,
  },
];

describe('elimination of a choice', () => {
  for (const absolute of [false, true]) {
    const families = absolute ? FAMILIES.filter((f) => f.name === 'processes') : FAMILIES;
    for (const { name, count, shape, least, most } of families) {
      it(`is exact for ${name}${absolute ? ' with absolute names' : ''}`, async () => {
        const judge = new Judge();
        const quantified = new Judge();
        const r = random(SEED + count);
        let literals = newLiterals(absolute);
        let stays = 0;
        for (let i = 0; i < cases(count); i++) {
          // New tables now and then: numbers of cells, constraints and literals are then all small, and may be confused.
          if (i % 10 === 0) literals = newLiterals(absolute);
          const palette = randomPalette(r, { ...shape, choices: true });
          const choice = r.pick([...palette.cells.values()]).find((cell) => cell.choice !== null) as Cell;
          // Whoever calls has left out what is plainly true, and the whole conjunct when something is plainly false.
          const atoms = randomAtoms(r, palette, least, most).filter((atom) => build(literals, atom) >= 0);
          const conjunct = atoms.map((atom) => build(literals, atom));
          const cell = cellNumber(literals, choice);
          const result = eliminateChoice(literals, conjunct, cell);
          const before = atomsText(literals, atoms);
          const after = disjunctionText(literals, result);
          expect(
            result.flat().every((l) => l >= 0),
            after,
          ).toBe(true);
          if (mentions(literals, result, choice)) {
            stays++;
            judge.expect('unsat', xor(before, after), 'what keeps the choice is equivalent');
            continue;
          }
          judge.expect('unsat', and(before, not(after)), 'nothing is lost');
          quantified.expect('unsat', and(after, not(exists(literals, choice, before))), 'nothing is added');
        }
        expect(quantified.asked).toBeGreaterThan(0);
        remark(`${name}: ${stays} of ${cases(count)} keep the choice`);
        await judge.settle(absolute);
        await quantified.settle(
          absolute,
          name.includes('numbers') || name === 'several sorts' ? '(then qe smt)' : null,
        );
      });
    }
  }

  it('does not take a number of a linear literal for the cell', () => {
    for (const sort of ['thing', 'proc', 'triple'] as const) {
      const literals = newLiterals(false);
      // The choice is cell 0, and so is the second field of every linear literal; or cell 1, the number of a constraint.
      const [first, second] = [literals.choice(SORTS[sort], 0), literals.choice(SORTS[sort], 1)];
      const number = literals.choice(SORTS.int, 0);
      const atMost = (constant: bigint) =>
        literals.linear({ variables: [number], coefficients: [1n], relation: '<=', constant });
      const conjunct = [atMost(3n), atMost(4n)];
      expect([first, second]).toEqual([0, 1]);
      expect(eliminateChoice(literals, conjunct, first)).toEqual([conjunct]);
      expect(eliminateChoice(literals, conjunct, second)).toEqual([conjunct]);
    }
  });
});

function mentions(literals: Literals, conjuncts: readonly (readonly Literal[])[], choice: Cell): boolean {
  return disjunctionText(literals, conjuncts).includes(cellText(literals, cellNumber(literals, choice)));
}
