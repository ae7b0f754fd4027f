/**
 * How a state lies in 32-bit words. A field has the bits that its sort needs and never crosses the end of a word; it holds
 * the distance from the least value of the sort. An array that fits lies within one word, so that an index is a shift.
 *
 * A store buffer is a set of queues with a fixed number of slots, the oldest in slot 0 (TSO: one queue for each thread; PSO:
 * one for each cell that the thread may write). An entry has a code, 0 when it is vacant and else one more than the position
 * of its cell in the queue's list, and the bits of the value as they lie in memory. Under TSO a slot is a batch: as many
 * entries as the thread's largest step writes, or one where the program keeps writes apart. With a bound for each location
 * there are slots for so many writes to every cell that the thread may write. Vacant entries are zero, so equal states have
 * equal bits. A queue that fits lies within one word, and draining it is a shift.
 *
 * Where stores may overtake each other, the entries of a thread that has store-store barriers know how many were issued behind
 * them: their age (`memory/operational/buffers.ts`). Every age but 0 has an entry, so there are no more than slots.
 */
import { keepsStoreOrder, type MemoryModel } from '../../memory/models.js';
import { boundsOf, type Cells, sortOfCell } from '../../models/program/cells.js';
import type { Sort } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { Constants, SpecialProgram } from '../../models/program/specialise.js';

export interface Field {
  readonly word: number;
  readonly shift: number;
  /** From 0 to 32 bits. */
  readonly width: number;
  /** What zero bits stand for. */
  readonly low: number;
}

export interface Entry {
  readonly code: Field;
  readonly value: Field;
  /** No bits where there are no barriers. */
  readonly age: Field;
}

export const ENTRY_PARTS = ['code', 'value', 'age'] as const satisfies readonly (keyof Entry)[];

export interface Queue {
  readonly thread: number;
  /** The cells that its entries may be for; the code of a cell is its position and one more. */
  readonly cells: readonly number[];
  /** Slots with their entries, in the order of the writes. */
  readonly slots: readonly (readonly Entry[])[];
  /** The most entries for one cell; null where only the slots are a bound. */
  readonly perCell: number | null;
  /** Where all slots lie side by side in one word, how many bits each has. */
  readonly slotWidth: number | null;
}

/** A field, or the number that is always there. */
export type Stored = Field | number;

export interface Packing {
  readonly words: number;
  /** By thread. */
  readonly locations: readonly Field[];
  readonly locals: readonly (readonly Stored[])[];
  readonly queues: readonly (readonly Queue[])[];
  /** By shared cell. */
  readonly memory: readonly Stored[];
}

export function isField(stored: Stored): stored is Field {
  return typeof stored !== 'number';
}

/** The bits that tell so many values apart. */
export function bitsFor(values: number): number {
  return values <= 1 ? 0 : Math.ceil(Math.log2(values));
}

/** How many bits a value of the sort takes, and what zero bits stand for. */
export function shapeOf(sort: Sort): { readonly width: number; readonly low: number } {
  const bounds = boundsOf(sort);
  if (bounds === null) return { width: 32, low: 0 };
  return { width: bitsFor(bounds.high - bounds.low + 1), low: bounds.low };
}

/** The number of a sort that a word stands for: what is below its least value has no sign. */
export function numberOf(word: number, sort: Sort): number {
  return word < (boundsOf(sort)?.low ?? word) ? word + 2 ** 32 : word;
}

/** Fields that want to lie side by side in one word, and what becomes of them. */
interface Request {
  readonly widths: readonly number[];
  readonly place: (word: number, shifts: readonly number[]) => void;
}

