/**
 * Places that at most one process can be at, because a constant of the model names it: init puts a process there only if it
 * is the one, and nobody comes to such a place from another. So one thread of a program is told from the any number of others
 * (bridges/any-threads). The search proves it like every lemma: never are two processes at these places.
 */
import type { NormalForm, StateCommand, TemplateLiteral } from '../../../models/array-system/normal-form.js';
import { BYSTANDER, Places } from './effects.js';

/** For each such constant: two processes at its places. */
export function singleOccupants(form: NormalForm, array: number): StateCommand[] {
  const size = sizeOf(form, array);
  if (size === 0 || size > 31) return [];
  const places = new Places(form, [array]);
  const constants = form.system.symbols.filter((s) => s.constant && s.arity === 0 && s.sort.kind === 'proc');
  return constants.flatMap(({ index }) => {
    const mask = placesOf(form, places, index);
    if (mask === 0) return [];
    const at = (slot: number): TemplateLiteral => ({
      kind: 'mask',
      cell: { symbol: array, slots: [slot], reader: null },
      mask,
    });
    return [{ arity: 2, literals: [at(0), at(1)], universals: [], property: -1 }];
  });
}

function sizeOf({ system }: NormalForm, array: number): number {
  const sort = system.symbols[array]?.sort;
  return sort?.kind === 'enum' ? sort.constructors.length : 0;
}

/** A mask of the places where only the constant can be; 0 if there are none. */
function placesOf(form: NormalForm, places: Places, constant: number): number {
  let own = 0;
  let others = 0;
  for (const { variables, body } of form.init) {
    const slot = variables[0]?.slot;
    if (variables.length !== 1 || slot === undefined || body.length < 2) continue;
    for (const conjunct of body) {
      const mask = maskOf(places, conjunct, slot);
      if (conjunct.some((literal) => names(literal, constant, slot))) own |= mask;
      else others |= mask;
    }
  }
  own &= ~others;
  for (let changed = own !== 0; changed; ) {
    changed = false;
    for (const command of form.commands) {
      const moved = places.moved(command);
      if (moved === null) return 0;
      for (const slot of moved.bystanders ? [...moved.slots, BYSTANDER] : moved.slots) {
        const from = slot === BYSTANDER ? places.all : places.allowedBy(command.literals, slot);
        for (const before of from) {
          for (const after of places.after(command, slot, before)) {
            const [leaves, enters] = [own & (1 << (before[0] as number)), own & (1 << (after[0] as number))];
            if (leaves === 0 && enters !== 0) return 0;
            if (leaves === 0 || enters !== 0) continue;
            own |= 1 << (after[0] as number);
            changed = true;
          }
        }
      }
    }
  }
  return own;
}

function maskOf(places: Places, conjunct: readonly TemplateLiteral[], slot: number): number {
  return places.allowedBy(conjunct, slot).reduce((mask, place) => mask | (1 << (place[0] as number)), 0);
}

/** Whether the literal says that the process in the slot is the constant. */
function names(literal: TemplateLiteral, constant: number, slot: number): boolean {
  if (literal.kind !== 'relation' || literal.operator !== '=') return false;
  const terms = [literal.left, literal.right];
  const isConstant = terms.some((t) => t.kind === 'cell' && t.cell.symbol === constant);
  return isConstant && terms.some((t) => t.kind === 'process' && t.slot === slot);
}
