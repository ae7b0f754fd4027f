/**
 * What a satisfiable conjunction says at a glance: is this literal implied, is it contradicted?
 *
 * Both answers are sound and neither is complete: `implies` reads off single literals (a smaller mask, a tighter bound, a
 * known value), it does not reason with several. The full test (entails.ts) does.
 */
import type { LinearConstraint } from './linear.js';
import { Kind, type Literal, type Literals } from './literals.js';

export class Facts {
  private readonly literals: Literals;
  private masks = new Int32Array(256);
  private touched: number[] = [];
  private others = new Set<Literal>();
  private linear: LinearConstraint[] = [];
  private values = new Map<number, number>();

  constructor(literals: Literals) {
    this.literals = literals;
  }

  load(conjunction: ArrayLike<Literal>): void {
    const { kind, left, right } = this.literals;
    for (const cell of this.touched) this.masks[cell] = 0;
    this.touched.length = 0;
    if (this.others.size > 0) this.others.clear();
    if (this.values.size > 0) this.values.clear();
    this.linear.length = 0;
    if (this.literals.cellCount() > this.masks.length) this.masks = new Int32Array(this.literals.cellCount() * 2);
    for (let i = 0; i < conjunction.length; i++) {
      const literal = conjunction[i] as Literal;
      if (kind[literal] === Kind.mask) {
        this.masks[left[literal] as number] = right[literal] as number;
        this.touched.push(left[literal] as number);
        continue;
      }
      this.others.add(literal);
      if (kind[literal] === Kind.linear) this.linear.push(this.literals.constraintOf(literal));
      else if (kind[literal] === Kind.equal) this.values.set(right[literal] as number, left[literal] as number);
    }
  }

  /** The mask of a cell, 0 when nothing is known. */
  maskOf(cell: number): number {
    return cell < this.masks.length ? (this.masks[cell] as number) : 0;
  }

  implies(literal: Literal): boolean {
    const kind = this.literals.kind[literal] as number;
    const left = this.literals.left[literal] as number;
    const right = this.literals.right[literal] as number;
    if (kind === Kind.mask) {
      const mask = this.maskOf(left);
      return mask !== 0 && (mask & ~right) === 0;
    }
    if (this.others.has(literal)) return true;
    switch (kind) {
      case Kind.linear: {
        const wanted = this.literals.constraintOf(literal);
        for (const known of this.linear) if (linearImplies(known, wanted)) return true;
        return false;
      }
      case Kind.equal: {
        const a = this.maskOf(left);
        return left >= 0 && a !== 0 && (a & (a - 1)) === 0 && a === this.maskOf(right);
      }
      case Kind.distinct: {
        const a = left >= 0 ? this.maskOf(left) : 0;
        const b = this.maskOf(right);
        if (a !== 0 && b !== 0 && (a & b) === 0) return true;
        // Equal to a named process is different from every other one.
        const value = this.values.get(right);
        const other = this.values.get(left) ?? left;
        if (value !== undefined && value < 0 && other < 0) return value !== other;
        return (
          this.others.has(this.literals.relation('<', left, right)) ||
          this.others.has(this.literals.relation('<', right, left))
        );
      }
      case Kind.atMost:
        return (
          this.others.has(this.literals.relation('<', left, right)) ||
          this.others.has(this.literals.relation('=', left, right))
        );
      default:
        return false;
    }
  }

  /** True only if the conjunction and the literal have no model together. */
  contradicts(literal: Literal): boolean {
    const kind = this.literals.kind[literal] as number;
    if (kind === Kind.mask) {
      const mask = this.maskOf(this.literals.left[literal] as number);
      return mask !== 0 && (mask & (this.literals.right[literal] as number)) === 0;
    }
    if (kind === Kind.equal && this.literals.left[literal]! < 0) {
      const value = this.values.get(this.literals.right[literal] as number);
      if (value !== undefined && value < 0) return value !== this.literals.left[literal];
    }
    const negated = this.literals.negate(literal);
    return negated >= 0 && this.implies(negated);
  }
}

/** One constraint gives another over the same sum, up to sign for equations. */
function linearImplies(known: LinearConstraint, wanted: LinearConstraint): boolean {
  const n = wanted.variables.length;
  if (known.variables.length !== n) return false;
  let same = true;
  let opposite = true;
  for (let i = 0; i < n; i++) {
    if (known.variables[i] !== wanted.variables[i]) return false;
    if (known.coefficients[i] !== wanted.coefficients[i]) same = false;
    if (known.coefficients[i] !== -(wanted.coefficients[i] as bigint)) opposite = false;
  }
  if (!same && !opposite) return false;
  // The known constraint on the wanted sum s: s = c, s <= c, s < c, or turned around s >= c, s > c.
  const constant = same ? known.constant : -known.constant;
  switch (known.relation) {
    case '=':
      switch (wanted.relation) {
        case '=':
          return constant === wanted.constant;
        case '<>':
          return constant !== wanted.constant;
        case '<=':
          return constant <= wanted.constant;
        case '<':
          return constant < wanted.constant;
      }
      break;
    case '<>':
      return wanted.relation === '<>' && constant === wanted.constant;
    default: {
      const strict = known.relation === '<';
      if (same) {
        if (wanted.relation === '<=') return constant <= wanted.constant;
        if (wanted.relation === '<') return constant < wanted.constant || (strict && constant === wanted.constant);
        if (wanted.relation === '<>') return constant < wanted.constant || (strict && constant === wanted.constant);
        return false;
      }
      if (wanted.relation === '<>') return constant > wanted.constant || (strict && constant === wanted.constant);
      return false;
    }
  }
}