export function pack(special: SpecialProgram, memory: MemoryModel, buffer: number, perLocation: boolean): Packing {
  const requests: Request[] = [];
  const one = (width: number, low: number, placed: (field: Field) => void) => {
    requests.push({ widths: [width], place: (word, [shift = 0]) => placed({ word, shift, width, low }) });
  };

  const locations: Field[] = [];
  for (const [thread] of special.threads.entries()) {
    const { length } = templateOf(special.program, thread).locations;
    one(bitsFor(length), 0, (field) => {
      locations[thread] = field;
    });
  }
  const storage = (cells: Cells, constants: Constants): Stored[] => {
    const stored: Stored[] = [];
    for (const [variable, { sort, size }] of cells.variables.entries()) {
      const { width, low } = shapeOf(sort);
      const offset = cells.offsets[variable] as number;
      const own = Array.from({ length: size ?? 1 }, (_, k) => offset + k);
      const changing = own.filter((cell) => constants[cell] === null);
      for (const cell of own) if (constants[cell] !== null) stored[cell] = constants[cell] as number;
      if (own.length > 1 && changing.length === own.length && width * own.length <= 32) {
        const place = (word: number, shifts: readonly number[]) => {
          for (const [k, cell] of own.entries()) stored[cell] = { word, shift: shifts[k] as number, width, low };
        };
        requests.push({ widths: own.map(() => width), place });
      } else {
        for (const cell of changing) {
          one(width, low, (field) => {
            stored[cell] = field;
          });
        }
      }
    }
    return stored;
  };
  const locals = special.threads.map(({ cells, constants }) => storage(cells, constants));
  const shared = storage(special.shared, special.constants);

  const queues = special.threads.map(({ buffered, batch, edges }, thread): Queue[] => {
    if (buffered.size === 0) return [];
    const cells = [...buffered].sort((left, right) => left - right);
    const parted = !keepsStoreOrder(memory) && edges.some(({ storeFence }) => storeFence === true);
    const ageWidth = parted ? bitsFor(buffer * cells.length + 1) : 0;
    const queue = (list: readonly number[], entries: number, perCell: number | null): Queue => {
      const widths = list.map((cell) => shapeOf(sortOfCell(special.shared, cell)).width);
      const length = perCell === null ? buffer : perCell * list.length;
      const valueWidth = Math.max(...widths);
      return requestQueue(requests, { thread, cells: list, perCell, length, entries, valueWidth, ageWidth });
    };
    switch (memory.buffers) {
      case 'none':
        return [];
      case 'one queue':
        return [queue(cells, special.program.apart === true ? 1 : batch, perLocation ? buffer : null)];
      case 'a queue per cell':
        return cells.map((cell) => queue([cell], 1, null));
    }
  });

  return { words: placeAll(requests), locations, locals, queues, memory: shared };
}

/** Until a field is placed. */
const NOWHERE: Field = { word: 0, shift: 0, width: 0, low: 0 };

interface QueueRequest extends Pick<Queue, 'thread' | 'cells' | 'perCell'> {
  /** How many slots there are, and entries in each. */
  readonly length: number;
  readonly entries: number;
  readonly valueWidth: number;
  readonly ageWidth: number;
}

function requestQueue(requests: Request[], wanted: QueueRequest): Queue {
  const { thread, cells, perCell, length, entries, valueWidth, ageWidth } = wanted;
  const codeWidth = bitsFor(cells.length + 1);
  const slots: Entry[][] = Array.from({ length }, () => []);
  const field = (word: number, shift: number, width: number): Field => ({ word, shift, width, low: 0 });
  const slotWidth = entries * (codeWidth + valueWidth + ageWidth);
  if (slotWidth * length <= 32) {
    const widths = slots.flatMap(() => Array.from({ length: entries }, () => [codeWidth, valueWidth, ageWidth]).flat());
    const place = (word: number, shifts: readonly number[]) => {
      for (let k = 0; k < length * entries; k++) {
        const code = field(word, shifts[3 * k] as number, codeWidth);
        const value = field(word, shifts[3 * k + 1] as number, valueWidth);
        const age = field(word, shifts[3 * k + 2] as number, ageWidth);
        slots[Math.floor(k / entries)]?.push({ code, value, age });
      }
    };
    requests.push({ widths, place });
    return { thread, cells, slots, perCell, slotWidth };
  }
  const widths = { code: codeWidth, value: valueWidth, age: ageWidth };
  for (const slot of slots) {
    for (let k = 0; k < entries; k++) {
      const entry = { code: NOWHERE, value: NOWHERE, age: NOWHERE };
      slot.push(entry);
      for (const part of ENTRY_PARTS) {
        const width = widths[part];
        const place = (word: number, [shift = 0]: readonly number[]) => {
          entry[part] = field(word, shift, width);
        };
        requests.push({ widths: [width], place });
      }
    }
  }
  return { thread, cells, slots, perCell, slotWidth: null };
}

/** First fit, the widest first; how many words that takes. */
function placeAll(requests: readonly Request[]): number {
  const width = ({ widths }: Request) => widths.reduce((sum, bits) => sum + bits, 0);
  const used: number[] = [0];
  for (const request of [...requests].sort((left, right) => width(right) - width(left))) {
    const bits = width(request);
    const fitting = used.findIndex((taken) => taken + bits <= 32);
    const word = fitting < 0 ? used.push(0) - 1 : fitting;
    let shift = used[word] as number;
    const shifts = request.widths.map((each) => {
      const at = shift;
      shift += each;
      return at;
    });
    used[word] = shift;
    request.place(word, shifts);
  }
  return used.length;
}

/** Of a word read as a whole: the mask of a field in it. */
export function maskOf({ shift, width }: Field): number {
  return (width === 32 ? -1 : ((1 << width) - 1) << shift) | 0;
}
