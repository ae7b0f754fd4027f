/**
 * Linear temporal logic over states: formulas with their propositions resolved to conditions on a state. A run is infinite;
 * one that ends stays in its last state.
 */
import type { LtlFormula } from '../../logic/ltl/formula.js';
import type { Place, StateExpression } from '../../models/program/model.js';

export interface StatePredicate {
  readonly condition: StateExpression;
  /** As it was written, with the instances put in. */
  readonly text: string;
  readonly place: Place;
}

export interface LtlProperty {
  readonly name: string;
  readonly formula: LtlFormula;
  readonly propositions: readonly StatePredicate[];
  readonly text: string;
  readonly place: Place;
}
