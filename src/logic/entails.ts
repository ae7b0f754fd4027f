/**
 * The full test: is a conjunction contained in a union of conjunctions?
 *
 * C |= V1 or V2 or ... iff C and the clauses (not V1), (not V2), ... have no model together. Clauses arrive as the literals
 * of each Vi that C does not already imply. Units are propagated, with the exact procedure of conjunction.ts after each
 * round; what remains is split on a shortest clause. The search has a budget: running out of it means "not shown", which
 * is always a sound answer here.
 */
import type { Conjunction } from './conjunction.js';
import { Facts } from './facts.js';
import { type Literal, type Literals, TRUE } from './literals.js';

export class Entailment {
  private readonly literals: Literals;
  private readonly conjunction: Conjunction;
  private readonly facts: Facts;
  private budget = 0;

  constructor(literals: Literals, conjunction: Conjunction) {
    this.literals = literals;
    this.conjunction = conjunction;
    this.facts = new Facts(literals);
  }

  /** `clauses` are conjunctions of literals, at least one of which fails; true when that can't be, given `premise`. */
  refutes(premise: ArrayLike<Literal>, clauses: readonly (readonly Literal[])[], budget: number): boolean {
    this.budget = budget;
    return this.search(Array.from(premise), clauses);
  }

  private search(premise: Literal[], clauses: readonly (readonly Literal[])[]): boolean {
    if (this.budget-- <= 0) return false;
    let current: ArrayLike<Literal> = premise;
    let open: readonly (readonly Literal[])[] = clauses;
    for (;;) {
      this.facts.load(current);
      const units: Literal[] = [];
      const next: Literal[][] = [];
      for (const clause of open) {
        const remaining: Literal[] = [];
        let dead = false;
        for (const literal of clause) {
          if (this.facts.implies(literal)) continue;
          if (this.facts.contradicts(literal)) {
            dead = true;
            break;
          }
          remaining.push(literal);
        }
        if (dead) continue;
        if (remaining.length === 0) return true;
        if (remaining.length === 1) units.push(this.literals.negate(remaining[0] as Literal));
        else next.push(remaining);
      }
      if (units.length === 0) {
        open = next;
        break;
      }
      const extended = this.extend(current, units);
      if (extended === null) return true;
      current = extended;
      open = next;
    }
    if (open.length === 0) return false;
    const shortest = open.reduce((a, b) => (b.length < a.length ? b : a));
    const rest = open.filter((clause) => clause !== shortest);
    const held: Literal[] = [];
    for (const literal of shortest) {
      const extended = this.extend(current, [...held, this.literals.negate(literal)]);
      if (extended !== null && !this.search([...extended], rest)) return false;
      held.push(literal);
    }
    return true;
  }

  private extend(premise: ArrayLike<Literal>, more: readonly Literal[]): Int32Array | null {
    const { conjunction } = this;
    conjunction.reset();
    for (let i = 0; i < premise.length; i++) if (!conjunction.add(premise[i] as Literal)) return null;
    for (const literal of more) if (literal !== TRUE && !conjunction.add(literal)) return null;
    return conjunction.finish();
  }
}
