/**
 * Emptiness of the product: one search depth first that finds strongly connected components and stops at the first one that
 * meets every acceptance set.
 *
 * Couvreur 1999 (On-the-fly verification of linear temporal logic), on Gabow's stacks. `live` holds the nodes of components
 * that are not complete, in the order in which they were entered; the number of a node is its place there, from 1. `roots` has
 * an entry for each component found so far on the path: the place of its first node, the sets that its transitions belong to,
 * and those of the transition by which it was entered. A transition to a live node closes a cycle: the components above that
 * node become one, with all their sets, and when no set is missing there is an accepting run through it. When a component's
 * first node has no transition left, the component is complete and no accepting run leads through it: its nodes are dead.
 *
 * The transitions of a node are looked at when it is entered: those to dead nodes are dropped and those to live ones merge at
 * once, so that cycles are found early; only the others wait in `todo`, until the search comes back, and are looked at again
 * then. (The order of transitions does not matter to the argument.) The search has no recursion, and everything lies in
 * arrays of numbers: runs of such programs are millions of steps deep.
 *
 * Soundness: a component is strongly connected at any time, and what is merged has cycles through all its transitions. Each
 * transition is looked at once before its node dies, so a complete component has the sets of all its transitions, and an
 * accepting run stays in one component in the end.
 */
import type { Numbering } from './numbering.js';
import type { Product } from './product.js';
import { Stack } from './stack.js';

/** The number of a node in a complete component. */
export const DEAD = -1;

export type SearchState =
  /** There is more to do. */
  | 'going'
  /** No accepting run. */
  | 'empty'
  /** The component of the last root has one. */
  | 'accepting'
  /** The product could not expand the node entered last. */
  | 'stopped';

/**
 * Whether a complete component that meets all sets is accepting, where the sets do not say everything (`fair-names.ts`). Its nodes are
 * the live ones from the place on.
 */
export type Judge = (live: Stack, place: number) => Judgement;

export interface Judgement {
  /** Looks at so many nodes more. `stopped`: the product could not expand one of them again. */
  advance(nodes: number): 'going' | 'accepting' | 'refused' | 'stopped';
}

export class Search {
  readonly live = new Stack();
  state: SearchState = 'going';
  nodes = 0;
  transitions = 0;
  components = 0;
  private readonly product: Product;
  private readonly numbers: Numbering;
  private readonly initial: readonly number[];
  private begun = 0;
  /** Of each node on the path: the node, where its transitions begin in `todo`, and its idle sets. */
  private readonly path = new Stack();
  private readonly frame: number;
  private longest = 0;
  /** The node that a transition leads to, the transition of the automaton and the step. */
  private readonly todo = new Stack();
  /** The place of the first node, the sets within, the sets of the transition to it. */
  private readonly roots = new Stack();
  private readonly root: number;
  /** The sets of one transition. */
  private readonly marks: Int32Array;
  private readonly judge: Judge | null;
  /** Of the component that is complete, whose first node has this place. */
  private judging: { readonly judgement: Judgement; readonly place: number } | null = null;

  constructor(product: Product, numbers: Numbering, initial: readonly number[], judge: Judge | null = null) {
    this.judge = judge;
    this.product = product;
    this.numbers = numbers;
    this.initial = initial;
    this.frame = 2 + product.words;
    this.root = 1 + 2 * product.words;
    this.marks = new Int32Array(product.words);
  }

  get bytes(): number {
    return this.live.bytes + this.path.bytes + this.todo.bytes + this.roots.bytes;
  }

  /** The place in `live` where the component that was found last begins. */
  get rootPlace(): number {
    return this.roots.cells[this.roots.length - this.root] as number;
  }

  /** The most nodes that were on the path. */
  get depth(): number {
    return this.longest / this.frame;
  }

  /** Nodes on the path. */
  get pathLength(): number {
    return this.path.length / this.frame;
  }

  /** Goes on until about so many nodes more are entered. */
  advance(nodes: number): SearchState {
    const end = this.nodes + nodes;
    const { path, todo, frame } = this;
    while (this.state === 'going' && this.nodes < end) {
      if (this.judging !== null) return this.consider(nodes);
      if (path.length === 0) {
        this.begin();
        continue;
      }
      const top = path.length - frame;
      if (todo.length === path.cells[top + 1]) {
        this.leave();
        continue;
      }
      todo.length -= 3;
      const at = todo.length;
      const target = todo.cells[at] as number;
      const number = this.numbers.get(target);
      if (number === DEAD) continue;
      this.marksFrom(top, todo.cells[at + 1] as number, todo.cells[at + 2] as number);
      if (number === 0) this.enter(target);
      else this.merge(number);
    }
    return this.state;
  }

