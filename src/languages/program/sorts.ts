/**
 * Sorts as the checker sees them: ranges are integers, so three families of values that do not mix.
 */
import { boundsOfSort } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';

export const INT: Sort = { kind: 'int' };
export const BOOL: Sort = { kind: 'bool' };

/** Values of one may stand where the other is asked for (perhaps outside its range). */
export function sameFamily(a: Sort, b: Sort): boolean {
  if (a.kind === 'enum' || b.kind === 'enum')
    return a.kind === b.kind && 'name' in a && 'name' in b && a.name === b.name;
  return (a.kind === 'bool') === (b.kind === 'bool');
}

export function isInteger(sort: Sort): boolean {
  return sort.kind === 'int' || sort.kind === 'range';
}

export function describeSort(sort: Sort): string {
  switch (sort.kind) {
    case 'int':
    case 'range':
      return 'an integer';
    case 'bool':
      return 'true or false';
    case 'enum':
      return `a \`${sort.name}\``;
  }
}

export function fitsSort(value: number, sort: Sort): boolean {
  const bounds = boundsOfSort(sort);
  return bounds === null || (value >= bounds[0] && value <= bounds[1]);
}

/** What a variable holds when nothing is said: 0, or the value nearest to it. */
export function defaultValue(sort: Sort): number {
  const bounds = boundsOfSort(sort);
  return bounds === null ? 0 : Math.min(Math.max(0, bounds[0]), bounds[1]);
}

export function showSort(sort: Sort): string {
  if (sort.kind === 'range') return `${sort.low}..${sort.high}`;
  return sort.kind === 'enum' ? sort.name : sort.kind;
}

export function showValue(value: number, sort: Sort): string {
  if (sort.kind === 'bool') return value === 0 ? 'false' : 'true';
  return sort.kind === 'enum' ? (sort.constructors[value] ?? String(value)) : String(value);
}
