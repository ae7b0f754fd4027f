/**
 * Reduced bases of integer lattices (Lenstra, Lenstra, Lovász), in integers only (de Weger; Cohen, A Course in
 * Computational Algebraic Number Theory, algorithm 2.6.7).
 *
 * For integer programming: if the rows of A are bounded on a polyhedron, replacing x by U*z for a unimodular U that makes
 * the columns of A*U short and nearly orthogonal gives the polyhedron a shape that branching handles in few steps, even
 * where it was long and thin (Krishnamoorthy and Pataki, Column basis reduction and decomposable knapsack problems). The
 * columns that become zero belong to variables on which nothing depends. Soundness needs only that each step is
 * unimodular: a swap of two columns, or adding an integer multiple of one to another.
 */
import { floorDivide } from './linear.js';

type Column = bigint[];

/** column -= factor * other */
function subtract(column: Column, factor: bigint, other: Column): void {
  if (factor === 0n) return;
  for (let i = 0; i < column.length; i++) column[i] = (column[i] as bigint) - factor * (other[i] as bigint);
}

/** Echelon form by Euclid's algorithm on columns; keeps the columns that are not zero on the first `measured` entries. */
function independent(columns: readonly Column[], measured: number): Column[] {
  const rest = columns.map((column) => column.slice());
  const kept: Column[] = [];
  for (let row = 0; row < measured; row++) {
    for (;;) {
      const present = rest.filter((column) => column[row] !== 0n);
      if (present.length === 0) break;
      const pivot = present.reduce((a, b) => (squared(b, row) < squared(a, row) ? b : a));
      if (present.length === 1) {
        kept.push(pivot);
        rest.splice(rest.indexOf(pivot), 1);
        break;
      }
      for (const column of present) {
        if (column !== pivot) subtract(column, (column[row] as bigint) / (pivot[row] as bigint), pivot);
      }
    }
  }
  return kept;
}

function squared(column: Column, row: number): bigint {
  return (column[row] as bigint) ** 2n;
}

/**
 * A unimodular change of the columns, without those that become zero on the first `measured` entries; lengths are
 * measured on these entries only, the others just go along.
 */
export function reducedColumns(columns: readonly (readonly bigint[])[], measured: number): bigint[][] {
  const basis = independent(columns as Column[], measured);
  const count = basis.length;
  const product = (a: Column, b: Column): bigint => {
    let sum = 0n;
    for (let i = 0; i < measured; i++) sum += (a[i] as bigint) * (b[i] as bigint);
    return sum;
  };
  // Gram-Schmidt in integers: determinant(i) of the first i vectors, and mu(i, j) = lambda[i][j] / determinant(j + 1).
  const determinants: bigint[] = [1n];
  const determinant = (i: number): bigint => determinants[i] as bigint;
  const lambda: bigint[][] = [];
  const entry = (i: number, j: number): bigint => (lambda[i] as bigint[])[j] as bigint;
  for (let k = 0; k < count; k++) {
    lambda[k] = [];
    for (let j = 0; j <= k; j++) {
      let u = product(basis[k] as Column, basis[j] as Column);
      for (let i = 0; i < j; i++) u = (determinant(i + 1) * u - entry(k, i) * entry(j, i)) / determinant(i);
      if (j < k) (lambda[k] as bigint[])[j] = u;
      else determinants[k + 1] = u;
    }
  }
  const shorten = (k: number, l: number): void => {
    const size = determinant(l + 1);
    const factor = floorDivide(2n * entry(k, l) + size, 2n * size);
    if (factor === 0n) return;
    subtract(basis[k] as Column, factor, basis[l] as Column);
    const own = lambda[k] as bigint[];
    own[l] = (own[l] as bigint) - factor * size;
    for (let i = 0; i < l; i++) own[i] = (own[i] as bigint) - factor * entry(l, i);
  };
  const exchange = (k: number): void => {
    [basis[k], basis[k - 1]] = [basis[k - 1] as Column, basis[k] as Column];
    const upper = lambda[k] as bigint[];
    const lower = lambda[k - 1] as bigint[];
    for (let j = 0; j < k - 1; j++) [upper[j], lower[j]] = [lower[j] as bigint, upper[j] as bigint];
    const middle = upper[k - 1] as bigint;
    const size = (determinant(k - 1) * determinant(k + 1) + middle * middle) / determinant(k);
    for (let i = k + 1; i < count; i++) {
      const row = lambda[i] as bigint[];
      const old = row[k] as bigint;
      row[k] = (determinant(k + 1) * (row[k - 1] as bigint) - middle * old) / determinant(k);
      row[k - 1] = (size * old + middle * (row[k] as bigint)) / determinant(k + 1);
    }
    determinants[k] = size;
  };
  for (let k = 1; k < count; ) {
    shorten(k, k - 1);
    const middle = entry(k, k - 1);
    // Lovász' condition with 3/4, multiplied out.
    if (4n * (determinant(k + 1) * determinant(k - 1) + middle * middle) < 3n * determinant(k) * determinant(k)) {
      exchange(k);
      k = Math.max(1, k - 1);
    } else {
      for (let l = k - 2; l >= 0; l--) shorten(k, l);
      k++;
    }
  }
  return basis;
}
