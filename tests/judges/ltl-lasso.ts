/**
 * Ultimately periodic words, and what holds on them: the judge of everything else in this folder.
 *
 * A word is a prefix and a cycle that repeats for ever; letters are valuations (bits of the propositions that hold). A
 * formula's truth at each position of the lasso is computed from its tree by the text-book semantics, each operator by
 * its own meaning and none by another, with no normal form in between. An automaton's acceptance is looked for in its
 * product with the lasso, by nothing but reachability.
 */
import type { BuchiAutomaton, GeneralizedBuchiAutomaton, Transition } from '../../src/logic/ltl/automaton.js';
import { satisfies } from '../../src/logic/ltl/cubes.js';
import type { LtlFormula } from '../../src/logic/ltl/formula.js';

export interface Lasso {
  readonly prefix: readonly number[];
  /** Not empty. */
  readonly cycle: readonly number[];
}

/** The formula is true of the whole word. */
export function holdsOn(formula: LtlFormula, { prefix, cycle }: Lasso): boolean {
  const letters = [...prefix, ...cycle];
  const after = (position: number) => (position + 1 < letters.length ? position + 1 : prefix.length);
  // From any position, everything that ever happens happens within this many steps.
  const horizon = letters.length + cycle.length;

  /** Walks on from each position until `decide` answers; `otherwise` if it never does. */
  const walk = (decide: (position: number) => boolean | null, otherwise: boolean): boolean[] =>
    letters.map((_, start) => {
      for (let step = 0, position = start; step < horizon; step++, position = after(position)) {
        const answer = decide(position);
        if (answer !== null) return answer;
      }
      return otherwise;
    });

  const truth = (part: LtlFormula): boolean[] => {
    switch (part.kind) {
      case 'constant':
        return letters.map(() => part.value);
      case 'proposition':
        return letters.map((letter) => (letter & (1 << part.proposition)) !== 0);
      case 'not':
        return truth(part.operand).map((value) => !value);
      case 'next': {
        const operand = truth(part.operand);
        return letters.map((_, position) => operand[after(position)] as boolean);
      }
      case 'finally': {
        const operand = truth(part.operand);
        return walk((position) => (operand[position] ? true : null), false);
      }
      case 'globally': {
        const operand = truth(part.operand);
        return walk((position) => (operand[position] ? null : false), true);
      }
    }
    const left = truth(part.left);
    const right = truth(part.right);
    switch (part.kind) {
      case 'and':
        return left.map((value, position) => value && (right[position] as boolean));
      case 'or':
        return left.map((value, position) => value || (right[position] as boolean));
      case 'implies':
        return left.map((value, position) => !value || (right[position] as boolean));
      case 'iff':
        return left.map((value, position) => value === right[position]);
      case 'until':
        return walk((position) => (right[position] ? true : left[position] ? null : false), false);
      case 'weakUntil':
        return walk((position) => (right[position] ? true : left[position] ? null : false), true);
      case 'release':
        return walk((position) => (!right[position] ? false : left[position] ? true : null), true);
      case 'strongRelease':
        return walk((position) => (!right[position] ? false : left[position] ? true : null), false);
    }
  };
  return truth(formula)[0] as boolean;
}

export function accepts(automaton: BuchiAutomaton, lasso: Lasso): boolean {
  const { states, accepting } = automaton;
  return acceptsMarked(automaton, 1, ({ from }) => (accepting[from] === true ? 1 : 0), states, lasso);
}

export function acceptsGeneralized(automaton: GeneralizedBuchiAutomaton, lasso: Lasso): boolean {
  const { states, sets, transitions } = automaton;
  const marks = new Map<Transition, number>(transitions.map((transition) => [transition, transition.marks]));
  return acceptsMarked(automaton, sets, (transition) => marks.get(transition) ?? 0, states, lasso);
}

/** Some node of the product that can be reached lies on a closed walk with all marks: its walks to itself have them. */
function acceptsMarked(
  { initial, transitions }: { readonly initial: number; readonly transitions: readonly Transition[] },
  sets: number,
  marksOf: (transition: Transition) => number,
  states: number,
  { prefix, cycle }: Lasso,
): boolean {
  const letters = [...prefix, ...cycle];
  const size = states * letters.length;
  const edges: { from: number; to: number; marks: number }[] = [];
  for (const [position, letter] of letters.entries()) {
    const next = position + 1 < letters.length ? position + 1 : prefix.length;
    for (const transition of transitions) {
      if (!satisfies(letter, transition)) continue;
      const [from, to] = [position * states + transition.from, next * states + transition.to];
      edges.push({ from, to, marks: marksOf(transition) });
    }
  }
  const forward: number[][] = Array.from({ length: size }, () => []);
  const backward: number[][] = Array.from({ length: size }, () => []);
  for (const { from, to } of edges) {
    (forward[from] as number[]).push(to);
    (backward[to] as number[]).push(from);
  }
  const reached = reach(initial, forward);
  // Every cycle of the product passes the first position of the lasso's cycle.
  for (let state = 0; state < states; state++) {
    const node = prefix.length * states + state;
    if (reached[node] !== 1) continue;
    const after = reach(node, forward);
    const before = reach(node, backward);
    const around = edges.filter(({ from, to }) => after[from] === 1 && before[to] === 1);
    if (around.length === 0) continue;
    if (around.reduce((joined, { marks }) => joined | marks, 0) === 2 ** sets - 1) return true;
  }
  return false;
}

function reach(start: number, edges: readonly (readonly number[])[]): Uint8Array {
  const seen = new Uint8Array(edges.length);
  const waiting = [start];
  seen[start] = 1;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const to of edges[node] as readonly number[]) {
      if (seen[to] === 1) continue;
      seen[to] = 1;
      waiting.push(to);
    }
  }
  return seen;
}
