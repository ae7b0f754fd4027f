/**
 * One instance of an array system: its cells in a row, and its terms and formulas with processes in place of names.
 *
 * An index is always a process, so with the processes known every access is to one known cell.
 */
import { isInteger, type Rational } from '../../logic/rational.js';
import type {
  Access,
  ArraySystem,
  Formula,
  Process,
  Quantified,
  StateSymbol,
  Term,
} from '../../models/array-system/model.js';
import { constant, FALSE, TRUE } from '../../models/program/expression.js';
import { all, cell, compare, type Ground, not, some, sum, times } from './term.js';
import type { Coding } from './values.js';

/** Why the instance is no program, in words that a user can act on. Caught where programs are made. */
export class NotAProgram extends Error {}

/** A variable, or one cell of an array; indices are processes from 1. */
interface Cell {
  readonly symbol: StateSymbol;
  readonly indices: readonly number[];
}

/** `X`, `PC[#1]`, `Channel[#1,#2]`: as traces show them. */
export function cellName({ symbol, indices }: Cell): string {
  return indices.length === 0 ? symbol.name : `${symbol.name}[${indices.map((index) => `#${index}`).join(',')}]`;
}

export type Environment = ReadonlyMap<string, number>;

export function bind(names: readonly string[], processes: readonly number[]): Environment {
  return new Map(names.map((name, position) => [name, processes[position] as number]));
}

/** All tuples of processes 1..n of this length, equal components too. */
export function tuples(processes: number, length: number): number[][] {
  const numbers = Array.from({ length: processes }, (_, index) => index + 1);
  let found: number[][] = [[]];
  for (let k = 0; k < length; k++) found = found.flatMap((tuple) => numbers.map((number) => [...tuple, number]));
  return found;
}

export function distinctTuples(processes: number, length: number): number[][] {
  return tuples(processes, length).filter((tuple) => new Set(tuple).size === length);
}

function processOf(process: Process, environment: Environment): number {
  const number = process.kind === 'constant' ? process.number : environment.get(process.name);
  if (number === undefined) throw new Error('a process that is not bound');
  return number;
}

export class Instance {
  readonly cells: readonly Cell[];
  private readonly offsets: readonly number[];

  constructor(
    readonly system: ArraySystem,
    readonly processes: number,
    readonly coding: Coding,
  ) {
    const cells: Cell[] = [];
    this.offsets = system.symbols.map((symbol) => {
      const offset = cells.length;
      for (const indices of tuples(processes, symbol.arity)) cells.push({ symbol, indices });
      return offset;
    });
    this.cells = cells;
  }

  placeOf(symbol: StateSymbol, indices: readonly number[]): number {
    const row = indices.reduce((before, index) => before * this.processes + index - 1, 0);
    return (this.offsets[symbol.index] as number) + row;
  }

  cellAt(place: number): Cell {
    const found = this.cells[place];
    if (found === undefined) throw new Error(`there is no cell ${place}`);
    return found;
  }

  formula(formula: Formula, environment: Environment): Ground {
    switch (formula.kind) {
      case 'constant':
        return formula.value ? TRUE : FALSE;
      case 'fence':
        throw new Error('fences are taken out of guards before');
      case 'not':
        return not(this.formula(formula.operand, environment));
      case 'and':
        return all(formula.operands.map((operand) => this.formula(operand, environment)));
      case 'or':
        return some(formula.operands.map((operand) => this.formula(operand, environment)));
      case 'forall':
        return all(this.range(formula, environment).map((inner) => this.formula(formula.body, inner)));
      case 'exists':
        return some(this.range(formula, environment).map((inner) => this.formula(formula.body, inner)));
      case 'compare': {
        const left = this.term(formula.left, environment);
        const right = this.term(formula.right, environment);
        switch (formula.operator) {
          case '=':
            return compare('==', left, right);
          case '<>':
            return not(compare('==', left, right));
          case '<':
          case '<=':
            return compare(formula.operator, left, right);
        }
      }
    }
  }

  term(term: Term, environment: Environment): Ground {
    switch (term.kind) {
      case 'process':
        return constant(this.coding.process(processOf(term.process, environment)));
      case 'constructor':
        return constant(term.value);
      case 'access':
        return this.access(term.access, environment);
      case 'linear':
        return sum([
          constant(wholeNumber(term.constant)),
          ...term.summands.map(({ coefficient, access }) => {
            return times(wholeNumber(coefficient), this.access(access, environment));
          }),
        ]);
    }
  }

  private access({ symbol, indices, reader }: Access, environment: Environment): Ground {
    const place = this.placeOf(
      symbol,
      indices.map((index) => processOf(index, environment)),
    );
    return cell(place, reader === null ? null : processOf(reader, environment));
  }

  /** One environment for each process that the quantified name may stand for. */
  private range({ variable, excluded }: Quantified, environment: Environment): Environment[] {
    const others = excluded.map((process) => processOf(process, environment));
    return tuples(this.processes, 1).flatMap(([process = 0]) => {
      return others.includes(process) ? [] : [new Map(environment).set(variable, process)];
    });
  }
}

function wholeNumber(number: Rational): number {
  const value = Number(number.numerator);
  if (!isInteger(number) || !Number.isSafeInteger(value)) {
    throw new NotAProgram('a number of the model is not an integer of less than 53 bits');
  }
  return value;
}
