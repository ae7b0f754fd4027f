/**
 * Straight-line code as one step.
 *
 * An edge of a program takes all values before the step and makes all updates at once. Code that is meant as one step
 * (a `locked` block, what stands between `lock` and `unlock`) is run symbolically: each variable has an expression over
 * the values before the step, a condition becomes a conjunct of the guard, and what is assigned last is the update.
 *
 * A value that does not fit the range of its variable disables the code, also when it is overwritten later and so is no
 * update of the edge: then the range is a conjunct of the guard. Conjuncts stand in the order of the code and are
 * evaluated in this order, so a test protects what comes behind it (a division).
 */
import { chain, compare, sizeOfTree } from '../../models/program/expression.js';
import type { Expression, Sort, Update } from '../../models/program/model.js';

/** Code that doubles its values again and again has expressions that nobody can evaluate. */
const LARGEST_EXPRESSION = 10_000;

interface Assigned {
  readonly kind: 'local' | 'shared';
  readonly variable: number;
  readonly value: Expression;
  readonly sort: Sort;
}

export class Effect {
  private readonly conjuncts: Expression[];
  private readonly assigned: Map<string, Assigned>;
  /** The store buffers must be empty. */
  fence = false;
  /** A barrier between stores comes before the writes. */
  storeFence = false;
  /** An expression grew beyond measure; the effect means nothing then. */
  tooLarge = false;

  constructor(from: Effect | null = null) {
    this.conjuncts = from === null ? [] : [...from.conjuncts];
    this.assigned = new Map(from === null ? [] : from.assigned);
    if (from !== null) {
      this.fence = from.fence;
      this.storeFence = from.storeFence;
      this.tooLarge = from.tooLarge;
    }
  }

  /** What a scalar holds after the code so far. */
  value(kind: 'local' | 'shared', variable: number): Expression {
    return this.assigned.get(`${kind} ${variable}`)?.value ?? { kind, variable, index: null };
  }

  assign(kind: 'local' | 'shared', variable: number, value: Expression, sort: Sort): void {
    const key = `${kind} ${variable}`;
    const before = this.assigned.get(key);
    if (before !== undefined) this.fits(before);
    // Put last again: updates are shown in the order of the code.
    this.assigned.delete(key);
    this.assigned.set(key, { kind, variable, value, sort });
    if (sizeOfTree(value) > LARGEST_EXPRESSION) this.tooLarge = true;
  }

  assume(condition: Expression): void {
    if (condition.kind === 'constant' && condition.value !== 0) return;
    this.conjuncts.push(condition);
    if (sizeOfTree(condition) > LARGEST_EXPRESSION) this.tooLarge = true;
  }

  needFence(): void {
    this.fence = true;
  }

  partStores(): void {
    this.storeFence = true;
  }

  guard(): Expression | null {
    return chain('&&', this.conjuncts);
  }

  updates(): Update[] {
    const all = [...this.assigned.values()];
    return all.map(({ kind, variable, value }) => ({ target: { kind, variable, index: null }, value }));
  }

  /** The value is overwritten: that it fits must be asked here. */
  private fits({ value, sort }: Assigned): void {
    if (sort.kind !== 'range') return;
    const { low, high } = sort;
    if (value.kind === 'constant' && value.value >= low && value.value <= high) return;
    this.assume(compare(value, '>=', low));
    this.assume(compare(value, '<=', high));
  }
}
