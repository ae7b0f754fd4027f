/**
 * The queues of a reduced program: which variables they are made of, and what a load and a store find in them.
 *
 * Under PSO a thread has a queue for each cell that it may write, under TSO one for all of them, whose slots also say which
 * cell a value is for. Slots are numbered from 1, the oldest write first.
 *
 * A load takes the newest slot that is for its cell. Under PSO that is a matter of the count. Under TSO the slots beyond the
 * count are for no cell, so the count is not looked at: a slot is for the cell, and no newer one is.
 *
 * The values of a queue have the sort of its cells where all have the same, and are integers otherwise; then whoever stores
 * must see to it that they fit their cell.
 */

import type { FreshNames } from '../../models/fresh-names.js';
import {
  belongsTo,
  boundsOf,
  type Cells,
  cellName,
  cellsOf,
  offsetOf,
  sameSort,
  sortOfCell,
  variableAt,
} from '../../models/program/cells.js';
import { compare, constant, readShared } from '../../models/program/expression.js';
import type { Expression, Program, Read, SharedVariable, Sort, Update } from '../../models/program/model.js';
import { threadAt } from '../../models/program/parts.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import type { MemoryModel } from '../models.js';
import type { BufferOf } from './index.js';
import { nameForCell, nameForThread } from './names.js';

export interface Queue {
  readonly of: BufferOf;
  /** Of its values. */
  readonly sort: Sort;
  /** What an empty slot holds. */
  readonly rest: number;
}

export interface ThreadBuffers {
  readonly thread: number;
  readonly queues: readonly Queue[];
}

export interface Layout {
  /** Of the original. */
  readonly cells: Cells;
  /** All that are added, but for the one that tells of an overflow. */
  readonly variables: readonly SharedVariable[];
  readonly threads: readonly ThreadBuffers[];
}

export function layOut(
  program: Program,
  special: SpecialProgram,
  memory: MemoryModel,
  bound: number,
  names: FreshNames,
): Layout {
  const cells = cellsOf(program.shared);
  const variables: SharedVariable[] = [];
  const declare = (name: string, sort: Sort, initial: number): number => {
    variables.push({ name: names.take(name), sort, size: null, place: { line: 1, column: 1 }, initial: [initial] });
    return program.shared.length + variables.length - 1;
  };
  const slots = Array.from({ length: bound }, (_, k) => k + 1);
  /** `one`: the queue is for one cell, and takes its name. */
  const queueOf = (thread: number, held: readonly number[], one: string | null): Queue => {
    const owner = nameForThread(threadAt(program, thread).name, '');
    const sort = commonSort(held.map((cell) => sortOfCell(cells, cell)));
    const rest = belongsTo(0, sort) ? 0 : (boundsOf(sort)?.low ?? 0);
    const targets =
      one === null
        ? slots.map((k) => declare(`lhs_${k}_${owner}`, { kind: 'range', low: 0, high: held.length }, 0))
        : [];
    const values = slots.map((k) => declare(`${one ?? 'rhs'}_${k}_${owner}`, sort, rest));
    const range: Sort = { kind: 'range', low: 0, high: bound };
    const count = declare(`${one === null ? '' : `${one}_`}cnt_${owner}`, range, 0);
    return { of: { thread, cells: held, count, values, targets }, sort, rest };
  };
  const threads = special.threads.map(({ buffered }, thread): ThreadBuffers => {
    const held = [...buffered].sort((one, other) => one - other);
    switch (memory.buffers) {
      case 'none':
        return { thread, queues: [] };
      case 'one queue':
        return { thread, queues: held.length === 0 ? [] : [queueOf(thread, held, null)] };
      case 'a queue per cell':
        return { thread, queues: held.map((cell) => queueOf(thread, [cell], nameForCell(cellName(cells, cell)))) };
    }
  });
  return { cells, variables, threads };
}

function commonSort(sorts: readonly Sort[]): Sort {
  const [first] = sorts;
  return first !== undefined && sorts.every((sort) => sameSort(sort, first)) ? first : { kind: 'int' };
}

/** What is known, and the value there. */
export interface LoadCase {
  readonly guards: readonly Expression[];
  readonly value: Expression;
}

/** What a thread may find when it loads a cell of the queue. */
export function loadCases({ of }: Queue, cell: number, memoryCell: Expression): LoadCase[] {
  const { count, values, targets } = of;
  if (targets.length === 0) {
    return [
      { guards: [equal(count, 0)], value: memoryCell },
      ...values.map((slot, k) => ({ guards: [equal(count, k + 1)], value: readShared(slot) })),
    ];
  }
  const code = codeOf(of, cell);
  const noneBeyond = (k: number) => targets.slice(k).map((slot) => compare(readShared(slot), '!=', code));
  return [
    { guards: noneBeyond(0), value: memoryCell },
    ...values.map((slot, k) => ({
      guards: [equal(targets[k] as number, code), ...noneBeyond(k + 1)],
      value: readShared(slot),
    })),
  ];
}

/** The number by which slots name the cell. */
export function codeOf({ cells }: BufferOf, cell: number): number {
  const position = cells.indexOf(cell);
  if (position < 0) throw new Error('the queue does not hold the cell');
  return position + 1;
}

/** A write into the slot, which is free. */
export function fill({ of }: Queue, slot: number, cell: number, value: Expression | 'any'): Update[] {
  const target = of.targets[slot];
  return [
    ...(target === undefined ? [] : [set(target, constant(codeOf(of, cell)))]),
    set(of.values[slot] as number, value),
  ];
}

/** The cell in memory. */
export function cellExpression(cells: Cells, cell: number): Read {
  const owner = cells.owners[cell] ?? -1;
  const { size } = variableAt(cells, owner);
  return readShared(owner, size === null ? null : constant(cell - offsetOf(cells, owner)));
}

export function equal(variable: number, value: number): Expression {
  return compare(readShared(variable), '==', value);
}

export function set(variable: number, value: Expression | 'any'): Update {
  return { target: readShared(variable), value };
}
