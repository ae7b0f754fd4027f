/**
 * What literals and cubes say of concrete states, straight from their definition, and states to ask it of.
 *
 * This is the second opinion of the tests in this folder: it shares with the engine how literals are numbered and nothing
 * of how they are reasoned about.
 */

import type { Cube } from '../../../src/engines/parameterized/cube.js';
import { outside } from '../../../src/engines/parameterized/universal.js';
import { Kind, type Literal, type Literals } from '../../../src/logic/literals.js';
import { add, compare, multiply, type Rational, rational } from '../../../src/logic/rational.js';
import { effectsOf } from '../../../src/memory/operational/machine.js';
import {
  cellAt,
  type Instance,
  placeOf,
  type State,
  showCell,
  showCellValue,
  valueAt,
} from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import {
  equalValues,
  numberValue,
  orderValues,
  processValue,
  type Value,
} from '../../../src/memory/operational/values.js';
import type { Sort, StateSymbol, Transition } from '../../../src/models/array-system/model.js';
import { candidates } from '../../random/open-values.js';
import type { Random } from '../../random/random.js';

export interface World {
  readonly literals: Literals;
  readonly instance: Instance;
  readonly state: State;
}

export function showState({ instance, state }: World): string {
  return instance.cells
    .map((cell, k) => `${showCell(cell)} = ${showCellValue(instance, valueAt(state, k))}`)
    .join(', ');
}

/** For each name of a process its number in the instance, from 1. */
export type Names = readonly (number | undefined)[];
type Choices = ReadonlyMap<number, Value>;

const NOTHING: Choices = new Map();

function valueOfCell({ literals, instance, state }: World, cell: number, names: Names, choices: Choices): Value {
  const chosen = choices.get(cell);
  if (chosen !== undefined) return chosen;
  const symbol = instance.system.symbols[literals.cellSymbol[cell] as number] as StateSymbol;
  const indices = literals.argumentsOf(cell).map((p) => names[p] as number);
  return valueAt(state, placeOf(instance, symbol, indices));
}

function valueOfTerm(world: World, code: number, names: Names, choices: Choices): Value {
  return code < 0 ? processValue(names[-code - 1] as number) : valueOfCell(world, code, names, choices);
}

/** A number, or the position of a constructor: large enumerations are kept as numbers. */
function numberOf(value: Value): Rational {
  if (value.kind === 'number') return value.number;
  if (value.kind === 'constructor') return rational(value.value);
  throw new Error(`a ${value.kind} is no number`);
}

export function literalHolds(world: World, literal: Literal, names: Names, choices: Choices = NOTHING): boolean {
  const { literals } = world;
  if (literal < 0) return literal === -1;
  const left = literals.left[literal] as number;
  const right = literals.right[literal] as number;
  const kind = literals.kind[literal];
  if (kind === Kind.mask) {
    const value = valueOfCell(world, left, names, choices);
    if (value.kind !== 'constructor') throw new Error('a mask is about an enumeration');
    return ((right >> value.value) & 1) === 1;
  }
  if (kind === Kind.linear) {
    const { variables, coefficients, relation, constant } = literals.constraintOf(literal);
    let sum = rational(0);
    for (const [i, cell] of variables.entries()) {
      const number = numberOf(valueOfCell(world, cell, names, choices));
      sum = add(sum, multiply(rational(coefficients[i] as bigint), number));
    }
    const order = compare(sum, rational(constant));
    return { '=': order === 0, '<>': order !== 0, '<': order < 0, '<=': order <= 0 }[relation];
  }
  const [a, b] = [left, right].map((code) => valueOfTerm(world, code, names, choices)) as [Value, Value];
  if (kind === Kind.equal) return equalValues(a, b);
  if (kind === Kind.distinct) return !equalValues(a, b);
  return kind === Kind.less ? orderValues(a, b) < 0 : orderValues(a, b) <= 0;
}

/** Values chosen freely that could not be eliminated: constants of the cube that the model does not name. */
function choiceCells({ literals, instance }: World, conjunct: ArrayLike<Literal>): number[] {
  const cells = Array.from(conjunct).flatMap((l) => {
    if (literals.kind[l] === Kind.linear) return [...literals.constraintOf(l).variables];
    const terms = [literals.left[l] as number];
    if (literals.kind[l] !== Kind.mask) terms.push(literals.right[l] as number);
    return terms.filter((code) => code >= 0);
  });
  return [...new Set(cells)].filter((cell) => (literals.cellSymbol[cell] as number) >= instance.system.symbols.length);
}

