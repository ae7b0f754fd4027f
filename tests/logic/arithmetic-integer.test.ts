import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { satisfiable } from '../../src/logic/arithmetic.js';
import { withoutEqualities } from '../../src/logic/arithmetic-equalities.js';
import { integersSatisfiable } from '../../src/logic/arithmetic-integer.js';
import { reducedColumns } from '../../src/logic/arithmetic-lattice.js';
import { type LinearConstraint, type LinearRelation, linearConstraint } from '../../src/logic/linear.js';
import { rational } from '../../src/logic/rational.js';
import { isInteger, type Random, random, randomConjunction, smtConjunction, verdicts } from './arithmetic-support.js';

afterAll(closeZ3);

/** Decides without the first attempt by plain branching: bounds and lattice reduction must do all the work. */
function decideByReduction(constraints: readonly LinearConstraint[]): boolean {
  const open = withoutEqualities(constraints, true);
  if (open === null) return false;
  const answer = integersSatisfiable(open, 0);
  return typeof answer === 'boolean' ? answer : decideByReduction(answer);
}

function constraint(row: readonly number[], relation: LinearRelation, constant: number): LinearConstraint[] {
  const summands = row.map((coefficient, variable) => ({ variable, coefficient: rational(coefficient) }));
  const form = linearConstraint(summands, relation, rational(constant), true);
  return typeof form === 'boolean' ? [] : [form];
}

/**
 * A small body around a point that is not integral, in `bounded` variables, times all values of the others, seen in
 * random other coordinates: the relaxation is satisfiable and mostly unbounded, integers are often not to be found.
 */
function slicedBody(r: Random, dimension: number, bounded: number, rows: number, further: number): LinearConstraint[] {
  const change: number[][] = Array.from({ length: dimension }, (_, i) =>
    Array.from({ length: dimension }, (_, j) => (i === j ? 1 : 0)),
  );
  for (let k = 0; k < 3 * dimension; k++) {
    const [i, j, factor] = [r.below(dimension), r.below(dimension), r.between(-2, 2)];
    if (i === j) continue;
    const source = change[j] as number[];
    change[i] = (change[i] as number[]).map((x, c) => x + factor * (source[c] as number));
  }
  const seen = (row: readonly number[]): number[] =>
    Array.from({ length: dimension }, (_, j) =>
      row.reduce((s, x, i) => s + x * ((change[i] as number[])[j] as number), 0),
    );
  const center = Array.from({ length: bounded }, () => r.between(-20, 20) / 7 + 1 / 13);
  const body = Array.from({ length: rows }, () => {
    const row = center.map(() => r.between(-9, 9));
    const edge = Math.ceil(row.reduce((s, x, i) => s + x * (center[i] as number), 0)) + (r.below(4) === 0 ? 1 : 0);
    return constraint(seen([...row, ...new Array<number>(dimension - bounded).fill(0)]), '<=', edge);
  });
  const others = Array.from({ length: further }, () => {
    const row = Array.from({ length: dimension }, () => r.between(-4, 4));
    return constraint(seen(row), r.pick(['<=', '<>', '<>']), r.between(-6, 6));
  });
  return [...body, ...others].flat();
}

describe('integers without plain branching', () => {
  it('Z3 agrees on random conjunctions', async () => {
    const r = random(5);
    const shape = { base: 0, variables: 4, constraints: 7, coefficient: 5, summands: 3, constant: 9 } as const;
    const conjunctions = Array.from({ length: 100 }, () => randomConjunction(r, shape));
    const expected = await verdicts(conjunctions.map(smtConjunction));
    expect(conjunctions.map((c) => (decideByReduction(c) ? 'sat' : 'unsat'))).toEqual(expected);
  });

  it.each([
    [1, 3, 2, 1],
    [2, 4, 6, 0],
    [2, 4, 6, 2],
    [3, 5, 9, 0],
    [3, 3, 9, 1],
  ])('Z3 agrees on thin bodies with %i bounded directions of %i', async (bounded, dimension, rows, further) => {
    const r = random(bounded * 10 + further);
    const conjunctions = Array.from({ length: 20 }, () => slicedBody(r, dimension, bounded, rows, further));
    const expected = await verdicts(conjunctions.map(smtConjunction));
    conjunctions.forEach((c, i) => {
      expect(satisfiable(c, isInteger), smtConjunction(c)).toBe(decideByReduction(c));
      // Z3 may give up on these.
      if (expected[i] !== 'unknown')
        expect(decideByReduction(c) ? 'sat' : 'unsat', smtConjunction(c)).toBe(expected[i]);
    });
    expect(expected.filter((e) => e === 'unknown').length).toBeLessThan(10);
  });
});

