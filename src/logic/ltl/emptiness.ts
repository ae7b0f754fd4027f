/**
 * Whether two automata accept a word in common: a component of their product that has all marks of both.
 */
import { components, type GeneralizedBuchiAutomaton, outgoing } from './automaton.js';
import { fullMask } from './marks.js';
import { Numbered } from './numbered.js';

export function intersects(a: GeneralizedBuchiAutomaton, b: GeneralizedBuchiAutomaton): boolean {
  const edgesOfA = outgoing(a.states, a.transitions);
  const edgesOfB = outgoing(b.states, b.transitions);
  const pairs = new Numbered<{ readonly stateOfA: number; readonly stateOfB: number }>();
  const numberOf = (stateOfA: number, stateOfB: number) =>
    pairs.numberOf(stateOfA * b.states + stateOfB, { stateOfA, stateOfB });
  numberOf(a.initial, b.initial);
  const edges: { to: number; marksOfA: number; marksOfB: number }[][] = [];
  for (const { stateOfA, stateOfB } of pairs.things) {
    const list: { to: number; marksOfA: number; marksOfB: number }[] = [];
    edges.push(list);
    for (const one of edgesOfA[stateOfA] ?? []) {
      for (const other of edgesOfB[stateOfB] ?? []) {
        if ((one.positive & other.negative) !== 0 || (one.negative & other.positive) !== 0) continue;
        list.push({ to: numberOf(one.to, other.to), marksOfA: one.marks, marksOfB: other.marks });
      }
    }
  }
  const { count, of } = components(edges.length, edges);
  const joinedA = new Array<number>(count).fill(-1);
  const joinedB = new Array<number>(count).fill(0);
  for (const [node, list] of edges.entries()) {
    const component = of[node] as number;
    for (const { to, marksOfA, marksOfB } of list) {
      if (of[to] !== component) continue;
      joinedA[component] = joinedA[component] === -1 ? marksOfA : (joinedA[component] as number) | marksOfA;
      joinedB[component] = (joinedB[component] as number) | marksOfB;
    }
  }
  return joinedA.some((marks, at) => marks === fullMask(a.sets) && joinedB[at] === fullMask(b.sets));
}
