/**
 * The steps of a thread that drains: the oldest write of a queue reaches memory, the others move up, and the slot that
 * becomes free is as it was at first. One edge for each number of waiting writes, under TSO also for each cell that the
 * oldest may be for (the paper's `flush`, figures 5 and 12).
 */

import { type Cells, cellName } from '../../models/program/cells.js';
import { conjunction, constant, readShared } from '../../models/program/expression.js';
import type { Expression, Update } from '../../models/program/model.js';
import { drainedCell, type MemoryModel } from '../models.js';
import type { BufferOf } from './index.js';
import { cellExpression, codeOf, equal, type Queue, set, type ThreadBuffers } from './queues.js';
import type { ReducedEdge } from './steps.js';

export function drainEdges({ thread, queues }: ThreadBuffers, memory: MemoryModel, cells: Cells): ReducedEdge[] {
  return queues.flatMap((queue) =>
    queue.of.values.flatMap((_, k) => {
      const waiting = k + 1;
      return queue.of.cells.map((cell): ReducedEdge => {
        const updates = [
          { target: cellExpression(cells, cell), value: readShared(queue.of.values[0] as number) },
          ...moveUp(queue, waiting),
          set(queue.of.count, constant(waiting - 1)),
        ];
        return {
          edge: {
            from: 0,
            to: 0,
            guard: conjunction(guards(queue.of, waiting, cell)),
            updates,
            fence: false,
            atomic: false,
            text: `drain ${cellName(cells, cell)}`,
            place: { line: 1, column: 1 },
          },
          origin: { kind: 'drain', thread, cell: drainedCell(memory, cell) },
        };
      });
    }),
  );
}

function guards(of: BufferOf, waiting: number, cell: number): Expression[] {
  const [oldest] = of.targets;
  return [equal(of.count, waiting), ...(oldest === undefined ? [] : [equal(oldest, codeOf(of, cell))])];
}

function moveUp({ of: { values, targets }, rest }: Queue, waiting: number): Update[] {
  const shifted = (slots: readonly number[], free: number): Update[] =>
    slots
      .slice(0, waiting)
      .map((slot, k) => set(slot, k + 1 < waiting ? readShared(slots[k + 1] as number) : constant(free)));
  return [...shifted(targets, 0), ...shifted(values, rest)];
}
