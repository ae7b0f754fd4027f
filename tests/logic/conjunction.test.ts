import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { Conjunction } from '../../src/logic/conjunction.js';
import type { LinearRelation } from '../../src/logic/linear.js';
import type { Literal, Literals } from '../../src/logic/literals.js';
import { INT } from '../../src/models/array-system/model.js';
import { cases } from '../support/size.js';
import { random } from './arithmetic-support.js';
import { and, atomsText, conjunctionText, Judge, not, xor } from './literals-smtlib.js';
import {
  type Atom,
  build,
  cellNumber,
  newLiterals,
  type PaletteShape,
  PROCESSES,
  randomAtoms,
  randomCell,
  randomPalette,
  remark,
  SEED,
  shuffled,
} from './random-literals.js';

afterAll(closeZ3);

/** Adds until something clashes: the normal form, or null. */
function normalForm(conjunction: Conjunction, list: Iterable<Literal>): Int32Array | null {
  conjunction.reset();
  for (const literal of list) if (!conjunction.add(literal)) return null;
  return conjunction.finish();
}

function isAscending(list: Int32Array): boolean {
  return list.every((literal, i) => literal >= 0 && (i === 0 || literal > (list[i - 1] as number)));
}

interface Family {
  readonly name: string;
  readonly count: number;
  readonly least: number;
  readonly most: number;
  readonly shape: PaletteShape;
}

const FAMILIES: readonly Family[] = [
  { name: 'all sorts', count: 290, least: 2, most: 10, shape: {} },
  {
    name: 'enumerations',
    count: 170,
    least: 3,
    most: 10,
    shape: { sorts: ['bool', 'triple', 'full', 'unit'], mostSorts: 2 },
  },
  { name: 'colourings', count: 130, least: 4, most: 12, shape: { sorts: ['triple'], mostCells: 7 } },
  { name: 'abstract values', count: 80, least: 3, most: 9, shape: { sorts: ['thing'], mostCells: 7 } },
  { name: 'processes', count: 210, least: 3, most: 9, shape: { sorts: ['proc'], mostCells: 5 } },
  { name: 'integers', count: 170, least: 2, most: 8, shape: { sorts: ['int'], mostCells: 4 } },
  { name: 'reals', count: 130, least: 2, most: 8, shape: { sorts: ['real'], mostCells: 4 } },
  { name: 'numbers of several sorts', count: 80, least: 4, most: 10, shape: { sorts: ['int', 'real', 'wide'] } },
  {
    name: 'bounds',
    count: 170,
    least: 3,
    most: 9,
    shape: { sorts: ['int', 'real'], mostCells: 4, mostSorts: 1, bounds: true },
  },
  { name: 'wide enumerations', count: 130, least: 3, most: 9, shape: { sorts: ['wide'], mostCells: 4 } },
];

/** Random conjunctions of a family, in normal form, with what Z3 should say about them. */
function askAbout(family: Family, literals: Literals, judge: Judge): void {
  const r = random(SEED + family.count);
  const conjunction = new Conjunction(literals);
  let possible = 0;
  for (let i = 0; i < cases(family.count); i++) {
    const atoms: Atom[] = randomAtoms(r, randomPalette(r, family.shape), family.least, family.most);
    const input = atoms.map((atom) => build(literals, atom));
    const text = atomsText(literals, atoms);
    const normal = normalForm(conjunction, input);
    expect(normalForm(conjunction, shuffled(r, input)), `${text} in another order`).toEqual(normal);
    judge.expect(normal === null ? 'unsat' : 'sat', text, `finish is ${normal === null ? 'null' : 'not null'}`);
    if (normal === null) continue;
    possible++;
    const after = conjunctionText(literals, normal);
    expect(isAscending(normal), `${normal.join(' ')}: ${after}`).toBe(true);
    judge.expect('unsat', xor(text, after), 'the normal form is equivalent');
    expect(normalForm(conjunction, normal), `${after} is its own normal form`).toEqual(normal);
  }
  // A generator whose conjunctions all have one verdict would test little.
  expect(possible).toBeGreaterThan(cases(family.count) / 10);
  expect(possible).toBeLessThan((cases(family.count) * 9) / 10);
  remark(`${family.name}: ${cases(family.count)} conjunctions, ${possible} of them satisfiable`);
}

