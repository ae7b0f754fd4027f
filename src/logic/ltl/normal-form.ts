/**
 * Formulas in negation normal form, each kept once.
 *
 * Negations stand at propositions only; what is left are literals, `and`, `or`, `X`, `U` and its dual `R`. F a is
 * true U a, G a is false R a, a W b is b R (a || b), a M b is b U (a && b). `and` and `or` take any number of operands,
 * flat, without repetition, in the order of their numbers. Equal formulas are the same object, so that `<->`, whose
 * expansion repeats its operands, costs no more than they do, and tables can be keyed by number.
 *
 * The constructors do what needs no look below the operands; `simplify.ts` does the rest.
 */
import type { LtlFormula } from './formula.js';

interface Known {
  /** Operands have smaller numbers. */
  readonly number: number;
  /** How many operators are nested. */
  readonly depth: number;
  /** Holds now exactly if it holds at some time (Etessami, Holzmann: pure eventuality). */
  readonly eventual: boolean;
  /** Holds now exactly if it holds at all times (purely universal). */
  readonly universal: boolean;
}

export type Formula = Known &
  (
    | { readonly kind: 'true' | 'false' }
    | { readonly kind: 'literal'; readonly proposition: number; readonly positive: boolean }
    | { readonly kind: 'and' | 'or'; readonly operands: readonly Formula[] }
    | { readonly kind: 'next'; readonly operand: Formula }
    | { readonly kind: 'until' | 'release'; readonly left: Formula; readonly right: Formula }
  );

export type Temporal = Formula & { readonly kind: 'until' | 'release' };

export class Formulas {
  private readonly known = new Map<string, Formula>();
  private readonly negations = new Map<Formula, Formula>();
  readonly true: Formula;
  readonly false: Formula;

  constructor() {
    const both = { depth: 0, eventual: true, universal: true };
    this.true = { kind: 'true', number: 0, ...both };
    this.false = { kind: 'false', number: 1, ...both };
    this.bindNegation(this.true, this.false);
  }

  /** How many formulas there are: their numbers are smaller. */
  get size(): number {
    return this.known.size + 2;
  }

  literal(proposition: number, positive: boolean): Formula {
    return this.keep(`${positive ? '' : '!'}${proposition}`, (number) => ({
      kind: 'literal',
      proposition,
      positive,
      ...{ number, depth: 0, eventual: false, universal: false },
    }));
  }

  and(...operands: Formula[]): Formula {
    return this.junction('and', operands);
  }

  or(...operands: Formula[]): Formula {
    return this.junction('or', operands);
  }

  next(operand: Formula): Formula {
    // What holds at some time and at all times the same holds at the next.
    if (operand.eventual && operand.universal) return operand;
    return this.keep(`X${operand.number}`, (number) => ({
      kind: 'next',
      operand,
      ...{ number, depth: operand.depth + 1, eventual: operand.eventual, universal: operand.universal },
    }));
  }

  until(left: Formula, right: Formula): Formula {
    if (right.eventual || left === right || left === this.false) return right;
    return this.keep(`${left.number}U${right.number}`, (number) => ({
      kind: 'until',
      left,
      right,
      number,
      depth: 1 + Math.max(left.depth, right.depth),
      eventual: left === this.true,
      universal: left.universal && right.universal,
    }));
  }

  release(left: Formula, right: Formula): Formula {
    if (right.universal || left === right || left === this.true) return right;
    return this.keep(`${left.number}R${right.number}`, (number) => ({
      kind: 'release',
      left,
      right,
      number,
      depth: 1 + Math.max(left.depth, right.depth),
      eventual: left.eventual && right.eventual,
      universal: left === this.false,
    }));
  }

  finally(operand: Formula): Formula {
    return this.until(this.true, operand);
  }

  globally(operand: Formula): Formula {
    return this.release(this.false, operand);
  }

  negate(formula: Formula): Formula {
    const found = this.negations.get(formula);
    if (found !== undefined) return found;
    const negation = this.negationOf(formula);
    this.bindNegation(formula, negation);
    return negation;
  }

