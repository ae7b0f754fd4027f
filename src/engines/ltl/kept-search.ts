/**
 * Emptiness of the product of a kept graph (`kept-graph.ts`) and an automaton that has a state q for every state of the program
 * (`everywhere.ts`). The algorithm is that of `search.ts`: components on Gabow's stacks, with the sets of their transitions, and an
 * end at the first that has all of them. Two things are different.
 *
 * Successors are read, so a frame of the path has the place of the next one, and nothing has to wait elsewhere. A step by which
 * a node was entered is looked at once more when the search comes back from there: if the node is in the same component, the
 * sets of the transition count then, so nobody has to remember them on the way.
 *
 * Nodes (s, q) are all reachable, and nobody has to walk to them. If no accepting cycle leads through them, they are not
 * searched at all: what leads into them is left out, and the search begins at each node that one of them leads to. So the
 * largest component of most products, in which the automaton still waits, is passed over; a cycle that is accepting has none of
 * these nodes, and is in a component of what is left. Otherwise the search begins at each of them.
 *
 * While the graph is not complete, steps to states that were not expanded are left out. What is found is then there, too;
 * that nothing is found says nothing.
 */
import type { Everywhere } from './everywhere.js';
import type { KeptGraph } from './kept-graph.js';
import type { Numbering } from './numbering.js';
import type { Product } from './product.js';
import { Readers } from './readers.js';
import { DEAD, type SearchState } from './search.js';
import { Stack } from './stack.js';

/** Words of a frame of the path. */
const FRAME = 2;

export class KeptSearch {
  readonly live = new Stack();
  state: SearchState = 'going';
  nodes = 0;
  transitions = 0;
  components = 0;
  private readonly graph: KeptGraph;
  private readonly numbers: Numbering;
  private readonly everywhere: Everywhere;
  private readonly readers: Readers;
  /** Masks of acceptance sets: all, and by a step's group and one more its own. */
  private readonly all: Int32Array;
  private readonly fair: boolean;
  private readonly ofGroup: Int32Array;
  private readonly words: number;
  private readonly automatonStates: number;
  /** States that were expanded when the search began. */
  private readonly states: number;
  /** Other nodes to begin at, and the state and step from which the search has begun last. */
  private readonly initial: number[];
  private begun = 0;
  private begunStep = 0;
  /** Of each node on the path: the node, and the place of its next step. */
  private readonly path = new Stack();
  private longest = 0;
  /** The place of the first node, and the sets within. */
  private readonly roots = new Stack();
  private readonly root: number;
  private readonly marks: Int32Array;

  constructor(
    graph: KeptGraph,
    product: Product,
    numbers: Numbering,
    everywhere: Everywhere,
    initial: readonly number[],
  ) {
    const { words, all, automaton } = product;
    this.graph = graph;
    this.numbers = numbers;
    this.everywhere = everywhere;
    this.readers = new Readers(automaton, graph.valuations, everywhere.passing ? everywhere.state : -1);
    this.words = words;
    this.all = all;
    this.fair = product.groups.count > 0;
    this.ofGroup = product.groupMasks();
    this.automatonStates = automaton.states;
    this.states = graph.expanded;
    this.initial = initial.filter(
      (node) => node % automaton.states !== everywhere.state && node < this.states * automaton.states,
    );
    this.root = 1 + words;
    this.marks = new Int32Array(words);
  }

  get bytes(): number {
    return this.live.bytes + this.path.bytes + this.roots.bytes;
  }

  /** The place in `live` where the component that was found last begins. */
  get rootPlace(): number {
    return this.roots.cells[this.roots.length - this.root] as number;
  }

  /** The most nodes that were on the path. */
  get depth(): number {
    return this.longest / FRAME;
  }

  /** Nodes on the path. */
  get pathLength(): number {
    return this.path.length / FRAME;
  }

  /** Goes on until about so many nodes more are entered or passed. */
  advance(nodes: number): SearchState {
    const end = this.nodes + nodes;
    while (this.state === 'going' && this.nodes < end) {
      if (this.path.length === 0) this.begin();
      else this.goOn();
    }
    return this.state;
  }

  /** Nodes that were passed have the number of those that were searched. */
  numberPassed(): void {
    const { everywhere, numbers, states, automatonStates } = this;
    if (!everywhere.passing) return;
    for (let state = 0; state < states; state++) numbers.set(state * automatonStates + everywhere.state, DEAD);
  }

