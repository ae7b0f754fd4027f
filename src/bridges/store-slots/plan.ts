/**
 * How the store queues of each weak variable are kept as cells (`index.ts` says what the cells mean).
 *
 *   queue    the newest write, and those before it, `length` in all: exact as long as no queue is longer
 *   values   the newest write, and which values wait before it, in no order: every queue fits, and a value that waits may
 *            reach memory more often than it does in fact, so this allows more than there is
 *
 * A variable that no transition buffers has no queue.
 */
import type { Access, ArraySystem, StateSymbol, Term, Transition, Update } from '../../models/array-system/model.js';
import { isAtomic } from '../../models/array-system/views.js';
import { formulaKey } from '../any-threads/merge.js';

export type Keeping = { readonly kind: 'queue'; readonly length: number } | { readonly kind: 'values' };

/** By the position of the symbol; only those with queues. */
export type SlotPlan = ReadonlyMap<number, Keeping>;

/** Values of a variable whose queue is kept without order. */
const MOST_VALUES = 8;

/** The weak writes of transitions that buffer them. */
export function bufferedUpdates({ transitions }: ArraySystem): { transition: Transition; update: Update }[] {
  return transitions.flatMap((transition) =>
    isAtomic(transition)
      ? []
      : transition.updates.filter(({ symbol }) => symbol.weak).map((update) => ({ transition, update })),
  );
}

/** All queues with room for so many writes. */
export function queuesOf(system: ArraySystem, length: number): SlotPlan {
  const symbols = new Set(bufferedUpdates(system).map(({ update }) => update.symbol.index));
  return new Map([...symbols].map((symbol) => [symbol, { kind: 'queue', length }]));
}

/** A value that is written: the same in every state, but that it may be the writer itself. */
export type KeptValue = { readonly kind: 'writer' } | { readonly kind: 'term'; readonly term: Term };

/** The values that can wait for such a variable, where they are few: then they can be kept without order. Null: they are not. */
export function keptValues(system: ArraySystem, symbol: StateSymbol): readonly KeptValue[] | null {
  const found = new Map<string, KeptValue>();
  for (const { transition, update } of bufferedUpdates(system)) {
    if (update.symbol !== symbol) continue;
    for (const term of writtenTerms(update)) {
      const value = term === null ? null : rigid(term, transition.actor);
      if (value === null) return allValues(symbol);
      found.set(value.kind === 'writer' ? '' : formulaKey(value.term), value);
    }
  }
  return found.size <= MOST_VALUES ? [...found.values()] : null;
}

export function canKeepValues(system: ArraySystem, symbol: StateSymbol): boolean {
  return keptValues(system, symbol) !== null;
}

/** Null for any value. */
function writtenTerms(update: Update): (Term | null)[] {
  switch (update.kind) {
    case 'havoc':
      return [null];
    case 'assign':
      return [update.value];
    case 'case':
      return [...update.switches.map(({ value }) => value), ...(update.otherwise === null ? [] : [update.otherwise])];
  }
}

function rigid(term: Term, actor: string | null): KeptValue | null {
  const isConstant = ({ symbol }: Access) => symbol.constant && symbol.arity === 0;
  switch (term.kind) {
    case 'constructor':
      return { kind: 'term', term };
    case 'process':
      if (term.process.kind === 'constant') return { kind: 'term', term };
      return term.process.name === actor ? { kind: 'writer' } : null;
    case 'access':
      return isConstant(term.access) ? { kind: 'term', term } : null;
    case 'linear':
      return term.summands.every(({ access }) => isConstant(access)) ? { kind: 'term', term } : null;
  }
}

function allValues({ sort }: StateSymbol): readonly KeptValue[] | null {
  if (sort.kind !== 'enum' || sort.constructors.length > MOST_VALUES) return null;
  return sort.constructors.map((_, value) => ({ kind: 'term', term: { kind: 'constructor', sort, value } }));
}
