/**
 * The state that an obligation starts from, and what is assumed of it: the text shared by all obligations about the
 * same number of processes.
 *
 * Shared are the declarations of the processes and their cells, and the negation of every property given (bad cubes,
 * states assumed unreachable) for all tuples of distinct processes. That is quantifier-free, except that the negation of
 * a universal conjunct says that some process k makes its body false. If k is none of the processes at hand it is given
 * a name of its own, a *witness* `z!1`:
 *
 *   - `|z!1 exists|` is true when some process of the instance, other than all processes at hand, makes the body of this
 *     very instance of the conjunct false; if so, z!1 is one of those. So it implies that the body is false at z!1.
 *   - z!1 differs from the processes at hand, and nothing is known of how it compares with another witness.
 *   - Conjuncts without further quantifiers whose instances read the same share one witness, as they say the same.
 *   - Every universal fact that an obligation adds later (a guard, a bad cube after the step) is instantiated on the
 *     witness too, under the condition that it exists: it is a process of the instance like any other.
 *
 * Negated properties are not instantiated on witnesses. That would be sound and is seldom needed; it would repeat all
 * shared assertions for each of them.
 */
import type { Property, Quantified, StateSymbol } from '../models/array-system/model.js';
import { assume, type Environment, extended, type Member, type Reading } from './certificate-formula.js';
import { tuples } from './certificate-instances.js';
import { hasQuantifier } from './certificate-syntax.js';
import type { Vocabulary } from './certificate-vocabulary.js';
import { assertion, implication, symbol, TRUE } from './smtlib.js';

/** Stands for a witness while two instances of conjuncts are compared. */
const ANY_WITNESS = '?';

export class StateBefore implements Reading {
  readonly complete: boolean;
  readonly processes: readonly string[];
  readonly #members: readonly Member[];
  readonly #witnesses: Member[] = [];
  readonly #witnessOf = new Map<string, string>();
  readonly #assertions = new Set<string>();

  constructor(
    readonly vocabulary: Vocabulary,
    size: number,
  ) {
    this.complete = vocabulary.system.processes !== null;
    this.processes = Array.from({ length: size }, (_, position) => vocabulary.process(position + 1));
    this.#members = this.processes.map((process) => ({ process, exists: TRUE }));
  }

  cell(cell: StateSymbol, processes: readonly string[]): string {
    return symbol(this.vocabulary.cellName(cell, processes));
  }

  domain(environment: Environment): readonly Member[] {
    for (const process of environment.values()) {
      if (!this.processes.includes(process)) return [...this.#members, { process, exists: TRUE }];
    }
    return this.#witnesses.length === 0 ? this.#members : [...this.#members, ...this.#witnesses];
  }

  outside(): string {
    return TRUE;
  }

  /** Assumes that the property holds for no tuple of distinct processes. */
  exclude(property: Property): void {
    const reading: Reading = {
      vocabulary: this.vocabulary,
      complete: this.complete,
      cell: (cell, processes) => this.cell(cell, processes),
      // The witnesses found so far are not instances: see above.
      domain: (environment) => this.domain(environment).filter(({ exists }) => exists === TRUE),
      outside: (quantified, environment, sign) => this.#witness(quantified, environment, sign),
    };
    for (const environment of tuples(property.parameters, this.processes, true)) {
      this.#assertions.add(assertion(assume(property.formula, environment, false, reading)));
    }
  }

  /** Assumes the property for all tuples of processes, equal ones too. */
  include(property: Property): void {
    for (const environment of tuples(property.parameters, this.processes, false)) {
      this.#assertions.add(assertion(assume(property.formula, environment, true, this)));
    }
  }

  #witness({ variable, body }: Quantified, environment: Environment, sign: boolean): string {
    const nested = [...environment.values()].some((process) => !this.processes.includes(process));
    if (nested) return TRUE;
    const fact = (process: string) => assume(body, extended(environment, variable, process), sign, this);
    // The text of a body with quantifiers may be weaker than the body, so equal texts need not say the same.
    const key = hasQuantifier(body) ? `${this.#witnesses.length}` : fact(ANY_WITNESS);
    const known = this.#witnessOf.get(key);
    if (known !== undefined) return known;
    const process = this.vocabulary.witness(this.#witnesses.length + 1);
    const exists = symbol(`${process} exists`);
    this.#witnessOf.set(key, exists);
    this.#witnesses.push({ process, exists });
    this.#assertions.add(assertion(implication(exists, fact(process))));
    return exists;
  }

  /** Declarations and assertions; complete only when nothing more is to be assumed. */
  *text(): Generator<string> {
    yield* this.#processDeclarations(this.processes);
    yield* this.#cellDeclarations(this.processes, () => true);
    for (const { process, exists } of this.#witnesses) {
      yield `(declare-const ${exists} Bool)`;
      yield `(declare-const ${symbol(process)} ${this.vocabulary.processSort()})`;
      for (const other of this.processes) yield assertion(`(distinct ${symbol(process)} ${symbol(other)})`);
      yield* this.#cellDeclarations([...this.processes, process], (indices) => indices.includes(process));
    }
    for (const line of this.#assertions) if (line !== assertion(TRUE)) yield line;
  }

  *#processDeclarations(processes: readonly string[]): Generator<string> {
    const names = processes.map(symbol);
    for (const name of names) yield `(declare-const ${name} ${this.vocabulary.processSort()})`;
    const relation = this.complete && this.vocabulary.ordered ? '<' : 'distinct';
    if (names.length > 1) yield assertion(`(${relation} ${names.join(' ')})`);
  }

  *#cellDeclarations(processes: readonly string[], wanted: (indices: readonly string[]) => boolean): Generator<string> {
    for (const cell of this.vocabulary.system.symbols) {
      const indices = Array.from({ length: cell.arity }, (_, place) => `${place}`);
      for (const environment of tuples(indices, processes, false)) {
        const chosen = [...environment.values()];
        if (wanted(chosen)) yield `(declare-const ${this.cell(cell, chosen)} ${this.vocabulary.sort(cell.sort)})`;
      }
    }
  }
}
