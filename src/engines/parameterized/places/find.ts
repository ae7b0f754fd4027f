/**
 * Place sums of a system (place-sum.ts), by linear algebra.
 *
 * Unknown are the weight of each place, the factor of each counter, and what a command adds to a counter where its text does
 * not say. A command that adds d to x and takes a process from place l to l' leaves the sum alone if
 *
 *     factor(x) d + weight(l') - weight(l) = 0
 *
 * and a process weighs nothing at first. Each solution with a factor 1 for some counter is a candidate. Where the text does
 * not say what is added, the solution does: that is a *lemma*, a state from which the command adds something else must be
 * unreachable. The search proves it with everything else, or refutes it, and the sum with it. Places are those of one array,
 * or of two, or of all: few are tried first, since the fewer there are, the simpler the sum.
 *
 * Nothing here has to be right: a certificate shows each sum and each lemma again.
 */
import { accumulate, Equations, type Row } from '../../../logic/equations.js';
import {
  add,
  divide,
  equal,
  greatestCommonDivisor,
  multiply,
  negate,
  ONE,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../../../logic/rational.js';
import type { StateSymbol } from '../../../models/array-system/model.js';
import type {
  NormalForm,
  StateCommand,
  TemplateCell,
  TemplateLiteral,
  TemplateSum,
  TemplateTerm,
  Universal,
} from '../../../models/array-system/normal-form.js';
import type { PlaceSum } from '../../../models/array-system/place-sum.js';
import { type Addition, additionTo, BYSTANDER, type Place, Places } from './effects.js';
import { singleOccupants } from './single.js';

/** A sum, and the states that must be unreachable for it to be an invariant. */
export interface Candidate {
  readonly sum: PlaceSum;
  readonly lemmas: readonly StateCommand[];
}

const MOST_PLACES = 600;
const MOST_EQUATIONS = 20_000;

export function placeSums(form: NormalForm): Candidate[] {
  const { symbols } = form.system;
  const counters = symbols.filter((s) => s.arity === 0 && !s.constant && s.sort.kind === 'int');
  const usable = counters.flatMap((symbol) => {
    const first = firstValue(form, symbol.index);
    const additions = form.commands.map((command) => additionTo(symbol.index, command));
    if (first === null || additions.includes(null)) return [];
    return [{ symbol, first, additions: additions as readonly Addition[] }];
  });
  const found: Candidate[] = [];
  for (const arrays of choicesOfArrays(form)) {
    const places = new Places(form, arrays);
    const missing = usable.filter(
      (c) => !found.some(({ sum }) => sum.scalars.some(({ symbol }) => symbol === c.symbol)),
    );
    for (const counter of missing) {
      const candidate = solve(form, places, [counter]);
      if (candidate !== null) found.push(candidate);
    }
    const certain = missing.filter((c) => c.additions.every(({ kind }) => kind === 'constant'));
    for (const counter of certain.length > 1 ? certain : []) {
      if (found.some(({ sum }) => sum.scalars.some(({ symbol }) => symbol === counter.symbol))) continue;
      const candidate = solve(form, places, [counter, ...certain.filter((c) => c !== counter)]);
      if (candidate !== null) found.push(candidate);
    }
  }
  return found;
}

interface Counter {
  readonly symbol: StateSymbol;
  readonly first: Rational;
  readonly additions: readonly Addition[];
}

/** Arrays whose values at a process make up its place: one, two, or all of them. */
function choicesOfArrays({ system }: NormalForm): number[][] {
  const arrays = system.symbols.filter(
    ({ arity, sort, constant, weak }) => arity === 1 && sort.kind === 'enum' && !constant && !weak,
  );
  const size = (some: readonly StateSymbol[]) =>
    some.reduce((product, { sort }) => product * (sort.kind === 'enum' ? sort.constructors.length : 1), 1);
  const one = arrays.map((array) => [array]);
  const two = arrays.flatMap((a, k) => arrays.slice(k + 1).map((b) => [a, b]));
  const all = arrays.length > 2 ? [arrays] : [];
  return [...one, ...two, ...all].filter((some) => size(some) <= MOST_PLACES).map((some) => some.map((a) => a.index));
}

/** The initial value of a scalar, if init gives one. */
export function firstValue({ init }: NormalForm, symbol: number): Rational | null {
  for (const { body } of init) {
    const [only, ...more] = body;
    if (only === undefined || more.length > 0) continue;
    for (const literal of only) {
      if (literal.kind !== 'sum' || literal.operator !== '=') continue;
      const [summand, ...others] = literal.sum.summands;
      if (summand === undefined || others.length > 0 || summand.cell.symbol !== symbol) continue;
      return divide(negate(literal.sum.constant), summand.coefficient);
    }
  }
  return null;
}

/** Where a process may be at first. */
export function firstPlaces({ init }: NormalForm, places: Places): Place[] {
  const about = (universal: Universal) => universal.variables.length <= 1;
  return places.all.filter((place) =>
    init.filter(about).every(({ variables, body }) => {
      const slot = variables[0]?.slot ?? BYSTANDER - 1;
      return body.some((conjunct) =>
        places.allowedBy(conjunct, slot).some((other) => other.every((v, k) => v === place[k])),
      );
    }),
  );
}

function solve(form: NormalForm, places: Places, counters: readonly Counter[]): Candidate | null {
  const weight = (place: Place) => places.numberOf(place);
  const firstFactor = places.all.length;
  const firstUnsaid = firstFactor + counters.length;
  const unsaid = (command: number, counter: number) => firstUnsaid + command * counters.length + counter;
  const equations = new Equations();
  // Factors are expressed last, so that they stay free if they can.
  const order = (unknown: number) =>
    unknown >= firstUnsaid ? unknown - 1e9 : unknown >= firstFactor ? 1e9 - unknown : unknown;
  for (const place of firstPlaces(form, places)) equations.add(new Map([[weight(place), ONE]]), order);
  let written = 0;
  const seen = new Set<string>();
  const write = (row: Row): boolean => {
    const key = [...row]
      .map(([u, { numerator, denominator }]) => `${u}:${numerator}/${denominator}`)
      .sort()
      .join(' ');
    if (row.size === 0 || seen.has(key)) return true;
    seen.add(key);
    equations.add(row, order);
    return ++written < MOST_EQUATIONS;
  };
  for (const [number, command] of form.commands.entries()) {
    const moved = places.moved(command);
    if (moved === null) return null;
    if (moved.bystanders) {
      for (const before of places.all) {
        for (const after of places.after(command, BYSTANDER, before)) {
          const row: Row = new Map([[weight(after), ONE]]);
          accumulate(row, weight(before), negate(ONE));
          if (!write(row)) return null;
        }
      }
    }
    const base: Row = new Map();
    for (const [k, { additions }] of counters.entries()) {
      const addition = additions[number] as Addition;
      if (addition.kind === 'expression') accumulate(base, unsaid(number, k), ONE);
      else accumulate(base, firstFactor + k, addition.value);
    }
    let rows: Row[] = [base];
    for (const slot of moved.slots) {
      const moves = places
        .allowedBy(command.literals, slot)
        .flatMap((before) => places.after(command, slot, before).map((after) => ({ before, after })));
      if (rows.length * moves.length > MOST_EQUATIONS) return null;
      rows = rows.flatMap((row) =>
        moves.map(({ before, after }) => {
          const next: Row = new Map(row);
          accumulate(next, weight(after), ONE);
          accumulate(next, weight(before), negate(ONE));
          return next;
        }),
      );
    }
    for (const row of rows) if (!write(row)) return null;
  }
  return candidateOf(form, places, counters, { equations, weight, firstFactor, unsaid });
}

interface Solved {
  readonly equations: Equations;
  weight(place: Place): number;
  readonly firstFactor: number;
  unsaid(command: number, counter: number): number;
}

/** The solution in which the first counter has factor 1, and what is free is 0; null if there is none worth having. */
function candidateOf(form: NormalForm, places: Places, counters: readonly Counter[], solved: Solved): Candidate | null {
  const { equations, weight, firstFactor, unsaid } = solved;
  if (equations.isDetermined(firstFactor)) return null;
  const [freed] = [...equations.reduce(new Map([[firstFactor, ONE]])).entries()].at(-1) ?? [];
  if (freed === undefined) return null;
  const scale = equations.valueOf(firstFactor, (u) => (u === freed ? ONE : ZERO));
  const free = (unknown: number) => (unknown === freed ? divide(ONE, scale) : ZERO);
  const value = (unknown: number) => equations.valueOf(unknown, free);
  const factors = counters.map((_, k) => value(firstFactor + k));
  const weights = places.all.map((place) => ({ place, weight: value(weight(place)) }));
  if (weights.every((w) => w.weight.numerator === 0n)) return null;
  const lemmas: StateCommand[] = [];
  for (const [number, command] of form.commands.entries()) {
    for (const [k, { additions }] of counters.entries()) {
      const addition = additions[number] as Addition;
      if (addition.kind === 'constant') continue;
      const said = divide(value(unsaid(number, k)), factors[k] as Rational);
      const { difference } = addition;
      const literals = command.literals.flatMap((literal) => ofMemory(literal, command.atomic) ?? []);
      const other = ofMemory(
        {
          kind: 'sum',
          operator: '<>',
          sum: { ...difference, constant: subtract(difference.constant, said) },
          integer: true,
        },
        command.atomic,
      );
      if (other === null) return null;
      lemmas.push({ arity: command.arity, literals: [...literals, other], universals: [], property: -1 });
    }
  }
  const sum = sumOf(form, places, counters, factors, weights);
  const signs = new Set(sum.weights.map((w) => w.weight > 0n));
  const singles = signs.size > 1 ? sum.arrays.flatMap(({ index }) => singleOccupants(form, index)) : [];
  return { sum, lemmas: [...lemmas, ...singles] };
}

/** What a guard says of memory and of local cells; null if it says something of what a process sees. */
export function ofMemory(literal: TemplateLiteral, atomic: boolean): TemplateLiteral | null {
  const cells = cellsIn(literal);
  if (cells.every(({ reader }) => reader === null)) return literal;
  if (!atomic) return null;
  const plain = (cell: TemplateCell): TemplateCell => ({ ...cell, reader: null });
  const term = (t: TemplateTerm): TemplateTerm =>
    t.kind === 'cell' ? { ...t, cell: plain(t.cell) } : t.kind === 'sum' ? sum(t) : t;
  const sum = (t: TemplateSum): TemplateSum => ({
    ...t,
    summands: t.summands.map((s) => ({ ...s, cell: plain(s.cell) })),
  });
  switch (literal.kind) {
    case 'mask':
      return { ...literal, cell: plain(literal.cell) };
    case 'relation':
      return { ...literal, left: term(literal.left), right: term(literal.right) };
    case 'sum':
      return { ...literal, sum: sum(literal.sum) };
  }
}

function cellsIn(literal: TemplateLiteral): TemplateCell[] {
  const inTerm = (t: TemplateTerm): TemplateCell[] =>
    t.kind === 'cell' ? [t.cell] : t.kind === 'sum' ? t.summands.map(({ cell }) => cell) : [];
  switch (literal.kind) {
    case 'mask':
      return [literal.cell];
    case 'relation':
      return [...inTerm(literal.left), ...inTerm(literal.right)];
    case 'sum':
      return inTerm(literal.sum);
  }
}

/** With whole numbers, and without arrays that make no difference. */
function sumOf(
  { system }: NormalForm,
  places: Places,
  counters: readonly Counter[],
  factors: readonly Rational[],
  weights: readonly { readonly place: Place; readonly weight: Rational }[],
): PlaceSum {
  let common = 1n;
  for (const { denominator } of [...factors, ...weights.map(({ weight }) => weight)]) {
    common = (common / greatestCommonDivisor(common, denominator)) * denominator;
  }
  const whole = ({ numerator, denominator }: Rational) => (numerator * common) / denominator;
  const scalars = counters
    .map(({ symbol, first }, k) => ({ symbol, first, factor: whole(factors[k] as Rational) }))
    .filter(({ factor }) => factor !== 0n);
  let constant = ZERO;
  for (const { first, factor } of scalars) constant = add(constant, multiply(first, rational(factor)));
  let kept = places.arrays.map((_, k) => k);
  for (const k of [...kept]) {
    const fewer = kept.filter((other) => other !== k);
    if (fewer.length > 0 && decides(weights, fewer)) kept = fewer;
  }
  const shown = new Map<string, { values: number[]; weight: bigint }>();
  for (const { place, weight } of weights) {
    const values = kept.map((k) => place[k] as number);
    if (weight.numerator !== 0n) shown.set(values.join(), { values, weight: whole(weight) });
  }
  return {
    scalars: scalars.map(({ symbol, factor }) => ({ symbol, factor })),
    arrays: kept.map((k) => system.symbols[places.arrays[k] as number] as StateSymbol),
    weights: [...shown.values()],
    constant: constant.numerator / constant.denominator,
  };
}

/** Whether the values of these arrays decide the weight. */
function decides(
  weights: readonly { readonly place: Place; readonly weight: Rational }[],
  some: readonly number[],
): boolean {
  const known = new Map<string, Rational>();
  return weights.every(({ place, weight }) => {
    const key = some.map((k) => place[k]).join();
    const other = known.get(key) ?? weight;
    known.set(key, other);
    return equal(other, weight);
  });
}
