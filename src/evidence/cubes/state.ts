/**
 * The state that an obligation starts from, and what is assumed of it: the text shared by all obligations about the
 * same number of processes.
 *
 * Shared are the declarations of the processes and their cells, and the negation of every property given (bad cubes,
 * states assumed unreachable) for all tuples of distinct processes. That is quantifier-free, but the negation of
 * a universal conjunct says that some process k makes its body false. If k is none of the processes at hand it is given
 * a name of its own, a *witness* `z!1`:
 *
 *   - `|z!1 exists|` is true when some process of the instance, other than those at hand, makes the body of this
 *     very instance of the conjunct false; if so, z!1 is one of those. So it implies that the body is false at z!1.
 *   - Conjuncts without further quantifiers whose instances read the same share one witness, as they say the same.
 *   - If the body quantifies over a second process, that is chosen after the first, and may be a further one: the two
 *     form a *family*, whose members are different processes. Nothing is known of how members of two families compare.
 *   - Every universal fact that an obligation adds later (a guard, a bad cube after the step) is instantiated on the
 *     witnesses of one family at a time too, under the condition that they exist: they are processes of the instance.
 *
 * Negated properties are not instantiated on witnesses. That would be sound and is seldom needed; it would repeat all
 * shared assertions for each of them. For the same reason there is a bound on the number of instances: properties with
 * few processes come first, and what is beyond the bound is not assumed. `partial` says so.
 *
 * A cube may mention *choices*, values that exist. Its negation then holds for all values: a quantifier over values,
 * which is left to the solver.
 */
import type { Property, Quantified, StateSymbol } from '../../models/array-system/model.js';
import { assertion, implication, symbol, TRUE } from '../solvers/smtlib.js';
import { choicesOf, forAllChoices } from './choices.js';
import { assume, type Environment, extended, type Member, type Reading } from './formula.js';
import { tuples } from './instances.js';
import { hasQuantifier } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** Stands for a witness while two instances of conjuncts are compared. */
const ANY_WITNESS = '?';

/** Instances of negated properties in one group. */
const MOST_INSTANCES = 200_000;

interface NamedWitness extends Member {
  readonly family: number;
}

export class StateBefore implements Reading {
  readonly complete: boolean;
  readonly processes: readonly string[];
  /** Some negated properties were not assumed for all processes, for there are too many. */
  partial = false;
  readonly #members: readonly Member[];
  readonly #witnesses: NamedWitness[] = [];
  readonly #witnessOf = new Map<string, string>();
  #families = 0;
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
    if (this.#witnesses.length === 0) return this.#members;
    const family = this.#familyIn(environment);
    return [...this.#members, ...this.#witnesses.filter((each) => family === null || each.family === family)];
  }

  outside(): string {
    return TRUE;
  }

  /** Assumes that none of the properties holds for any tuple of distinct processes. */
  exclude(properties: readonly Property[], most = MOST_INSTANCES): void {
    let left = most;
    for (const property of [...properties].sort((a, b) => a.parameters.length - b.parameters.length)) {
      const choices = choicesOf(property.formula, this.vocabulary);
      // A witness would depend on the values chosen, so with choices there is none.
      const reading = choices.length === 0 ? this.#witnessing() : this;
      for (const environment of tuples(property.parameters, this.processes, true)) {
        if (left === 0) {
          this.partial = true;
          return;
        }
        left--;
        const fact = assume(property.formula, environment, false, reading);
        this.#assertions.add(assertion(forAllChoices(choices, fact, this.vocabulary)));
      }
    }
  }

  /** Reads the state and names witnesses. Facts are about the processes at hand, and those of the family in scope. */
  #witnessing(): Reading {
    return {
      vocabulary: this.vocabulary,
      complete: this.complete,
      cell: (cell, processes) => this.cell(cell, processes),
      domain: (environment) => (this.#familyIn(environment) === null ? this.#members : this.domain(environment)),
      outside: (quantified, environment, sign) => this.#witness(quantified, environment, sign),
    };
  }

  /** Assumes the property for all tuples of processes, equal ones too. */
  include(property: Property): void {
    for (const environment of tuples(property.parameters, this.processes, false)) {
      this.#assertions.add(assertion(assume(property.formula, environment, true, this)));
    }
  }

  /** Assumes what the census of the system says: it counts those of the processes that are in it, and perhaps others. */
  takeCensus(): void {
    for (const { symbol: number, array } of this.vocabulary.system.census ?? []) {
      const { sort } = array;
      if (sort.kind !== 'enum') throw new Error('a census is taken of values of an enumeration');
      const counted = this.processes.map((process) => {
        const isOut = `(= ${this.cell(array, [process])} ${this.vocabulary.constructorName(sort, 0)})`;
        return `(ite ${isOut} 0 1)`;
      });
      this.#assertions.add(assertion(`(<= (+ 0 ${counted.join(' ')}) ${this.cell(number, [])})`));
    }
  }

  #familyIn(environment: Environment): number | null {
    for (const process of environment.values()) {
      const witness = this.#witnesses.find((each) => each.process === process);
      if (witness !== undefined) return witness.family;
    }
    return null;
  }

  #witness({ variable, body }: Quantified, environment: Environment, sign: boolean): string {
    const fact = (process: string) => assume(body, extended(environment, variable, process), sign, this.#witnessing());
    const outer = this.#familyIn(environment);
    // The text of a body with quantifiers may be weaker than the body, so equal texts need not say the same.
    const key = outer !== null || hasQuantifier(body) ? `${this.#witnesses.length}` : fact(ANY_WITNESS);
    const known = this.#witnessOf.get(key);
    if (known !== undefined) return known;
    const process = this.vocabulary.witness(this.#witnesses.length + 1);
    const exists = symbol(`${process} exists`);
    this.#witnessOf.set(key, exists);
    this.#witnesses.push({ process, exists, family: outer ?? this.#families++ });
    this.#assertions.add(assertion(implication(exists, fact(process))));
    return exists;
  }

  /** Declarations and assertions; complete only when nothing more is to be assumed. */
  *text(): Generator<string> {
    yield* this.#processDeclarations(this.processes);
    yield* this.#cellDeclarations(this.processes, () => true);
    for (const [position, { process, exists, family }] of this.#witnesses.entries()) {
      const relatives = this.#witnesses.slice(0, position).filter((each) => each.family === family);
      const others = [...this.processes, ...relatives.map((each) => each.process)];
      yield `(declare-const ${exists} Bool)`;
      yield `(declare-const ${symbol(process)} ${this.vocabulary.processSort()})`;
      for (const other of others) yield assertion(`(distinct ${symbol(process)} ${symbol(other)})`);
      yield* this.#cellDeclarations([...others, process], (indices) => indices.includes(process));
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
