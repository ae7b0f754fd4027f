/**
 * A short counterexample from what the search has found: a prefix into the accepting component and a cycle in it.
 *
 * The search comes to the component on a path that may be millions of steps long. So the nodes that it has entered are looked
 * at once more, breadth first: the first way into the component is a shortest one through those nodes. From where it ends the
 * cycle goes to the nearest transition of a set that is still missing, again and again, and when none is missing back to where
 * it began; all that within the component. That cycle meets every set; it is short, though not always the shortest.
 *
 * Nodes are expanded again for it, which finds nothing new: all their successors are stored.
 */
import { GREATEST } from '../explicit/code/code.js';
import type { Kernel } from '../explicit/kernel.js';
import type { Numbering } from './numbering.js';
import type { Product } from './product.js';
import type { Search } from './search.js';
import { Trail } from './trail.js';

/** Numbers of steps from the initial state with this number. */
export interface StoredLasso {
  readonly first: number;
  readonly prefix: readonly number[];
  readonly cycle: readonly number[];
}

/** From here on states are only expanded again, for which there is room. */
export function expandAgain(kernel: Kernel): void {
  kernel.set('ceiling', GREATEST);
}

/** A path of the product. */
export interface Path {
  readonly first: number;
  readonly steps: readonly number[];
  readonly last: number;
}

/** The number of a node that was looked at for a prefix. */
const SEEN = -2;

/** A shortest path from one of the nodes that ends with a transition for which `isLast`; null when there is none. */
function shortestPath(
  product: Product,
  from: readonly number[],
  mayEnter: (node: number) => boolean,
  isLast: (target: number, reader: number, step: number) => boolean,
): Path | null {
  const trail = new Trail();
  const { nodes } = trail;
  for (const node of from) if (mayEnter(node)) trail.add(node);
  for (let position = 0; position < nodes.length; position++) {
    if (!product.expand(nodes.cells[position] as number)) throw new Error('a node cannot be expanded again');
    for (let k = 0; k < product.targets.length; k++) {
      const target = product.targets.cells[k] as number;
      const step = product.steps.cells[k] as number;
      if (isLast(target, product.readers.cells[k] as number, step)) {
        return { ...trail.through(position, step), last: target };
      }
      if (mayEnter(target)) trail.add(target, position, step);
    }
  }
  return null;
}

/** A shortest path, through nodes that were entered, to a node for which `isGoal`. */
export function pathTo(
  product: Product,
  numbers: Numbering,
  initial: readonly number[],
  isGoal: (node: number) => boolean,
): Path {
  const already = initial.find(isGoal);
  if (already !== undefined) return { first: already, steps: [], last: already };
  const mayEnter = (node: number): boolean => {
    const number = numbers.get(node);
    if (number === 0 || number === SEEN) return false;
    numbers.set(node, SEEN);
    return true;
  };
  const path = shortestPath(product, initial, mayEnter, isGoal);
  if (path === null) throw new Error('a node that was entered is not found again');
  return path;
}

/** A lasso through the component that the search has found to be accepting. */
export function lassoOf(
  product: Product,
  numbers: Numbering,
  search: Pick<Search, 'live' | 'rootPlace'>,
  initial: readonly number[],
): StoredLasso {
  const { live, rootPlace } = search;
  const isWithin = (node: number) => numbers.get(node) >= rootPlace;
  const prefix = pathTo(product, numbers, initial, isWithin);

  const size = live.length - rootPlace + 1;
  const seenIn = new Int32Array(size);
  let round = 0;
  const enterOnce = (node: number): boolean => {
    const number = numbers.get(node);
    if (number < rootPlace || seenIn[number - rootPlace] === round) return false;
    seenIn[number - rootPlace] = round;
    return true;
  };
  const missing = Int32Array.from(product.all);
  const marks = new Int32Array(product.words);
  /** Whether the transition of the node expanded last is in a missing set: then those are no longer missing. */
  const isNew = (target: number, reader: number, step: number): boolean => {
    if (!isWithin(target)) return false;
    marks.set(product.idle);
    product.addMarks(marks, reader, step);
    if (!missing.some((mask, word) => (mask & (marks[word] as number)) !== 0)) return false;
    for (const [word, mask] of marks.entries()) missing[word] = (missing[word] as number) & ~mask;
    return true;
  };
  const cycle: number[] = [];
  let last = prefix.last;
  const go = (isLast: (target: number, reader: number, step: number) => boolean): void => {
    round++;
    const path = shortestPath(product, [last], enterOnce, isLast);
    if (path === null) throw new Error('an accepting component is not strongly connected');
    for (const step of path.steps) cycle.push(step);
    last = path.last;
  };
  while (missing.some((mask) => mask !== 0)) go(isNew);
  if (cycle.length === 0 || last !== prefix.last) go((target) => target === prefix.last);
  const taken = (steps: readonly number[]) => steps.filter((step) => !product.isStutter(step));
  return { first: product.stateOf(prefix.first), prefix: taken(prefix.steps), cycle: taken(cycle) };
}
