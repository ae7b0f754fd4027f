/**
 * Weaker forms of numeric literals, for guesses.
 *
 * Stepping back through increments turns `Timer <= Last` into `Timer <= Last - 1`, `Timer <= Last - 2`, ... or into sums
 * with constants of the model, without end. A guess should be about the relation and not about the count: an equation is
 * weakened to its two inequalities, a bound to 0 or just below, and rigid constants of the model are left out where what
 * the cube says of them allows it. Every form returned follows from the cube, so it is a guess like any other.
 */
import type { Conjunction } from '../../logic/conjunction.js';
import { type LinearConstraint, linearConstraint } from '../../logic/linear.js';
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import { rational } from '../../logic/rational.js';

export class Weakening {
  private readonly literals: Literals;
  private readonly conjunction: Conjunction;
  private readonly isConstant: (cell: number) => boolean;

  constructor(literals: Literals, conjunction: Conjunction, isConstant: (cell: number) => boolean) {
    this.literals = literals;
    this.conjunction = conjunction;
    this.isConstant = isConstant;
  }

  /** The forms of one literal of the cube, weakest first, itself last. */
  formsOf(cube: ArrayLike<Literal>, literal: Literal): Literal[] {
    if (this.literals.kind[literal] !== Kind.linear) return [literal];
    const constraint = this.literals.constraintOf(literal);
    if (constraint.relation === '<>') return [literal];
    const upper = constraint.relation === '=' ? { ...constraint, relation: '<=' as const } : constraint;
    const sides = constraint.relation === '=' ? [upper, opposite(upper)] : [upper];
    const out: Literal[] = [];
    for (const side of sides) {
      for (const form of [this.withoutConstants(side), side]) {
        if (form === null) continue;
        for (const bound of [0n, -1n, form.constant]) {
          if (bound < form.constant) continue;
          const weaker = this.literal({ ...form, constant: bound });
          if (weaker >= 0 && weaker !== literal && !out.includes(weaker) && this.follows(cube, weaker))
            out.push(weaker);
        }
      }
    }
    return [...out, literal];
  }

  private withoutConstants(constraint: LinearConstraint): LinearConstraint | null {
    const kept = constraint.variables.map((cell, i) => ({ cell, i })).filter(({ cell }) => !this.isConstant(cell));
    if (kept.length === constraint.variables.length || kept.length === 0) return null;
    return {
      ...constraint,
      variables: kept.map(({ cell }) => cell),
      coefficients: kept.map(({ i }) => constraint.coefficients[i] as bigint),
    };
  }

  private literal(constraint: LinearConstraint): Literal {
    const summands = constraint.variables.map((variable, i) => ({
      variable,
      coefficient: rational(constraint.coefficients[i] as bigint),
    }));
    const integer = this.literals.isInteger(constraint.variables[0] as number);
    return this.literals.linear(
      linearConstraint(summands, constraint.relation, rational(constraint.constant), integer),
    );
  }

  private follows(cube: ArrayLike<Literal>, literal: Literal): boolean {
    this.conjunction.reset();
    for (let i = 0; i < cube.length; i++) if (!this.conjunction.add(cube[i] as Literal)) return true;
    return !this.conjunction.add(this.literals.negate(literal)) || this.conjunction.finish() === null;
  }
}

function opposite(constraint: LinearConstraint): LinearConstraint {
  return { ...constraint, coefficients: constraint.coefficients.map((k) => -k), constant: -constraint.constant };
}
