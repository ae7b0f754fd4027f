/**
 * Sums of systems that count their processes: `count` is a constant, the number of processes whose token is not `other`
 * (the census of the system, models/array-system/model.ts), and an array of tokens may belong to a counter, which is then the
 * number of processes with token `in`:
 *
 *     count - #{other than `other`} = 0          counter - #in = first          count - counter - #out = - first
 *
 * The first is true by definition, and stays true if no step takes a process into the census or out of it. The second is true
 * if whoever adds one was out, whoever takes one away was in, and a step that sets the counter back leaves nobody in. That a
 * step finds the token where it should be is a lemma; the third follows from both, and says that a counter that is not full
 * leaves somebody out.
 *
 * Linear algebra alone (find.ts) does not see this: a step that sets a counter back moves all processes at once.
 */
import type { Rational } from '../../../logic/rational.js';
import type { Census, StateSymbol } from '../../../models/array-system/model.js';
import type {
  GuardedCommand,
  NormalForm,
  StateCommand,
  TemplateLiteral,
} from '../../../models/array-system/normal-form.js';
import type { PlaceSum } from '../../../models/array-system/place-sum.js';
import { reachedAlone } from './alone.js';
import { additionTo, BYSTANDER, Places } from './effects.js';
import { type Candidate, firstValue, ofMemory } from './find.js';

const [OUT, IN] = [1, 2] as const;

export function tokenSums(form: NormalForm): Candidate[] {
  const { census = [], symbols } = form.system;
  const counters = symbols.filter((s) => s.arity === 0 && !s.constant && s.sort.kind === 'int');
  return census.flatMap((each): Candidate[] => {
    const places = new Places(form, [each.array.index]);
    const steps = stays(form, places, each);
    if (steps === null) return [];
    const lemmas = [...insiders(form, each), ...steps];
    const sums: Candidate[] = [{ sum: censusSum(each), lemmas }];
    for (const counter of counters) {
      const first = firstValue(form, counter.index);
      if (first === null || places.all.length !== IN + 1) continue;
      const found = counts(form, places, each, counter, first);
      if (found === null) continue;
      for (const sum of counterSums(each, counter, first.numerator)) sums.push({ sum, lemmas: [...lemmas, ...found] });
    }
    return sums;
  });
}

/** Values of other arrays that a process outside of the census never has, by what it can do alone. */
function insiders(form: NormalForm, { array }: Census): StateCommand[] {
  const others = form.system.symbols.filter(
    ({ index, arity, sort, constant, weak }) =>
      arity === 1 &&
      sort.kind === 'enum' &&
      !constant &&
      !weak &&
      index !== array.index &&
      sort.constructors.length < 32,
  );
  return others.flatMap(({ index, sort }): StateCommand[] => {
    const places = new Places(form, [index, array.index]);
    const reached = reachedAlone(form, places);
    if (reached === null) return [];
    const size = sort.kind === 'enum' ? sort.constructors.length : 0;
    let mask = 0;
    for (let value = 0; value < size; value++) if (!reached.has(places.numberOf([value, 0]))) mask |= 1 << value;
    if (mask === 0) return [];
    const at = (symbol: number, values: number): TemplateLiteral => ({
      kind: 'mask',
      cell: { symbol, slots: [0], reader: null },
      mask: values,
    });
    return [{ arity: 1, literals: [at(index, mask), at(array.index, 1)], universals: [], property: -1 }];
  });
}

function censusSum({ symbol, array }: Census): PlaceSum {
  const size = array.sort.kind === 'enum' ? array.sort.constructors.length : 1;
  const weights = Array.from({ length: size - 1 }, (_, k) => ({ values: [k + 1], weight: -1n }));
  return { scalars: [{ symbol, factor: 1n }], arrays: [array], weights, constant: 0n };
}

function counterSums({ symbol, array }: Census, counter: StateSymbol, first: bigint): PlaceSum[] {
  const own = { symbol: counter, factor: 1n };
  const less = { symbol: counter, factor: -1n };
  return [
    { scalars: [own], arrays: [array], weights: [{ values: [IN], weight: -1n }], constant: first },
    {
      scalars: [{ symbol, factor: 1n }, less],
      arrays: [array],
      weights: [{ values: [OUT], weight: -1n }],
      constant: -first,
    },
  ];
}

/** What must be unreachable so that nobody comes into the census or leaves it; null if a step lets many do so. */
function stays(form: NormalForm, places: Places, { array }: Census): StateCommand[] | null {
  const lemmas: StateCommand[] = [];
  for (const command of form.commands) {
    const update = command.updates.get(array.index);
    if (update === undefined) continue;
    if (update.kind === 'havoc') return null;
    if (update.kind === 'case') {
      const keeps = (slot: number) =>
        places.all.every((before) =>
          places.after(command, slot, before).every(([v]) => (v === 0) === (before[0] === 0)),
        );
      const slots = [BYSTANDER, ...Array.from({ length: command.arity }, (_, slot) => slot)];
      if (!slots.every(keeps)) return null;
      continue;
    }
    if (update.value.kind !== 'value') return null;
    const others = update.value.value === 0 ? fullMask(places) & ~1 : 1;
    lemmas.push(lemmaOf(command, { symbol: array.index, slot: update.slots[0] as number, mask: others }));
  }
  return lemmas;
}

/** What must be unreachable so that the counter is the number of tokens `in`; null if it is something else. */
function counts(
  form: NormalForm,
  places: Places,
  { array }: Census,
  counter: StateSymbol,
  first: Rational,
): StateCommand[] | null {
  const lemmas: StateCommand[] = [];
  let moves = false;
  for (const command of form.commands) {
    const token = command.updates.get(array.index);
    const number = command.updates.get(counter.index);
    if (token === undefined && number === undefined) continue;
    if (token === undefined || number?.kind !== 'assign' || number.value.kind !== 'sum') return null;
    if (token.kind === 'case') {
      const slots = [BYSTANDER, ...Array.from({ length: command.arity }, (_, slot) => slot)];
      const empties = (slot: number) =>
        places.all.every((before) => places.after(command, slot, before).every(([v]) => v !== IN));
      const { summands, constant } = number.value;
      const back = constant.numerator === first.numerator && constant.denominator === first.denominator;
      if (summands.length > 0 || !back || !slots.every(empties)) return null;
      continue;
    }
    if (token.kind !== 'assign' || token.value.kind !== 'value') return null;
    const addition = additionTo(counter.index, command);
    const { value } = token.value;
    const added = addition?.kind === 'constant' && addition.value.denominator === 1n ? addition.value.numerator : null;
    if (value === 0 || added !== (value === IN ? 1n : -1n)) return null;
    const before = value === IN ? OUT : IN;
    const mask = fullMask(places) & ~(1 << before);
    lemmas.push(lemmaOf(command, { symbol: array.index, slot: token.slots[0] as number, mask }));
    moves = true;
  }
  return moves ? lemmas : null;
}

function fullMask(places: Places): number {
  return (1 << places.all.length) - 1;
}

/** The command finds one of these tokens. */
function lemmaOf(
  { arity, literals, atomic }: GuardedCommand,
  { symbol, slot, mask }: { readonly symbol: number; readonly slot: number; readonly mask: number },
): StateCommand {
  const token: TemplateLiteral = { kind: 'mask', cell: { symbol, slots: [slot], reader: null }, mask };
  const guard = literals.flatMap((literal) => ofMemory(literal, atomic) ?? []);
  return { arity, literals: [...guard, token], universals: [], property: -1 };
}
