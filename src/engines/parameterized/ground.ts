/**
 * Between concrete values and the logic: literals that pin cells to values, and values read off a model.
 *
 * Processes are numbered by `order` (process `order[k]` is number k+1), positions of other values of sort proc lie
 * between those numbers, data of abstract sorts are numbered as they turn up.
 */
import type { Literal, Literals } from '../../logic/literals.js';
import { type Model, modelOf, orderOfProcesses } from '../../logic/model.js';
import { add, compare, type Rational, rational } from '../../logic/rational.js';
import { type Cell, type Instance, placeOf } from '../../memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processNumber,
  processValue,
  type Value,
} from '../../memory/operational/values.js';
import type { StateSymbol } from '../../models/array-system/model.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';

/** An initial state that satisfies a conjunction with init, and the number of each of its processes. */
export interface InitialState {
  readonly ground: Grounding;
  readonly state: readonly Value[];
  readonly numbers: readonly number[];
}

export function initialState(
  form: NormalForm,
  literals: Literals,
  conjunction: Int32Array,
  instance: Instance,
): InitialState {
  const model = modelOf(literals, conjunction, instance.processes);
  const order = orderOfProcesses(model, instance.processes);
  const ground = new Grounding(literals, order, form.usesOrder, 1);
  const numbers: number[] = [];
  for (const [k, process] of order.entries()) numbers[process] = k + 1;
  const state = instance.cells.map((cell) => ground.valueIn(model, ground.cellOf(cell), cell.symbol, new Map()));
  // What init leaves open: a cube may say something else, and then the run does not replay.
  for (const { symbol, array } of form.system.census ?? []) {
    const cells = numbers.map((number) => state[placeOf(instance, array, [number])]);
    const count = cells.filter((value) => value?.kind === 'constructor' && value.value !== 0).length;
    state[placeOf(instance, symbol, [])] = numberValue(rational(count));
  }
  return { ground, state, numbers };
}

export class Grounding {
  private readonly literals: Literals;
  private readonly order: readonly number[];
  private readonly ordered: boolean;
  private data: number;
  private readonly known = new WeakMap<Model, Map<number, number>>();

  constructor(literals: Literals, order: readonly number[], ordered: boolean, firstDatum: number) {
    this.literals = literals;
    this.order = order;
    this.ordered = ordered;
    this.data = firstDatum;
  }

  cellOf(cell: Cell): number {
    return this.literals.cell(
      cell.symbol.index,
      cell.indices.map((number) => this.order[number - 1] as number),
    );
  }

  /** Literals that pin cells to their values, as far as the logic can name them. */
  pin(fixed: ReadonlyMap<number, Value>): Literal[] {
    const { literals } = this;
    const out: Literal[] = [];
    const entries = [...fixed];
    for (const [i, [cell, value]] of entries.entries()) {
      switch (value.kind) {
        case 'constructor':
          if (literals.symbolOf(cell).kind === 'enum') out.push(literals.mask(cell, 1 << value.value));
          else out.push(this.equation(cell, rational(value.value)));
          break;
        case 'number':
          out.push(this.equation(cell, value.number));
          break;
        case 'process': {
          const number = processNumber(value, this.order.length);
          if (number !== null) out.push(literals.relation('=', -(this.order[number - 1] as number) - 1, cell));
          else out.push(...this.order.map((process) => literals.relation('<>', -process - 1, cell)));
          for (const [other, theirs] of number === null ? entries.slice(0, i) : []) {
            const same = theirs.kind === 'process' && compare(theirs.position, value.position) === 0;
            if (same) out.push(literals.relation('=', other, cell));
          }
          break;
        }
        case 'datum':
          for (const [other, theirs] of entries.slice(0, i)) {
            if (theirs.kind !== 'datum' || theirs.sort !== value.sort) continue;
            out.push(literals.relation(theirs.number === value.number ? '=' : '<>', other, cell));
          }
      }
    }
    if (this.ordered && !literals.absolute) {
      for (let k = 0; k + 1 < this.order.length; k++) {
        out.push(literals.relation('<', -(this.order[k] as number) - 1, -(this.order[k + 1] as number) - 1));
      }
    }
    return out;
  }

  private equation(cell: number, value: Rational): Literal {
    const left = { summands: [{ variable: cell, coefficient: rational(1) }], constant: rational(0) };
    const right = { summands: [], constant: value };
    return this.literals.compareLinear('=', left, right, this.literals.isInteger(cell));
  }

  /** The value of a cell in the model; data are those of the fixed cells it is equal to. */
  valueIn(model: Model, cell: number, symbol: StateSymbol, fixed: ReadonlyMap<number, Value>): Value {
    const { sort } = symbol;
    switch (sort.kind) {
      case 'enum': {
        const wide = model.numbers.get(cell);
        return constructorValue(sort, wide !== undefined ? Number(wide.numerator) : (model.enumerated.get(cell) ?? 0));
      }
      case 'abstract': {
        const value = model.abstract.get(cell);
        if (value === undefined) return datumValue(sort, this.data++);
        for (const [other, known] of fixed) if (model.abstract.get(other) === value) return known;
        return datumValue(sort, this.datum(model, value));
      }
      case 'proc': {
        const position = model.positions.get(cell);
        if (position === undefined) return processValue(1);
        for (const [other, known] of fixed) {
          const theirs = known.kind === 'process' ? model.positions.get(other) : undefined;
          if (theirs !== undefined && compare(theirs, position) === 0) return known;
        }
        return processValue(this.placeAmong(model, position));
      }
      default:
        return numberValue(model.numbers.get(cell) ?? rational(0));
    }
  }

  /** The datum that stands for a class of equal cells of the model: the same one each time it is asked for. */
  private datum(model: Model, value: number): number {
    let data = this.known.get(model);
    if (data === undefined) {
      data = new Map();
      this.known.set(model, data);
    }
    let datum = data.get(value);
    if (datum === undefined) {
      datum = this.data++;
      data.set(value, datum);
    }
    return datum;
  }

  /** A position of the model on the scale where processes are 1, 2, 3...; between two of them when it is none. */
  private placeAmong(model: Model, position: Rational): Rational {
    let below = 0;
    let under: Rational | null = null;
    let over: Rational | null = null;
    for (const [k, process] of this.order.entries()) {
      const theirs = model.positions.get(-process - 1) as Rational;
      const order = compare(theirs, position);
      if (order === 0) return rational(k + 1);
      if (order < 0) {
        below = k + 1;
        under = theirs;
      } else over ??= theirs;
    }
    // Several values between the same two processes share the room evenly and keep their order.
    const between: Rational[] = [];
    for (const p of model.positions.values()) {
      if ((under !== null && compare(p, under) <= 0) || (over !== null && compare(p, over) >= 0)) continue;
      if (!between.some((other) => compare(other, p) === 0)) between.push(p);
    }
    const rank = between.filter((p) => compare(p, position) < 0).length + 1;
    return add(rational(below), rational(rank, between.length + 1));
  }
}
