/** What the numbers in a temporal certificate stand for. */
import { cellName, cellsOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';

export interface Legend {
  readonly threads: readonly string[];
  readonly cells: readonly string[];
}

export function legendOf(program: Program): Legend {
  const cells = cellsOf(program.shared);
  return {
    threads: program.threads.map(({ name }) => name),
    cells: cells.owners.map((_, cell) => cellName(cells, cell)),
  };
}
