/**
 * What a process does alone: the values of its enumerated cells that go together, by its own steps and whatever others do.
 *
 * A process is followed from init through every command, as itself and as a bystander. Guards count as far as they speak of these
 * cells of it; what they ask of others may always be so. So this is more than is reachable, and what is not in it is unreachable.
 *
 * Where store queues became cells (`bridges/store-slots`) this says at which places something can wait: a reader of a lock that
 * stores nothing has nothing in its queue. A search does not find that out by itself, because each step back forgets where the
 * process was when it stored.
 */
import type { NormalForm, StateCommand, TemplateLiteral } from '../../../models/array-system/normal-form.js';
import { BYSTANDER, Places } from './effects.js';
import { firstPlaces } from './find.js';

/** Masks have so many bits. */
const MOST_VALUES = 31;

/** The places, by their numbers; null where a command moves processes in ways that its text does not tell. */
export function reachedAlone(form: NormalForm, places: Places): Set<number> | null {
  const reached = new Set(firstPlaces(form, places).map((place) => places.numberOf(place)));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const command of form.commands) {
      const moved = places.moved(command);
      if (moved === null) return null;
      for (const slot of moved.bystanders ? [...moved.slots, BYSTANDER] : moved.slots) {
        const from = slot === BYSTANDER ? places.all : places.allowedBy(command.literals, slot);
        for (const before of from) {
          if (!reached.has(places.numberOf(before))) continue;
          for (const after of places.after(command, slot, before)) reached.add(places.numberOf(after));
        }
      }
    }
  }
  return reached;
}

/** For each two arrays the values that no process has together, as what is unreachable. */
export function neverTogether(form: NormalForm): StateCommand[] {
  const arrays = form.system.symbols.flatMap(({ index, arity, sort, constant, weak }) => {
    const fits = arity === 1 && sort.kind === 'enum' && !constant && !weak && sort.constructors.length <= MOST_VALUES;
    return fits ? [{ index, size: sort.constructors.length }] : [];
  });
  return arrays.flatMap((one, k) =>
    arrays.slice(k + 1).flatMap((other): StateCommand[] => {
      const places = new Places(form, [one.index, other.index]);
      const reached = reachedAlone(form, places);
      if (reached === null) return [];
      /** The values of the other array with which values of the first never go. */
      const withMask = new Map<number, number>();
      for (let second = 0; second < other.size; second++) {
        let mask = 0;
        for (let first = 0; first < one.size; first++) {
          if (!reached.has(places.numberOf([first, second]))) mask |= 1 << first;
        }
        if (mask !== 0) withMask.set(mask, (withMask.get(mask) ?? 0) | (1 << second));
      }
      return [...withMask].map(([first, second]) => ({
        arity: 1,
        literals: [at(one.index, first), at(other.index, second)],
        universals: [],
        property: -1,
      }));
    }),
  );
}

function at(symbol: number, mask: number): TemplateLiteral {
  return { kind: 'mask', cell: { symbol, slots: [0], reader: null }, mask };
}
