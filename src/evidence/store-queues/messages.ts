/**
 * Sets of load buffers, as the judge of certificates speaks of them. A thread with barriers between its stores has one behind its
 * store queues: it is told in messages, the newest first, what reached memory (its own stores, and what it saw there), and it is
 * behind the others by what is in it. The oldest message can be deleted at any time.
 *
 * A set is a list of letters. A buffer is in it when each letter can be put on a message like it, one after the other, so that
 *
 *   - of the cells that a letter names, no own message is newer than the one that the letter is put on
 *   - of the cells that a letter is `without`, there is none up to there
 *
 * Whatever is older than the last of them may be anything, and so may own messages on other cells. So deletions lead into a set
 * from itself alone, and the empty list is any buffer.
 */
import type { CellValue } from '../../engines/automata/system.js';

export interface Letter {
  readonly kind: 'own' | 'seen';
  /** What the store was, one of them; or what memory held at one moment, in ascending order of cells. */
  readonly held: readonly CellValue[];
  readonly without: readonly number[];
}

export type BufferSet = readonly Letter[];

export function names({ held }: Letter, cell: number): boolean {
  return held.some((each) => each.cell === cell);
}

export function speaksOf(buffer: BufferSet, cell: number): boolean {
  return buffer.some((letter) => names(letter, cell) || letter.without.includes(cell));
}

export function isSame(one: Letter, other: Letter): boolean {
  return (
    one.kind === other.kind &&
    one.held.length === other.held.length &&
    one.held.every(({ cell, value }, k) => other.held[k]?.cell === cell && other.held[k]?.value === value)
  );
}

/** Every letter of the outer set on the first inner one that is like it, and nothing asked there that the inner set leaves open. */
export function isBufferWithin(inner: BufferSet, outer: BufferSet): boolean {
  let place = 0;
  for (const letter of outer) {
    while (place < inner.length && !isSame(inner[place] as Letter, letter)) place++;
    if (place === inner.length) return false;
    for (const cell of letter.without) if (!isWithoutUpTo(inner, place, cell)) return false;
    place++;
  }
  return true;
}

/** Whether buffers of the set have no own message on the cell up to where the letter is put. */
function isWithoutUpTo(buffer: BufferSet, place: number, cell: number): boolean {
  return buffer.some(
    (letter, k) =>
      (k >= place && letter.without.includes(cell)) ||
      (names(letter, cell) && (k > place || (k === place && letter.kind === 'seen'))),
  );
}

/** Before a flush of the store: the buffers that its own message, as the newest one, brings into the set. Null for none. */
export function beforeOwn(buffer: BufferSet, { cell, value }: CellValue): BufferSet | null {
  if (!speaksOf(buffer, cell)) return buffer;
  const [newest, ...rest] = buffer as [Letter, ...Letter[]];
  const isIt = newest.kind === 'own' && newest.held[0]?.cell === cell && newest.held[0].value === value;
  return isIt && !newest.without.includes(cell) && !speaksOf(rest, cell) ? rest : null;
}

/** The newest own message on the cell that all buffers of the set have; null when it is left open whether there is one. */
export function ownMessage(buffer: BufferSet, cell: number): CellValue | null {
  return buffer.find((letter) => letter.kind === 'own' && names(letter, cell))?.held[0] ?? null;
}

/** Sets whose union are those buffers of the set that have this newest own message, where the set leaves it open. */
export function withOwnMessage(buffer: BufferSet, own: CellValue): BufferSet[] {
  const after = buffer.findLastIndex((letter) => names(letter, own.cell) || letter.without.includes(own.cell)) + 1;
  const letter: Letter = { kind: 'own', held: [own], without: [] };
  return Array.from({ length: buffer.length - after + 1 }, (_, k) => buffer.toSpliced(after + k, 0, letter));
}

/** Those whose oldest message saw this, when no own message is on any of the cells. */
export function withOldest(buffer: BufferSet, held: readonly CellValue[]): BufferSet {
  const letter: Letter = { kind: 'seen', held: held.toSorted((one, other) => one.cell - other.cell), without: [] };
  const oldest = buffer.at(-1);
  // Where the last letter is like it, it may be put there, and is all that is asked.
  return oldest !== undefined && isSame(oldest, letter) ? buffer : [...buffer, letter];
}

/** Before deletions, those that have no own message on the cell then. */
export function withoutOwn(buffer: BufferSet, cell: number): BufferSet {
  const oldest = buffer.at(-1);
  if (oldest === undefined || oldest.without.includes(cell)) return buffer;
  return buffer.with(-1, { ...oldest, without: [...oldest.without, cell] });
}
