/** The initial states of a program in words, and back: what is left open takes every value of its sort. */
import type { InitialValues } from '../../memory/operational/program/machine.js';
import { boundsOf, sortOfCell } from '../../models/program/cells.js';
import { templateOf } from '../../models/program/parts.js';
import type { Layout } from './layout.js';
import type { Field, Stored } from './packing.js';
import { isField } from './packing.js';

/** A cell without a first value, and where it lies. */
interface Open {
  readonly field: Field;
  readonly values: number;
}

/** Every initial state, each once: what is dead at the start is left out. */
export function* initialStates({ special, packing, live }: Layout): Generator<number[]> {
  const { program } = special;
  const words = new Array<number>(packing.words).fill(0);
  const open: Open[] = [];
  const put = (stored: Stored | undefined, value: number | 'any', values: number): void => {
    if (stored === undefined || !isField(stored)) return;
    if (value === 'any') open.push({ field: stored, values });
    else fill(words, stored, value - stored.low);
  };
  const sizes = (cells: typeof special.shared, cell: number): number => {
    const bounds = boundsOf(sortOfCell(cells, cell));
    return bounds === null ? 0 : bounds.high - bounds.low + 1;
  };
  for (const [cell, value] of program.shared.flatMap(({ initial }) => initial).entries()) {
    put(packing.memory[cell], value, sizes(special.shared, cell));
  }
  for (const [thread, { initial }] of program.threads.entries()) {
    const { entry } = templateOf(program, thread);
    const cells = special.threads[thread]?.cells;
    if (cells === undefined) throw new Error(`there is no thread number ${thread}`);
    put(packing.locations[thread], entry, 0);
    for (const [cell, value] of initial.flat().entries()) {
      if (live[thread]?.[entry]?.has(cells.owners[cell] as number))
        put(packing.locals[thread]?.[cell], value, sizes(cells, cell));
    }
  }
  const chosen = open.map(() => 0);
  for (;;) {
    const state = [...words];
    for (const [k, { field }] of open.entries()) fill(state, field, chosen[k] as number);
    yield state;
    // The next combination, as one counts.
    let k = open.length - 1;
    while (k >= 0 && chosen[k] === (open[k] as Open).values - 1) chosen[k--] = 0;
    if (k < 0) return;
    chosen[k] = (chosen[k] as number) + 1;
  }
}

/** Fills a field that is zero. */
function fill(words: number[], { word, shift, width }: Field, bits: number): void {
  if (width > 0) words[word] = (words[word] as number) | (bits << shift);
}

/** The first values that a state in words stands for. What is dead in it may have any value. */
export function initialValuesOf({ special, packing }: Layout, words: ArrayLike<number>): InitialValues {
  const { program } = special;
  const value = (given: number | 'any', stored: Stored | undefined): number => {
    if (given !== 'any') return given;
    if (stored === undefined) throw new Error('a cell that is left open is stored');
    return valueIn(stored, words);
  };
  return {
    memory: program.shared.flatMap(({ initial }) => initial).map((given, cell) => value(given, packing.memory[cell])),
    locals: program.threads.map(({ initial }, thread) =>
      initial.flat().map((given, cell) => value(given, packing.locals[thread]?.[cell])),
    ),
  };
}

export function valueIn(stored: Stored, words: ArrayLike<number>): number {
  if (!isField(stored)) return stored;
  const { word, shift, width, low } = stored;
  if (width === 0) return low;
  const bits = width === 32 ? (words[word] as number) : ((words[word] as number) >>> shift) & ((1 << width) - 1);
  return (bits + low) | 0;
}
