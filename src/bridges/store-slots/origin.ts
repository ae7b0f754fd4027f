import type { StateSymbol } from '../../models/array-system/model.js';
import type { KeptValue } from './plan.js';
import type { Slots } from './slots.js';

/** What a transition of the system with slots is. */
export type Origin =
  | { readonly kind: 'transition'; readonly transition: number }
  | { readonly kind: 'overflow'; readonly symbols: readonly StateSymbol[] }
  /** `at`: the parameters of the queue's place. `value`: of a queue without order what it takes; null for the newest. */
  | { readonly kind: 'flush'; readonly slots: Slots; readonly at: readonly number[]; readonly value: KeptValue | null };
