/**
 * Whether a generalised Büchi automaton accepts an infinite word that repeats its end.
 *
 * A run of the automaton on the word is a path through pairs of a place in the word and a state. There are finitely many of
 * them, and the run is accepting when it ends in a strongly connected component of pairs that has a transition of every set.
 * Components are found as Kosaraju does: pairs in the order in which a search forward leaves them, then searches backward in
 * the opposite order.
 */
import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';

interface Pairs {
  readonly after: readonly { readonly to: number; readonly marks: number }[][];
  readonly before: readonly number[][];
}

/** The word is `letters`, of which those from position `cycle` on are repeated; a letter has a bit for each proposition. */
export function acceptsLasso(automaton: GeneralisedBuchi, letters: readonly number[], cycle: number): boolean {
  const { states, initial, sets } = automaton;
  const { after, before } = pairsOf(automaton, letters, cycle);
  const left = leftInOrder(after, initial);
  const component = new Int32Array(states * letters.length).fill(-1);
  const reachable = new Set(left);
  let count = 0;
  for (const pair of left.reverse()) {
    if (component[pair] !== -1) continue;
    const waiting = [pair];
    component[pair] = count;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const from of before[next] as number[]) {
        if (component[from] !== -1 || !reachable.has(from)) continue;
        component[from] = count;
        waiting.push(from);
      }
    }
    count++;
  }
  const marks = new Int32Array(count);
  const cyclic = new Uint8Array(count);
  for (const from of reachable) {
    const own = component[from] as number;
    for (const transition of after[from] ?? []) {
      if (component[transition.to] !== own) continue;
      cyclic[own] = 1;
      marks[own] = (marks[own] as number) | transition.marks;
    }
  }
  const all = 2 ** sets - 1;
  return marks.some((found, number) => cyclic[number] === 1 && (found & all) === all);
}

/** A pair is `place * states + state`. */
function pairsOf({ states, transitions }: GeneralisedBuchi, letters: readonly number[], cycle: number): Pairs {
  const pairs = states * letters.length;
  const after: { to: number; marks: number }[][] = Array.from({ length: pairs }, () => []);
  const before: number[][] = Array.from({ length: pairs }, () => []);
  for (const [place, letter] of letters.entries()) {
    const following = place + 1 < letters.length ? place + 1 : cycle;
    for (const { from, to, positive, negative, marks } of transitions) {
      if ((letter & positive) !== positive || (letter & negative) !== 0) continue;
      const [here, there] = [place * states + from, following * states + to];
      after[here]?.push({ to: there, marks });
      before[there]?.push(here);
    }
  }
  return { after, before };
}

/** All pairs that can be reached, in the order in which a search depth first leaves them. */
function leftInOrder(after: Pairs['after'], initial: readonly number[]): number[] {
  const left: number[] = [];
  const entered = new Set<number>();
  for (const first of initial) {
    if (entered.has(first)) continue;
    entered.add(first);
    const path = [{ pair: first, position: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const following = after[top.pair]?.[top.position++];
      if (following === undefined) {
        left.push(top.pair);
        path.pop();
      } else if (!entered.has(following.to)) {
        entered.add(following.to);
        path.push({ pair: following.to, position: 0 });
      }
    }
  }
  return left;
}
