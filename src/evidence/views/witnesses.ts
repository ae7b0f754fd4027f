/**
 * Processes outside of an obligation that make the universal part of a cube false.
 *
 * A cube with a part `for all others k: body` does not hold if its literals do not, or the body is false at some process that
 * the cube does not name: one of the obligation's, or another one, which gets a name of its own, `z!1`, and a condition
 * `|z!1 exists|`. It means that some process of the instance, none of those of the obligation, makes this very body false
 * before the step, and that z!1 is such a process. So it implies that the body is false there; and every universal fact that
 * the obligation assumes besides (a guard, the cube after the step) is also assumed of z!1, on that condition. As in the
 * certificates under sequential consistency (../cubes/state.ts), where it is told why this is right. Of parts about two
 * processes only what can be said of the processes at hand is assumed.
 */
import type { Quantified } from '../../models/array-system/model.js';
import { assume, type Environment, extended, type Member, type Reading } from '../cubes/formula.js';
import { hasQuantifier } from '../cubes/syntax.js';
import { assertion, implication, negation, symbol, TRUE } from '../solvers/smtlib.js';
import type { Moments } from './moments.js';
import type { Outsiders } from './readings.js';

export class Witnesses implements Outsiders {
  /** Declarations, and what their existence implies. */
  readonly lines: string[] = [];
  readonly #members: readonly Member[];
  readonly #witnesses: Member[] = [];

  constructor(readonly moments: Moments) {
    this.#members = moments.processes.map((process) => ({ process, exists: TRUE }));
  }

  /** The processes of the obligation and at most one witness: nothing is known of how two of them compare. */
  domain(environment: Environment): readonly Member[] {
    if (this.#witnesses.length === 0) return this.#members;
    const present = [...environment.values()];
    const inScope = this.#witnesses.filter(({ process }) => present.includes(process));
    return [...this.#members, ...(inScope.length > 0 ? inScope : this.#witnesses)];
  }

  outside(): string {
    return TRUE;
  }

  /** For the negation of a cube: facts are about the processes at hand, and outsiders get names. */
  naming(): Outsiders {
    return {
      domain: () => this.#members,
      outside: (quantified, environment, sign, reading) => this.#witness(quantified, environment, sign, reading),
    };
  }

  #witness({ variable, body }: Quantified, environment: Environment, sign: boolean, reading: Reading): string {
    if (hasQuantifier(body)) return TRUE;
    const { vocabulary } = this.moments;
    const process = vocabulary.witness(this.#witnesses.length + 1);
    const exists = this.moments.declared(`${process} exists`, 'Bool');
    const name = this.moments.declared(process, vocabulary.processSort());
    this.#witnesses.push({ process, exists });
    const others = this.moments.processes.map((other) => assertion(negation(`(= ${name} ${symbol(other)})`)));
    const fact = assume(body, extended(environment, variable, process), sign, reading);
    this.lines.push(...others, assertion(implication(exists, fact)));
    return exists;
  }
}
