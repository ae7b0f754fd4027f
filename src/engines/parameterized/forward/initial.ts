/**
 * The initial states of a small instance, by backtracking over its cells: each condition of init is tested as soon as its
 * last cell has a value. Constants get theirs first: `Next[i] = Nobody` for all processes then has one solution, where the
 * arrays first would have one for each value of Nobody and each combination of others before it fails. Cells that no
 * condition mentions stay open (compile.ts), except numbers, which are sampled. A number that a census gives comes last: it is
 * counted.
 */
import type { StateSymbol } from '../../../models/array-system/model.js';
import type { TemplateLiteral } from '../../../models/array-system/normal-form.js';
import { Generator } from './compile.js';
import { BIAS, byteOf, isNumeric, type Layout, OPEN, valuesOf } from './layout.js';

export interface InitialStates {
  readonly states: readonly Uint8Array[];
  /** Of each cell whether init leaves it open; such a cell holds the byte OPEN. */
  readonly open: readonly boolean[];
  /** So many values of sort proc are none of the processes. */
  readonly nobodies: number;
  /** False when there are more than the limit or numbers were sampled. */
  readonly complete: boolean;
}

/** Values tried for cells, before the enumeration is given up as incomplete. */
const MOST_ASSIGNMENTS = 2_000_000;
const MOST_NOBODIES = 4;

export function initialStates(layout: Layout, limit: number): InitialStates {
  // A value of sort proc that is no process only where init asks for one: traces read better without.
  let found = enumerate(layout, limit, 0);
  const most = Math.max(1, Math.min(MOST_NOBODIES, constantsOfSortProc(layout).length));
  for (let nobodies = 1; nobodies <= most && found.states.length === 0; nobodies++)
    found = enumerate(layout, limit, nobodies);
  return found;
}

/** Constants may be different from all processes and from each other: nobody, and the lock itself. */
function constantsOfSortProc({ form }: Layout): number[] {
  const isOne = ({ constant, arity, sort }: StateSymbol) => constant && arity === 0 && sort.kind === 'proc';
  return form.system.symbols.filter(isOne).map(({ index }) => index);
}

function enumerate(layout: Layout, limit: number, nobodies: number): InitialStates {
  const generator = new Generator(layout, [], nobodies);
  const conditions: string[] = [];
  for (const universal of layout.form.init) {
    generator.universal(universal, (slot) => -slot - 1, conditions);
  }
  const open = layout.cells.map((cell) => !isNumeric(layout, cell.symbol) && !isWide(layout, cell.symbol));
  if (conditions.includes('0')) return { states: [], open, nobodies, complete: true };
  const census = censusOf(layout);
  for (const { bytes } of census.values()) for (const byte of bytes) open[byte] = false;
  const order = constantsFirst(layout, census);
  const position: number[] = [];
  for (const [k, byte] of order.entries()) position[byte] = k;
  const byLast: string[][] = layout.cells.map(() => []);
  for (const condition of new Set(conditions)) {
    const bytes = [...condition.matchAll(/s\[(\d+)\]/g)].map((m) => Number(m[1]));
    for (const byte of bytes) open[byte] = false;
    const last = Math.max(...bytes.map((byte) => position[byte] as number));
    if (bytes.length > 0) (byLast[last] as string[]).push(condition);
  }
  const tests = new Function(
    `return [${byLast.map((c) => `function(s){return ${c.length === 0 ? 'true' : `!!(${c.join('&&')})`};}`).join(',')}]`,
  )() as ((s: Uint8Array) => boolean)[];
  const numbers = candidateNumbers(layout);
  const state = new Uint8Array(layout.stride);
  // One nobody is like another but for the constants that are it: each constant has one that is known, or the next.
  const constants = constantsOfSortProc(layout);
  const mostFor = (k: number): number => {
    if (layout.form.usesOrder || !constants.includes(layout.cells[order[k] as number]?.symbol ?? -1)) return OPEN;
    const before = order
      .slice(0, k)
      .filter((byte) => constants.includes((layout.cells[byte] as { symbol: number }).symbol));
    return Math.max(layout.processes - 1, ...before.map((byte) => state[byte] as number)) + 2;
  };
  let complete = true;
  let tried = 0;
  const states: Uint8Array[] = [];
  const assign = (k: number): boolean => {
    const byte = order[k];
    if (byte === undefined) {
      if (states.length >= limit) {
        complete = false;
        return false;
      }
      states.push(state.slice());
      return true;
    }
    if (open[byte]) {
      state[byte] = OPEN;
      return assign(k + 1);
    }
    const counted = census.get(byte);
    if (counted !== undefined) {
      state[byte] = BIAS + counted.bytes.filter((each) => state[each] !== 0).length;
      return !(tests[k] as (s: Uint8Array) => boolean)(state) || assign(k + 1);
    }
    const cell = layout.cells[byte] as Layout['cells'][number];
    const numeric = isNumeric(layout, cell.symbol);
    const values = numeric ? numbers.length : valuesOf(layout, cell.symbol, nobodies);
    const count = Math.min(values, mostFor(k));
    const test = tests[k] as (s: Uint8Array) => boolean;
    let fitting = 0;
    for (let v = 0; v < count; v++) {
      if (++tried > MOST_ASSIGNMENTS) {
        complete = false;
        return false;
      }
      state[byte] = numeric ? (numbers[v] as number) : v;
      if (!test(state)) continue;
      fitting++;
      if (!assign(k + 1)) return false;
    }
    if (numeric && fitting > 1) complete = false;
    return true;
  };
  assign(0);
  return { states, open, nobodies, complete };
}

