/**
 * The normal form of shifts (`shift.ts`) as kernel code, on the words of a state in place: the value of one cell of memory is
 * subtracted from all members of its class, wherever they lie. Every member is a whole word. A dead local is stored as zero
 * bits and a vacant entry of a queue, too: those stay.
 *
 * Where a difference does not fit into 32 bits, the state stays as it is: any state of the family may stand for it.
 */
import { binary, type Code, choose, get, type Statement, set, when, ZERO } from '../code/code.js';
import { readField, stateWord } from '../expressions.js';
import type { Layout } from '../layout.js';
import { type Field, isField, type Stored } from '../packing.js';
import { isAt, oneOf } from './identity-fields.js';
import type { ShiftClass } from './shift.js';

/** A word that holds a member of a class. */
interface Member {
  readonly word: number;
  /** Not 0 when it does so; null for always. */
  readonly valid: Code | null;
}

export function shiftWords(layout: Layout, classes: readonly ShiftClass[]): Statement[] {
  return classes.flatMap((each) => {
    const base = layout.packing.memory[each.shared[0] as number];
    if (base === undefined || !isField(base)) throw new Error('a class has a cell of memory that changes');
    const members = membersOf(layout, each);
    const unlessWrapped = (wraps: Code, { word, valid }: Member): Code => {
      const [value, bits] = [stateWord(word), get('base')];
      const wrapped = binary('&', binary('^', value, bits), binary('^', value, binary('-', value, bits)));
      return binary('|', wraps, valid === null ? wrapped : choose(valid, wrapped, ZERO));
    };
    const subtracted = members.map(({ word, valid }) =>
      set(`s${word}`, binary('-', stateWord(word), valid === null ? get('base') : choose(valid, get('base'), ZERO))),
    );
    return [
      set('base', stateWord(base.word)),
      when(get('base'), [when(binary('>=', members.reduce(unlessWrapped, ZERO), ZERO), subtracted)]),
    ];
  });
}

function membersOf(layout: Layout, { shared, locals }: ShiftClass): Member[] {
  const { packing } = layout;
  const whole = (field: Field, valid: Code | null): Member => {
    if (field.width !== 32) throw new Error('an integer without bound takes a word');
    return { word: field.word, valid };
  };
  const stored = (place: Stored | undefined, valid: Code | null): Member[] =>
    place !== undefined && isField(place) ? [whole(place, valid)] : [];
  return [
    ...shared.flatMap((cell) => stored(packing.memory[cell], null)),
    ...locals.flatMap(({ thread, cell, locations }) =>
      stored(packing.locals[thread]?.[cell], isAt(layout, thread, locations)),
    ),
    ...packing.queues.flat().flatMap((queue) => {
      const codes = queue.cells.flatMap((cell, position) => (shared.includes(cell) ? [position + 1] : []));
      if (codes.length === 0) return [];
      return queue.slots.flat().map(({ code, value }) => {
        return whole(value, oneOf(readField(code), codes, queue.cells.length));
      });
    }),
  ];
}
