/**
 * The oldest batch of a store buffer goes to memory, as kernel code; how queues lie in words is said in `packing.ts`.
 *
 * Which cell an entry is for, its code tells. The cells of an array lie at equal distances in their word, so the value gets to
 * its place by a shift, without a branch that no processor guesses; where cells lie here and there, there is a switch.
 */
import { binary, type Code, constant, type Statement, when, ZERO } from './code/code.js';
import { bitsOf, readField, stateWord } from './expressions.js';
import { type NextState, replace } from './next-state.js';
import { ENTRY_PARTS, type Field, isField, type Packing, type Queue, type Stored } from './packing.js';
import { firstEntry, hasBits, replaceElement } from './queues.js';

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
