/**
 * What an obligation plainly says, to choose which negated cubes are worth writing into it.
 *
 * Of the negations of all cubes, for all processes and positions, nearly all are useless in a given obligation: some literal
 * of the cube contradicts what is assumed anyway, so that its negation adds nothing. And often one of them is enough: all
 * its literals are among what is assumed. Here is a quick look at that, which knows sets of values of enumerated cells and
 * literals word by word. Nothing depends on its being right: an obligation may always assume less.
 */
import type { Access, EnumSort, Formula } from '../../models/array-system/model.js';
import {
  accessText,
  assume,
  type Environment,
  extended,
  type Reading,
  resolve,
  settledComparison,
} from '../cubes/formula.js';
import { FALSE, TRUE } from '../solvers/smtlib.js';

type Comparison = Extract<Formula, { kind: 'compare' }>;

/** Enumerations with more values than bits are not looked into. */
const MOST_VALUES = 30;

export class Known {
  /** The facts contradict each other. */
  contradictory = false;
  readonly #masks = new Map<string, number>();
  readonly #literals = new Map<string, boolean>();

  copy(): Known {
    const copy = new Known();
    for (const [cell, mask] of this.#masks) copy.#masks.set(cell, mask);
    for (const [literal, value] of this.#literals) copy.#literals.set(literal, value);
    copy.contradictory = this.contradictory;
    return copy;
  }

  /** Takes note that the formula holds, or does not. */
  learn(formula: Formula, environment: Environment, sign: boolean, reading: Reading): void {
    switch (formula.kind) {
      case 'not':
        this.learn(formula.operand, environment, !sign, reading);
        return;
      case 'and':
      case 'or':
        if ((formula.kind === 'and') === sign) {
          for (const operand of formula.operands) this.learn(operand, environment, sign, reading);
          return;
        }
        this.#learnAlternatives(formula.operands, environment, sign, reading);
        return;
      case 'forall':
      case 'exists':
        if ((formula.kind === 'forall') !== sign) return;
        for (const process of membersOf(formula, environment, reading)) {
          this.learn(formula.body, extended(environment, formula.variable, process), sign, reading);
        }
        return;
      case 'compare': {
        const set = maskOf(formula, environment, sign, reading);
        if (set !== null) this.#narrow(set.cell, set.mask);
        else this.note(assume(formula, environment, sign, reading), true);
        return;
      }
      case 'fence':
        this.note(assume(formula, environment, sign, reading), true);
        return;
      case 'constant':
        if (formula.value !== sign) this.contradictory = true;
    }
  }

  /** A Boolean text is true or false. */
  note(text: string, value: boolean): void {
    const inner = negated(text);
    if (inner !== null) {
      this.note(inner, !value);
      return;
    }
    const known = this.value(text);
    if (known === null) this.#literals.set(text, value);
    else if (known !== value) this.contradictory = true;
  }

  value(text: string): boolean | null {
    if (text === TRUE) return true;
    if (text === FALSE) return false;
    const inner = negated(text);
    if (inner === null) return this.#literals.get(text) ?? null;
    const value = this.value(inner);
    return value === null ? null : !value;
  }

  /** True or false where that is plain, otherwise null. */
  status(formula: Formula, environment: Environment, reading: Reading): boolean | null {
    switch (formula.kind) {
      case 'constant':
        return formula.value;
      case 'not': {
        const value = this.status(formula.operand, environment, reading);
        return value === null ? null : !value;
      }
      case 'and':
      case 'or': {
        let result: boolean | null = formula.kind === 'and';
        for (const operand of formula.operands) {
          const value = this.status(operand, environment, reading);
          if (value === (formula.kind === 'or')) return value;
          if (value === null) result = null;
        }
        return result;
      }
      case 'forall':
        for (const process of membersOf(formula, environment, reading)) {
          if (this.status(formula.body, extended(environment, formula.variable, process), reading) === false)
            return false;
        }
        return null;
      case 'exists':
        return null;
      case 'compare': {
        const set = maskOf(formula, environment, true, reading);
        if (set === null) {
          const settled = settledComparison(formula, environment, reading.vocabulary);
          return settled ?? this.value(assume(formula, environment, true, reading));
        }
        const known = this.#masks.get(set.cell);
        if (known === undefined) return null;
        if ((known & set.mask) === 0) return false;
        return (known & ~set.mask) === 0 ? true : null;
      }
      case 'fence':
        return this.value(assume(formula, environment, true, reading));
    }
  }

  /** `A = L1 || A = L2` is one set of values. */
  #learnAlternatives(operands: readonly Formula[], environment: Environment, sign: boolean, reading: Reading): void {
    let cell: string | null = null;
    let union = 0;
    for (const operand of operands) {
      if (operand.kind !== 'compare') return;
      const set = maskOf(operand, environment, sign, reading);
      if (set === null || (cell !== null && set.cell !== cell)) return;
      cell = set.cell;
      union |= set.mask;
    }
    if (cell !== null) this.#narrow(cell, union);
  }

  #narrow(cell: string, mask: number): void {
    const left = (this.#masks.get(cell) ?? -1) & mask;
    this.#masks.set(cell, left);
    if (left === 0) this.contradictory = true;
  }
}

function negated(text: string): string | null {
  return text.startsWith('(not ') ? text.slice(5, -1) : null;
}

function* membersOf(
  { excluded }: Extract<Formula, { kind: 'forall' | 'exists' }>,
  environment: Environment,
  reading: Reading,
): Generator<string> {
  const names = excluded.map((process) => resolve(process, environment, reading.vocabulary));
  for (const { process, exists } of reading.domain(environment)) {
    if (exists === TRUE && !names.includes(process)) yield process;
  }
}

/** A comparison of an enumerated cell with a constructor, as the set of values it allows. */
function maskOf(
  { operator, left, right }: Comparison,
  environment: Environment,
  sign: boolean,
  reading: Reading,
): { cell: string; mask: number } | null {
  const [access, value] =
    left.kind === 'access' && right.kind === 'constructor'
      ? [left.access, right]
      : right.kind === 'access' && left.kind === 'constructor'
        ? [right.access, left]
        : [null, null];
  if (access === null || !isSmall(access, value.sort) || reading.vocabulary.isChoice(access.symbol)) return null;
  const cell = accessText(access, environment, reading);
  if (reading.vocabulary.isConstructor(cell)) return null;
  const all = (1 << value.sort.constructors.length) - 1;
  const bit = 1 << value.value;
  return { cell, mask: (operator === '=') === sign ? bit : all & ~bit };
}

function isSmall(access: Access, sort: EnumSort): boolean {
  return access.symbol.sort === sort && sort.constructors.length <= MOST_VALUES;
}
