/**
 * The initial states of an instance, as a product where they are one.
 *
 * `init` for all tuples of processes is a conjunction. Cells that stand in one conjunct belong together; cells that belong to
 * no others have values of their own. Each group is enumerated: when its values are a product, its cells are on their own
 * after all, and have one value, every value of their sort ('any'), or a list; otherwise the group has a list of rows, one of
 * which is chosen.
 *
 * A cell of which `init` says nothing has any value, or some one value when that is never read (`unread.ts`).
 *
 * Integers have no list of values, so bounds are sought first: a sum of cells that is at most (or equal to) a number bounds
 * each of them when the others are bounded. A disjunction bounds what all its parts bound.
 */
import { boundsOf as sortBounds } from '../../models/program/cells.js';
import { bind, cellName, type Instance, NotAProgram, tuples } from './instance.js';
import { cellsIn, evaluate, type Ground, isTrue } from './term.js';
import type { FirstReads } from './unread.js';

/** Cells whose values are chosen together, and the rows to choose from; none: there is no initial state. */
export interface Choice {
  readonly places: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export interface InitialCells {
  /** By place. A cell of a choice has one of the values that may be chosen. */
  readonly first: readonly (number | 'any')[];
  readonly choices: readonly Choice[];
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

const EVERYTHING: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
type Bounds = ReadonlyMap<number, Interval>;

const MOST_ROUNDS = 100;
const WIDEST = 1024;
const MOST_ROWS = 4096;
const MOST_TRIED = 1_000_000;

/** `firstReads` knows of cells that `init` says nothing about whether it matters what they begin with. */
export function initialCells(instance: Instance, firstReads: FirstReads): InitialCells {
  const { init } = instance.system;
  const conjuncts = new Map<string, Ground>();
  for (const tuple of tuples(instance.processes, init.parameters.length)) {
    for (const conjunct of conjunctsOf(instance.formula(init.formula, bind(init.parameters, tuple)))) {
      if (!isTrue(conjunct)) conjuncts.set(JSON.stringify(conjunct), conjunct);
    }
  }
  const parts = [...conjuncts.values()];
  // A conjunct without cells is false: the true ones are gone.
  if (parts.some((part) => cellsIn(part).length === 0)) {
    return { first: instance.cells.map((_, place) => someValue(instance, place)), choices: [{ places: [], rows: [] }] };
  }
  const bounds = propagate(instance, parts);
  const first: (number | 'any')[] = instance.cells.map(() => 0);
  const choices: Choice[] = [];
  const starts = new Map<number, number>();
  const open: number[] = [];
  for (const places of groups(instance, parts)) {
    const own = parts.filter((part) => cellsIn(part).some(({ place }) => places.includes(place)));
    if (own.length === 0) open.push(...places);
    else place(enumerate(instance, places, own, bounds));
  }
  for (const cell of open) {
    if (firstReads.isUnread(cell, starts)) first[cell] = someValue(instance, cell);
    else place(enumerate(instance, [cell], [], bounds));
  }
  return { first, choices };

  function place(group: Choice): void {
    for (const choice of factors(group)) {
      const { places, rows } = choice;
      const [row] = rows;
      const [only] = places;
      if (only !== undefined && places.length === 1 && rows.length === 1) {
        first[only] = row?.[0] as number;
        starts.set(only, row?.[0] as number);
      } else if (only !== undefined && places.length === 1 && isAll(instance, only, choice)) first[only] = 'any';
      else {
        for (const [column, cell] of places.entries()) first[cell] = row?.[column] ?? someValue(instance, cell);
        choices.push(choice);
      }
    }
  }
}

function conjunctsOf(term: Ground): Ground[] {
  if (term.kind !== 'binary' || term.operator !== '&&') return [term];
  return [...conjunctsOf(term.left), ...conjunctsOf(term.right)];
}

/** The cells, those that stand in one conjunct together. */
function groups(instance: Instance, parts: readonly Ground[]): number[][] {
  const leader = instance.cells.map((_, place) => place);
  const find = (place: number): number => {
    let top = place;
    while (leader[top] !== top) top = leader[top] as number;
    return top;
  };
  for (const part of parts) {
    const [one, ...others] = cellsIn(part);
    for (const other of others) leader[find(other.place)] = find(one?.place ?? other.place);
  }
  const found = new Map<number, number[]>();
  for (const place of leader.keys()) {
    const top = find(place);
    found.set(top, [...(found.get(top) ?? []), place]);
  }
  return [...found.values()];
}

/** All rows of values of these cells for which the conjuncts hold. */
function enumerate(instance: Instance, places: readonly number[], parts: readonly Ground[], bounds: Bounds): Choice {
  const tests = places.map((place, position) =>
    parts.filter((part) => {
      const named = cellsIn(part).map((found) => places.indexOf(found.place));
      return named.includes(places.indexOf(place)) && Math.max(...named) === position;
    }),
  );
  const rows: number[][] = [];
  const row: number[] = [];
  let tried = 0;
  const value = (place: number) => row[places.indexOf(place)] as number;
  const extend = (position: number): void => {
    const place = places[position];
    if (place === undefined) {
      rows.push([...row]);
      return;
    }
    const { low, high } = bounds.get(place) ?? EVERYTHING;
    for (let number = low; number <= high; number++) {
      if (rows.length > MOST_ROWS || ++tried > MOST_TRIED) throw tooMany(instance, places);
      row[position] = number;
      if (tests[position]?.every((test) => evaluate(test, value) !== 0)) extend(position + 1);
    }
  };
  for (const place of places) {
    const { low, high } = bounds.get(place) ?? EVERYTHING;
    if (high - low >= WIDEST) throw unbounded(instance, place);
  }
  extend(0);
  return { places, rows };
}

function unbounded(instance: Instance, place: number): NotAProgram {
  const { name } = instance.cellAt(place).symbol;
  return new NotAProgram(
    `init leaves ${name} open, an integer, and not all integers can be tried: say there what it is`,
  );
}

function tooMany(instance: Instance, places: readonly number[]): NotAProgram {
  const shown = places.slice(0, 4).map((place) => cellName(instance.cellAt(place)));
  const names = `${shown.join(', ')}${places.length > shown.length ? ', ...' : ''}`;
  return new NotAProgram(`init allows more than ${MOST_ROWS} combinations of values for ${names}: say more there`);
}

/** One choice for each cell when the rows are all combinations; the choice itself otherwise. */
function factors(choice: Choice): readonly Choice[] {
  const { places, rows } = choice;
  if (rows.length === 0) return [choice];
  const columns = places.map((_, position) => [...new Set(rows.map((row) => row[position] as number))]);
  const combinations = columns.reduce((product, column) => product * column.length, 1);
  if (combinations !== rows.length) return [choice];
  return places.map((place, position) => {
    return { places: [place], rows: (columns[position] as number[]).map((value) => [value]) };
  });
}

function isAll(instance: Instance, place: number, { rows }: Choice): boolean {
  const bounds = sortBounds(instance.coding.sort(instance.cellAt(place).symbol.sort));
  return bounds !== null && rows.length === bounds.high - bounds.low + 1;
}

/** A value that the cell may hold; a process rather than nobody, which asks for more values. */
function someValue(instance: Instance, place: number): number {
  const { coding } = instance;
  const { sort } = instance.cellAt(place).symbol;
  return sort.kind === 'proc' ? coding.process(1) : (sortBounds(coding.sort(sort))?.low ?? 0);
}

/** Bounds of all cells: those of their sorts, and what follows from the conjuncts. */
function propagate(instance: Instance, parts: readonly Ground[]): Bounds {
  const bounds = new Map<number, Interval>();
  for (const [place, { symbol }] of instance.cells.entries()) {
    bounds.set(place, sortBounds(instance.coding.sort(symbol.sort)) ?? EVERYTHING);
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let changed = false;
    for (const part of parts) {
      for (const [place, found] of boundsIn(part, true, bounds)) {
        const known = bounds.get(place) ?? EVERYTHING;
        const next = meet(known, found);
        if (next.low === known.low && next.high === known.high) continue;
        bounds.set(place, next);
        changed = true;
      }
    }
    if (!changed) break;
  }
  return bounds;
}

/** What a formula (or its negation) says of single cells. */
function boundsIn(term: Ground, positive: boolean, known: Bounds): Bounds {
  if (term.kind === 'unary' && term.operator === '!') return boundsIn(term.operand, !positive, known);
  if (term.kind !== 'binary') return new Map();
  const { operator, left, right } = term;
  switch (operator) {
    case '&&':
    case '||': {
      const sides = [boundsIn(left, positive, known), boundsIn(right, positive, known)] as const;
      return (operator === '&&') === positive ? both(...sides) : either(...sides);
    }
    case '==':
      if (!positive) return new Map();
      return both(atMost(left, right, 0, known), atMost(right, left, 0, known));
    case '<':
      return positive ? atMost(left, right, -1, known) : atMost(right, left, 0, known);
    case '<=':
      return positive ? atMost(left, right, 0, known) : atMost(right, left, -1, known);
    default:
      return new Map();
  }
}

/** What follows for each cell from left - right <= limit. */
function atMost(left: Ground, right: Ground, limit: number, known: Bounds): Bounds {
  const summands = new Map<number, number>();
  let rest = limit;
  const collect = (term: Ground, factor: number): void => {
    if (term.kind === 'constant') rest -= factor * term.value;
    else if (term.kind === 'cell') summands.set(term.place, (summands.get(term.place) ?? 0) + factor);
    else if (term.kind === 'binary' && term.operator === '+') {
      collect(term.left, factor);
      collect(term.right, factor);
    } else if (term.kind === 'binary' && term.operator === '*' && term.left.kind === 'constant') {
      collect(term.right, factor * term.left.value);
    }
  };
  collect(left, 1);
  collect(right, -1);
  const least = (place: number, factor: number): number => {
    const { low, high } = known.get(place) ?? EVERYTHING;
    return factor === 0 ? 0 : factor * (factor > 0 ? low : high);
  };
  const found = new Map<number, Interval>();
  for (const [place, factor] of summands) {
    if (factor === 0) continue;
    let room = rest;
    for (const [other, times] of summands) if (other !== place) room -= least(other, times);
    if (!Number.isFinite(room)) continue;
    const interval =
      factor > 0
        ? { low: Number.NEGATIVE_INFINITY, high: Math.floor(room / factor) }
        : { low: Math.ceil(room / factor), high: Number.POSITIVE_INFINITY };
    found.set(place, interval);
  }
  return found;
}

function meet(one: Interval, other: Interval): Interval {
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) };
}

function both(one: Bounds, other: Bounds): Bounds {
  const result = new Map(one);
  for (const [place, interval] of other) result.set(place, meet(result.get(place) ?? EVERYTHING, interval));
  return result;
}

function either(one: Bounds, other: Bounds): Bounds {
  const result = new Map<number, Interval>();
  for (const [place, { low, high }] of one) {
    const second = other.get(place);
    if (second !== undefined) result.set(place, { low: Math.min(low, second.low), high: Math.max(high, second.high) });
  }
  return result;
}
