/**
 * Rewrites a formula into an equivalent one that has a smaller automaton, most often.
 *
 * The rules are those of Somenzi and Bloem, "Efficient Büchi automata from LTL formulae" (CAV 2000), section 3 (rules
 * by implication, distribution of X, U and R), and of Etessami and Holzmann, "Optimizing Büchi automata" (CONCUR 2000),
 * section 4 (pure eventualities and purely universal formulas); each is an equivalence of formulas. Written for one of
 * two dual operators, a rule is used for the other by duality, which keeps the list half as long: `junction` and
 * `binding` are given the operator and read the rest of the rule from it.
 *
 * Operands first; the result of a rule is simplified again, and results are remembered. No order is known in which all
 * rules go down, so the depth of rewriting is bounded; what is deeper stays as it is, which is always right.
 */
import { Implication } from './implication.js';
import type { Formula, Formulas, Temporal } from './normal-form.js';

/** Twice as deep as formulas may be nested. */
const DEPTH = 800;

export class Simplifier {
  private readonly formulas: Formulas;
  private readonly implication: Implication;
  private readonly known = new Map<Formula, Formula>();
  private depth = 0;

  constructor(formulas: Formulas) {
    this.formulas = formulas;
    this.implication = new Implication(formulas);
  }

  simplify(formula: Formula): Formula {
    const found = this.known.get(formula);
    if (found !== undefined) return found;
    if (this.depth >= DEPTH) return formula;
    this.depth++;
    const result = this.rewrite(formula);
    this.depth--;
    this.known.set(formula, result);
    // What came out is as simple as it gets.
    this.known.set(result, result);
    return result;
  }

  private rewrite(formula: Formula): Formula {
    switch (formula.kind) {
      case 'and':
      case 'or':
        return this.junction(
          formula.kind,
          formula.operands.map((operand) => this.simplify(operand)),
        );
      case 'next':
        return this.next(this.simplify(formula.operand));
      case 'until':
      case 'release':
        return this.binding(formula.kind, this.simplify(formula.left), this.simplify(formula.right));
      default:
        return formula;
    }
  }

  /** X a: what holds now and later alike is taken out of it. */
  private next(operand: Formula): Formula {
    if (operand.kind !== 'and' && operand.kind !== 'or') return this.formulas.next(operand);
    const stays = operand.operands.filter(isSuspendable);
    if (stays.length === 0) return this.formulas.next(operand);
    const moves = operand.operands.filter((part) => !isSuspendable(part));
    return this.join(operand.kind, [this.next(this.join(operand.kind, moves)), ...stays]);
  }

  private join(kind: 'and' | 'or', operands: readonly Formula[]): Formula {
    return kind === 'and' ? this.formulas.and(...operands) : this.formulas.or(...operands);
  }

  private bind(kind: 'until' | 'release', left: Formula, right: Formula): Formula {
    return kind === 'until' ? this.formulas.until(left, right) : this.formulas.release(left, right);
  }

  /** Conjunctions and disjunctions of simplified operands. */
  private junction(kind: 'and' | 'or', operands: readonly Formula[]): Formula {
    const joined = this.join(kind, operands);
    if (joined.kind !== kind) return joined;
    const absorbed = this.absorb(kind, joined.operands);
    if (absorbed === null) return kind === 'and' ? this.formulas.false : this.formulas.true;
    const merged = this.merge(kind, absorbed);
    return merged === null ? this.join(kind, absorbed) : this.simplify(this.join(kind, merged));
  }

  /** Drops what others imply (for `or`: what implies others); null when two exclude (cover) each other. */
  private absorb(kind: 'and' | 'or', operands: readonly Formula[]): Formula[] | null {
    const { implication } = this;
    const kept = [...operands];
    for (let i = 0; i < kept.length; i++) {
      for (let j = 0; j < kept.length; j++) {
        const [a, b] = [kept[i], kept[j]];
        if (i === j || a === undefined || b === undefined) continue;
        if (kind === 'and' ? implication.excludes(a, b) : implication.covers(a, b)) return null;
        if (kind === 'and' ? implication.implies(b, a) : implication.implies(a, b)) {
          kept.splice(i, 1);
          i--;
          break;
        }
      }
    }
    return kept;
  }

