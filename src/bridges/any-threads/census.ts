/**
 * How many threads there are, in the array system of a program that asks: `count(T)` is a constant there, which the census of
 * the system defines (`models/array-system/model.ts`).
 *
 * What a program does with the number is to compare counters with it: the last of count(T) arrivals opens a barrier. That is
 * about all threads at once. So each counter that threads add one to, or take one from, by one step and which some step may
 * set back to its first value, gets an array beside it that nobody reads: whether the counter counts the thread. A thread that
 * adds one is counted from then on, one that takes one away no longer, and a counter that is set back counts nobody. Then the
 * counter is the number of threads that it counts, if no thread adds twice: engines find this sum (places/tokens.ts) and
 * prove it, or do without.
 *
 * The first value of such an array is for processes that are no T: the array also says who is part of the census.
 */
import type { Census, EnumSort, StateSymbol, Transition, Update } from '../../models/array-system/model.js';
import { FreshNames } from '../../models/fresh-names.js';
import type { Program } from '../../models/program/model.js';
import { bound, equal } from './formulas.js';
import { accessOf, type Cells, type Role, type Vocabulary } from './vocabulary.js';

/** Of an array of tokens. */
export const TOKEN = { other: 0, out: 1, in: 2 } as const;
const SORT: EnumSort = { kind: 'enum', name: 'token', constructors: ['Other', 'Out', 'In'] };

/** An array of tokens, and what it counts for; null: nothing. */
export interface Tokens {
  readonly symbol: StateSymbol;
  readonly counter: Cells | null;
}

export interface Counted {
  readonly symbols: readonly StateSymbol[];
  readonly transitions: readonly Transition[];
  readonly tokens: readonly Tokens[];
  readonly census: readonly Census[];
}

export interface Move {
  readonly transition: Transition;
  readonly role: Role;
}

/** The arrays of tokens of a program, and its transitions with them. */
export function countedBy(vocabulary: Vocabulary, moves: readonly Move[]): Counted {
  const { count, symbols } = vocabulary;
  const transitions = moves.map(({ transition }) => transition);
  if (count === null) return { symbols, transitions, tokens: [], census: [] };
  const counters = vocabulary.shared.flatMap((cells, number) => {
    const { initial } = vocabulary.program.shared[number] as Program['shared'][number];
    const [symbol] = cells.symbols;
    const first = initial[0];
    if (symbol === undefined || cells.size !== null || cells.perThread !== null || typeof first !== 'number') return [];
    if (cells.representation.kind !== 'integer') return [];
    const effects = moves.map(({ transition, role }) => effectOn(symbol, first, transition, role));
    return effects.includes('other') || !effects.includes('in') ? [] : [{ cells, effects }];
  });
  const names = new FreshNames(symbols.map(({ name }) => name));
  const all: StateSymbol[] = [...symbols];
  const made = (wanted: string, counter: Cells | null): Tokens => {
    const symbol: StateSymbol = {
      name: names.take(wanted),
      index: all.length,
      constant: false,
      arity: 1,
      sort: SORT,
      weak: false,
    };
    all.push(symbol);
    return { symbol, counter };
  };
  const tokens = counters.map(({ cells }) => made(`Counted_by_${cells.symbols[0]?.name ?? ''}`, cells));
  if (tokens.length === 0) tokens.push(made('Counted', null));
  return {
    symbols: all,
    transitions: transitions.map((transition, position) => {
      const changes = counters.flatMap(({ effects }, k) =>
        changeOf((tokens[k] as Tokens).symbol, effects[position] as Effect),
      );
      return changes.length === 0 ? transition : { ...transition, updates: [...transition.updates, ...changes] };
    }),
    tokens,
    census: tokens.map(({ symbol }) => ({ symbol: count, array: symbol })),
  };
}

/** What a transition does to a counter: `in` adds one, `out` takes one, `none` sets back, `same` nothing. */
type Effect = 'in' | 'out' | 'none' | 'same' | 'other';

function effectOn(counter: StateSymbol, first: number, { updates }: Transition, role: Role): Effect {
  const update = updates.find(({ symbol }) => symbol === counter);
  if (update === undefined) return 'same';
  if (update.kind !== 'assign' || update.value.kind !== 'linear') return 'other';
  const { constant, summands } = update.value;
  if (constant.denominator !== 1n) return 'other';
  const [summand, ...more] = summands;
  if (summand === undefined) return constant.numerator === BigInt(first) ? 'none' : 'other';
  const { coefficient, access } = summand;
  const isOne = coefficient.numerator === 1n && coefficient.denominator === 1n;
  // The census is of the any-kind, of which there is one.
  if (more.length > 0 || !isOne || access.symbol !== counter || role.constant !== null) return 'other';
  return constant.numerator === 1n ? 'in' : constant.numerator === -1n ? 'out' : 'other';
}

function changeOf(tokens: StateSymbol, effect: Effect): Update[] {
  const term = (value: number) => ({ kind: 'constructor', sort: SORT, value }) as const;
  switch (effect) {
    case 'same':
    case 'other':
      return [];
    case 'in':
    case 'out':
      return [{ kind: 'assign', symbol: tokens, indices: [bound('i')], value: term(TOKEN[effect]) }];
    case 'none': {
      const cell = { kind: 'access', access: accessOf(tokens, [bound('k')]) } as const;
      const others = { condition: equal(cell, term(TOKEN.other)), value: term(TOKEN.other) };
      return [{ kind: 'case', symbol: tokens, binders: ['k'], switches: [others], otherwise: term(TOKEN.out) }];
    }
  }
}

/** What is true of the cell of a process at first. */
export function tokenAtFirst({ symbol }: Tokens, process: string, role: Role | null) {
  const value = role !== null && role.constant === null ? TOKEN.out : TOKEN.other;
  const cell = { kind: 'access', access: accessOf(symbol, [bound(process)]) } as const;
  return equal(cell, { kind: 'constructor', sort: SORT, value });
}
