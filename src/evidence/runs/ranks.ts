/**
 * Ranks for a graph without accepting cycles, few of them.
 *
 * Strongly connected components come first (Tarjan), those that others lead to before the others. A component takes the highest
 * rank that it leads to, if no step within it, and none to that rank, belongs to the set which the rank avoids; otherwise the next
 * higher rank whose set no step within it belongs to; and if there is none, a new one. A component without such a set is accepting,
 * and there is no ranking.
 *
 * Nothing rests on this: whether ranks are a proof is for `judge.ts` to say.
 */

/** Steps by the node that they leave; each with the sets that it belongs to. */
export interface ProductGraph {
  readonly nodes: number;
  /** The steps of node n are those from `first[n]` up to `first[n + 1]`. */
  readonly first: Int32Array;
  readonly targets: Int32Array;
  /** So many words for each step. */
  readonly masks: Int32Array;
  readonly words: number;
  readonly sets: number;
}

/** The set that every step belongs to. */
export const ALL_STEPS = -1;

export interface Ranks {
  /** By node. */
  readonly ranks: Int32Array;
  /** By rank. */
  readonly avoided: readonly number[];
}

/** Null when a component meets every set. */
export function ranksOf(graph: ProductGraph): Ranks | null {
  const { nodes, first, targets } = graph;
  const { order, component } = components(graph);
  const preferred = preferredSets(graph, component);
  const ranks = new Int32Array(nodes).fill(-1);
  const avoided: number[] = [];
  for (let begin = 0; begin < nodes; ) {
    const own = component[order[begin] as number] as number;
    let end = begin;
    while (end < nodes && component[order[end] as number] === own) end++;
    const members = order.subarray(begin, end);
    begin = end;

    let below = -1;
    forSteps(graph, members, (step) => {
      const target = targets[step] as number;
      if (component[target] !== own) below = Math.max(below, ranks[target] as number);
    });
    const within = new Mask(graph.words);
    const level = new Mask(graph.words);
    forSteps(graph, members, (step) => {
      const target = targets[step] as number;
      if (component[target] === own) within.add(graph, step);
      if (component[target] === own || ranks[target] === below) level.add(graph, step);
    });
    let rank = below >= 0 && !level.has(avoided[below] as number) ? below : below + 1;
    while (rank > below && rank < avoided.length && within.has(avoided[rank] as number)) rank++;
    if (rank === avoided.length) {
      const set = [...preferred, ALL_STEPS].find((each) => !within.has(each));
      if (set === undefined) return null;
      avoided.push(set);
    }
    for (const node of members) ranks[node] = rank;
  }
  if (first.length !== nodes + 1) throw new Error('each node has a list of steps');
  return { ranks, avoided };
}

/** The sets that some steps belong to. */
class Mask {
  private readonly bits: Int32Array;
  private empty = true;

  constructor(words: number) {
    this.bits = new Int32Array(words);
  }

  add({ masks, words }: ProductGraph, step: number): void {
    this.empty = false;
    for (let word = 0; word < words; word++) {
      this.bits[word] = (this.bits[word] as number) | (masks[step * words + word] as number);
    }
  }

  has(set: number): boolean {
    if (set === ALL_STEPS) return !this.empty;
    return (((this.bits[set >>> 5] as number) >>> (set & 31)) & 1) === 1;
  }
}

function forSteps({ first }: ProductGraph, members: Int32Array, look: (step: number) => void): void {
  for (const node of members) {
    const end = first[node + 1] as number;
    for (let step = first[node] as number; step < end; step++) look(step);
  }
}

/** The sets, first the one that the fewest steps within components belong to: what avoids it can often share a rank. */
function preferredSets({ nodes, first, targets, masks, words, sets }: ProductGraph, component: Int32Array): number[] {
  const members = new Float64Array(sets);
  for (let node = 0; node < nodes; node++) {
    const end = first[node + 1] as number;
    for (let step = first[node] as number; step < end; step++) {
      if (component[targets[step] as number] !== component[node]) continue;
      for (let set = 0; set < sets; set++) {
        const bit = ((masks[step * words + (set >>> 5)] as number) >>> (set & 31)) & 1;
        members[set] = (members[set] as number) + bit;
      }
    }
  }
  return [...members.keys()].sort((one, other) => (members[one] as number) - (members[other] as number));
}

/** Tarjan's algorithm, without recursion. `order`: nodes by component, a component after all that it leads to. */
function components({ nodes, first, targets }: ProductGraph): { order: Int32Array; component: Int32Array } {
  const component = new Int32Array(nodes).fill(-1);
  const order = new Int32Array(nodes);
  const index = new Int32Array(nodes);
  const low = new Int32Array(nodes);
  const position = first.slice(0, nodes);
  const open = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let [visited, opened, ordered, count] = [0, 0, 0, 0];
  for (let root = 0; root < nodes; root++) {
    if (index[root] !== 0) continue;
    let length = 0;
    path[length++] = root;
    index[root] = low[root] = ++visited;
    open[opened++] = root;
    while (length > 0) {
      const node = path[length - 1] as number;
      const at = position[node] as number;
      if (at < (first[node + 1] as number)) {
        position[node] = at + 1;
        const target = targets[at] as number;
        if (index[target] === 0) {
          path[length++] = target;
          index[target] = low[target] = ++visited;
          open[opened++] = target;
        } else if (component[target] === -1) {
          low[node] = Math.min(low[node] as number, index[target] as number);
        }
        continue;
      }
      length--;
      const parent = path[length - 1] as number;
      if (length > 0) low[parent] = Math.min(low[parent] as number, low[node] as number);
      if (low[node] !== index[node]) continue;
      let member: number;
      do {
        member = open[--opened] as number;
        component[member] = count;
        order[ordered++] = member;
      } while (member !== node);
      count++;
    }
  }
  return { order, component };
}
