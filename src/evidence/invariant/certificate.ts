/**
 * Why a program holds, as data: predicates, and for each vector of locations the cubes of predicates that cover what is
 * reached there. It is what the exploration of the boolean program ends with (Dan, Meshman, Vechev and Yahav: Predicate
 * abstraction for relaxed memory models, 2013, section 4), and it speaks of the program whose store buffers are variables,
 * run under sequential consistency.
 *
 * It is a proof when the first states are in it, no step leaves it or fails, and no bad state is in it. `obligations.ts`
 * says that in SMT-LIB, from the program alone, and `judge.ts` asks a solver. Nothing here is shared with the engine: not
 * its flat system, nor its weakest preconditions, nor its prover.
 */

import type { Formula } from '../../logic/integer/formula.js';
import type { MemoryName } from '../../memory/models.js';

/** A sum of variables, or of remainders of them, compared with a number, or a combination; the variables by their names. */
export type CertificatePredicate =
  | {
      readonly sum: readonly (readonly [coefficient: number, variable: string])[];
      readonly relation: '<=' | '==';
      readonly value: number;
    }
  | { readonly and: readonly CertificatePredicate[] }
  | { readonly or: readonly CertificatePredicate[] }
  | { readonly not: CertificatePredicate };

/** Predicates and negations of predicates that all hold: 2p for predicate p, 2p + 1 for its negation. */
export type CertificateCube = readonly number[];

export interface CertifiedStates {
  /** One for each thread of the program. */
  readonly locations: readonly number[];
  /** Every state that is reached there is in one of them. */
  readonly cubes: readonly CertificateCube[];
}

export interface PredicateCertificate {
  readonly memory: MemoryName;
  /** The most writes in a store buffer; null under SC. */
  readonly bound: number | null;
  /** A write into a full buffer fails, and then the answer is for buffers of any length; or it waits. */
  readonly overflow: 'fails' | 'waits';
  readonly predicates: readonly CertificatePredicate[];
  /** Vectors that are absent are not reached. */
  readonly states: readonly CertifiedStates[];
}

/** `x % 2` is a variable, too: the remainder of x, not negative. */
export function variableIn(name: string): { readonly variable: string; readonly modulus: number | null } {
  const [, variable, modulus] = /^(.*) % ([1-9][0-9]{0,8})$/s.exec(name) ?? [];
  return variable === undefined ? { variable: name, modulus: null } : { variable, modulus: Number(modulus) };
}

/** A formula of the engine as a predicate; `names` are those of its variables. */
export function predicateOf(formula: Formula, names: readonly string[]): CertificatePredicate {
  switch (formula.kind) {
    case 'true':
      return { and: [] };
    case 'false':
      return { or: [] };
    case 'atom': {
      const sum = formula.variables.map((variable, k) => {
        const name = names[variable];
        if (name === undefined) throw new Error(`variable number ${variable} has no name`);
        return [formula.coefficients[k] as number, name] as const;
      });
      // No negative zero: JSON would lose it.
      return { sum, relation: formula.relation, value: 0 - formula.constant };
    }
    case 'not':
      return { not: predicateOf(formula.operand, names) };
    case 'and':
      return { and: formula.operands.map((operand) => predicateOf(operand, names)) };
    case 'or':
      return { or: formula.operands.map((operand) => predicateOf(operand, names)) };
  }
}
