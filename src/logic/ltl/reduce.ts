/**
 * Makes an automaton smaller without changing its language.
 *
 * In turns until nothing changes: states without a future are taken away and marks settled (`marks.ts`), states that
 * simulate each other forward are merged and transitions beside better ones dropped, then the same backward
 * (`simulation.ts`); transitions between the same states get the fewest cubes.
 *
 * Of forward-equivalent states one keeps its own transitions: it can do all that the others can. Of backward-equivalent
 * ones the merged state keeps all transitions out of them and those into one of them.
 */
import type { GeneralizedBuchiAutomaton, MarkedTransition } from './automaton.js';
import { type Cube, minimize } from './cubes.js';
import { type Between, settleMarks, settleStates, trim } from './marks.js';
import { type Edge, edgesOf, type Simulation, simulate } from './simulation.js';

/** `transitions`: marks are anywhere. `states`: one set, all transitions of a state are in it or none is. */
type Acceptance = 'transitions' | 'states';

/** Comparisons of transitions in one round of simulation; above this, an automaton is only trimmed. */
const COMPARISONS = 40_000_000;

/** Transitions of one state that are compared with each other. */
const EDGES = 1_000;

export function reduce(automaton: GeneralizedBuchiAutomaton, acceptance: Acceptance): GeneralizedBuchiAutomaton {
  const settle = acceptance === 'transitions' ? settleMarks : settleStates;
  let best = settle(trim(automaton), 'none');
  if (comparisonsIn(best) > COMPARISONS) return joinCubes(best);
  let between: Between = 'none';
  for (let idle = 0; idle < 2; ) {
    const started = settle(best, between);
    const forward = settle(joinCubes(trim(mergeForward(started))), between);
    const backward = joinCubes(trim(mergeBackward(forward, acceptance)));
    idle = isSmaller(backward, best) ? 0 : idle + 1;
    if (idle === 0) best = backward;
    between = between === 'none' ? 'all' : 'none';
  }
  return settle(best, 'none');
}

function isSmaller(a: GeneralizedBuchiAutomaton, b: GeneralizedBuchiAutomaton): boolean {
  return a.states < b.states || (a.states === b.states && a.transitions.length < b.transitions.length);
}

function comparisonsIn({ states, transitions }: GeneralizedBuchiAutomaton): number {
  if (states > 1) return transitions.length ** 2;
  return transitions.length;
}

function mergeForward(automaton: GeneralizedBuchiAutomaton): GeneralizedBuchiAutomaton {
  const { states, initial, transitions, sets } = automaton;
  const edges = edgesOf(states, transitions, 'forward');
  const simulation = simulate(edges, () => true);
  const into = representatives(simulation);
  const kept: MarkedTransition[] = [];
  for (const [from, list] of edges.entries()) {
    if (into[from] !== from) continue;
    const redirected = list.map((edge) => ({ ...edge, other: into[edge.other] as number }));
    for (const { other, ...edge } of undominated(redirected, simulation)) kept.push({ from, to: other, ...edge });
  }
  return { states, initial: into[initial] as number, transitions: kept, sets };
}

function mergeBackward(automaton: GeneralizedBuchiAutomaton, acceptance: Acceptance): GeneralizedBuchiAutomaton {
  const { states, initial, transitions, sets } = automaton;
  const marked = new Int32Array(states);
  if (acceptance === 'states') for (const { from, marks } of transitions) marked[from] = marks;
  const edges = edgesOf(states, transitions, 'backward');
  // A run starts in the initial state only, so that no other state stands for it.
  const simulation = simulate(edges, (s, t) => (s !== initial || t === initial) && marked[s] === marked[t]);
  const into = representatives(simulation);
  const kept: MarkedTransition[] = [];
  for (const [to, list] of edges.entries()) {
    if (into[to] !== to) continue;
    const redirected = list.map((edge) => ({ ...edge, other: into[edge.other] as number }));
    for (const { other, ...edge } of undominated(redirected, simulation)) kept.push({ from: other, to, ...edge });
  }
  return { states, initial: into[initial] as number, transitions: kept, sets };
}

/** Of each state, the first one that simulates it and is simulated by it. */
function representatives(simulation: Simulation): number[] {
  return Array.from({ length: simulation.states }, (_, state) => {
    let other = 0;
    while (!simulation.simulates(state, other) || !simulation.simulates(other, state)) other++;
    return other;
  });
}

/** One edge after the other is left out if those that are left do as well. */
function undominated(edges: readonly Edge[], simulation: Simulation): Edge[] {
  if (edges.length > EDGES) return [...edges];
  let kept = [...edges];
  for (const edge of edges) {
    if (!simulation.exceeds(edge, kept)) kept = kept.filter((other) => other !== edge);
  }
  return kept;
}

/** Transitions in the order of their states, those between the same states with the same marks by the fewest cubes. */
function joinCubes(automaton: GeneralizedBuchiAutomaton): GeneralizedBuchiAutomaton {
  const groups = new Map<string, { first: MarkedTransition; cubes: Cube[] }>();
  for (const transition of automaton.transitions) {
    const key = `${transition.from} ${transition.to} ${transition.marks}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: transition, cubes: [transition] });
    else group.cubes.push(transition);
  }
  const transitions = [...groups.values()].flatMap(({ first: { from, to, marks }, cubes }) =>
    minimize(cubes).map(({ positive, negative }) => ({ from, to, positive, negative, marks })),
  );
  transitions.sort((a, b) => a.from - b.from || a.to - b.to || a.marks - b.marks);
  return { ...automaton, transitions };
}
