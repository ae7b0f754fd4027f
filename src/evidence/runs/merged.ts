/**
 * A state of a kernel that merges states, as the family of configurations (`families.ts`) that it stands for: what is dead is anything,
 * integers of which only differences matter are a parameter and some more, and a stale one is less than its counter.
 *
 * Nothing rests on this: if these are not the members, the judge finds a step that they do not agree on, or that leads elsewhere.
 */
import type { Kernel } from '../../engines/explicit/kernel.js';
import { isField } from '../../engines/explicit/packing.js';
import { staleLocals } from '../../engines/explicit/reduce/stale.js';
import type { MemoryModel } from '../../memory/models.js';
import { type Configuration, configurationKey } from '../../memory/operational/program/machine.js';
import { type Cells, offsetOf } from '../../models/program/cells.js';
import { configurationOf } from './configuration.js';

/** For the states of a kernel. */
export function familyTexts({ layout, reduction }: Kernel, memory: MemoryModel): (words: ArrayLike<number>) => string {
  const { special, packing, live, observed } = layout;
  const stale = staleLocals(observed);
  /** By cell of memory. */
  const classes = special.shared.owners.map((_, cell) =>
    reduction.shifts.findIndex(({ shared }) => shared.includes(cell)),
  );
  const inMemory = (value: number, cell: number): string => shown(classes[cell] as number, value);
  const localText = (configuration: Configuration, thread: number, cell: number, value: number): string => {
    const place = packing.locals[thread]?.[cell];
    // What never changes may be read where nothing is said to be alive.
    if (place === undefined || !isField(place)) return `${value}`;
    const cells = special.threads[thread]?.cells as Cells;
    const variable = cells.owners[cell] as number;
    const location = configuration.locations[thread] as number;
    if (live[thread]?.[location]?.has(variable) !== true) return '_';
    for (const { counter, ...each } of stale) {
      if (each.thread !== thread || each.local !== variable || !each.idle.includes(location)) continue;
      const counted = offsetOf(special.shared, counter);
      const count = configuration.memory[counted] as number;
      if (value < count) return `<${inMemory(count, counted)}`;
    }
    const own = reduction.shifts.findIndex(({ locals }) =>
      locals.some((each) => each.thread === thread && each.cell === cell && each.locations.includes(location)),
    );
    return shown(own, value);
  };
  return (words) => {
    const configuration = configurationOf(layout, memory, words);
    return configurationKey({
      memory: configuration.memory.map(inMemory),
      locations: configuration.locations,
      locals: configuration.locals.map((own, thread) =>
        own.map((value, cell) => localText(configuration, thread, cell, value)),
      ),
      buffers: configuration.buffers.map((buffer) =>
        buffer.map(({ batches, ...queue }) => ({
          ...queue,
          batches: batches.map((batch) => batch.map(({ place, value }) => ({ place, value: inMemory(value, place) }))),
        })),
      ),
    });
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A member of a class, by the class's letter; -1 for none. */
function shown(own: number, value: number): string {
  if (own < 0) return `${value}`;
  const round = Math.floor(own / LETTERS.length);
  const letter = `${LETTERS[own % LETTERS.length]}${round === 0 ? '' : round}`;
  return value === 0 ? letter : `${letter}${value < 0 ? '' : '+'}${value}`;
}