  private begin(): void {
    const node = this.initial[this.begun++];
    if (node === undefined) {
      this.state = 'empty';
      return;
    }
    this.marks.fill(0);
    if (this.numbers.get(node) === 0) this.enter(node);
  }

  /** Enters a node by a transition with the sets in `marks`, and looks at what it leads to. */
  private enter(node: number): void {
    const { product, numbers, live, path, todo, roots, marks } = this;
    const { words } = product;
    this.nodes++;
    live.push(node);
    numbers.set(node, live.length);
    const root = roots.length;
    roots.resize(root + this.root);
    roots.cells[root] = live.length;
    for (let word = 0; word < words; word++) {
      roots.cells[root + 1 + word] = 0;
      roots.cells[root + 1 + words + word] = marks[word] as number;
    }
    const top = path.length;
    path.resize(top + this.frame);
    path.cells[top] = node;
    path.cells[top + 1] = todo.length;
    if (path.length > this.longest) this.longest = path.length;
    if (!product.expand(node)) {
      this.state = 'stopped';
      return;
    }
    for (let word = 0; word < words; word++) path.cells[top + 2 + word] = product.idle[word] as number;
    numbers.reserve(product.kernel.count);

    const { length } = product.targets;
    this.transitions += length;
    todo.reserve(3 * length);
    const targets = product.targets.cells;
    const readers = product.readers.cells;
    const steps = product.steps.cells;
    const waiting = todo.cells;
    let at = todo.length;
    for (let k = 0; k < length; k++) {
      const target = targets[k] as number;
      const number = numbers.get(target);
      if (number === 0) {
        waiting[at] = target;
        waiting[at + 1] = readers[k] as number;
        waiting[at + 2] = steps[k] as number;
        at += 3;
      } else if (number > 0) {
        this.marksFrom(top, readers[k] as number, steps[k] as number);
        this.merge(number);
        if (this.state !== 'going') return;
      }
    }
    todo.length = at;
  }

  /** The sets of a transition of the node whose frame is there. */
  private marksFrom(frame: number, reader: number, step: number): void {
    const { marks, path, product } = this;
    for (let word = 0; word < marks.length; word++) marks[word] = path.cells[frame + 2 + word] as number;
    product.addMarks(marks, reader, step);
  }

  /** A transition with the sets in `marks` leads to a live node: all components from its one on are one. */
  private merge(number: number): void {
    const { roots, root, marks } = this;
    const words = marks.length;
    const { cells } = roots;
    let top = roots.length - root;
    while ((cells[top] as number) > number) {
      for (let word = 0; word < words; word++) {
        const within = cells[top + 1 + word] as number;
        marks[word] = (marks[word] as number) | within | (cells[top + 1 + words + word] as number);
      }
      top -= root;
    }
    roots.length = top + root;
    let missing = 0;
    for (let word = 0; word < words; word++) {
      const within = (cells[top + 1 + word] as number) | (marks[word] as number);
      cells[top + 1 + word] = within;
      missing |= (this.product.all[word] as number) & ~within;
    }
    if (missing === 0 && this.judge === null) this.state = 'accepting';
  }

  /** The last node of the path has no transition left. */
  private leave(): void {
    const { path, frame, live, numbers, roots, root } = this;
    path.length -= frame;
    const place = numbers.get(path.cells[path.length] as number);
    if (roots.cells[roots.length - root] !== place) return;
    roots.length -= root;
    this.components++;
    if (this.judge === null || !this.meetsAll(roots.length)) this.bury(place);
    else this.judging = { judgement: this.judge(live, place), place };
  }

  /** No accepting run leads through the nodes from the place on. */
  private bury(place: number): void {
    const { live, numbers } = this;
    for (let k = place - 1; k < live.length; k++) numbers.set(live.cells[k] as number, DEAD);
    live.length = place - 1;
  }

  /** Goes on with a component that is judged. */
  private consider(nodes: number): SearchState {
    if (this.judging === null) return this.state;
    const { judgement, place } = this.judging;
    const said = judgement.advance(nodes);
    if (said === 'accepting' || said === 'stopped') this.state = said;
    if (said !== 'refused') return this.state;
    this.judging = null;
    this.bury(place);
    return this.state;
  }

  /** Whether the component of the root has all sets. */
  private meetsAll(root: number): boolean {
    const { all } = this.product;
    return all.every((mask, word) => (mask & ~(this.roots.cells[root + 1 + word] as number)) === 0);
  }
}
