/**
 * Where identities lie in the words of a state: in fields of locals and memory, in entries of queues, and as codes of queue
 * entries for cells of arrays that are indexed by identities.
 *
 * Bits do not always mean a value: a local that is dead is stored as zero bits, and so is the value of a vacant entry;
 * neither is an identity then.
 */
import { type Cells, offsetOf, sizeOf, sortOfCell, variableAt } from '../../../models/program/cells.js';
import { binary, type Code, constant, ONE, ZERO } from '../code/code.js';
import { readField } from '../expressions.js';
import type { Layout } from '../layout.js';
import { type Entry, type Field, type Queue, shapeOf } from '../packing.js';
import type { SymmetryGroup } from './symmetry.js';

/** Bits that stand for a thread of the group when they are one of `targets`, by position in the group. */
export interface Pointer {
  readonly targets: readonly number[];
  /** Not 0 when the bits mean anything; null for always. */
  readonly valid: Code | null;
}

/** Whether the number is one of these; none is less than 1 or greater than `most`. */
export function oneOf(number: Code, values: readonly number[], most: number): Code {
  if (values.length === most) return number;
  const [only] = values;
  if (values.length === 1) return binary('==', number, constant(only as number));
  if (most < 32) return among(number, values);
  return values
    .map((value) => binary('==', number, constant(value)))
    .reduce((sum, test) => binary('|', sum, test), ZERO);
}

/** Whether the number, which is less than 32, is one of these. */
function among(number: Code, values: readonly number[]): Code {
  const mask = values.reduce((sum, value) => sum | (1 << value), 0);
  return binary('&', binary('>>>', constant(mask), number), ONE);
}

/** Whether the local is live where the thread is; null when it is so everywhere. */
function whereLive(layout: Layout, thread: number, variable: number): Code | null {
  const locations = layout.live[thread] ?? [];
  return isAt(
    layout,
    thread,
    [...locations.keys()].filter((location) => locations[location]?.has(variable)),
  );
}

/** Whether the thread is at one of these locations; null when there are no others. */
export function isAt({ packing, live }: Layout, thread: number, wanted: readonly number[]): Code | null {
  const { length } = live[thread] ?? [];
  if (wanted.length === length) return null;
  const here = readField(packing.locations[thread] as Field);
  if (length <= 32) return among(here, wanted);
  return wanted
    .map((location) => binary('==', here, constant(location)))
    .reduce((sum, test) => binary('|', sum, test), ZERO);
}

/** What a cell of the thread's locals points to; null when its values are plain. */
export function localPointer(layout: Layout, group: SymmetryGroup, thread: number, cell: number): Pointer | null {
  const cells = layout.special.threads[thread]?.cells as Cells;
  const owner = cells.owners[cell] as number;
  const identity = group.locals[thread]?.[owner]?.value ?? null;
  if (identity === null) return null;
  const { low } = shapeOf(sortOfCell(cells, cell));
  return { targets: identity.map((value) => value - low), valid: whereLive(layout, thread, owner) };
}

/** The same for a shared cell. */
export function memoryPointer({ special }: Layout, group: SymmetryGroup, cell: number): Pointer | null {
  const identity = group.memory[special.shared.owners[cell] as number]?.value ?? null;
  if (identity === null) return null;
  const { low } = shapeOf(sortOfCell(special.shared, cell));
  return { targets: identity.map((value) => value - low), valid: null };
}

/** What the value of a queue entry may point to: that depends on the cell that it is for. */
export function valuePointers(layout: Layout, group: SymmetryGroup, queue: Queue, entry: Entry): Pointer[] {
  const codes = new Map<string, { readonly targets: readonly number[]; readonly codes: number[] }>();
  for (const [position, cell] of queue.cells.entries()) {
    const pointer = memoryPointer(layout, group, cell);
    if (pointer === null) continue;
    const same = codes.get(pointer.targets.join()) ?? { targets: pointer.targets, codes: [] };
    same.codes.push(position + 1);
    codes.set(pointer.targets.join(), same);
  }
  return [...codes.values()].map((each) => {
    return { targets: each.targets, valid: oneOf(readField(entry.code), each.codes, queue.cells.length) };
  });
}

/** What the code of a queue entry may point to: cells of arrays, of which the thread writes one for each identity. */
export function codePointers({ special }: Layout, group: SymmetryGroup, queue: Queue): Pointer[] {
  return group.memory.flatMap(({ index }, variable) => {
    if (index === null || sizeOf(variableAt(special.shared, variable)) === 1) return [];
    const offset = offsetOf(special.shared, variable);
    const targets = index.map((value) => queue.cells.indexOf(offset + value) + 1);
    return targets.includes(0) ? [] : [{ targets, valid: null }];
  });
}
