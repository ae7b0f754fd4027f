/**
 * The state after one step under TSO, as a cube reads it.
 *
 *   memory          is changed by the updates, and local cells are;
 *   the actor       sees what it wrote at every position, before its write reaches memory or after: the updates are applied
 *                   to what it saw there;
 *   another process sees memory as it is after the step where its position is after the write, and else what it saw before.
 *
 * Whether a position is clear of its process's writes changes for the actor alone, and only if it wrote: then it is exactly
 * if it is after the write. A position after the write was `now` before the step.
 *
 * Conditions and values of updates are read by the actor before the step. A value that becomes arbitrary is one constant,
 * the same in memory and for the actor.
 */
import type { Formula, StateSymbol, Switch, Term, Transition, Update } from '../../models/array-system/model.js';
import { assume, type Environment, type Reading, resolve, termText } from '../cubes/formula.js';
import { hasQuantifier, namesIn } from '../cubes/syntax.js';
import { FALSE, implication, negation, TRUE } from '../solvers/smtlib.js';
import type { Moments } from './moments.js';

/** A transition with its processes. */
export class Step {
  /** What is read after the step rests on this. */
  readonly facts: string[] = [];
  readonly #updates: ReadonlyMap<StateSymbol, Update>;
  readonly #conditions = new Map<string, string>();

  constructor(
    readonly transition: Transition,
    readonly environment: Environment,
    readonly moments: Moments,
    /** The actor's, before the step. */
    readonly before: Reading,
  ) {
    this.#updates = new Map(transition.updates.map((update) => [update.symbol, update]));
  }

  /** What the cell holds after the step where it held `base` before. */
  applied(cell: StateSymbol, processes: readonly string[], base: string): string {
    const update = this.#updates.get(cell);
    if (update === undefined) return base;
    if (update.kind === 'havoc') return this.#anything(cell, processes);
    if (update.kind === 'assign') {
      return this.#isTarget(update.indices, processes) ? this.#value(update.value, this.environment) : base;
    }
    const inside = this.inside(update.binders, processes);
    const switches: { condition: string; value: Term }[] = [];
    let value: string | null = null;
    for (const each of update.switches) {
      const condition = this.condition(each, inside);
      if (condition === FALSE) continue;
      if (condition === TRUE) {
        value = this.#value(each.value, inside);
        break;
      }
      switches.push({ condition, value: each.value });
    }
    if (value === null) {
      if (update.otherwise !== null) value = this.#value(update.otherwise, inside);
      else value = this.moments.vocabulary.system.weak ? base : this.#anything(cell, processes);
    }
    for (const each of switches.reverse()) {
      const chosen = this.#value(each.value, inside);
      if (chosen !== value) value = `(ite ${each.condition} ${chosen} ${value})`;
    }
    return value;
  }

  inside(binders: readonly string[], processes: readonly string[]): Environment {
    const environment = new Map(this.environment);
    for (const [place, binder] of binders.entries()) environment.set(binder, processes[place] as string);
    return environment;
  }

  /** The exact condition of a switch: used both ways. */
  condition({ condition }: Switch, environment: Environment): string {
    const holds = assume(condition, environment, true, this.before);
    if (this.before.complete || !hasQuantifier(condition)) return holds;
    return this.#named(condition, environment, holds);
  }

  /** A constant for the truth value of a condition with quantifiers, of which only some consequences can be said. */
  #named(condition: Formula, environment: Environment, holds: string): string {
    const about = [...namesIn(condition)].map((name) => environment.get(name));
    const key = JSON.stringify([condition, about]);
    let name = this.#conditions.get(key);
    if (name === undefined) {
      name = this.moments.declared(`condition'${this.#conditions.size + 1}`, 'Bool');
      this.#conditions.set(key, name);
      const fails = assume(condition, environment, false, this.before);
      this.facts.push(implication(name, holds), implication(negation(name), fails));
    }
    return name;
  }

  #isTarget(indices: Extract<Update, { kind: 'assign' }>['indices'], processes: readonly string[]): boolean {
    const { vocabulary } = this.moments;
    return indices.every((index, place) => resolve(index, this.environment, vocabulary) === processes[place]);
  }

  #value(term: Term, environment: Environment): string {
    return termText(term, environment, this.before);
  }

  #anything(cell: StateSymbol, processes: readonly string[]): string {
    const { vocabulary } = this.moments;
    return this.moments.declared(`${vocabulary.cellName(cell, processes)}'`, vocabulary.sort(cell.sort));
  }
}
