/**
 * What a process reads: the newest write that waits in its own queue for the cell, else memory. So each comparison of weak
 * cells becomes one for each way in which writes wait, and these ways exclude each other.
 *
 * Where only the owner of a cell writes it, others read memory. Who the owner is shows in the names most often: parameters of a
 * transition are different processes, and a quantifier says whom its variable differs from. Otherwise it is asked.
 */
import { add, multiply, type Rational } from '../../logic/rational.js';
import type { Access, Formula, Process, Term } from '../../models/array-system/model.js';
import { accessKey, conjunction, different, disjunction, equal } from '../any-threads/formulas.js';
import { isSame } from './processes.js';
import { cell, type Slots } from './slots.js';

/** Which names are known to be different processes. */
export type Apart = (one: Process, other: Process) => boolean;

export interface Way<T> {
  readonly when: Formula;
  readonly what: T;
}

/** `reader` is who reads weak cells; null: each cell is read by whom it names, and by nobody where it names none. */
export class Reads {
  constructor(
    private readonly slots: ReadonlyMap<number, Slots>,
    private readonly reader: Process | null,
  ) {}

  formula(formula: Formula, fence: Formula, apart: Apart): Formula {
    switch (formula.kind) {
      case 'constant':
        return formula;
      case 'fence':
        return fence;
      case 'not':
        return { ...formula, operand: this.formula(formula.operand, fence, apart) };
      case 'and':
      case 'or':
        return { ...formula, operands: formula.operands.map((each) => this.formula(each, fence, apart)) };
      case 'forall':
      case 'exists': {
        const { variable, excluded } = formula;
        const within: Apart = (one, other) => {
          if (isNamed(one, variable)) return excluded.some((each) => isSame(each, other));
          if (isNamed(other, variable)) return excluded.some((each) => isSame(each, one));
          return apart(one, other);
        };
        return { ...formula, body: this.formula(formula.body, fence, within) };
      }
      case 'compare': {
        const ways = this.term(formula.left, apart).flatMap((left) =>
          this.term(formula.right, apart).map((right) =>
            conjunction([left.when, right.when, { ...formula, left: left.what, right: right.what }]),
          ),
        );
        return disjunction(ways);
      }
    }
  }

  /** The values that a term can have, each with when it has it. */
  term(term: Term, apart: Apart): Way<Term>[] {
    switch (term.kind) {
      case 'process':
      case 'constructor':
        return [{ when: conjunction([]), what: term }];
      case 'access':
        return this.access(term.access, apart);
      case 'linear': {
        let ways: Way<Linear>[] = [{ when: conjunction([]), what: { ...term, summands: [] } }];
        for (const summand of term.summands) {
          const seen = this.access(summand.access, apart);
          ways = ways.flatMap((before) =>
            seen.map(({ when, what }) => ({
              when: conjunction([before.when, when]),
              what: plus(before.what, summand.coefficient, what),
            })),
          );
        }
        return ways;
      }
    }
  }

  private access(access: Access, apart: Apart): Way<Term>[] {
    const { symbol, indices } = access;
    const memory = cell(symbol, indices);
    const slots = this.slots.get(symbol.index);
    const reader = this.reader ?? access.reader;
    const always: Way<Term>[] = [{ when: conjunction([]), what: memory }];
    if (slots === undefined || reader === null) return always;
    const newest = slots.newest(reader, indices);
    const [waits, nothing] = [slots.waits(reader, indices), slots.nothingWaits(reader, indices)];
    const owner = slots.ownerOf(indices);
    if (owner === null || isSame(owner, reader)) {
      return [
        { when: nothing, what: memory },
        { when: waits, what: newest },
      ];
    }
    if (apart(owner, reader)) return always;
    const [one, other]: [Term, Term] = [
      { kind: 'process', process: owner },
      { kind: 'process', process: reader },
    ];
    return [
      { when: disjunction([different(one, other), nothing]), what: memory },
      { when: conjunction([equal(one, other), waits]), what: newest },
    ];
  }
}

type Linear = Extract<Term, { readonly kind: 'linear' }>;

/** `sum + coefficient * term`; the term has no cell of the sum but constants. */
function plus(sum: Linear, coefficient: Rational, term: Term): Linear {
  if (term.kind !== 'linear') throw new Error('a number is linear');
  const summands = [...sum.summands];
  for (const { coefficient: inner, access } of term.summands) {
    const scaled = multiply(coefficient, inner);
    const known = summands.findIndex((each) => accessKey(each.access) === accessKey(access));
    if (known < 0) summands.push({ coefficient: scaled, access });
    else
      summands[known] = {
        access,
        coefficient: add((summands[known] as (typeof summands)[number]).coefficient, scaled),
      };
  }
  const constant = add(sum.constant, multiply(coefficient, term.constant));
  return { ...sum, constant, summands: summands.filter((each) => each.coefficient.numerator !== 0n) };
}

/** The parameters of a declaration are different processes. */
export function parametersApart(parameters: readonly string[]): Apart {
  return (one, other) =>
    one.kind === 'bound' &&
    other.kind === 'bound' &&
    one.name !== other.name &&
    parameters.includes(one.name) &&
    parameters.includes(other.name);
}

export const NOBODY_APART: Apart = () => false;

function isNamed(process: Process, name: string): boolean {
  return process.kind === 'bound' && process.name === name;
}
