/** Automata of negated formulas, by hand: p is proposition 0, q is proposition 1. */
import type { AutomatonTransition, GeneralisedBuchi } from '../../../src/logic/ltl/buchi.js';

const P = 1;
const Q = 2;

function transition(
  from: number,
  to: number,
  { is = 0, isNot = 0, marks = 0 }: { is?: number; isNot?: number; marks?: number } = {},
): AutomatonTransition {
  return { from, to, positive: is, negative: isNot, marks };
}

/** Of F p: G !p. */
export const notEventually: GeneralisedBuchi = {
  states: 1,
  initial: [0],
  sets: 0,
  transitions: [transition(0, 0, { isNot: P })],
};

/** Of G p: F !p. */
export const notAlways: GeneralisedBuchi = {
  states: 2,
  initial: [0],
  sets: 1,
  transitions: [transition(0, 0, { is: P }), transition(0, 1, { isNot: P }), transition(1, 1, { marks: 1 })],
};

/** Of GF p: FG !p. */
export const notInfinitelyOften: GeneralisedBuchi = {
  states: 2,
  initial: [0],
  sets: 1,
  transitions: [transition(0, 0), transition(0, 1, { isNot: P }), transition(1, 1, { isNot: P, marks: 1 })],
};

/** Of GF p -> GF q: GF p and FG !q. */
export const notCompassion: GeneralisedBuchi = {
  states: 2,
  initial: [0],
  sets: 1,
  transitions: [
    transition(0, 0),
    transition(0, 1, { isNot: Q }),
    transition(1, 1, { is: P, isNot: Q, marks: 1 }),
    transition(1, 1, { isNot: P | Q }),
  ],
};

/** Of p U q: !q W (!p && !q). */
export const notUntil: GeneralisedBuchi = {
  states: 2,
  initial: [0],
  sets: 0,
  transitions: [transition(0, 0, { is: P, isNot: Q }), transition(0, 1, { isNot: P | Q }), transition(1, 1)],
};

/** Of G(p -> F q): F(p && G !q). */
export const notResponse: GeneralisedBuchi = {
  states: 2,
  initial: [0],
  sets: 1,
  transitions: [transition(0, 0), transition(0, 1, { is: P, isNot: Q }), transition(1, 1, { isNot: Q, marks: 1 })],
};

/** Of F(G !p || G !q): GF p and GF q, a set for each. */
export const bothInfinitelyOften: GeneralisedBuchi = {
  states: 1,
  initial: [0],
  sets: 2,
  transitions: [
    transition(0, 0, { isNot: P | Q }),
    transition(0, 0, { is: P, isNot: Q, marks: 1 }),
    transition(0, 0, { is: Q, isNot: P, marks: 2 }),
    transition(0, 0, { is: P | Q, marks: 3 }),
  ],
};
