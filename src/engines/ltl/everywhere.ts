/**
 * A state of an automaton that goes with every state of a program: an initial one that reads anything and stays. Automata of
 * negated formulas mostly have one, in which they wait for the moment from which something goes wrong: F, and GF, and what is
 * made of them with `and`.
 *
 * With such a state q all states of the program occur in the product, as (s, q), and all of these are reachable. So the program
 * can be searched without the automaton, and each state is needed.
 *
 * Where no run that stays among the states of the automaton which lead to q and back is accepting, since one of the
 * acceptance sets has no transition there, no accepting cycle of the product leads through any (s, q).
 */
import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';

export interface Everywhere {
  readonly state: number;
  /** No accepting cycle leads through it. */
  readonly passing: boolean;
}

/** More propositions on the loops of a state are not tried one by one. */
const MOST_TRIED = 10;

/** Null when there is none. */
export function everywhere(automaton: GeneralisedBuchi): Everywhere | null {
  const state = automaton.initial.find((each) => staysAlways(automaton, each));
  return state === undefined ? null : { state, passing: isPassing(automaton, state) };
}

/** Whether one of its loops can be taken whatever is true. */
function staysAlways({ transitions }: GeneralisedBuchi, state: number): boolean {
  const loops = transitions.filter(({ from, to }) => from === state && to === state);
  const looked = loops.reduce((all, { positive, negative }) => all | positive | negative, 0);
  const bits = Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((bit) => (looked & bit) !== 0);
  if (bits.length > MOST_TRIED) return loops.some(({ positive, negative }) => positive === 0 && negative === 0);
  return Array.from({ length: 2 ** bits.length }, (_, choice) =>
    bits.reduce((labels, bit, k) => ((choice >>> k) & 1) * bit + labels, 0),
  ).every((labels) =>
    loops.some(({ positive, negative }) => (labels & positive) === positive && (labels & negative) === 0),
  );
}

function isPassing({ sets, transitions }: GeneralisedBuchi, state: number): boolean {
  const after = closure(state, (at) => transitions.flatMap(({ from, to }) => (from === at ? [to] : [])));
  const before = closure(state, (at) => transitions.flatMap(({ from, to }) => (to === at ? [from] : [])));
  const isWithin = (at: number) => after.has(at) && before.has(at);
  const marks = transitions
    .filter(({ from, to }) => isWithin(from) && isWithin(to))
    .reduce((all, transition) => all | transition.marks, 0);
  const all = 2 ** sets - 1;
  return (marks & all) !== all;
}

function closure(first: number, next: (at: number) => readonly number[]): ReadonlySet<number> {
  const found = new Set([first]);
  for (const at of found) for (const other of next(at)) found.add(other);
  return found;
}
