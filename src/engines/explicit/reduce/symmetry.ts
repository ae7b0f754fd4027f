/**
 * Symmetry: groups of threads that can be exchanged in every state without any difference to steps or properties, so that
 * one state of each orbit is enough. Ip and Dill (Better verification through symmetry, 1996) ask the user to declare
 * scalarsets, types whose values are only copied, compared for equality and used as indices. Here nothing is declared:
 * `kinds.ts` infers from the code of the threads which values are used like that, and what does not fit means no symmetry.
 *
 * Exchanging two threads of a group moves what belongs to them (locations, locals, buffers), exchanges their identities in
 * all variables, buffers and indices that hold identities, and so also cells of arrays with such indices. Values that are
 * nobody's identity stay. Let p do this. Since threads of the group have the same code up to identities,
 *
 *   - an expression of thread t has in s the value v exactly when that of thread p(t) has in p(s) the value p(v), which is v
 *     for plain values: by induction, and since every operator but ==, != and indexing is kept away from identities
 *   - so s has a step to s', a failing step, or one that finds a buffer full, exactly when p(s) has, to p(s')
 *   - the `never` conditions, taken together, are the same after renaming by p, so s is bad exactly when p(s) is; and
 *     propositions of temporal questions each by itself, so s and p(s) make the same ones true (`ltl/fair-names.ts`)
 *
 * What specialisation took for constant is part of the code, so it must be the same after p, too. Initial states need not:
 * what is reached from p(s0) is p of what is reached from s0, so if a bad state is reached from one state of an orbit, a bad
 * state is reached from each, in as many steps. Hence the verdict, the length of a shortest violation, and whether a buffer
 * was ever full are those of the search without reduction.
 *
 * A condition that may have no value (a division, say) is asked in an order that exchanging threads may change; then no
 * symmetry is used. Being interchangeable is an equivalence: if p exchanges t and u and q exchanges u and v, then p q p
 * exchanges t and v. So where threads with the same code are not all interchangeable, each is tried with one of each group
 * found before.
 *
 * A property with free names stands for as many conditions as there are choices of threads, which can be ten thousands. They
 * are made of few parts, so equal parts are made one (`oneOfEach`), and looked at once.
 */
import { boundsOf, type Cells, offsetOf, sizeOf, variableAt } from '../../../models/program/cells.js';
import { children } from '../../../models/program/expression.js';
import type { StateExpression } from '../../../models/program/model.js';
import { isEnd, templateOf } from '../../../models/program/parts.js';
import type { Constants, SpecialProgram } from '../../../models/program/specialise.js';
import { type Identity, KindInference, type Kinds, type Renaming, type VariableKind } from './kinds.js';
import { oneOfEach } from './one-of-each.js';

/** Threads that are interchangeable. */
export interface SymmetryGroup extends Kinds {
  /** At least two. */
  readonly threads: readonly number[];
}

/** Larger groups are used in parts: the code that sorts threads grows with the square of their number. */
const LARGEST_GROUP = 8;
/** More are left alone. */
const MOST_GROUPS = 16;

/** `fixed` are conditions each of which must be the same after renaming, for somebody tells them apart. */
export function symmetries(given: SpecialProgram, fixed: readonly StateExpression[] = []): SymmetryGroup[] {
  const conditions = [...given.never, ...fixed];
  if (conditions.some((condition) => mayFail(given, condition))) return [];
  const special: Observed = { ...given, never: oneOfEach(conditions), fixed: fixed.length };
  const alike = new Map<string, number[]>();
  for (const [thread] of special.threads.entries()) {
    const key = signature(special, thread);
    alike.set(key, [...(alike.get(key) ?? []), thread]);
  }
  return [...alike.values()].flatMap((threads) => groupsAmong(special, threads)).slice(0, MOST_GROUPS);
}

/** A program with conditions that somebody looks at, of which the last few are told apart. */
interface Observed extends SpecialProgram {
  readonly fixed: number;
}

