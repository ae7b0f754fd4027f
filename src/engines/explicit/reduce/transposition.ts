/**
 * The exchange of two threads of a group as kernel code, on the words of a state in place. `symmetry.ts` says what it is; on
 * words it moves every field to some field of the same width and, where the field holds an identity, changes its bits.
 *
 * Fields that move unchanged are exchanged by masks: all pairs that lie equally far apart in the same two words at once.
 * Those that change are computed first, from the state as it was, and put into place at the end.
 */
import { binary, type Code, choose, constant, get, type Statement, set } from '../code/code.js';
import { bitsOf, stateWord } from '../expressions.js';
import type { Layout } from '../layout.js';
import { replace } from '../next-state.js';
import { type Field, isField, maskOf, type Queue, type Stored } from '../packing.js';
import { localPointer, memoryPointer, type Pointer, valuePointers } from './identity-fields.js';
import { exchangedCell, exchangedThread, type SymmetryGroup } from './symmetry.js';

/** The bits of one field become, perhaps changed, those of another. */
interface Move {
  readonly from: Field;
  readonly to: Field;
  readonly bits: Code | null;
}

/** `one` and `other` are positions in the group. */
export function transposition(layout: Layout, group: SymmetryGroup, one: number, other: number): Statement[] {
  const moves = movesOf(layout, group, one, other);
  const place = ({ word, shift }: Field) => 32 * word + shift;
  const leaving = new Map(moves.map((move) => [place(move.from), move]));
  const computed: Statement[] = [];
  const placed: Statement[] = [];
  const swapped: Move[] = [];
  for (const { from, to, bits } of moves) {
    // A field that moves unchanged may change places with one that does not: the masks are for pairs only.
    const back = leaving.get(place(to));
    if (back === undefined) throw new Error('an exchange has a way back');
    if (bits === null && back.bits === null) {
      if (place(from) < place(to)) swapped.push({ from, to, bits });
      continue;
    }
    const name = `m${computed.length}`;
    computed.push(set(name, bits ?? bitsOf(from, stateWord(from.word))));
    placed.push(...replace(to, get(name), `s${to.word}`));
  }
  return [...computed, ...swaps(swapped), ...placed];
}

/** Exchanges pairs of fields, the first of each in the lower place. */
function swaps(pairs: readonly Move[]): Statement[] {
  const masks = new Map<string, { from: number; to: number; distance: number; mask: number }>();
  for (const { from, to } of pairs) {
    const distance = to.shift - from.shift;
    const key = `${from.word} ${to.word} ${distance}`;
    const same = masks.get(key) ?? { from: from.word, to: to.word, distance, mask: 0 };
    // Of the word that is shifted to the right nothing is needed: the mask is of the other.
    same.mask |= maskOf(distance >= 0 ? from : to);
    masks.set(key, same);
  }
  return [...masks.values()].flatMap(({ from, to, distance, mask }) => {
    const [low, high, shift] = distance >= 0 ? [from, to, distance] : [to, from, -distance];
    const differ = binary('^', stateWord(low), binary('>>>', stateWord(high), constant(shift)));
    return [
      set('x', binary('&', differ, constant(mask))),
      set(`s${low}`, binary('^', stateWord(low), get('x'))),
      set(`s${high}`, binary('^', stateWord(high), binary('<<', get('x'), constant(shift)))),
    ];
  });
}

function movesOf(layout: Layout, group: SymmetryGroup, one: number, other: number): Move[] {
  const { special, packing } = layout;
  const moves: Move[] = [];
  const add = (from: Field, to: Field, changed: (bits: Code) => Code): void => {
    if (from.width !== to.width) throw new Error('fields of interchangeable threads have one width');
    if (from.width === 0) return;
    const raw = bitsOf(from, stateWord(from.word));
    const bits = changed(raw);
    if (from !== to || bits !== raw) moves.push({ from, to, bits: bits === raw ? null : bits });
  };
  const unchanged = (bits: Code) => bits;
  const redirecting = (pointers: readonly (Pointer | null)[]) => (bits: Code) =>
    pointers.reduce<Code>((otherwise, pointer) => redirected(bits, otherwise, pointer, one, other), bits);
  const addStored = (from: Stored | undefined, to: Stored | undefined, pointer: Pointer | null): void => {
    if (from === undefined || to === undefined || isField(from) !== isField(to))
      throw new Error('what is constant stays so when threads are exchanged');
    if (isField(from) && isField(to)) add(from, to, redirecting([pointer]));
  };

  for (const [thread, { cells }] of special.threads.entries()) {
    const image = exchangedThread(group, one, other, thread);
    add(packing.locations[thread] as Field, packing.locations[image] as Field, unchanged);
    for (const [cell, from] of (packing.locals[thread] ?? []).entries()) {
      const to = packing.locals[image]?.[exchangedCell(cells, group.locals[thread] ?? [], one, other, cell)];
      addStored(from, to, localPointer(layout, group, thread, cell));
    }
    for (const queue of packing.queues[thread] ?? []) {
      const cellsThen = queue.cells.map((cell) => exchangedCell(special.shared, group.memory, one, other, cell));
      const target = packing.queues[image]?.find((each) => each.cells.includes(cellsThen[0] as number));
      for (const [position, slot] of queue.slots.entries()) {
        for (const [k, from] of slot.entries()) {
          const to = target?.slots[position]?.[k];
          if (target === undefined || to === undefined) throw new Error('a queue has its like in the other thread');
          add(from.code, to.code, (bits) => recoded(bits, cellsThen, target));
          add(from.age, to.age, unchanged);
          add(from.value, to.value, redirecting(valuePointers(layout, group, queue, from)));
        }
      }
    }
  }
  for (const [cell, from] of packing.memory.entries()) {
    const to = packing.memory[exchangedCell(special.shared, group.memory, one, other, cell)];
    addStored(from, to, memoryPointer(layout, group, cell));
  }
  return moves;
}

/** The bits when they point to one of the two: to the other; else what is given. */
function redirected(bits: Code, otherwise: Code, pointer: Pointer | null, one: number, other: number): Code {
  if (pointer === null) return otherwise;
  const [first, second] = [pointer.targets[one] as number, pointer.targets[other] as number];
  const points = binary('|', binary('==', bits, constant(first)), binary('==', bits, constant(second)));
  const meant = pointer.valid === null ? points : choose(pointer.valid, points, constant(0));
  return choose(meant, binary('^', bits, constant(first ^ second)), otherwise);
}

/** The code in a queue of what had a code in another, whose cells have become these. */
function recoded(bits: Code, cells: readonly number[], { cells: target }: Queue): Code {
  return cells.reduce((otherwise, cell, position) => {
    const code = target.indexOf(cell) + 1;
    if (code === 0) throw new Error('interchangeable threads write the same cells');
    return code === position + 1
      ? otherwise
      : choose(binary('==', bits, constant(position + 1)), constant(code), otherwise);
  }, bits);
}
