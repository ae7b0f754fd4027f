/**
 * Values of expressions as SMT-LIB terms: a number that is known, an integer term, or a truth, which as an integer is 1 or 0.
 */
import { FALSE, negation, TRUE } from '../solvers/smtlib.js';

export type Value = number | { readonly kind: 'integer' | 'truth'; readonly text: string };

export function numeral(value: number | bigint): string {
  const exact = BigInt(value);
  return exact < 0n ? `(- ${-exact})` : `${exact}`;
}

export function integer(text: string): Value {
  return { kind: 'integer', text };
}

export function truth(text: string): Value {
  if (text === TRUE) return 1;
  return text === FALSE ? 0 : { kind: 'truth', text };
}

export function asInteger(value: Value): string {
  if (typeof value === 'number') return numeral(value);
  return value.kind === 'integer' ? value.text : `(ite ${value.text} 1 0)`;
}

/** Not 0. */
export function asTruth(value: Value): string {
  if (typeof value === 'number') return value !== 0 ? TRUE : FALSE;
  return value.kind === 'truth' ? value.text : negation(`(= ${value.text} 0)`);
}

/** The value is within the bounds; null: no bound on that side. */
export function within(value: Value, low: number | null, high: number | null): string {
  if (typeof value === 'number')
    return (low === null || low <= value) && (high === null || value <= high) ? TRUE : FALSE;
  if (value.kind === 'truth' && (low ?? 0) <= 0 && (high ?? 1) >= 1) return TRUE;
  if (low === null && high === null) return TRUE;
  const parts = [...(low === null ? [] : [numeral(low)]), asInteger(value), ...(high === null ? [] : [numeral(high)])];
  return `(<= ${parts.join(' ')})`;
}