/** Groups among threads with the same code. */
function groupsAmong(special: Observed, threads: readonly number[]): SymmetryGroup[] {
  const all = grouped(special, threads);
  if (all.every((group) => group !== null)) return all;
  const found: number[][] = [];
  for (const thread of threads) {
    const group = found.find(([first = 0]) => interchangeable(special, [first, thread]) !== null);
    if (group === undefined) found.push([thread]);
    else group.push(thread);
  }
  return found.flatMap((each) => grouped(special, each)).filter((group) => group !== null);
}

function grouped(special: Observed, threads: readonly number[]): (SymmetryGroup | null)[] {
  const large = parts(threads, LARGEST_GROUP).filter(({ length }) => length > 1);
  return large.map((part) => interchangeable(special, part));
}

function parts(threads: readonly number[], size: number): number[][] {
  const count = Math.ceil(threads.length / size);
  return Array.from({ length: count }, (_, part) => threads.slice(part * size, (part + 1) * size));
}

/** The number of permutations. */
export function orderOf(groups: readonly SymmetryGroup[]): number {
  return groups.flatMap(({ threads }) => threads.map((_, k) => k + 1)).reduce((product, factor) => product * factor, 1);
}

/** The value after two threads, given by their positions in the group, are exchanged. */
export function exchanged(identity: Identity, one: number, other: number, value: number): number {
  if (identity === null) return value;
  if (value === identity[one]) return identity[other] as number;
  return value === identity[other] ? (identity[one] as number) : value;
}

/** The cell that a cell becomes. */
export function exchangedCell(
  cells: Cells,
  kinds: readonly VariableKind[],
  one: number,
  other: number,
  cell: number,
): number {
  const owner = cells.owners[cell] as number;
  const offset = offsetOf(cells, owner);
  return offset + exchanged(kinds[owner]?.index ?? null, one, other, cell - offset);
}

/** The thread that a thread becomes. */
export function exchangedThread({ threads }: SymmetryGroup, one: number, other: number, thread: number): number {
  return exchanged(threads, one, other, thread);
}

/** The code of a thread without its numbers: equal for threads that may be interchangeable. */
function signature(special: SpecialProgram, thread: number): string {
  const { cells, edges } = special.threads[thread] as SpecialProgram['threads'][number];
  const { locations } = templateOf(special.program, thread);
  const shape = {
    failing: locations.map(({ failure }) => failure !== null),
    // Where a thread may wait for ever without being stuck.
    resting: locations.map(({ assumed }, location) => [assumed, isEnd(templateOf(special.program, thread), location)]),
    locals: cells.variables.map(({ sort, size }) => [sort, size]),
    edges: edges.map(({ from, to, number, fence, atomic, drained, storeFence, retries, round, guard, updates }) => {
      return { from, to, number, fence, atomic, drained, storeFence, retries, round, guard, updates };
    }),
  };
  return JSON.stringify(shape, (_, value) => (value?.kind === 'constant' ? 0 : value));
}

/** Null when there is any doubt. */
function interchangeable(special: Observed, threads: readonly number[]): SymmetryGroup | null {
  const inference = new KindInference(special, threads);
  if (inference.kinds === null) return null;
  const group = { threads, ...inference.kinds };
  const plain: Renaming = { thread: (thread) => thread, value: (_, value) => value };
  const plainly = inference.conditions.map((condition) => condition(plain));
  const together = plainly.length - special.fixed;
  const before = counted(plainly.slice(0, together));
  for (const renaming of generators(threads)) {
    if (!sameConstants(special, group, inference, renaming)) return null;
    const after = inference.conditions.map((condition) => condition(renaming));
    if (!sameTexts(after.slice(0, together), before)) return null;
    if (after.some((text, number) => number >= together && text !== plainly[number])) return null;
  }
  return group;
}

