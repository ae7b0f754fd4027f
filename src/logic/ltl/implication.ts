/**
 * Syntactic implication: whether one formula implies another, by rules on their structure.
 *
 * After Somenzi and Bloem, "Efficient Büchi automata from LTL formulae" (CAV 2000), section 3, with the rules for pure
 * eventualities and purely universal formulas of Etessami and Holzmann, "Optimizing Büchi automata" (CONCUR 2000),
 * section 4. Sound and incomplete: a `false` says nothing. Every rule goes to a part of one of the two formulas, and
 * pairs are remembered, so a question costs at most the product of the numbers of subformulas.
 */
import type { Formula, Formulas } from './normal-form.js';

export class Implication {
  private readonly formulas: Formulas;
  private readonly known = new Map<number, Map<number, boolean>>();

  constructor(formulas: Formulas) {
    this.formulas = formulas;
  }

  implies(a: Formula, b: Formula): boolean {
    if (a === b || a.kind === 'false' || b.kind === 'true') return true;
    if (a.kind === 'true' || b.kind === 'false') return false;
    let row = this.known.get(a.number);
    if (row === undefined) {
      row = new Map();
      this.known.set(a.number, row);
    }
    let answer = row.get(b.number);
    if (answer === undefined) {
      answer = this.decide(a, b);
      row.set(b.number, answer);
    }
    return answer;
  }

  /** The two cannot hold together. */
  excludes(a: Formula, b: Formula): boolean {
    return this.implies(a, this.formulas.negate(b));
  }

  /** One of the two holds. */
  covers(a: Formula, b: Formula): boolean {
    return this.implies(this.formulas.negate(a), b);
  }

  private decide(a: Formula, b: Formula): boolean {
    if (b.kind === 'and') return b.operands.every((operand) => this.implies(a, operand));
    if (a.kind === 'or') return a.operands.every((operand) => this.implies(operand, b));
    return this.byRight(a, b) || this.byLeft(a, b) || this.byBoth(a, b);
  }

  /** What makes the right side true now. */
  private byRight(a: Formula, b: Formula): boolean {
    switch (b.kind) {
      case 'or':
        return b.operands.some((operand) => this.implies(a, operand));
      case 'until':
        return this.implies(a, b.right);
      case 'release':
        // A universal formula goes on to hold, and b.right with it.
        return this.implies(a, b.right) && (a.universal || this.implies(a, b.left));
      case 'next':
        return a.universal && this.implies(a, b.operand);
      default:
        return false;
    }
  }

  /** What the left side says of now. */
  private byLeft(a: Formula, b: Formula): boolean {
    switch (a.kind) {
      case 'and':
        return a.operands.some((operand) => this.implies(operand, b));
      case 'until':
        // An eventuality that holds later holds now.
        return this.implies(a.right, b) && (b.eventual || this.implies(a.left, b));
      case 'release':
        return this.implies(a.right, b);
      case 'next':
        return b.eventual && this.implies(a.operand, b);
      default:
        return false;
    }
  }

  private byBoth(a: Formula, b: Formula): boolean {
    if (a.kind === 'next' && b.kind === 'next') return this.implies(a.operand, b.operand);
    if ((a.kind === 'until' && b.kind === 'until') || (a.kind === 'release' && b.kind === 'release')) {
      return this.implies(a.left, b.left) && this.implies(a.right, b.right);
    }
    return false;
  }
}
