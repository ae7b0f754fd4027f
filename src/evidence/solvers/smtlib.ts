/**
 * SMT-LIB 2.6 text: symbols, numbers and the Boolean connectives.
 *
 * A formula is a string. The connectives fold `true` and `false` away and drop repeated operands; nothing else is
 * simplified, because what is left to the solver need not be trusted here. Disjunctions sort their operands, so two
 * instances of a clause that differ in the order of its literals are the same string and are asserted once.
 */

import type { Rational } from '../../logic/rational.js';
import type { NumberSort } from '../../models/array-system/model.js';

export const TRUE = 'true';
export const FALSE = 'false';

const SIMPLE_SYMBOL = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/** A name as an SMT-LIB symbol, between bars where the syntax asks for them. */
export function symbol(name: string): string {
  if (/[|\\]/.test(name)) throw new Error(`no SMT-LIB symbol can be named ${name}`);
  return SIMPLE_SYMBOL.test(name) ? name : `|${name}|`;
}

/** A text between double quotes, on one line. */
export function stringLiteral(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll(/\s+/g, ' ')}"`;
}

export function conjunction(operands: Iterable<string>): string {
  const kept = new Set(operands);
  kept.delete(TRUE);
  if (kept.has(FALSE)) return FALSE;
  if (kept.size > 1) return `(and ${[...kept].join(' ')})`;
  for (const only of kept) return only;
  return TRUE;
}

export function disjunction(operands: Iterable<string>): string {
  const kept = new Set(operands);
  kept.delete(FALSE);
  if (kept.has(TRUE)) return TRUE;
  if (kept.size > 1) return `(or ${[...kept].sort().join(' ')})`;
  for (const only of kept) return only;
  return FALSE;
}

export function negation(formula: string): string {
  if (formula === TRUE) return FALSE;
  return formula === FALSE ? TRUE : `(not ${formula})`;
}

export function implication(condition: string, conclusion: string): string {
  if (condition === TRUE || conclusion === TRUE) return conclusion;
  return condition === FALSE ? TRUE : `(=> ${condition} ${conclusion})`;
}

/** `3`, `(- 3)` for integers; `3.0`, `(/ 1.0 2.0)`, `(- (/ 1.0 2.0))` for reals. */
export function numeral(value: Rational, sort: NumberSort): string {
  const { numerator, denominator } = value;
  const size = numerator < 0n ? -numerator : numerator;
  if (sort.kind === 'int' && denominator !== 1n)
    throw new Error(`the integer term contains ${numerator}/${denominator}`);
  const whole = sort.kind === 'int' ? `${size}` : `${size}.0`;
  const positive = denominator === 1n ? whole : `(/ ${whole} ${denominator}.0)`;
  return numerator < 0n ? `(- ${positive})` : positive;
}

/** The sum of `constant` and the products; each product is a coefficient and the text of a term. */
export function linearSum(
  constant: Rational,
  products: readonly { readonly coefficient: Rational; readonly term: string }[],
  sort: NumberSort,
): string {
  const parts = products.map(({ coefficient, term }) =>
    coefficient.numerator === 1n && coefficient.denominator === 1n ? term : `(* ${numeral(coefficient, sort)} ${term})`,
  );
  if (constant.numerator !== 0n || parts.length === 0) parts.push(numeral(constant, sort));
  return parts.length === 1 ? (parts[0] as string) : `(+ ${parts.join(' ')})`;
}

export function assertion(formula: string): string {
  return `(assert ${formula})`;
}

/** Puts `body` between a push and the matching pop. */
export function scoped(body: string): string {
  return `(push 1)\n${body}\n(pop 1)\n`;
}