/**
 * The largest number that is not a sum of the given coprime numbers. The least sum in each residue class of the first
 * number, one other number after the other (Böcker and Lipták, A Fast and Simple Algorithm for the Money Changing Problem).
 */
function frobenius([first = 1, ...others]: readonly number[]): number {
  const least = new Array<number>(first).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (const other of others) {
    const cycles = divisor(first, other);
    for (let start = 0; start < cycles; start++) {
      // Twice around: the first time reaches the least sum of the cycle, wherever that is.
      let sum = Number.POSITIVE_INFINITY;
      for (let step = 0, residue = start; step < (2 * first) / cycles; step++, residue = (residue + other) % first) {
        sum = Math.min(sum + other, least[residue] as number);
        least[residue] = sum;
      }
    }
  }
  return Math.max(...least) - first;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

function coins(numbers: readonly number[], sum: number): LinearConstraint[] {
  const nonNegative = numbers.map((_, i) =>
    constraint(
      numbers.map((_, j) => (i === j ? -1 : 0)),
      '<=',
      0,
    ),
  );
  return [constraint(numbers, '=', sum), ...nonNegative].flat();
}

describe('sums of coins', () => {
  it.each([
    [[6, 9, 20]],
    [[31, 37, 41]],
    [[101, 113, 127, 131]],
    // Made to be hard for branch and bound (Aardal and Lenstra, Hard equality constrained integer knapsacks).
    [[12223, 12224, 36674, 61119, 85569]],
    [[12228, 36679, 36682, 48908, 61139, 73365]],
    [[12137, 24269, 36405, 36407, 48545, 60683]],
    [[13211, 13212, 39638, 52844, 66060, 79268, 92482]],
    [[13429, 26850, 26855, 40280, 40281, 53711, 53714, 67141]],
  ])('%j: the largest impossible sum is impossible, the next ones are not', (numbers) => {
    const largest = frobenius(numbers);
    expect(satisfiable(coins(numbers, largest), isInteger)).toBe(false);
    for (const more of [1, 2, 3]) expect(satisfiable(coins(numbers, largest + more), isInteger)).toBe(true);
  });
});

function determinant(matrix: readonly (readonly bigint[])[]): bigint {
  if (matrix.length === 0) return 1n;
  const [first = [], ...rest] = matrix;
  return first.reduce((sum, entry, j) => {
    const minor = rest.map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? 1n : -1n) * entry * determinant(minor);
  }, 0n);
}

describe('lattice reduction', () => {
  const product = (a: readonly bigint[], b: readonly bigint[]): bigint =>
    a.reduce((s, x, i) => s + x * (b[i] as bigint), 0n);

  it('changes columns unimodularly and makes them short', () => {
    const r = random(3);
    for (let round = 0; round < 50; round++) {
      const size = r.between(1, 5);
      // Each column carries its unit vector along, which thereby records the change.
      const columns = Array.from({ length: size }, (_, j) => [
        ...Array.from({ length: 5 }, () => BigInt(r.between(-50, 50))),
        ...Array.from({ length: size }, (_, i) => (i === j ? 1n : 0n)),
      ]);
      const reduced = reducedColumns(columns, 5);
      if (reduced.length < size) continue;
      const change = reduced.map((column) => column.slice(5));
      expect(determinant(change) ** 2n).toBe(1n);
      for (const column of reduced) {
        const sums = Array.from({ length: 5 }, (_, i) =>
          product(
            column.slice(5),
            columns.map((c) => c[i] as bigint),
          ),
        );
        expect(column.slice(0, 5)).toEqual(sums);
      }
      const volume = determinant(columns.map((a) => columns.map((b) => product(a.slice(0, 5), b.slice(0, 5)))));
      const lengths = reduced.reduce((p, c) => p * product(c.slice(0, 5), c.slice(0, 5)), 1n);
      // The bound of Lenstra, Lenstra and Lovász on the product of the lengths, squared.
      expect(lengths <= 2n ** BigInt((size * (size - 1)) / 2) * volume).toBe(true);
    }
  });

  it('drops columns that depend on the others', () => {
    const reduced = reducedColumns(
      [
        [2n, 4n],
        [3n, 6n],
        [5n, 10n],
      ],
      2,
    );
    expect(reduced.map((column) => product(column, column))).toEqual([5n]);
    expect(reducedColumns([[0n, 0n]], 2)).toEqual([]);
  });
});
