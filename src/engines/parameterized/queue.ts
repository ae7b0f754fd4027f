/**
 * The priority queue of Algorithm 1: a binary heap, cheapest first.
 *
 * Guesses of the approximation go first (they prune most), then few processes, then few literals, then age: small cubes
 * contain many others, and visiting them early keeps the visited set small. Any order is correct.
 */
import type { SearchNode } from './node.js';

interface Entry<C> {
  readonly node: SearchNode<C>;
  readonly key: number;
}

export class Queue<C> {
  private readonly heap: Entry<C>[] = [];

  get size(): number {
    return this.heap.length;
  }

  push(node: SearchNode<C>, { processes, literals }: { readonly processes: number; readonly literals: number }): void {
    const guess = node.approximates !== null ? 0 : 1;
    const key = ((guess * 32 + processes) * 256 + Math.min(255, literals)) * 2 ** 32 + node.id;
    const { heap } = this;
    let at = heap.length;
    const entry = { node, key };
    heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = heap[up] as Entry<C>;
      if (above.key <= key) break;
      heap[at] = above;
      at = up;
    }
    heap[at] = entry;
  }

  pop(): SearchNode<C> | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined) return undefined;
    if (heap.length === 0) return top.node;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as typeof last).key < (heap[child] as typeof last).key) child++;
      if ((heap[child] as typeof last).key >= last.key) break;
      heap[at] = heap[child] as typeof last;
      at = child;
    }
    heap[at] = last;
    return top.node;
  }
}
