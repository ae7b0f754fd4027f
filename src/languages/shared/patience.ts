/**
 * What a long loop asks now and then: whether to go on. Reading a text is one long step for everybody else, so the loops of
 * the readers that grow with more than a line of the text ask here. `look` throws when time, memory or the caller's patience
 * are spent; who asked the question (`check/read.ts`) catches it, and nobody else.
 */
export interface Patience {
  look(): void;
  /** Does work that has no break in it, in which nobody else can stop it but the one who gave the patience. */
  readonly whole: Whole;
}

/** Calls what it is given; it may throw instead, or while that is at work. */
export type Whole = <T>(work: () => T) => T;

/** For who has no limits. */
export const ENDLESS: Patience = { look: () => {}, whole: (work) => work() };

export type Spent =
  | { readonly code: 'interrupted' }
  | { readonly code: 'limit'; readonly limit: 'time' | 'memory' | 'heap'; readonly value: number };

export class OutOfPatience extends Error {
  constructor(readonly spent: Spent) {
    super(spent.code);
  }
}