  /**
   * Two operands as one, if some two can be: X a && X b is X (a && b), a U c && b U c is (a && b) U c, a R b && a R c
   * is a R (b && c), G a && b is G (a && b) if b is universal; for `or` the duals.
   */
  private merge(kind: 'and' | 'or', operands: readonly Formula[]): Formula[] | null {
    for (const [i, a] of operands.entries()) {
      for (const [j, b] of operands.entries()) {
        if (i === j) continue;
        const one = this.mergeTwo(kind, a, b);
        if (one === null) continue;
        return [one, ...operands.filter((_, position) => position !== i && position !== j)];
      }
    }
    return null;
  }

  private mergeTwo(kind: 'and' | 'or', a: Formula, b: Formula): Formula | null {
    const own = kind === 'and' ? 'release' : 'until';
    const always = kind === 'and' ? this.formulas.false : this.formulas.true;
    const lasting = (formula: Formula) => (kind === 'and' ? formula.universal : formula.eventual);
    if (a.kind === 'next' && b.kind === 'next') return this.formulas.next(this.join(kind, [a.operand, b.operand]));
    if (a.kind === own) {
      if (b.kind === own && a.left === b.left) return this.bind(own, a.left, this.join(kind, [a.right, b.right]));
      if (a.left === always && lasting(b)) return this.bind(own, always, this.join(kind, [a.right, b]));
      return null;
    }
    if (a.kind !== 'until' && a.kind !== 'release') return null;
    // F a && F b is F (a && b) if both are universal: F G a && F G b.
    if (b.kind === a.kind && a.left === b.left && isConstant(a.left) && lasting(a.right) && lasting(b.right)) {
      return this.bind(a.kind, a.left, this.join(kind, [a.right, b.right]));
    }
    if (b.kind === a.kind && a.right === b.right) {
      return this.bind(a.kind, this.join(kind, [a.left, b.left]), a.right);
    }
    return b.kind === own ? this.mergeWeak(kind, a, b) : null;
  }

  /**
   * G a || a U b is a W b. G a || F (!a && b) is a W (!a && b) if b is an eventuality, since b holds at the first !a if
   * at a later one. In this form the automaton need not guess which side will be true.
   */
  private mergeWeak(kind: 'and' | 'or', a: Temporal, b: Temporal): Formula | null {
    const { formulas } = this;
    const isOr = kind === 'or';
    const dual = isOr ? 'and' : 'or';
    const body = a.right;
    if (a.left !== (isOr ? formulas.false : formulas.true)) return null;
    if (b.left === body) return this.bind(a.kind, b.right, this.join(kind, [body, b.right]));
    if (b.left !== (isOr ? formulas.true : formulas.false) || b.right.kind !== dual) return null;
    const opposite = formulas.negate(body);
    const rest = b.right.operands.filter((operand) => operand !== opposite);
    const isLasting = rest.every(({ eventual, universal }) => (isOr ? eventual : universal));
    if (rest.length === b.right.operands.length || !isLasting) return null;
    return this.bind(a.kind, b.right, this.join(kind, [body, this.join(dual, rest)]));
  }

  /** `U` and `R` of simplified operands. The comments are about `U`. */
  private binding(kind: 'until' | 'release', left: Formula, right: Formula): Formula {
    const { formulas, implication } = this;
    const isUntil = kind === 'until';
    const finallyLeft = isUntil ? formulas.true : formulas.false;
    const bound = this.bind(kind, left, right);
    if (bound.kind !== kind || bound.left !== left || bound.right !== right) return bound;
    // a U b is b if a implies b, and F b if one of a and b holds at all times.
    if (isUntil ? implication.implies(left, right) : implication.implies(right, left)) return right;
    if (left !== finallyLeft && (isUntil ? implication.covers(left, right) : implication.excludes(left, right))) {
      return this.simplify(this.bind(kind, finallyLeft, right));
    }
    // Xa U Xb is X (a U b); F X b is X F b.
    if (right.kind === 'next' && (left.kind === 'next' || left === finallyLeft)) {
      const inner = left.kind === 'next' ? left.operand : left;
      return this.simplify(formulas.next(this.bind(kind, inner, right.operand)));
    }
    const fromRight = this.byRight(kind, left, right);
    if (fromRight !== null) return this.simplify(fromRight);
    const shorter = this.shortenLeft(kind, left, right);
    return shorter === left ? bound : this.simplify(this.bind(kind, shorter, right));
  }

