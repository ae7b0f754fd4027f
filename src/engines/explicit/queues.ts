/**
 * Store buffers as kernel code: entering a batch, taking the oldest one to memory, and the tests for emptiness and for room.
 * How queues lie in the words of a state is said in `packing.ts`.
 */
import { binary, type Code, choose, constant, get, ONE, type Statement, set, when, ZERO } from './code/code.js';
import { bitsOf, readField, stateWord } from './expressions.js';
import { fillVacant, type NextState, nextBits, nextName, replace } from './next-state.js';
import {
  ENTRY_PARTS,
  type Entry,
  type Field,
  isField,
  maskOf,
  type Packing,
  type Queue,
  type Stored,
} from './packing.js';

/** A write that enters a queue. */
export interface Pushed {
  /** The code of its cell. */
  readonly code: Code;
  /** As they lie in memory. */
  readonly bits: Code;
}

function firstEntry(slot: readonly Entry[] | undefined): Entry {
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

/** Cells of a run, on average, where runs are told apart and not cells: for two a switch is as good. */
const FEWEST = 3;

/** Takes the oldest batch of a queue, which is not empty, to memory; `name` is of a variable for it. */
export function drainInto(next: NextState, packing: Packing, queue: Queue, name: string): void {
  const oldest = queue.slots[0] ?? [];
  for (const [k, entry] of oldest.entries()) {
    const bits = readField(entry.value);
    const stored = queue.cells.map((cell) => packing.memory[cell] as Stored);
    const fields = stored.map((each) => {
      if (!isField(each)) throw new Error('a cell that is written is stored');
      return each;
    });
    const [only] = fields;
    if (only !== undefined && fields.length === 1 && oldest.length === 1) {
      next.fill(only, bits);
      continue;
    }
    const code = readField(entry.code);
    const runs = runsIn(fields);
    const statements =
      FEWEST * runs.length > fields.length
        ? [{ op: 'switch', subject: code, cases: [[], ...fields.map((field) => replace(field, bits))] } as const]
        : runs.reduceRight<Statement[]>((later, run) => {
            const beyond = constant(run.first + run.fields.length);
            const here = replaceInRun(run, code, bits, name);
            return later.length === 0 ? here : [when(binary('<', code, beyond), here, later)];
          }, []);
    // Of a batch the first entry is there, others may be vacant.
    const written = k === 0 ? statements : [when(code, statements)];
    next.after(written, ...fields.filter(hasBits).map(({ word }) => word));
  }
  advance(next, queue);
}

/** Fields of one width at equal distances in one word: where one of them lies follows from its code. */
interface Run {
  /** The code of the first one. */
  readonly first: number;
  readonly fields: readonly Field[];
}

/** The cells of a queue, in the order of their codes, as few runs. */
function runsIn(fields: readonly Field[]): Run[] {
  const runs: { first: number; fields: Field[] }[] = [];
  for (const [position, field] of fields.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && goesOn(last.fields, field)) last.fields.push(field);
    else runs.push({ first: position + 1, fields: [field] });
  }
  return runs;
}

function goesOn(run: readonly Field[], field: Field): boolean {
  const [one, other = field] = run as readonly [Field, Field?];
  if (one.word !== field.word || one.width !== field.width || field.width === 0) return false;
  return field.shift === one.shift + run.length * (other.shift - one.shift);
}

/** A field of a run in the next state, by the code of its cell. */
function replaceInRun({ first, fields }: Run, code: Code, bits: Code, name: string): Statement[] {
  const [one, other] = fields as readonly [Field, Field?];
  if (other === undefined) return replace(one, bits);
  const along = binary('*', binary('-', code, constant(first)), constant(other.shift - one.shift));
  return replaceElement(one, binary('+', along, constant(one.shift)), bits, name);
}

function hasBits({ width }: Field): boolean {
  return width > 0;
}

/** Every batch moves one slot on, and the last slot becomes vacant. */
function advance(next: NextState, queue: Queue): void {
  const { code } = firstEntry(queue.slots[0]);
  if (queue.slotWidth !== null) {
    const whole: Field = { ...code, width: queue.slotWidth * queue.slots.length };
    const moved = binary('>>>', bitsOf(whole, stateWord(whole.word)), constant(queue.slotWidth));
    if (queue.slots.length === 1) next.after(replace(whole, ZERO), whole.word);
    else next.after(replace(whole, moved), whole.word);
    return;
  }
  for (const [position, slot] of queue.slots.entries()) {
    const behind = queue.slots[position + 1];
    for (const [k, entry] of slot.entries()) {
      const from = behind?.[k];
      for (const part of ENTRY_PARTS) {
        const field = entry[part];
        if (!hasBits(field)) continue;
        const bits = from === undefined ? ZERO : readField(from[part]);
        next.after(replace(field, bits), field.word);
      }
    }
  }
}

/** An element of an array in the next state, by an index that is known when the kernel runs. */
export function replaceElement(array: Field, shift: Code, bits: Code, name: string): Statement[] {
  const word = nextName(array.word);
  const mask = binary('<<', constant((1 << array.width) - 1), get(name));
  const cleared = binary('&', get(word), binary('^', mask, constant(-1)));
  return [set(name, shift), set(word, binary('|', cleared, binary('<<', bits, get(name))))];
}