/** The byte of a number that a census gives, and those that are counted if they are not 0. */
function censusOf(layout: Layout): Map<number, { readonly bytes: readonly number[] }> {
  const out = new Map<number, { readonly bytes: readonly number[] }>();
  for (const { symbol, array } of layout.form.system.census ?? []) {
    const byte = byteOf(layout, symbol.index, []);
    const bytes = Array.from({ length: layout.processes }, (_, p) => byteOf(layout, array.index, [p]));
    if (byte >= 0 && bytes.every((each) => each >= 0)) out.set(byte, { bytes });
  }
  return out;
}

/** The bytes of the cells, those of constants first, but for numbers that a census gives. */
function constantsFirst(layout: Layout, census: ReadonlyMap<number, unknown>): number[] {
  const isConstant = (byte: number) => {
    const { symbol } = layout.cells[byte] as Layout['cells'][number];
    return layout.form.system.symbols[symbol]?.constant ?? false;
  };
  const bytes = layout.cells.map((_, byte) => byte);
  const given = bytes.filter((byte) => !census.has(byte));
  return [...given.filter(isConstant), ...given.filter((byte) => !isConstant(byte)), ...census.keys()];
}

/** An enumeration that conditions treat as a number. */
function isWide(layout: Layout, symbol: number): boolean {
  const sort = layout.form.system.symbols[symbol]?.sort;
  return sort?.kind === 'enum' && sort.constructors.length > 31;
}

/** Numbers to try for a cell: those init compares with, and a few small ones; as they are stored. */
function candidateNumbers(layout: Layout): number[] {
  const out = new Set<number>();
  const literal = (l: TemplateLiteral) => {
    if (l.kind !== 'sum') return;
    const constant = Number(l.sum.constant.numerator) / Number(l.sum.constant.denominator);
    for (const value of [constant, -constant]) {
      if (Number.isInteger(value) && value >= -BIAS && value < BIAS) out.add(value + BIAS);
    }
  };
  for (const universal of layout.form.init) for (const conjunct of universal.body) conjunct.forEach(literal);
  for (const value of [0, 1, 2]) out.add(value + BIAS);
  return [...out].sort((a, b) => a - b);
}
