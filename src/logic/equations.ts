/**
 * Systems of linear equations over the rationals, by elimination. Rows are sparse: most equations have two or three unknowns.
 */
import { add, divide, multiply, negate, type Rational, ZERO } from './rational.js';

/** Unknowns with their coefficients, none of which is 0; the sum of the products is 0. */
export type Row = Map<number, Rational>;

export class Equations {
  /** By its pivot, an equation that gives it in terms of unknowns that are no pivots of rows before. */
  private readonly rows = new Map<number, Row>();

  /** Adds an equation; unknowns in front of the list are expressed by those behind. */
  add(row: Row, order: (unknown: number) => number): void {
    const reduced = this.reduce(row);
    let pivot: number | null = null;
    for (const unknown of reduced.keys()) if (pivot === null || order(unknown) < order(pivot)) pivot = unknown;
    if (pivot === null) return;
    const scale = divide({ numerator: 1n, denominator: 1n }, reduced.get(pivot) as Rational);
    for (const [unknown, value] of reduced) reduced.set(unknown, multiply(value, scale));
    this.rows.set(pivot, reduced);
  }

  /** The row without pivots. */
  reduce(row: Row): Row {
    const out: Row = new Map();
    const work = new Map(row);
    for (let next = work.entries().next(); !next.done; next = work.entries().next()) {
      const [unknown, value] = next.value;
      work.delete(unknown);
      const equation = this.rows.get(unknown);
      if (equation === undefined) {
        accumulate(out, unknown, value);
        continue;
      }
      const factor = negate(value);
      for (const [other, coefficient] of equation) {
        if (other !== unknown) accumulate(work, other, multiply(coefficient, factor));
      }
    }
    return out;
  }

  /** The value of an unknown, where those that are not determined have the given values. */
  valueOf(unknown: number, free: (unknown: number) => Rational): Rational {
    let value = ZERO;
    for (const [other, coefficient] of this.reduce(new Map([[unknown, { numerator: 1n, denominator: 1n }]]))) {
      value = add(value, multiply(coefficient, free(other)));
    }
    return value;
  }

  isDetermined(unknown: number): boolean {
    return this.reduce(new Map([[unknown, { numerator: 1n, denominator: 1n }]])).size === 0;
  }
}

export function accumulate(row: Row, unknown: number, value: Rational): void {
  const sum = add(row.get(unknown) ?? ZERO, value);
  if (sum.numerator === 0n) row.delete(unknown);
  else row.set(unknown, sum);
}
