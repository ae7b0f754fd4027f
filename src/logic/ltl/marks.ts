/**
 * Acceptance that decides nothing, made the same everywhere; states without a future, taken away.
 *
 * Whether a run accepts is decided in the component in which it stays.
 * - Transitions between components may have any marks: none or all, as asked. Which of the two lets simulation merge
 *   more states differs, so `reduce.ts` tries both.
 * - In a component that misses some set, no run accepts: no marks.
 * - A set that every cycle of a component meets may as well hold the whole component; a set that contains another there
 *   says nothing more. What is left is numbered from 0, in each component anew, and the other sets are full. So G F a ||
 *   G F b needs one set and not two.
 *
 * Where marks are on states, a state's transitions keep the same marks.
 */
import {
  type Components,
  components,
  type GeneralizedBuchiAutomaton,
  type MarkedTransition,
  outgoing,
} from './automaton.js';

export type Between = 'none' | 'all';

/** The automaton without states from which no run accepts, or which no run reaches; with at least the initial one. */
export function trim(automaton: GeneralizedBuchiAutomaton): GeneralizedBuchiAutomaton {
  const { states, initial, transitions, sets } = automaton;
  const successors = outgoing(states, transitions);
  const structure = components(states, successors);
  const marked = marksInside(structure, transitions);
  const live = new Array<boolean>(structure.count).fill(false);
  // Components that can be reached have smaller numbers.
  const reaches: number[][] = Array.from({ length: structure.count }, () => []);
  for (const { from, to } of transitions) {
    const [a, b] = [structure.of[from] as number, structure.of[to] as number];
    if (a !== b) (reaches[a] as number[]).push(b);
  }
  for (let component = 0; component < structure.count; component++) {
    const accepting = marked[component] === fullMask(sets);
    if (accepting || (reaches[component] as number[]).some((other) => live[other])) live[component] = true;
  }
  const isLive = (state: number) => live[structure.of[state] as number] === true;
  const numbers = new Map<number, number>([[initial, 0]]);
  const kept: MarkedTransition[] = [];
  for (const state of numbers.keys()) {
    const from = numbers.get(state) as number;
    for (const transition of isLive(state) ? (successors[state] as MarkedTransition[]) : []) {
      if (!isLive(transition.to)) continue;
      let to = numbers.get(transition.to);
      if (to === undefined) {
        to = numbers.size;
        numbers.set(transition.to, to);
      }
      kept.push({ ...transition, from, to });
    }
  }
  return { states: numbers.size, initial: 0, transitions: kept, sets };
}

export const fullMask = (sets: number) => (sets === 31 ? 0x7fffffff : 2 ** sets - 1);

/** The marks on transitions inside each component, joined; -1 where there is no such transition. */
function marksInside({ count, of }: Components, transitions: readonly MarkedTransition[]): number[] {
  const joined = new Array<number>(count).fill(-1);
  for (const { from, to, marks } of transitions) {
    const component = of[from] as number;
    if (component !== of[to]) continue;
    const before = joined[component] as number;
    joined[component] = before === -1 ? marks : before | marks;
  }
  return joined;
}

/** Marks on transitions; the number of sets becomes what some component needs. */
export function settleMarks(automaton: GeneralizedBuchiAutomaton, between: Between): GeneralizedBuchiAutomaton {
  const { states, initial, transitions, sets } = automaton;
  const structure = components(states, outgoing(states, transitions));
  const joined = marksInside(structure, transitions);
  const inside: MarkedTransition[][] = Array.from({ length: structure.count }, () => []);
  for (const transition of transitions) {
    const component = structure.of[transition.from] as number;
    if (component === structure.of[transition.to]) (inside[component] as MarkedTransition[]).push(transition);
  }
  const needed = inside.map((list, component) =>
    joined[component] === fullMask(sets) ? neededSets(list, sets, states) : [],
  );
  const count = needed.reduce((most, list) => Math.max(most, list.length), 0);
  const all = fullMask(count);
  const settled = transitions.map((transition) => {
    const component = structure.of[transition.from] as number;
    if (component !== structure.of[transition.to]) return { ...transition, marks: between === 'all' ? all : 0 };
    if (joined[component] !== fullMask(sets)) return { ...transition, marks: 0 };
    let marks = all;
    for (const [position, set] of (needed[component] as number[]).entries()) {
      if ((transition.marks & (1 << set)) === 0) marks &= ~(1 << position);
    }
    return { ...transition, marks };
  });
  // Where nothing is needed, one set is needed all the same if some component does not accept.
  if (count === 0 && inside.some((list, component) => list.length > 0 && joined[component] !== fullMask(sets))) {
    return { states, initial, transitions: settled.map((one, at) => withOneSet(one, at)), sets: 1 };
  }
  return { states, initial, transitions: settled, sets: count };

  function withOneSet(transition: MarkedTransition, at: number): MarkedTransition {
    const { from, to } = transitions[at] as MarkedTransition;
    const component = structure.of[from] as number;
    const isInside = component === structure.of[to];
    const isMarked = isInside ? joined[component] === fullMask(sets) : between === 'all';
    return { ...transition, marks: isMarked ? 1 : 0 };
  }
}

/** Of an accepting component's transitions: the sets that some cycle misses, the smaller of two where one contains the other. */
function neededSets(inside: readonly MarkedTransition[], sets: number, states: number): number[] {
  const missing: number[] = [];
  for (let set = 0; set < sets; set++) {
    if (
      hasCycle(
        states,
        inside.filter(({ marks }) => (marks & (1 << set)) === 0),
      )
    )
      missing.push(set);
  }
  const contains = (a: number, b: number) =>
    inside.every(({ marks }) => (marks & (1 << b)) === 0 || (marks & (1 << a)) !== 0);
  return missing.filter(
    (set) => !missing.some((other) => other !== set && contains(set, other) && (!contains(other, set) || other < set)),
  );
}

function hasCycle(states: number, transitions: readonly MarkedTransition[]): boolean {
  const { of } = components(states, outgoing(states, transitions));
  return transitions.some(({ from, to }) => of[from] === of[to]);
}

/** The same for one set, of states: all transitions of a state are marked, or none. */
export function settleStates(automaton: GeneralizedBuchiAutomaton, between: Between): GeneralizedBuchiAutomaton {
  const { states, transitions } = automaton;
  const structure = components(states, outgoing(states, transitions));
  const joined = marksInside(structure, transitions);
  const unmarked = transitions.filter(({ from, to, marks }) => structure.of[from] === structure.of[to] && marks === 0);
  const avoiding = components(states, outgoing(states, unmarked)).of;
  const avoidable = new Set<number>();
  for (const { from, to } of unmarked) {
    if (avoiding[from] === avoiding[to]) avoidable.add(structure.of[from] as number);
  }
  const settled = transitions.map((transition) => {
    const component = structure.of[transition.from] as number;
    const marks = joined[component] as number;
    if (marks === -1) return { ...transition, marks: between === 'all' ? 1 : 0 };
    if (marks === 0) return { ...transition, marks: 0 };
    return avoidable.has(component) ? transition : { ...transition, marks: 1 };
  });
  return { ...automaton, transitions: settled };
}