  private begin(): void {
    const other = this.initial.pop();
    if (other !== undefined) return this.enterNew(other);
    const { graph, numbers, readers, states, automatonStates, everywhere, begun } = this;
    if (begun === states) {
      this.state = 'empty';
      return;
    }
    if (!everywhere.passing) {
      this.begun++;
      return this.enterNew(begun * automatonStates + everywhere.state);
    }
    const cells = graph.kept.cells;
    const at = graph.first.cells[begun] as number;
    const last = graph.first.cells[begun + 1] as number;
    const cell = readers.cellOf(everywhere.state, cells[at] as number);
    const firstReader = readers.first[cell] as number;
    const lastReader = readers.first[cell + 1] as number;
    const end = firstReader === lastReader ? 0 : last;
    for (let step = Math.max(this.begunStep, at + graph.head); step < end; step++) {
      const target = cells[step] as number;
      if (target >= states) continue;
      for (let reader = firstReader; reader < lastReader; reader++) {
        const node = target * automatonStates + (readers.to[reader] as number);
        if (numbers.get(node) !== 0) continue;
        this.begunStep = step;
        return this.enter(node);
      }
    }
    this.nodes++;
    this.transitions += (last - at - graph.head) * (readers.counts[cell] as number);
    this.begunStep = last;
    this.begun++;
  }

  private enterNew(node: number): void {
    if (this.numbers.get(node) === 0) this.enter(node);
  }

  private enter(node: number): void {
    const { graph, live, roots, path } = this;
    this.nodes++;
    live.push(node);
    this.numbers.set(node, live.length);
    const root = roots.length;
    roots.resize(root + this.root);
    roots.cells[root] = live.length;
    for (let word = 1; word < this.root; word++) roots.cells[root + word] = 0;
    const state = (node / this.automatonStates) | 0;
    const top = path.length;
    path.resize(top + FRAME);
    path.cells[top] = node;
    path.cells[top + 1] = (graph.first.cells[state] as number) + graph.head;
    if (path.length > this.longest) this.longest = path.length;
  }

  /** Looks at the steps of the last node of the path, until one leads to a new node; then that is entered. */
  private goOn(): void {
    const { graph, numbers, path, readers, automatonStates, states } = this;
    const top = path.length - FRAME;
    const node = path.cells[top] as number;
    const state = (node / automatonStates) | 0;
    const at = graph.first.cells[state] as number;
    const last = graph.first.cells[state + 1] as number;
    const { cells } = graph.kept;
    const cell = readers.cellOf(node - state * automatonStates, cells[at] as number);
    const firstReader = readers.first[cell] as number;
    const lastReader = readers.first[cell + 1] as number;
    const { to } = readers;
    const end = firstReader === lastReader ? 0 : last;
    for (let step = path.cells[top + 1] as number; step < end; step++) {
      const target = cells[step] as number;
      if (target >= states) continue;
      for (let reader = firstReader; reader < lastReader; reader++) {
        const next = target * automatonStates + (to[reader] as number);
        const number = numbers.get(next);
        if (number === DEAD) continue;
        if (number === 0) {
          path.cells[top + 1] = step;
          this.enter(next);
          return;
        }
        this.marksOf(at, reader, step);
        this.merge(number);
        if (this.state !== 'going') return;
      }
    }
    this.transitions += (last - at - graph.head) * (readers.counts[cell] as number);
    this.leave(node);
  }

  /** The sets of a transition of the state that is kept at that place. */
  private marksOf(at: number, reader: number, step: number): void {
    const { marks, readers, graph, ofGroup, words } = this;
    if (this.fair) {
      const group = (graph.groups[step] as number) * words;
      for (let word = 0; word < words; word++)
        marks[word] = (graph.kept.cells[at + 1 + word] as number) | (ofGroup[group + word] as number);
    } else for (let word = 0; word < words; word++) marks[word] = 0;
    marks[0] = (marks[0] as number) | (readers.marks[reader] as number);
  }

  /** A transition with the sets in `marks` leads to a live node: all components from its one on are one. */
  private merge(number: number): void {
    const { roots, root, marks, words } = this;
    const { cells } = roots;
    let top = roots.length - root;
    while ((cells[top] as number) > number) {
      for (let word = 0; word < words; word++)
        marks[word] = (marks[word] as number) | (cells[top + 1 + word] as number);
      top -= root;
    }
    roots.length = top + root;
    let missing = 0;
    for (let word = 0; word < words; word++) {
      const within = (cells[top + 1 + word] as number) | (marks[word] as number);
      cells[top + 1 + word] = within;
      missing |= (this.all[word] as number) & ~within;
    }
    if (missing === 0) this.state = 'accepting';
  }

  /** The last node of the path has no step left. */
  private leave(node: number): void {
    const { path, live, numbers, roots, root } = this;
    path.length -= FRAME;
    const place = numbers.get(node);
    if (roots.cells[roots.length - root] !== place) return;
    roots.length -= root;
    this.components++;
    for (let k = place - 1; k < live.length; k++) numbers.set(live.cells[k] as number, DEAD);
    live.length = place - 1;
  }
}
