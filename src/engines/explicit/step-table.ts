/**
 * The numbers of steps: a kernel passes one number with every successor, and here it is turned into a step of the machine
 * again. An edge that leaves values open has a number for each combination of them.
 */
import type { MemoryModel } from '../../memory/models.js';
import type { ProgramStep } from '../../memory/operational/program/machine.js';
import { boundsOf } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';

type Row =
  | { readonly kind: 'edge'; readonly thread: number; readonly edge: number; readonly sorts: readonly Sort[] }
  | { readonly kind: 'drain'; readonly thread: number; readonly cell: number | null };

export class StepTable {
  readonly memory: MemoryModel;
  /** How many numbers are given: no state has more successors. */
  count = 0;
  private readonly rows: { readonly first: number; readonly row: Row }[] = [];

  constructor(memory: MemoryModel) {
    this.memory = memory;
  }

  /** The number of an edge with the first value of each sort that is left open. */
  edge(thread: number, edge: number, sorts: readonly Sort[]): number {
    return this.add({ kind: 'edge', thread, edge, sorts }, this.weight(sorts, -1));
  }

  drain(thread: number, cell: number | null): number {
    return this.add({ kind: 'drain', thread, cell }, 1);
  }

  private add(row: Row, size: number): number {
    const first = this.count;
    this.rows.push({ first, row });
    this.count += size;
    return first;
  }

  /** What the next value of the k-th open sort adds to the number. */
  weight(sorts: readonly Sort[], k: number): number {
    return sorts.slice(k + 1).reduce((product, sort) => product * sizeOf(sort), 1);
  }

  /** The step with this number. */
  step(number: number): ProgramStep {
    const found = this.rows.findLast(({ first }) => first <= number);
    if (found === undefined) throw new Error(`there is no step number ${number}`);
    const { row, first } = found;
    if (row.kind === 'drain') return row;
    const { thread, edge, sorts } = row;
    const choices = sorts.map((sort, k) => {
      const position = Math.floor((number - first) / this.weight(sorts, k)) % sizeOf(sort);
      return (boundsOf(sort)?.low ?? 0) + position;
    });
    return { kind: 'edge', thread, edge, choices };
  }
}

function sizeOf(sort: Sort): number {
  const bounds = boundsOf(sort);
  if (bounds === null) throw new Error('a value of a sort without bound is not left open');
  return bounds.high - bounds.low + 1;
}
