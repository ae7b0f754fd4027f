/**
 * The cells of a program: variables and arrays laid end to end, so that engines and traces can name each by a number; and
 * the values that cells hold, as people read them.
 */
import type { Sort, Variable } from './model.js';

export interface Cells {
  readonly variables: readonly Variable[];
  /** For each variable its first cell. */
  readonly offsets: readonly number[];
  readonly count: number;
  /** For each cell its variable. */
  readonly owners: readonly number[];
}

export function cellsOf(variables: readonly Variable[]): Cells {
  const offsets: number[] = [];
  const owners: number[] = [];
  for (const [number, variable] of variables.entries()) {
    offsets.push(owners.length);
    for (let index = 0; index < sizeOf(variable); index++) owners.push(number);
  }
  return { variables, offsets, owners, count: owners.length };
}

/** How many cells a variable has. */
export function sizeOf({ size }: Variable): number {
  return size ?? 1;
}

export function variableAt(cells: Cells, variable: number): Variable {
  const found = cells.variables[variable];
  if (found === undefined) throw new Error(`there is no variable number ${variable}`);
  return found;
}

export function offsetOf(cells: Cells, variable: number): number {
  const offset = cells.offsets[variable];
  if (offset === undefined) throw new Error(`there is no variable number ${variable}`);
  return offset;
}

export function sortOfCell(cells: Cells, cell: number): Sort {
  return variableAt(cells, cells.owners[cell] ?? -1).sort;
}

/** `turn`, `flag[0]`. */
export function cellName(cells: Cells, cell: number): string {
  const owner = cells.owners[cell] ?? -1;
  return indexedName(variableAt(cells, owner), cell - offsetOf(cells, owner));
}

/** A cell of a variable by its index, as the text writes it. */
export function indexedName({ name, size, spelling, cells }: Variable, index: number): string {
  if (cells !== undefined) return cells[index] ?? `${name}[${index}]`;
  if (spelling === undefined) return size === null ? name : `${name}[${index}]`;
  if (index < 0 || index >= (size ?? 1)) return `such cell of ${spelling[0]}`;
  let rest = index;
  const parts = spelling.toReversed().map((part) => {
    if (typeof part === 'string') return part;
    const own = rest % part;
    rest = Math.floor(rest / part);
    return `[${own}]`;
  });
  return parts.reverse().join('');
}

/** The least and the greatest value; null where there are none. */
export function boundsOf(sort: Sort): { readonly low: number; readonly high: number } | null {
  switch (sort.kind) {
    case 'int':
      return null;
    case 'range':
      return sort;
    case 'bool':
      return { low: 0, high: 1 };
    case 'enum':
      return { low: 0, high: sort.constructors.length - 1 };
  }
}

export function belongsTo(value: number, sort: Sort): boolean {
  const bounds = boundsOf(sort);
  return Number.isInteger(value) && (bounds === null || (value >= bounds.low && value <= bounds.high));
}

export function sameSort(one: Sort, other: Sort): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a variable holds when nothing is said: 0, or the value nearest to it; of values with names the first, as NULL. */
export function defaultValue(sort: Sort): number {
  if (sort.kind === 'range' && sort.names !== undefined) return sort.low;
  const bounds = boundsOf(sort);
  return bounds === null ? 0 : Math.min(Math.max(0, bounds.low), bounds.high);
}

/** Every value of a finite sort, in order; 'any' of another sort is a fault of the front end. */
export function valuesOf(sort: Sort): number[] {
  const bounds = boundsOf(sort);
  if (bounds === null) throw new Error('an integer without bound has no list of values');
  return Array.from({ length: bounds.high - bounds.low + 1 }, (_, k) => bounds.low + k);
}

export function showValue(value: number, sort: Sort): string {
  if (sort.kind === 'bool' && (value === 0 || value === 1)) return value === 1 ? 'true' : 'false';
  if (sort.kind === 'enum') return sort.constructors[value] ?? `${value}`;
  if (sort.kind === 'range' && sort.names !== undefined) return sort.names[value - sort.low] ?? `${value}`;
  return `${value}`;
}

/** `u8`, `i16`. */
function widthName({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${low < 0 ? 'i' : 'u'}${Math.log2(high - low + 1)}`;
}

/** `0..3`, `u8`, `bool`, `{Idle, Busy}`. */
export function showSort(sort: Sort): string {
  switch (sort.kind) {
    case 'int':
      return 'int';
    case 'range':
      return sort.wraps === true ? widthName(sort) : `${sort.low}..${sort.high}`;
    case 'bool':
      return 'bool';
    case 'enum':
      return sort.name === '' ? `{${sort.constructors.join(', ')}}` : sort.name;
  }
}
