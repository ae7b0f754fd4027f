/**
 * The smallest weak deterministic automaton of an obligation.
 *
 * Dax, Eisinger, Klaedtke, "Mechanizing the powerset construction for restricted classes of ω-automata" (ATVA 2007): the
 * sets of states in which an automaton may be after each word make a deterministic automaton. If the language is an
 * obligation, all cycles through a set agree on acceptance, since words that lead to the same set have the same
 * continuations; so one cycle of each component, tried on the given automaton, says which components accept. The
 * result is minimized like an automaton on finite words, after acceptance outside of cycles was chosen as Löding says
 * ("Efficient minimization of deterministic weak ω-automata", IPL 2001). For other languages the result is wrong: it must be
 * known that the formula is an obligation, or the two automata must be compared.
 *
 * Letters are all valuations of the propositions used, hence the limit on them.
 */
import { components, type GeneralizedBuchiAutomaton, type MarkedTransition, outgoing } from './automaton.js';
import { type Cube, coverOf, satisfies } from './cubes.js';
import { fullMask } from './marks.js';
import { Numbered } from './numbered.js';

const PROPOSITIONS_USED = 6;
const SUBSETS = 256;

interface Deterministic {
  /** Of each state the successor for each letter; state 0 is initial. */
  readonly successors: readonly (readonly number[])[];
  /** The states of the given automaton. */
  readonly members: readonly (readonly number[])[];
}

/** One set, of all transitions of accepting states; complete. Null if it would take too long. */
export function weakDeterministic(automaton: GeneralizedBuchiAutomaton): GeneralizedBuchiAutomaton | null {
  const used = propositionsIn(automaton.transitions);
  if (used.length > PROPOSITIONS_USED) return null;
  const letters = Array.from({ length: 2 ** used.length }, (_, letter) =>
    used.reduce((valuation, proposition, at) => valuation | (((letter >> at) & 1) << proposition), 0),
  );
  const subsets = subsetsOf(automaton, letters);
  if (subsets === null) return null;
  const accepting = acceptingStates(automaton, subsets, letters);
  const classes = minimizeClasses(subsets.successors, accepting);
  const transitions: MarkedTransition[] = [];
  const done = new Set<number>();
  for (const [state, list] of subsets.successors.entries()) {
    const from = classes[state] as number;
    if (done.has(from)) continue;
    done.add(from);
    const marks = accepting[state] ? 1 : 0;
    for (const to of new Set(list.map((successor) => classes[successor] as number))) {
      const table = list.map((successor) => (classes[successor] === to ? 1 : 0));
      for (const cube of coverOf(table, used)) transitions.push({ from, to, ...cube, marks });
    }
  }
  return { states: done.size, initial: classes[0] as number, transitions, sets: 1 };
}

/** Of a complete weak deterministic automaton. */
export function complement(automaton: GeneralizedBuchiAutomaton): GeneralizedBuchiAutomaton {
  const transitions = automaton.transitions.map((transition) => ({ ...transition, marks: 1 - transition.marks }));
  return { ...automaton, transitions };
}

function propositionsIn(cubes: readonly Cube[]): number[] {
  const mask = cubes.reduce((joined, { positive, negative }) => joined | positive | negative, 0);
  return Array.from({ length: 31 }, (_, proposition) => proposition).filter((number) => (mask & (1 << number)) !== 0);
}

function subsetsOf(automaton: GeneralizedBuchiAutomaton, letters: readonly number[]): Deterministic | null {
  const edges = outgoing(automaton.states, automaton.transitions);
  const subsets = new Numbered<readonly number[]>();
  const members = subsets.things;
  const numberOf = (set: readonly number[]) => subsets.numberOf(set.join(','), set);
  numberOf([automaton.initial]);
  const successors: number[][] = [];
  for (const set of members) {
    if (members.length > SUBSETS) return null;
    const leaving = set.flatMap((state) => edges[state] as MarkedTransition[]);
    successors.push(
      letters.map((letter) => {
        const targets = new Set<number>();
        for (const transition of leaving) if (satisfies(letter, transition)) targets.add(transition.to);
        return numberOf([...targets].sort((a, b) => a - b));
      }),
    );
  }
  return { successors, members };
}

