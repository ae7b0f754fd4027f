/** A state in the words of a kernel as a configuration of the interpreter. */
import type { Layout } from '../../engines/explicit/layout.js';
import { type Field, isField, numberOf, type Queue, type Stored, shapeOf } from '../../engines/explicit/packing.js';
import { drainedCell, type MemoryModel } from '../../memory/models.js';
import type { Configuration } from '../../memory/operational/program/machine.js';
import { type Cells, sortOfCell } from '../../models/program/cells.js';

export function configurationOf(layout: Layout, memory: MemoryModel, words: ArrayLike<number>): Configuration {
  const { special, packing } = layout;
  const bits = ({ word, shift, width }: Field): number => {
    if (width === 0) return 0;
    return width === 32 ? (words[word] as number) : ((words[word] as number) >>> shift) & (2 ** width - 1);
  };
  const held = (stored: Stored): number => (isField(stored) ? (bits(stored) + stored.low) | 0 : stored);
  const numbers = (stored: readonly Stored[], cells: Cells) =>
    stored.map((each, cell) => numberOf(held(each), sortOfCell(cells, cell)));
  const buffered = ({ cells, slots }: Queue): Configuration['buffers'][number] => {
    const batches = slots.flatMap((entries) => {
      const writes = entries.flatMap(({ code, value }) => {
        const place = cells[bits(code) - 1];
        if (place === undefined) return [];
        const sort = sortOfCell(special.shared, place);
        return [{ place, value: numberOf((bits(value) + shapeOf(sort).low) | 0, sort) }];
      });
      return writes.length === 0 ? [] : [writes];
    });
    return batches.length === 0 ? [] : [{ place: drainedCell(memory, cells[0] as number), batches }];
  };
  return {
    memory: numbers(packing.memory, special.shared),
    locations: packing.locations.map(held),
    locals: special.threads.map(({ cells }, thread) => numbers(packing.locals[thread] ?? [], cells)),
    buffers: packing.queues.map((queues) => queues.flatMap(buffered)),
  };
}