describe('conjunctions', () => {
  for (const absolute of [false, true]) {
    const families = absolute ? FAMILIES.filter((f) => f.name === 'processes' || f.name === 'all sorts') : FAMILIES;
    for (const family of families) {
      it(`of ${family.name} agree with Z3${absolute ? ', with absolute names' : ''}`, async () => {
        const judge = new Judge();
        askAbout(family, newLiterals(absolute), judge);
        await judge.settle(absolute);
      });
    }
  }

  it('refuse a literal only when it contradicts what is there', async () => {
    const literals = newLiterals(false);
    const conjunction = new Conjunction(literals);
    const judge = new Judge();
    const r = random(SEED);
    while (judge.asked < cases(200)) {
      const palette = randomPalette(r, { sorts: ['bool', 'triple', 'full', 'int', 'proc'], mostCells: 2 });
      conjunction.reset();
      const held: Atom[] = [];
      for (const atom of randomAtoms(r, palette, 6, 12)) {
        const mark = conjunction.mark();
        if (conjunction.add(build(literals, atom))) held.push(atom);
        else {
          judge.expect('unsat', atomsText(literals, [...held, atom]), 'the added literal contradicts');
          conjunction.undo(mark);
        }
      }
      const normal = conjunction.finish();
      const text = atomsText(literals, held);
      if (normal !== null)
        judge.expect('unsat', xor(text, conjunctionText(literals, normal)), 'what was refused left no trace');
    }
    await judge.settle(false);
  });

  it('go back to a mark exactly', () => {
    const r = random(SEED);
    let restored = 0;
    for (let i = 0; i < cases(200); i++) {
      const literals = newLiterals(r.below(2) === 0);
      const conjunction = new Conjunction(literals);
      const palettes = Array.from({ length: 4 }, () => randomPalette(r, { mostSorts: 5 }));
      const held: Literal[] = [];
      const marks: { readonly mark: number; readonly length: number; readonly normal: Int32Array | null }[] = [];
      const fresh = () => normalForm(new Conjunction(literals), held);
      for (let step = 0; step < 30; step++) {
        if (marks.length > 0 && r.below(4) === 0) {
          const { mark, length, normal } = marks.splice(r.below(marks.length))[0] as (typeof marks)[number];
          conjunction.undo(mark);
          held.length = length;
          expect(conjunction.finish()).toEqual(normal);
          expect(fresh()).toEqual(normal);
          restored++;
        }
        if (r.below(3) === 0)
          marks.push({ mark: conjunction.mark(), length: held.length, normal: conjunction.finish() });
        // Cells that others use meanwhile: the arrays of masks have to grow now and then.
        for (let k = r.below(60); k > 0; k--) cellNumber(literals, randomCell(r, 'bool', PROCESSES));
        for (const atom of randomAtoms(r, r.pick(palettes), 0, 2)) {
          const mark = conjunction.mark();
          const literal = build(literals, atom);
          if (conjunction.add(literal)) held.push(literal);
          else conjunction.undo(mark);
        }
      }
      expect(conjunction.finish()).toEqual(fresh());
      conjunction.reset();
      expect(conjunction.finish()).toEqual(new Int32Array(0));
    }
    expect(restored).toBeGreaterThan(cases(200));
  });

  it('know the mask of a cell as it is narrowed', async () => {
    const literals = newLiterals(false);
    const conjunction = new Conjunction(literals);
    const judge = new Judge();
    const r = random(SEED);
    for (let i = 0; i < cases(150); i++) {
      const palette = randomPalette(r, { sorts: ['bool', 'triple', 'full'], mostSorts: 1, mostCells: 2 });
      const atoms = randomAtoms(r, palette, 1, 4).filter((atom) => atom.kind === 'member');
      conjunction.reset();
      if (!atoms.every((atom) => conjunction.add(build(literals, atom)))) continue;
      for (const atom of atoms) {
        const cell = build(literals, { ...atom, values: [0] });
        const number = literals.left[cell] as number;
        const known = literals.mask(number, conjunction.maskOf(number));
        const text = atomsText(literals, atoms);
        judge.expect('unsat', and(text, not(conjunctionText(literals, [known]))), 'the mask holds');
      }
    }
    await judge.settle(false);
  });

  describe('over numbers', () => {
    const literals = newLiterals(false);
    const [x, y] = [literals.choice(INT, 0), literals.choice(INT, 1)];
    const relate = (coefficients: bigint[], relation: LinearRelation, constant: bigint) =>
      literals.linear({
        variables: [x, y].filter((_, i) => coefficients[i] !== 0n),
        coefficients: coefficients.filter((c) => c !== 0n),
        relation,
        constant,
      });
    const normal = (...list: Literal[]) => normalForm(new Conjunction(literals), list);
    const sorted = (...list: Literal[]) => Int32Array.from(list).sort();

    it('say once what an equation and two bounds say', () => {
      const equation = relate([1n, -1n], '=', 0n);
      const bounds = [relate([1n, -1n], '<=', 0n), relate([-1n, 1n], '<=', 0n)];
      expect(normal(...bounds)).toEqual(sorted(equation));
      expect(normal(equation, ...bounds)).toEqual(sorted(equation));
    });

    it('use a value that two bounds give', () => {
      const value = relate([1n, 0n], '=', 3n);
      const bounds = [relate([1n, 0n], '<=', 3n), relate([-1n, 0n], '<=', -3n)];
      const sum = relate([1n, 1n], '<=', 5n);
      expect(normal(value, sum)).toEqual(sorted(value, relate([0n, 1n], '<=', 2n)));
      expect(normal(...bounds, sum)).toEqual(normal(value, sum));
      expect(normal(...bounds, relate([1n, 1n], '<=', 5n), relate([0n, -1n], '<=', -2n))).toEqual(
        sorted(value, relate([0n, 1n], '=', 2n)),
      );
    });
  });
});
