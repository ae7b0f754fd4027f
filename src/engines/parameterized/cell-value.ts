/**
 * The values that updates give to cells, and literals with such values in place of cells.
 *
 * A value is a constructor, another cell or process, a sum of numeric cells, or arbitrary. A cell that takes an arbitrary
 * value is a fresh *choice* cell in the precondition, which occurs nowhere in the post-state.
 */
import { linearConstraint } from '../../logic/linear.js';
import { FALSE, Kind, type LinearTerm, type Literal, type Literals, TRUE } from '../../logic/literals.js';
import { add, equal, multiply, ONE, type Rational, rational, ZERO } from '../../logic/rational.js';
import { cellsOf } from './cube.js';

export type CellValue =
  | { readonly kind: 'constructor'; readonly value: number }
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'sum'; readonly sum: LinearTerm }
  | { readonly kind: 'arbitrary' };

/** The value of a cell that is left as it is. */
export function unchanged(literals: Literals, cell: number): CellValue {
  const { kind } = literals.symbolOf(cell);
  if (kind !== 'int' && kind !== 'real') return { kind: 'code', code: cell };
  return { kind: 'sum', sum: { summands: [{ variable: cell, coefficient: rational(1) }], constant: rational(0) } };
}

export function isUnchanged(cell: number, value: CellValue): boolean {
  if (value.kind === 'code') return value.code === cell;
  if (value.kind !== 'sum' || value.sum.summands.length !== 1) return false;
  const [summand] = value.sum.summands;
  return summand?.variable === cell && equal(summand.coefficient, ONE) && equal(value.sum.constant, ZERO);
}

/** Choice cells for the arbitrary values, other than all cells of the post-state; the other values stay as they are. */
export function chooseFresh(
  literals: Literals,
  values: ReadonlyMap<number, CellValue>,
  post: ArrayLike<Literal>,
): { values: ReadonlyMap<number, CellValue>; chosen: readonly number[] } {
  const out = new Map<number, CellValue>();
  const chosen: number[] = [];
  let used: Set<number> | null = null;
  for (const [cell, value] of values) {
    if (value.kind !== 'arbitrary') {
      out.set(cell, value);
      continue;
    }
    used ??= new Set(Array.from(post).flatMap((l) => cellsOf(literals, l)));
    const { sort } = literals.symbolOf(cell);
    let k = 0;
    let fresh = literals.choice(sort, k);
    while (used.has(fresh) || chosen.includes(fresh)) fresh = literals.choice(sort, ++k);
    chosen.push(fresh);
    out.set(cell, unchanged(literals, fresh));
  }
  return { values: out, chosen };
}

/** An enumerated cell with this value lies in the mask. */
export function maskOn(literals: Literals, value: CellValue, mask: number): Literal {
  if (value.kind === 'constructor') return mask & (1 << value.value) ? TRUE : FALSE;
  if (value.kind === 'code') return literals.mask(value.code, mask);
  throw new Error('a mask on a value that is no enumeration');
}

/** The literal with values in place of cells. */
export function substitute(literals: Literals, literal: Literal, values: ReadonlyMap<number, CellValue>): Literal {
  const kind = literals.kind[literal] as number;
  const left = literals.left[literal] as number;
  const right = literals.right[literal] as number;
  if (kind === Kind.mask) {
    const value = values.get(left);
    return value === undefined ? literal : maskOn(literals, value, right);
  }
  if (kind === Kind.linear) return substituteLinear(literals, literal, values);
  const a = values.get(left) ?? { kind: 'code', code: left };
  const b = values.get(right) ?? { kind: 'code', code: right };
  if (a.kind === 'code' && b.kind === 'code') return literals.relation(literals.operatorOf(literal), a.code, b.code);
  // An enumerated cell against a constructor: a mask again.
  const equal = kind === Kind.equal;
  if (a.kind === 'constructor' && b.kind === 'constructor') return (a.value === b.value) === equal ? TRUE : FALSE;
  const [known, cell] = a.kind === 'constructor' ? [a, b] : [b, a];
  if (known.kind !== 'constructor' || cell.kind !== 'code') throw new Error('a relation between unlike values');
  const bit = 1 << known.value;
  return literals.mask(cell.code, equal ? bit : ~bit);
}

function substituteLinear(literals: Literals, literal: Literal, values: ReadonlyMap<number, CellValue>): Literal {
  const constraint = literals.constraintOf(literal);
  const summands: { variable: number; coefficient: Rational }[] = [];
  let constant = rational(constraint.constant);
  constraint.variables.forEach((variable, i) => {
    const coefficient = rational(constraint.coefficients[i] as bigint);
    const value = values.get(variable);
    if (value === undefined) summands.push({ variable, coefficient });
    else if (value.kind !== 'sum') throw new Error('a number that is no sum');
    else {
      for (const s of value.sum.summands) {
        summands.push({ variable: s.variable, coefficient: multiply(coefficient, s.coefficient) });
      }
      constant = add(constant, multiply(rational(-1), multiply(coefficient, value.sum.constant)));
    }
  });
  const integer = literals.isInteger(constraint.variables[0] as number);
  return literals.linear(linearConstraint(summands, constraint.relation, constant, integer));
}
