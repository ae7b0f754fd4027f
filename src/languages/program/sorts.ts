/**
 * Sorts as the checker sees them: ranges are integers, so three families of values that do not mix.
 */
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
