/**
 * States of an instance with n processes: one value for every scalar and for every cell of every array.
 *
 * A layout gives each cell a place in one flat list: the symbols in their order, the cells of an array row by row. A
 * state is the list of values in that order and is never changed, only copied.
 */
import type { ArraySystem, Formula, StateSymbol, Term, Transition } from '../../models/array-system/model.js';
import { tuples } from './tuples.js';
import { showValue, type Value } from './values.js';

/** A scalar (no indices) or one cell of an array; the indices are process numbers from 1. */
export interface Cell {
  readonly symbol: StateSymbol;
  readonly indices: readonly number[];
}

export interface Instance {
  readonly system: ArraySystem;
  readonly processes: number;
  readonly cells: readonly Cell[];
  /** For each symbol the place of its first cell. */
  readonly offsets: readonly number[];
  /** Two values of sort proc can differ in a way the model sees although neither is a process: show their positions. */
  readonly positions: boolean;
}

/** The values of `Instance.cells`, in that order. */
export type State = readonly Value[];

export function makeInstance(system: ArraySystem, processes: number): Instance {
  const cells: Cell[] = [];
  const offsets: number[] = [];
  for (const symbol of system.symbols) {
    offsets.push(cells.length);
    for (const indices of tuples(processes, symbol.arity)) cells.push({ symbol, indices });
  }
  return { system, processes, cells, offsets, positions: comparesPositions(system) };
}

/** The place of a cell in every state of the instance. */
export function placeOf(instance: Instance, symbol: StateSymbol, indices: readonly number[]): number {
  if (indices.length !== symbol.arity)
    throw new Error(`${symbol.name} has ${symbol.arity} indices, not ${indices.length}`);
  const offset = instance.offsets[symbol.index];
  if (offset === undefined) throw new Error(`${symbol.name} is no symbol of the system`);
  let row = 0;
  for (const index of indices) {
    if (index < 1 || index > instance.processes) throw new Error(`${symbol.name} has no cell at process #${index}`);
    row = row * instance.processes + index - 1;
  }
  return offset + row;
}

export function valueAt(state: State, place: number): Value {
  const value = state[place];
  if (value === undefined) throw new Error(`a state has no cell ${place}`);
  return value;
}

export function cellAt(instance: Instance, place: number): Cell {
  const cell = instance.cells[place];
  if (cell === undefined) throw new Error(`an instance has no cell ${place}`);
  return cell;
}

/** `X`, `PC[#1]`, `Channel[#1,#2]`. */
export function showCell(cell: Cell): string {
  if (cell.indices.length === 0) return cell.symbol.name;
  return `${cell.symbol.name}[${cell.indices.map((index) => `#${index}`).join(',')}]`;
}

export function showCellValue(instance: Instance, value: Value): string {
  return showValue(value, instance.processes, instance.positions);
}

/**
 * Whether the model can tell one nobody from another: it compares a stored value of sort proc by order, or two stored
 * values with each other.
 */
function comparesPositions(system: ArraySystem): boolean {
  const properties = [system.init, ...system.unsafe, ...system.invariants];
  return properties.some((property) => inFormula(property.formula)) || system.transitions.some(inTransition);
}

function inTransition(transition: Transition): boolean {
  if (inFormula(transition.guard)) return true;
  return transition.updates.some(
    (update) => update.kind === 'case' && update.switches.some((choice) => inFormula(choice.condition)),
  );
}

function inFormula(formula: Formula): boolean {
  switch (formula.kind) {
    case 'constant':
    case 'fence':
      return false;
    case 'compare': {
      const stored = [formula.left, formula.right].filter(isStoredProcess).length;
      return formula.operator === '<' || formula.operator === '<=' ? stored > 0 : stored === 2;
    }
    case 'and':
    case 'or':
      return formula.operands.some(inFormula);
    case 'not':
      return inFormula(formula.operand);
    case 'forall':
    case 'exists':
      return inFormula(formula.body);
  }
}

function isStoredProcess(term: Term): boolean {
  return term.kind === 'access' && term.access.symbol.sort.kind === 'proc';
}
