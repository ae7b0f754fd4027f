/**
 * Direct simulation between states: who can do, forward or backward, all that another does, with the same marks or more.
 *
 * t simulates s forward if for each transition of s and each of its valuations t has a transition with at least its
 * marks to a state that simulates the target; backward the same with transitions into the states (Etessami, Holzmann,
 * "Optimizing Büchi automata", CONCUR 2000, section 5, there for marks on states and forward). States that simulate each
 * other are merged, and transitions dropped beside better ones, without changing the language.
 *
 * The largest such relation is computed by taking out pairs until nothing changes. Where a transition has very many
 * others beside it, only single ones are tried in place of unions, which finds fewer pairs, and each found is right.
 */
import type { MarkedTransition } from './automaton.js';
import { type Cube, isCovered, isWithin } from './cubes.js';

export interface Edge extends Cube {
  readonly marks: number;
  readonly other: number;
}

/** Row s, column t: t simulates s. */
export class Simulation {
  readonly states: number;
  private readonly related: Uint8Array;

  constructor(states: number, mayRelate: (s: number, t: number) => boolean) {
    this.states = states;
    this.related = new Uint8Array(states * states);
    for (let s = 0; s < states; s++) {
      for (let t = 0; t < states; t++) if (s === t || mayRelate(s, t)) this.related[s * states + t] = 1;
    }
  }

  simulates(t: number, s: number): boolean {
    return this.related[s * this.states + t] === 1;
  }

  drop(s: number, t: number): void {
    this.related[s * this.states + t] = 0;
  }

  /** Some valuation of the edge is one that no better edge has. */
  exceeds(edge: Edge, others: readonly Edge[]): boolean {
    const better: Edge[] = [];
    for (const other of others) {
      if (other === edge || (edge.marks & ~other.marks) !== 0 || !this.simulates(other.other, edge.other)) continue;
      if (isWithin(edge, other)) return false;
      better.push(other);
    }
    return better.length > UNION_LIMIT || !isCovered(edge, better);
  }
}

const UNION_LIMIT = 40;

export function simulate(
  edges: readonly (readonly Edge[])[],
  mayRelate: (s: number, t: number) => boolean,
): Simulation {
  const states = edges.length;
  const simulation = new Simulation(states, mayRelate);
  // Up and down in turns: along a chain of states what is found out in one pass is used in the same pass.
  for (let changed = true, isUp = false; changed; isUp = !isUp) {
    changed = false;
    for (let position = 0; position < states; position++) {
      const s = isUp ? position : states - 1 - position;
      for (let t = 0; t < states; t++) {
        if (s === t || !simulation.simulates(t, s)) continue;
        const able = edges[t] as readonly Edge[];
        if (!(edges[s] as readonly Edge[]).some((edge) => simulation.exceeds(edge, able))) continue;
        simulation.drop(s, t);
        changed = true;
      }
    }
  }
  return simulation;
}

export function edgesOf(
  states: number,
  transitions: readonly MarkedTransition[],
  direction: 'forward' | 'backward',
): Edge[][] {
  const edges: Edge[][] = Array.from({ length: states }, () => []);
  for (const { from, to, positive, negative, marks } of transitions) {
    const [own, other] = direction === 'forward' ? [from, to] : [to, from];
    (edges[own] as Edge[]).push({ positive, negative, marks, other });
  }
  return edges;
}
