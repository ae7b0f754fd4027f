/** The state of the machine as plain data for views: memory, and for each thread where it is, its locals and what waits. */

import { bufferOf, type Configuration, type Machine, threadName } from '../../memory/operational/program/machine.js';
import { type Cells, cellName, showValue, sortOfCell } from '../../models/program/cells.js';
import type { Place, Template } from '../../models/program/model.js';
import { isHidden, locationName, templateOf } from '../../models/program/parts.js';

export interface CellValue {
  readonly cell: string;
  readonly value: string;
}

export interface ThreadState {
  readonly name: string;
  /** `@cs`, `line 12`, `end`. */
  readonly at: string;
  /** The statement that is next; null at the end, and where the text does not tell. */
  readonly place: Place | null;
  readonly locals: readonly CellValue[];
  /** The queues of its store buffer that are not empty; `cell` is null where there is one queue for all. */
  readonly buffers: readonly { readonly cell: string | null; readonly writes: readonly CellValue[] }[];
}

export interface MachineState {
  readonly memory: readonly CellValue[];
  readonly threads: readonly ThreadState[];
}

/** `placed`: whether threads are at places of the text; processes of a model of arrays are not. */
export function stateOf(machine: Machine, configuration: Configuration, placed: boolean): MachineState {
  const { shared } = machine;
  return {
    memory: shown(shared, configuration.memory),
    threads: machine.program.threads.map((_, thread) => {
      const template = templateOf(machine.program, thread);
      const location = configuration.locations[thread] as number;
      return {
        name: threadName(machine, thread),
        at: locationName(template, location),
        place: placed ? placeOf(template, location) : null,
        locals: shown(machine.locals[thread] as Cells, configuration.locals[thread] as readonly number[]),
        buffers: bufferOf(configuration, thread).map(({ place, batches }) => ({
          cell: place === null ? null : cellName(shared, place),
          writes: batches.flat().map((write) => shownCell(shared, write.place, write.value)),
        })),
      };
    }),
  };
}

function shownCell(cells: Cells, cell: number, value: number): CellValue {
  return { cell: cellName(cells, cell), value: showValue(value, sortOfCell(cells, cell)) };
}

function shown(cells: Cells, values: readonly number[]): CellValue[] {
  return values.map((value, cell) => shownCell(cells, cell, value)).filter(({ cell }) => !isHidden(cell));
}

/** Where a thread is in the text: at the statement that comes next. */
function placeOf({ coverage, edges }: Template, location: number): Place | null {
  const statement = coverage?.next[location] ?? null;
  if (statement !== null) return coverage?.statements[statement]?.place ?? null;
  return edges.find(({ from }) => from === location)?.place ?? null;
}
