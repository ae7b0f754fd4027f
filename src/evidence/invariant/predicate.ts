/**
 * Predicates as SMT-LIB formulas: `p7` is predicate 7 before a step, `p7.3` the same after step 3. A predicate about cells
 * that the step cannot write is the same before and after. Where the step makes all cells of it numbers, it is settled.
 */
import { conjunction, disjunction, FALSE, negation, TRUE } from '../solvers/smtlib.js';
import { type CertificatePredicate, variableIn } from './certificate.js';
import type { Step } from './step.js';
import { asInteger, integer, numeral, type Value } from './value.js';
import type { Vocabulary } from './vocabulary.js';

/** All predicates after a step. */
export interface PredicatesAfter {
  readonly definitions: readonly string[];
  /** By predicate: null where the step does not change it; `true`, `false`, or the name of a definition. */
  readonly texts: readonly (string | null)[];
}

export class Predicates {
  readonly definitions: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** The cells that each speaks of. */
  readonly #cells: readonly (readonly number[])[];

  constructor(
    readonly vocabulary: Vocabulary,
    readonly list: readonly CertificatePredicate[],
  ) {
    this.#numbers = new Map(vocabulary.cells.map(({ name, number }) => [name, number]));
    this.#cells = list.map((predicate) => [...this.#cellsIn(predicate)]);
    const before = (cell: number): Value => (vocabulary.cells[cell] as { readonly value: Value }).value;
    this.definitions = list.map((predicate, p) => `(define-fun p${p} () Bool ${this.#formula(predicate, before)})`);
  }

  after({ number, after }: Step): PredicatesAfter {
    const definitions: string[] = [];
    const held = (cell: number): Value =>
      after.get(cell) ?? (this.vocabulary.cells[cell] as { readonly value: Value }).value;
    const texts = this.list.map((predicate, p) => {
      if (!(this.#cells[p] as readonly number[]).some((cell) => after.has(cell))) return null;
      const text = this.#formula(predicate, held);
      if (text === TRUE || text === FALSE) return text;
      definitions.push(`(define-fun p${p}.${number} () Bool ${text})`);
      return `p${p}.${number}`;
    });
    return { definitions, texts };
  }

  #formula(predicate: CertificatePredicate, held: (cell: number) => Value): string {
    if ('and' in predicate) return conjunction(predicate.and.map((part) => this.#formula(part, held)));
    if ('or' in predicate) return disjunction(predicate.or.map((part) => this.#formula(part, held)));
    if ('not' in predicate) return negation(this.#formula(predicate.not, held));
    const terms: string[] = [];
    let rest = BigInt(predicate.value);
    for (const [coefficient, name] of predicate.sum) {
      const value = this.#value(name, held);
      if (typeof value === 'number') rest -= BigInt(coefficient) * BigInt(value);
      else terms.push(coefficient === 1 ? asInteger(value) : `(* ${numeral(coefficient)} ${asInteger(value)})`);
    }
    if (terms.length === 0) return (predicate.relation === '<=' ? 0n <= rest : rest === 0n) ? TRUE : FALSE;
    const sum = terms.length === 1 ? terms[0] : `(+ ${terms.join(' ')})`;
    return `(${predicate.relation === '<=' ? '<=' : '='} ${sum} ${numeral(rest)})`;
  }

  *#cellsIn(predicate: CertificatePredicate): Generator<number> {
    if ('sum' in predicate) {
      for (const [, name] of predicate.sum) yield this.#number(name);
    } else if ('not' in predicate) {
      yield* this.#cellsIn(predicate.not);
    } else {
      for (const part of 'and' in predicate ? predicate.and : predicate.or) yield* this.#cellsIn(part);
    }
  }

  /** SMT-LIB's `mod` is never negative. */
  #value(name: string, held: (cell: number) => Value): Value {
    const value = held(this.#number(name));
    const { modulus } = variableIn(name);
    if (modulus === null) return value;
    if (typeof value === 'number') return ((value % modulus) + modulus) % modulus;
    return integer(`(mod ${asInteger(value)} ${numeral(modulus)})`);
  }

  #number(name: string): number {
    const number = this.#numbers.get(variableIn(name).variable);
    if (number === undefined) throw new Error(`there is no variable ${name}`);
    return number;
  }
}