/** Two threads that can be exchanged in every state, and what that makes of conditions. */
export interface Exchange {
  readonly group: SymmetryGroup;
  readonly renaming: Renaming;
  /** The text of each `never` condition, before and after; equal texts are the same condition. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The same for two threads, whatever becomes of the `never` conditions; null when there is any doubt. */
export function exchangeOf(special: SpecialProgram, one: number, other: number): Exchange | null {
  if (signature(special, one) !== signature(special, other)) return null;
  const threads = [one, other];
  const inference = new KindInference(special, threads);
  if (inference.kinds === null) return null;
  const group = { threads, ...inference.kinds };
  const plain: Renaming = { thread: (thread) => thread, value: (_, value) => value };
  const [renaming] = generators(threads) as [Renaming];
  if (!sameConstants(special, group, inference, renaming)) return null;
  const texts = (way: Renaming) => inference.conditions.map((condition) => condition(way));
  return { group, renaming, before: texts(plain), after: texts(renaming) };
}

/** Permutations that generate all others: the exchange of the first two, and one that takes each to the next. */
function generators(threads: readonly number[]): Renaming[] {
  const positions = threads.map((_, position) => position);
  const exchange = positions.with(0, 1).with(1, 0);
  const turn = positions.map((position) => (position + 1) % threads.length);
  return (threads.length > 2 ? [exchange, turn] : [exchange]).map((images) => {
    const value = (identity: Identity, given: number): number => {
      const position = identity?.indexOf(given) ?? -1;
      return position < 0 ? given : (identity?.[images[position] as number] as number);
    };
    return { thread: (thread) => value(threads, thread), value };
  });
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Whether the conditions have the same texts after renaming, each as often. */
function sameTexts(after: readonly string[], before: ReadonlyMap<string, number>): boolean {
  const left = new Map(before);
  return after.every((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}

/** Whether what specialisation took for constant is so after renaming. */
function sameConstants(
  special: SpecialProgram,
  group: SymmetryGroup,
  inference: KindInference,
  renaming: Renaming,
): boolean {
  const same = (
    cells: Cells,
    kinds: readonly VariableKind[],
    before: Constants,
    after: Constants,
    used: (variable: number) => boolean,
  ): boolean =>
    before.every((value, cell) => {
      const variable = cells.owners[cell] as number;
      const offset = offsetOf(cells, variable);
      const position = renaming.value(kinds[variable]?.index ?? null, cell - offset);
      const image = after[offset + position] as number | null;
      if (value === null || image === null) return value === image;
      return !used(variable) || renaming.value(kinds[variable]?.value ?? null, value) === image;
    });
  const { shared, constants, threads } = special;
  if (!same(shared, group.memory, constants, constants, (variable) => inference.usesShared(variable))) return false;
  return threads.every(({ cells, constants: own }, thread) => {
    const image = threads[renaming.thread(thread)]?.constants ?? [];
    return same(cells, group.locals[thread] ?? [], own, image, (variable) => inference.usesLocal(thread, variable));
  });
}

/** Whether a condition may have no value in some state. */
export function mayFail(special: SpecialProgram, expression: StateExpression): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'at':
      return false;
    case 'memory':
    case 'localOf': {
      const { index, variable } = expression;
      if (index === null) return false;
      const cells = expression.kind === 'memory' ? special.shared : special.threads[expression.thread]?.cells;
      const { low, high } = boundsIn(special, index);
      return low < 0 || high >= sizeOf(variableAt(cells as Cells, variable)) || mayFail(special, index);
    }
    case 'unary':
      return mayFail(special, expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      const { low, high } = boundsIn(special, right);
      const divides = operator === '/' || operator === '%';
      const shifts = operator === '<<' || operator === '>>' || operator === '>>>';
      const fails = (divides && low <= 0 && high >= 0) || (shifts && (low < 0 || high > 31));
      return fails || mayFail(special, left) || mayFail(special, right);
    }
    case 'conditional':
      return children(expression).some((part) => mayFail(special, part));
  }
}

/** The values of a constant or a variable; of anything else no bounds are known. */
function boundsIn(
  special: SpecialProgram,
  expression: StateExpression,
): { readonly low: number; readonly high: number } {
  const unknown = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (expression.kind === 'constant') return { low: expression.value, high: expression.value };
  if (expression.kind !== 'memory' && expression.kind !== 'localOf') return unknown;
  const cells = expression.kind === 'memory' ? special.shared : special.threads[expression.thread]?.cells;
  return boundsOf(variableAt(cells as Cells, expression.variable).sort) ?? unknown;
}
