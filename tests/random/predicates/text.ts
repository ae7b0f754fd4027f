/** Regressions of predicate abstraction, written as those of programs are, with the predicates that are given. */
import type { StateExpression } from '../../../src/models/program/model.js';
import { type ProgramRegression, readRegression, writeRegression } from '../explicit/text.js';

export interface PredicateRegression extends ProgramRegression {
  readonly predicates: readonly StateExpression[];
}

export function writePredicateRegression(regression: PredicateRegression): string {
  return writeRegression(regression);
}

export function readPredicateRegression(text: string): PredicateRegression {
  return { predicates: [], ...readRegression(text) };
}