function holdsForSomeChoice(world: World, conjunct: ArrayLike<Literal>, names: Names): boolean {
  const cells = choiceCells(world, conjunct);
  const all = (choices: Choices) => Array.from(conjunct).every((l) => literalHolds(world, l, names, choices));
  const choose = (k: number, choices: Choices): boolean => {
    const cell = cells[k];
    if (cell === undefined) return all(choices);
    const { sort } = world.literals.symbolOf(cell);
    const present = [...world.state, ...choices.values()];
    return valuesOf(world.instance, sort, present, WIDE).some((v) => choose(k + 1, new Map(choices).set(cell, v)));
  };
  return choose(0, NOTHING);
}

/** The cube holds of the processes that its names are given; the universal parts are about all others. */
export function cubeHoldsOf(world: World, cube: Cube, names: Names): boolean {
  if (!holdsForSomeChoice(world, cube.literals, names)) return false;
  const named = new Set(names.slice(0, cube.processes));
  const others = Array.from({ length: world.instance.processes }, (_, p) => p + 1).filter((p) => !named.has(p));
  return cube.universals.every(({ variables, body }) => {
    for (const tuple of distinctTuples(others.length, variables)) {
      const inner = [...names];
      for (const [k, position] of tuple.entries()) inner[outside(k)] = others[position - 1];
      if (!body.some((conjunct) => holdsForSomeChoice(world, conjunct, inner))) return false;
    }
    return true;
  });
}

/** The cube holds of some distinct processes; where names are absolute, of the very ones it names. */
export function cubeHolds(world: World, cube: Cube): boolean {
  if (world.literals.absolute) return cubeHoldsOf(world, cube, [1, 2, 3, 4, 5, 6, 7, 8].slice(0, cube.processes));
  for (const names of distinctTuples(world.instance.processes, cube.processes)) {
    if (cubeHoldsOf(world, cube, names)) return true;
  }
  return false;
}

const range = (low: number, high: number) =>
  Array.from({ length: high - low + 1 }, (_, i) => numberValue(rational(low + i)));
const NARROW = range(-2, 4);
/** What a free choice may need to get past the numbers of a state. */
const WIDE = range(-9, 11);

function valuesOf(instance: Instance, sort: Sort, present: readonly Value[], numbers: readonly Value[]) {
  return sort.kind === 'int' || sort.kind === 'real' ? numbers : candidates(instance, sort, present).values;
}

/** All states with small numbers when they are at most `most`, else a sample. */
export function statesOf(instance: Instance, most: number, random: Random): State[] {
  const states: Value[][] = [];
  const extend = (prefix: Value[]): boolean => {
    const cell = instance.cells[prefix.length];
    if (cell === undefined) return states.push(prefix) <= most;
    return valuesOf(instance, cell.symbol.sort, prefix, NARROW).every((value) => extend([...prefix, value]));
  };
  if (extend([])) return states;
  return Array.from({ length: most }, () => randomState(instance, random));
}

export function randomState(instance: Instance, random: Random): Value[] {
  const state: Value[] = [];
  for (const cell of instance.cells) state.push(random.pick(valuesOf(instance, cell.symbol.sort, state, NARROW)));
  return state;
}

/** A state that satisfies the literals of these processes, if a few tries find one: masks are made true, the rest is luck. */
export function stateWithin(
  literals: Literals,
  instance: Instance,
  cube: Cube,
  names: Names,
  random: Random,
  tries: number,
): State | null {
  for (let k = 0; k < tries; k++) {
    const state = randomState(instance, random);
    for (const l of cube.literals) {
      if (literals.kind[l] !== Kind.mask) continue;
      const cell = literals.left[l] as number;
      const symbol = instance.system.symbols[literals.cellSymbol[cell] as number];
      if (symbol === undefined || symbol.sort.kind !== 'enum') continue;
      const { sort } = symbol;
      const allowed = sort.constructors.map((_, v) => v).filter((v) => ((literals.right[l] as number) >> v) & 1);
      const indices = literals.argumentsOf(cell).map((p) => names[p] as number);
      state[placeOf(instance, symbol, indices)] = { kind: 'constructor', sort, value: random.pick(allowed) };
    }
    if (cubeHoldsOf({ literals, instance, state }, cube, names)) return state;
  }
  return null;
}

const MOST_SUCCESSORS = 3000;

/** Every state that an enabled instance of a transition may lead to; null when there are very many. */
export function successorsOf(
  instance: Instance,
  state: State,
  transition: Transition,
  given: readonly number[],
): State[] | null {
  const effects = effectsOf(instance, state, transition, given);
  const after: Value[] = [...state];
  for (const { place, value } of effects) if (value !== null) after[place] = value;
  let states: Value[][] = [after];
  for (const { place, value } of effects) {
    if (value !== null) continue;
    const { sort } = cellAt(instance, place).symbol;
    states = states.flatMap((s) => valuesOf(instance, sort, s, WIDE).map((v) => s.with(place, v)));
    if (states.length > MOST_SUCCESSORS) return null;
  }
  return states;
}
