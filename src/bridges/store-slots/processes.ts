/** Names of processes. */
import type { Process } from '../../models/array-system/model.js';
import { bound } from '../any-threads/formulas.js';

export function isSame(one: Process, other: Process): boolean {
  if (one.kind === 'constant' || other.kind === 'constant') {
    return one.kind === 'constant' && other.kind === 'constant' && one.number === other.number;
  }
  return one.name === other.name;
}

export function named(names: readonly string[]): Process[] {
  return names.map(bound);
}
