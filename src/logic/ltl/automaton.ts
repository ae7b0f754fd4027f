/**
 * Büchi automata over valuations of propositions, and their strongly connected components.
 *
 * A generalized automaton has acceptance sets of transitions: a run is accepting if it takes transitions of each of
 * them again and again. With no set, every infinite run is. Fairness conditions are further sets, which is why engines
 * may want this form. A plain automaton has one set, of states. A transition is taken with every valuation of its cube;
 * a state may have no transition for a valuation, and then the run ends, and does not accept.
 */
import { type Cube, isCovered } from './cubes.js';

export interface Transition extends Cube {
  readonly from: number;
  readonly to: number;
}

export interface MarkedTransition extends Transition {
  /** Bit i: the transition is in acceptance set i. */
  readonly marks: number;
}

export interface GeneralizedBuchiAutomaton {
  /** States are numbered from 0. */
  readonly states: number;
  readonly initial: number;
  /** In the order of `from`. */
  readonly transitions: readonly MarkedTransition[];
  /** How many acceptance sets there are, at most 31. */
  readonly sets: number;
}

/**
 * How much an engine must look for.
 * - `terminal`: once in an accepting state, a run can stay in accepting states whatever comes: reach one.
 * - `weak`: a component has accepting states only, or none: find a cycle in accepting states, by one search.
 * - `general`: find a cycle through an accepting state, by nested searches or by components.
 */
export type Strength = 'terminal' | 'weak' | 'general';

export interface BuchiAutomaton {
  readonly states: number;
  readonly initial: number;
  /** In the order of `from`. */
  readonly transitions: readonly Transition[];
  readonly accepting: readonly boolean[];
}

/** The transitions of each state. */
export function outgoing<T extends Transition>(states: number, transitions: readonly T[]): T[][] {
  const lists: T[][] = Array.from({ length: states }, () => []);
  for (const transition of transitions) (lists[transition.from] as T[]).push(transition);
  return lists;
}

export interface Components {
  readonly count: number;
  /** The component of each state; a transition never leads to a component of a larger number. */
  readonly of: readonly number[];
}

/** Tarjan's algorithm, without recursion. Every state belongs to a component, reachable or not. */
export function components(states: number, successors: readonly (readonly { readonly to: number }[])[]): Components {
  // Plain arrays: most graphs here are tiny, and typed arrays cost more to make than to use.
  const of = new Array<number>(states).fill(-1);
  const index = new Array<number>(states).fill(-1);
  const low = new Array<number>(states).fill(0);
  const position = new Array<number>(states).fill(0);
  const open: number[] = [];
  let visited = 0;
  let count = 0;
  for (let root = 0; root < states; root++) {
    if (index[root] !== -1) continue;
    const path = [root];
    while (path.length > 0) {
      const state = path[path.length - 1] as number;
      if (index[state] === -1) {
        index[state] = low[state] = visited++;
        open.push(state);
      }
      const edges = successors[state] ?? [];
      const at = position[state] as number;
      const target = edges[at]?.to;
      if (target === undefined) {
        path.pop();
        const parent = path[path.length - 1];
        if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[state] as number);
        if (low[state] !== index[state]) continue;
        for (let member = open.pop(); member !== undefined; member = open.pop()) {
          of[member] = count;
          if (member === state) break;
        }
        count++;
        continue;
      }
      position[state] = at + 1;
      if (index[target] === -1) path.push(target);
      else if (of[target] === -1) low[state] = Math.min(low[state] as number, index[target] as number);
    }
  }
  return { count, of };
}

export function strengthOf({ states, transitions, accepting }: BuchiAutomaton): Strength {
  const successors = outgoing(states, transitions);
  const { of } = components(states, successors);
  const inside = ({ from, to }: Transition) => of[from] === of[to];
  // Outside of cycles acceptance means nothing, so it decides nothing here.
  const cyclic = new Set(transitions.filter(inside).map(({ from }) => of[from] as number));
  const kinds = new Map<number, boolean>();
  for (let state = 0; state < states; state++) {
    const component = of[state] as number;
    if (!cyclic.has(component)) continue;
    const known = kinds.get(component);
    if (known === undefined) kinds.set(component, accepting[state] === true);
    else if (known !== accepting[state]) return 'general';
  }
  for (let state = 0; state < states; state++) {
    if (accepting[state] !== true) continue;
    const staying = (successors[state] as Transition[]).filter(({ to }) => accepting[to] === true);
    if (!isCovered({ positive: 0, negative: 0 }, staying)) return 'weak';
  }
  return 'terminal';
}
