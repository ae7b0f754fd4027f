/**
 * From acceptance sets of transitions to one set of states.
 *
 * A state is copied for each level: how many of the sets, taken in some order, were met since the last time all of them
 * were. A transition may meet several in a row and skips their levels (Gastin, Oddoux, CAV 2001, section 6); the last
 * level is accepting and counts anew from the next transition on. All copies of a state have the same language, because
 * what was met in the past decides nothing. So a run may come into a component at any level, and where copies of a state
 * are in different components, those that can be reached from the others do for all (Babiak, Badie, Duret-Lutz,
 * Křetínský, Strejček, "Compositional approach to suspension and other improvements to LTL translation", SPIN 2013,
 * section 4). The order of sets matters for the size: all of few sets are tried.
 */
import {
  type BuchiAutomaton,
  components,
  type GeneralizedBuchiAutomaton,
  type MarkedTransition,
  outgoing,
} from './automaton.js';
import { type Cube, minimize } from './cubes.js';
import { fullMask, trim } from './marks.js';
import { Numbered } from './numbered.js';
import { reduce } from './reduce.js';

/** Null if there would be more states than the limit. */
export function degeneralize(automaton: GeneralizedBuchiAutomaton, limit: number): BuchiAutomaton | null {
  let best: GeneralizedBuchiAutomaton | null = null;
  for (const order of ordersOf(automaton.sets)) {
    const levelled = withLevels(automaton, order, limit);
    if (levelled !== null && (best === null || levelled.states < best.states)) best = levelled;
  }
  if (best === null) return null;
  const { states, initial, transitions } = reduce(best, 'states');
  const accepting = new Array<boolean>(states).fill(false);
  for (const { from, marks } of transitions) if (marks === 1) accepting[from] = true;
  const plain = transitions.map(({ from, to, positive, negative }) => ({ from, to, positive, negative }));
  return { states, initial, transitions: plain, accepting };
}

/** All orders of up to three sets; of more, forward and backward. */
function ordersOf(sets: number): number[][] {
  const order = Array.from({ length: sets }, (_, set) => set);
  if (sets > 3) return [order, order.toReversed()];
  let orders: number[][] = [[]];
  for (const set of order) {
    orders = orders.flatMap((shorter) => Array.from({ length: set + 1 }, (_, at) => shorter.toSpliced(at, 0, set)));
  }
  return orders;
}

/** One set, of states: all transitions of an accepting state are marked. */
function withLevels(
  automaton: GeneralizedBuchiAutomaton,
  order: readonly number[],
  limit: number,
): GeneralizedBuchiAutomaton | null {
  const { states, initial, transitions, sets } = automaton;
  const successors = outgoing(states, transitions);
  const { of } = components(states, successors);
  const all = fullMask(sets);
  // Components that accept all their runs are entered at the accepting level, which they never leave.
  const partial = new Set<number>();
  for (const { from, to, marks } of transitions) {
    if (of[from] === of[to] && marks !== all) partial.add(of[from] as number);
  }
  const entry = (state: number) => (partial.has(of[state] as number) ? 0 : sets);
  const copies = new Numbered<{ readonly state: number; readonly level: number }>();
  const numberOf = (state: number, level: number) => copies.numberOf(state * (sets + 1) + level, { state, level });
  const start = numberOf(initial, entry(initial));
  const found: MarkedTransition[] = [];
  for (const [from, { state, level }] of copies.things.entries()) {
    if (copies.things.length > limit) return null;
    const cubes = new Map<number, Cube[]>();
    for (const transition of successors[state] as MarkedTransition[]) {
      let reached = level === sets ? 0 : level;
      while (reached < sets && (transition.marks & (1 << (order[reached] as number))) !== 0) reached++;
      const isInside = of[state] === of[transition.to];
      const to = numberOf(transition.to, isInside ? reached : entry(transition.to));
      const list = cubes.get(to);
      if (list === undefined) cubes.set(to, [transition]);
      else list.push(transition);
    }
    const marks = level === sets ? 1 : 0;
    for (const [to, list] of cubes) {
      for (const { positive, negative } of minimize(list)) found.push({ from, to, positive, negative, marks });
    }
  }
  const original = copies.things.map(({ state }) => state);
  return trim(withLowestCopies({ states: original.length, initial: start, transitions: found, sets: 1 }, original));
}

/** Leads to a copy in another component than the lowest are redirected there. */
function withLowestCopies(
  automaton: GeneralizedBuchiAutomaton,
  original: readonly number[],
): GeneralizedBuchiAutomaton {
  const { states, initial, transitions } = automaton;
  const { of } = components(states, outgoing(states, transitions));
  const lowest = new Map<number, number>();
  for (let copy = 0; copy < states; copy++) {
    const state = original[copy] as number;
    const before = lowest.get(state);
    if (before === undefined || (of[copy] as number) < (of[before] as number)) lowest.set(state, copy);
  }
  const redirect = (copy: number): number => {
    const low = lowest.get(original[copy] as number) as number;
    return of[low] === of[copy] ? copy : low;
  };
  return {
    ...automaton,
    initial: redirect(initial),
    transitions: transitions.map((transition) => ({ ...transition, to: redirect(transition.to) })),
  };
}