  private byRight(kind: 'until' | 'release', left: Formula, right: Formula): Formula | null {
    const { formulas, implication } = this;
    const isUntil = kind === 'until';
    const other = isUntil ? 'release' : 'until';
    const [inside, outside] = isUntil ? (['and', 'or'] as const) : (['or', 'and'] as const);
    const isFinally = left === (isUntil ? formulas.true : formulas.false);
    if (right.kind === kind) {
      // F (b U c) is F c; a U (b U c) is b U c if a implies b.
      if (isFinally) return this.bind(kind, left, right.right);
      if (isUntil ? implication.implies(left, right.left) : implication.implies(right.left, left)) return right;
    }
    if (right.kind === inside) {
      // a U (b && c) is a U b && c if c holds at some time exactly if at all times.
      const [stays, moves] = split(right.operands, isSuspendable);
      if (stays.length > 0) {
        return this.join(inside, [this.bind(kind, left, this.join(inside, moves)), ...stays]);
      }
    }
    if (right.kind === outside && !isFinally) {
      // a U (b || c) is a U b || c if c is an eventuality.
      const [stays, moves] = split(right.operands, (part) => (isUntil ? part.eventual : part.universal));
      if (stays.length > 0) {
        return this.join(outside, [this.bind(kind, left, this.join(outside, moves)), ...stays]);
      }
    }
    if (right.kind === outside && isFinally) {
      // F (a || X b) is F a || X F b, and the like: what F makes simpler is taken out.
      const [stays, moves] = split(right.operands, (part) => {
        const alone = this.bind(kind, left, part);
        return (part.kind === 'next' || part.kind === other) && this.simplify(alone) !== alone;
      });
      if (stays.length > 0 && moves.length > 0) {
        const taken = stays.map((part) => this.bind(kind, left, part));
        return this.join(outside, [this.bind(kind, left, this.join(outside, moves)), ...taken]);
      }
    }
    // F G (a || b) is F G a || F b if b is universal.
    if (isFinally && right.kind === other && right.left === (isUntil ? formulas.false : formulas.true)) {
      const body = right.right;
      if (body.kind === outside) {
        const [stays, moves] = split(body.operands, (part) => (isUntil ? part.universal : part.eventual));
        if (stays.length > 0) {
          const rest = this.bind(kind, left, this.bind(other, right.left, this.join(outside, moves)));
          return this.join(outside, [rest, ...stays.map((part) => this.bind(kind, left, part))]);
        }
      }
    }
    return null;
  }

  /** (a || b) U c is a U c if b implies c; (a U c) U c is a U c. */
  private shortenLeft(kind: 'until' | 'release', left: Formula, right: Formula): Formula {
    const { implication } = this;
    const isUntil = kind === 'until';
    const outside = isUntil ? 'or' : 'and';
    const idle = (part: Formula) => (isUntil ? implication.implies(part, right) : implication.implies(right, part));
    if (left.kind === outside) {
      const kept = left.operands.filter((part) => !idle(part));
      return kept.length === left.operands.length ? left : this.join(outside, kept);
    }
    if (left.kind === kind && left.right === right) return left.left;
    return left;
  }
}

const isConstant = ({ kind }: Formula) => kind === 'true' || kind === 'false';

/** Holds at some time exactly if at all times, as G F a does. */
const isSuspendable = (formula: Formula) => formula.eventual && formula.universal;

function split(operands: readonly Formula[], test: (formula: Formula) => boolean): [Formula[], Formula[]] {
  return [operands.filter(test), operands.filter((operand) => !test(operand))];
}
