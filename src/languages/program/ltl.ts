/**
 * Linear temporal logic over states: formulas as trees, with their propositions resolved to conditions on a state.
 * A run is infinite; one that ends stays in its last state.
 */
import type { Place, StateExpression } from '../../models/program/model.js';

export type LtlFormula =
  /** Position in `LtlProperty.propositions`. */
  | { readonly kind: 'proposition'; readonly proposition: number }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'not' | 'next' | 'finally' | 'globally'; readonly operand: LtlFormula }
  | {
      readonly kind: 'and' | 'or' | 'implies' | 'iff' | 'until' | 'release' | 'weakUntil';
      readonly left: LtlFormula;
      readonly right: LtlFormula;
    };

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
