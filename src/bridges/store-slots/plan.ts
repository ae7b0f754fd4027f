/**
 * How the store queues of each weak variable are kept as cells (`index.ts` says what the cells mean).
 *
 *   queue    the newest write, and those before it, `length` in all: exact as long as no queue is longer
 *   values   the newest write, and which values wait before it, in no order: every queue fits, and a value that waits may
 *            reach memory more often than it does in fact, so this allows more than there is
 *
 * A variable that no transition buffers has no queue.
 */
import type { ArraySystem, StateSymbol, Transition, Update } from '../../models/array-system/model.js';
import { isAtomic } from '../../models/array-system/views.js';

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

/** Whether what waits for such a variable can be kept without order. */
export function canKeepValues({ sort }: StateSymbol): boolean {
  return sort.kind === 'enum' && sort.constructors.length <= MOST_VALUES;
}