  /** Without recursion: formulas made by programs may be joined by very long chains of `and`. */
  fromFormula(formula: LtlFormula): Formula {
    const results: Formula[] = [];
    const work: (LtlFormula | { readonly finish: LtlFormula })[] = [formula];
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      if ('finish' in item) {
        results.push(this.finish(item.finish, results));
        continue;
      }
      work.push({ finish: item });
      if ('operand' in item) work.push(item.operand);
      else if ('left' in item) work.push(item.left, item.right);
    }
    return results[0] as Formula;
  }

  /** Makes a formula of its operands, which were pushed right before left. */
  private finish(formula: LtlFormula, results: Formula[]): Formula {
    const take = () => results.pop() as Formula;
    switch (formula.kind) {
      case 'constant':
        return formula.value ? this.true : this.false;
      case 'proposition':
        return this.literal(formula.proposition, true);
      case 'not':
        return this.negate(take());
      case 'next':
        return this.next(take());
      case 'finally':
        return this.finally(take());
      case 'globally':
        return this.globally(take());
    }
    const left = take();
    const right = take();
    switch (formula.kind) {
      case 'and':
        return this.and(left, right);
      case 'or':
        return this.or(left, right);
      case 'implies':
        return this.or(this.negate(left), right);
      case 'iff':
        return this.or(this.and(left, right), this.and(this.negate(left), this.negate(right)));
      case 'until':
        return this.until(left, right);
      case 'release':
        return this.release(left, right);
      case 'weakUntil':
        return this.release(right, this.or(left, right));
      case 'strongRelease':
        return this.until(right, this.and(left, right));
    }
  }

  private junction(kind: 'and' | 'or', operands: readonly Formula[]): Formula {
    const neutral = kind === 'and' ? this.true : this.false;
    const absorbing = kind === 'and' ? this.false : this.true;
    const set = new Set<Formula>();
    for (const operand of operands) {
      if (operand.kind === kind) for (const inner of operand.operands) set.add(inner);
      else if (operand !== neutral) set.add(operand);
    }
    if (set.has(absorbing)) return absorbing;
    for (const operand of set) {
      const opposite = operand.kind === 'literal' ? this.negate(operand) : this.negations.get(operand);
      if (opposite !== undefined && set.has(opposite)) return absorbing;
    }
    const [first, second] = set;
    if (first === undefined) return neutral;
    if (second === undefined) return first;
    const list = [...set].sort((a, b) => a.number - b.number);
    return this.keep(`${kind}${list.map(({ number }) => number).join(',')}`, (number) => ({
      kind,
      operands: list,
      number,
      depth: 1 + list.reduce((depth, operand) => Math.max(depth, operand.depth), 0),
      eventual: list.every(({ eventual }) => eventual),
      universal: list.every(({ universal }) => universal),
    }));
  }

  private negationOf(formula: Formula): Formula {
    switch (formula.kind) {
      case 'true':
        return this.false;
      case 'false':
        return this.true;
      case 'literal':
        return this.literal(formula.proposition, !formula.positive);
      case 'and':
        return this.or(...formula.operands.map((operand) => this.negate(operand)));
      case 'or':
        return this.and(...formula.operands.map((operand) => this.negate(operand)));
      case 'next':
        return this.next(this.negate(formula.operand));
      case 'until':
        return this.release(this.negate(formula.left), this.negate(formula.right));
      case 'release':
        return this.until(this.negate(formula.left), this.negate(formula.right));
    }
  }

  private bindNegation(one: Formula, other: Formula): void {
    this.negations.set(one, other);
    this.negations.set(other, one);
  }

  private keep(key: string, make: (number: number) => Formula): Formula {
    let formula = this.known.get(key);
    if (formula === undefined) {
      formula = make(this.size);
      this.known.set(key, formula);
    }
    return formula;
  }
}

/** The operands of a conjunction; any other formula alone, and nothing for `true`. */
export function conjunctsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === 'true') return [];
  return formula.kind === 'and' ? formula.operands : [formula];
}