/** By Löding's levels: even ones accept, and what is on no cycle takes the level below it. */
function acceptingStates(
  automaton: GeneralizedBuchiAutomaton,
  { successors, members }: Deterministic,
  letters: readonly number[],
): boolean[] {
  const states = successors.length;
  const { count, of } = components(
    states,
    successors.map((list) => list.map((to) => ({ to }))),
  );
  const levels = new Array<number>(count).fill(0);
  const top = 2 * count;
  const byComponent: number[][] = Array.from({ length: count }, () => []);
  for (let state = 0; state < states; state++) (byComponent[of[state] as number] as number[]).push(state);
  // What a component leads to has smaller numbers.
  for (const [component, own] of byComponent.entries()) {
    let level = top + 1;
    for (const state of own) {
      for (const to of successors[state] as readonly number[]) {
        if (of[to] !== component) level = Math.min(level, levels[of[to] as number] as number);
      }
    }
    const [first] = own as [number];
    const cycle = cycleThrough(first, successors, of);
    if (cycle !== null) {
      const word = cycle.map((letter) => letters[letter] as number);
      const parity = repeats(automaton, members[first] as readonly number[], word) ? 0 : 1;
      if (level % 2 !== parity) level--;
    }
    levels[component] = level;
  }
  return Array.from({ length: states }, (_, state) => (levels[of[state] as number] as number) % 2 === 0);
}

/** Letters (their positions) that lead from a state back to it; null if none do. */
function cycleThrough(
  start: number,
  successors: readonly (readonly number[])[],
  of: readonly number[],
): number[] | null {
  const paths = new Map<number, number[]>();
  const waiting: [number, number[]][] = [[start, []]];
  for (const [state, path] of waiting) {
    for (const [letter, to] of (successors[state] as readonly number[]).entries()) {
      if (to === start) return [...path, letter];
      if (of[to] !== of[start] || paths.has(to)) continue;
      paths.set(to, [...path, letter]);
      waiting.push([to, [...path, letter]]);
    }
  }
  return null;
}

/** The word, repeated for ever, is accepted from one of the states. */
function repeats(automaton: GeneralizedBuchiAutomaton, from: readonly number[], word: readonly number[]): boolean {
  const { states, transitions, sets } = automaton;
  const edges: { to: number; marks: number }[][] = Array.from({ length: states * word.length }, () => []);
  for (const [position, letter] of word.entries()) {
    const next = (position + 1) % word.length;
    for (const transition of transitions) {
      if (!satisfies(letter, transition)) continue;
      const edge = { to: next * states + transition.to, marks: transition.marks };
      (edges[position * states + transition.from] as { to: number; marks: number }[]).push(edge);
    }
  }
  const { of } = components(edges.length, edges);
  const joined = new Map<number, number>();
  const reached = new Set<number>(from);
  for (const node of reached) {
    for (const { to, marks } of edges[node] as { to: number; marks: number }[]) {
      reached.add(to);
      const component = of[node] as number;
      if (component === of[to]) joined.set(component, (joined.get(component) ?? 0) | marks);
    }
  }
  return [...joined.values()].includes(fullMask(sets));
}

/** Moore's algorithm: the class of each state. */
function minimizeClasses(successors: readonly (readonly number[])[], accepting: readonly boolean[]): number[] {
  let classes = accepting.map(Number);
  for (let count = new Set(classes).size; ; ) {
    const keys = new Map<string, number>();
    const refined = successors.map((list, state) => {
      const key = `${classes[state]}:${list.map((to) => classes[to]).join(',')}`;
      const known = keys.get(key) ?? keys.size;
      keys.set(key, known);
      return known;
    });
    classes = refined;
    if (keys.size === count) return classes;
    count = keys.size;
  }
}
