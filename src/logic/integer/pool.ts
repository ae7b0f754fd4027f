/**
 * Models that the prover has found, kept for later questions: values of all variables, and the truth of the predicates in
 * them as far as somebody wanted to know. One that makes another formula false is a counter-model of that, too, and costs
 * no question. When the pool is full a new model takes the place of the oldest.
 */
import type { Formula } from './formula.js';
import { truthOf } from './truth.js';

const CAPACITY = 384;

/** What a predicate is in a model; `DOUBTFUL` where sums are too large to tell. */
const UNTRUE = 0;
export const HOLDS = 1;
export const DOUBTFUL = 2;
const NOT_COMPUTED = 3;

export class ModelPool {
  private readonly values: Float64Array[] = [];
  /** By model, by predicate. */
  private readonly truths: Uint8Array[] = [];
  private oldest = 0;

  constructor(private readonly predicates: readonly Formula[]) {}

  get size(): number {
    return this.values.length;
  }

  /** The place of a copy of the model. */
  add(values: Float64Array): number {
    if (this.values.length < CAPACITY) {
      this.truths.push(new Uint8Array(this.predicates.length).fill(NOT_COMPUTED));
      return this.values.push(values.slice()) - 1;
    }
    const place = this.oldest;
    this.oldest = (place + 1) % CAPACITY;
    (this.values[place] as Float64Array).set(values);
    (this.truths[place] as Uint8Array).fill(NOT_COMPUTED);
    return place;
  }

  /** Whether the formula is, beyond doubt about rounded sums, true there (or false). */
  is(formula: Formula, truth: boolean, place: number): boolean {
    return truthOf(formula, this.values[place] as Float64Array) === truth;
  }

  /** By predicate, what these predicates are there; others may not be computed. */
  truthsOf(predicates: readonly number[], place: number): Uint8Array {
    const truths = this.truths[place] as Uint8Array;
    const values = this.values[place] as Float64Array;
    for (let i = 0; i < predicates.length; i++) {
      const predicate = predicates[i] as number;
      if (truths[predicate] !== NOT_COMPUTED) continue;
      const truth = truthOf(this.predicates[predicate] as Formula, values);
      truths[predicate] = truth === null ? DOUBTFUL : truth ? HOLDS : UNTRUE;
    }
    return truths;
  }
}
