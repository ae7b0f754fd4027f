/**
 * Store buffers as kernel code: entering a batch, and the tests for emptiness and for room; `drain.ts` takes the oldest one to memory.
 * How queues lie in the words of a state is said in `packing.ts`.
 */
import { binary, type Code, choose, constant, get, ONE, type Statement, set, when, ZERO } from './code/code.js';
import { readField, stateWord } from './expressions.js';
import { fillVacant, type NextState, nextBits, nextName, replace } from './next-state.js';
import { ENTRY_PARTS, type Entry, type Field, maskOf, type Queue } from './packing.js';

/** A write that enters a queue. */
export interface Pushed {
  /** The code of its cell. */
  readonly code: Code;
  /** As they lie in memory. */
  readonly bits: Code;
}

export function firstEntry(slot: readonly Entry[] | undefined): Entry {
  const entry = slot?.[0];
  if (entry === undefined) throw new Error('a queue has slots and a slot has entries');
  return entry;
}

/** Not 0 when something waits in a queue: one test for each word. */
export function somethingWaits(queues: readonly Queue[]): Code {
  const masks = new Map<number, number>();
  for (const { slots } of queues) {
    const { code } = firstEntry(slots[0]);
    masks.set(code.word, (masks.get(code.word) ?? 0) | maskOf(code));
  }
  return [...masks].reduce<Code>(
    (sum, [word, mask]) => binary('|', sum, binary('&', stateWord(word), constant(mask))),
    ZERO,
  );
}

/** Not 0 when the oldest entry of a queue may go to memory: it is there, and no barrier holds it back. */
export function mayDrain(queue: Queue, queues: readonly Queue[]): Code {
  const { age } = firstEntry(queue.slots[0]);
  const older = queues
    .filter((other) => other !== queue && age.width > 0)
    .map((other) => binary('>', readField(firstEntry(other.slots[0]).age), readField(age)));
  const waits = somethingWaits([queue]);
  if (older.length === 0) return waits;
  return choose(
    older.reduce((some, test) => binary('|', some, test)),
    ZERO,
    waits,
  );
}

/** A store-store barrier behind everything that waits: if anything was issued since the last one, all ages grow. */
export function part(next: NextState, queues: readonly Queue[]): void {
  const entries = queues.flatMap(({ slots }) => slots.flat()).filter(({ age }) => age.width > 0);
  if (entries.length === 0) return;
  const isYoung = ({ code, age }: Entry): Code => choose(readField(code), binary('==', readField(age), ZERO), ZERO);
  const anyYoung = entries.map(isYoung).reduce((some, test) => binary('|', some, test));
  const older = entries.map(({ code, age }) => {
    return when(readField(code), replace(age, binary('+', readField(age), ONE)));
  });
  next.after([when(anyYoung, older)], ...entries.map(({ age }) => age.word));
}

/** The words that a queue lies in. */
export function wordsOf({ slots }: Queue): number[] {
  const fields = slots.flat().flatMap((entry) => ENTRY_PARTS.map((part) => entry[part]));
  return [...new Set(fields.filter(({ width }) => width > 0).map(({ word }) => word))];
}

/** `full` when as many entries for the cell with this code wait as there may be. */
export function roomForCell(queue: Queue, code: Code, full: readonly Statement[]): Statement[] {
  if (queue.perCell === null) return [];
  const count = queue.slots
    .flat()
    .map((entry) => binary('==', readField(entry.code), code))
    .reduce((sum, test) => binary('+', sum, test));
  return [when(binary('>=', count, constant(queue.perCell)), full)];
}

/** Puts a batch into the first vacant slot of the next state; `full` when there is none. Slots before `from` are taken. */
export function push(queue: Queue, batch: readonly Pushed[], full: readonly Statement[], from = 0): Statement[] {
  const { slots, slotWidth } = queue;
  if (slotWidth !== null && slots.length > 1 && from < slots.length) return shiftedIn(slots, slotWidth, batch, full);
  const into = (position: number): Statement[] => {
    const slot = slots[position];
    if (slot === undefined) return [...full];
    const filled = fillVacant(partsOf(slot, batch));
    return [when(binary('==', nextBits(firstEntry(slot).code), ZERO), filled, into(position + 1))];
  };
  return into(from);
}

/** The fields of a slot that a batch fills. */
function partsOf(slot: readonly Entry[], batch: readonly Pushed[]): { readonly field: Field; readonly bits: Code }[] {
  return batch.flatMap(({ code, bits }, k) => {
    const entry = slot[k];
    if (entry === undefined) throw new Error('a slot has an entry for each write of a step');
    return [
      { field: entry.code, bits: code },
      { field: entry.value, bits },
    ];
  });
}

/**
 * The same where all slots lie side by side in one word: the batch is shifted by as many slots as are taken. How many that are no
 * processor guesses, so there is a branch only for whether the last one is.
 */
function shiftedIn(
  slots: readonly (readonly Entry[])[],
  slotWidth: number,
  batch: readonly Pushed[],
  full: readonly Statement[],
): Statement[] {
  const codes = slots.map((slot) => firstEntry(slot).code);
  const taken = codes
    .slice(0, -1)
    .map((code) => binary('!=', nextBits(code), ZERO))
    .reduce((sum, one) => binary('+', sum, one));
  const bits = partsOf(slots[0] as readonly Entry[], batch)
    .filter(({ field }) => hasBits(field))
    .reduce((all, part) => binary('|', all, binary('<<', part.bits, constant(part.field.shift))), ZERO);
  const name = nextName((codes[0] as Field).word);
  const moved = binary('<<', bits, binary('*', taken, constant(slotWidth)));
  return [when(nextBits(codes.at(-1) as Field), full, [set(name, binary('|', get(name), moved))])];
}

export function hasBits({ width }: Field): boolean {
  return width > 0;
}

/** An element of an array in the next state, by an index that is known when the kernel runs. */
export function replaceElement(array: Field, shift: Code, bits: Code, name: string): Statement[] {
  const word = nextName(array.word);
  const mask = binary('<<', constant((1 << array.width) - 1), get(name));
  const cleared = binary('&', get(word), binary('^', mask, constant(-1)));
  return [set(name, shift), set(word, binary('|', cleared, binary('<<', bits, get(name))))];
}
