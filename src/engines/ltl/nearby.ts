/**
 * A counterexample that is near. Once the search has found one, there may be others closer to the initial states: the search
 * goes deep, and the component where it stops may be a hundred steps away though a run of ten would do.
 *
 * So the first nodes of the product in the order of their distance are looked at, a few at first and then ever more, as if
 * there were no others: is there an accepting component among them? The first that is found gives the lasso. This takes as
 * many nodes as the search has entered at most, so it costs about as much again; when it finds nothing within that, or meets
 * an obstacle, the component of the search is as good as any.
 */
import { STATUS } from '../explicit/header.js';
import { expandAgain, lassoOf, type StoredLasso } from './lasso.js';
import { HashedNumbering } from './numbering.js';
import type { Product } from './product.js';
import { Search } from './search.js';
import { Stack } from './stack.js';

const FIRST_NODES = 64;
const GROWTH = 3;
/** Nobody reads runs so long that more would be needed for something shorter. */
const MOST_NODES = 2 ** 20;
/** Nodes between two looks at the clock. */
const CHUNK = 4096;

/** Null when there is none among that many nodes. */
export function* nearLasso(
  product: Product,
  initial: readonly number[],
  most: number,
): Generator<undefined, StoredLasso | null> {
  const { kernel } = product;
  const queue = new Stack();
  /** Places in the queue, from 1. */
  const places = new HashedNumbering();
  const add = (node: number): void => {
    if (places.get(node) !== 0) return;
    queue.push(node);
    places.set(node, queue.length);
  };
  initial.forEach(add);
  let expanded = 0;
  const isNear = (node: number): boolean => {
    const place = places.get(node);
    return place !== 0 && place <= expanded;
  };
  const enough = Math.min(MOST_NODES, Math.max(most, FIRST_NODES));
  for (let size = FIRST_NODES; ; size *= GROWTH) {
    product.within = null;
    let blocked = false;
    while (expanded < Math.min(size, enough, queue.length) && !blocked) {
      if (product.expand(queue.cells[expanded] as number)) {
        for (let k = 0; k < product.targets.length; k++) add(product.targets.cells[k] as number);
        if (++expanded % CHUNK === 0) yield;
      } else {
        // No room, or a step that fails: the search had a counterexample before it met that.
        kernel.set('status', STATUS.running);
        blocked = true;
      }
    }
    product.within = isNear;
    const numbers = new HashedNumbering();
    const search = new Search(product, numbers, initial.filter(isNear));
    while (search.advance(CHUNK) === 'going') yield;
    if (search.state === 'accepting') {
      expandAgain(kernel);
      const lasso = lassoOf(product, numbers, search, initial.filter(isNear));
      product.within = null;
      return lasso;
    }
    if (blocked || expanded === queue.length || expanded >= enough || search.state === 'stopped') {
      product.within = null;
      return null;
    }
  }
}
