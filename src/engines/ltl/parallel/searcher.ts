/**
 * What one thread does of a search for components by several, in three turns that each begin when all are through with the one before:
 *
 *   mark     from a state of the program that the automaton waits in (`everywhere.ts`), all nodes that one step leads to are
 *            reachable, and so is what a node leads to that is known to be reachable when its state is looked at; and where steps
 *            lead from label to label is noted (`parts.ts`). Each thread takes blocks of states.
 *   follow   what is reachable from the other nodes is reachable, too: steps mostly lead to later states, so these are few
 *   search   components of the parts that are this thread's (`kept-search.ts`), of the nodes that are reachable
 *
 * No two threads search the same node, so none waits for another, what they count adds up, and chance decides nothing but who
 * is first to see an accepting component, if there is one. In the first two turns two threads may find the same at once, and both
 * write down the same.
 */
import type { AutomatonLists } from '../../../logic/ltl/buchi.js';
import type { SharedMemory } from '../../explicit/code/shared-memory.js';
import type { Everywhere } from '../everywhere.js';
import type { GraphMemory } from '../kept-graph.js';
import { Readers } from '../readers.js';
import { Stack } from '../stack.js';
import { type Board, ENDED, MOST_LABELS } from './board.js';
import { type PartGraph, PartSearch } from './part-search.js';
import { MOST_PARTS, PASSED } from './parts.js';

/** The product as it is searched. */
export interface SearchedProduct {
  readonly automaton: AutomatonLists;
  readonly everywhere: Everywhere;
  /** Nodes. */
  readonly initial: readonly number[];
  /** Masks of acceptance sets: words of one, the mask of all, and by a step's group and one more its own, where there are groups. */
  readonly words: number;
  readonly all: Int32Array;
  readonly fair: boolean;
  readonly ofGroup: Int32Array;
}

/** What is kept of so many states that were expanded (`kept-graph.ts`). */
interface SearchedGraph {
  readonly first: Int32Array;
  readonly kept: Int32Array;
  readonly groups: Uint8Array;
  readonly head: number;
  readonly states: number;
}

export interface Searching {
  readonly memory: GraphMemory;
  /** By state its label, and by node whether it is reachable. */
  readonly labels: SharedMemory;
  readonly reached: SharedMemory;
  readonly head: number;
  readonly product: SearchedProduct;
}

/** Whether a node is reachable: not as far as is known, it is, and what it leads to is known or will be. */
const UNKNOWN = 0;
const REACHED = 1;
const FOLLOWED = 2;

/** States that are looked at in one go. */
const BLOCK = 4096;
/** Nodes between two looks at what the others have found. */
const CHUNK = 4096;

const NOBODY = -1;
/** Places of transitions are numbers with a sign. */
const MOST_STEPS = 2 ** 31 - 1;
const NONE = new Int32Array(0);

/** What is a thread's to search: nodes, part by part; by node its place there, -1 for those of others; and where parts are. */
interface Own {
  readonly nodes: Int32Array;
  readonly places: Int32Array;
  readonly parts: Part[];
}
interface Part {
  readonly from: number;
  readonly to: number;
}

export class Searcher {
  private readonly board: Board;
  private readonly member: number;
  private readonly product: SearchedProduct;
  private readonly graph: SearchedGraph;
  private readonly readers: Readers;
  private readonly labels: Uint8Array;
  private readonly reached: Uint8Array;
  /** By class, whether any node that is searched goes on with it. */
  private readonly goesOn: readonly boolean[];
  private readonly todo = new Stack();
  private own: Own | null = null;
  /** The transitions of a part, one part after the other. */
  private readonly begins = new Stack();
  private readonly to = new Stack();
  private readonly marks = new Stack();
  private readonly search = new PartSearch();
  private isSearching = false;
  private nodes = 0;
  private transitions = 0;

  constructor(searching: Searching, board: Board, member: number) {
    const { memory, labels, reached, head, product } = searching;
    const { states, valuations } = board;
    const { first, kept, groups } = memory;
    this.board = board;
    this.member = member;
    this.product = product;
    const { automaton, everywhere } = product;
    this.readers = new Readers(automaton, valuations, everywhere.passing ? everywhere.state : -1);
    this.graph = {
      first: new Int32Array(whole(first, 4 * (states + 1))),
      kept: new Int32Array(whole(kept, 4 * board.cells)),
      groups: groups === null ? new Uint8Array(0) : new Uint8Array(whole(groups, board.cells)),
      head,
      states,
    };
    this.labels = new Uint8Array(whole(labels, states));
    this.reached = new Uint8Array(
      whole(reached, states * product.automaton.states),
      0,
      states * product.automaton.states,
    );
    this.goesOn = valuations.map((_, each) => this.searchedStates.some((state) => this.readsAny(state, each)));
  }

  private get searchedStates(): number[] {
    const { automaton, everywhere } = this.product;
    return [...Array(automaton.states).keys()].filter((state) => !everywhere.passing || state !== everywhere.state);
  }

  /** The sets of all transitions of the automaton that are followed with a class. */
  private marksWith(valuation: number): number {
    const { readers } = this;
    return this.searchedStates.reduce((all, state) => {
      const cell = readers.cellOf(state, valuation);
      const own = readers.marks.subarray(readers.first[cell], readers.first[cell + 1]);
      return own.reduce((some, one) => some | one, all);
    }, 0);
  }

  private readsAny(state: number, valuation: number): boolean {
    const cell = this.readers.cellOf(state, valuation);
    return this.readers.first[cell] !== this.readers.first[cell + 1];
  }

  /** Whether each node that a step leads to is marked, from wherever it leads there. */
  get isAllMarked(): boolean {
    const { readers, product, board } = this;
    const led = (state: number, valuation: number): number[] => {
      const cell = readers.cellOf(state, valuation);
      return Array.from(readers.to.subarray(readers.first[cell], readers.first[cell + 1]));
    };
    return board.valuations.every((_, each) => {
      const marked = led(product.everywhere.state, each);
      return this.searchedStates.every((state) => led(state, each).every((to) => marked.includes(to)));
    });
  }

  /** The first state of a block that nobody else takes. */
  private firstState(): number {
    return BLOCK * this.board.nextBlock();
  }

  /** The one after it in the block, or in another. */
  private nextState(state: number): number {
    return (state + 1) % BLOCK === 0 ? this.firstState() : state + 1;
  }

  mark(): void {
    const { board, graph, readers, product, reached, labels, goesOn } = this;
    const { first, kept, head, states } = graph;
    const { automaton, everywhere } = product;
    const sizes = new Int32Array(MOST_LABELS);
    const { words, fair, ofGroup } = product;
    const { groups } = graph;
    const marks = new Int32Array(MOST_LABELS ** 2);
    const ofClass = Int32Array.from(board.valuations, (_, each) => this.marksWith(each));
    const others = this.isAllMarked ? [] : this.searchedStates;
    let [passed, transitions] = [0, 0];
    const { steps } = board;
    if (this.member === 0) this.markInitial();
    for (let state = this.firstState(); state < states; state = this.nextState(state)) {
      const at = first[state] as number;
      const last = first[state + 1] as number;
      const valuation = kept[at] as number;
      const label = labels[state] as number;
      const row = label * MOST_LABELS;
      if (goesOn[valuation]) {
        sizes[label] = (sizes[label] as number) + 1;
        const ofState = (ofClass[valuation] as number) | (fair ? (kept[at + 1] as number) : 0);
        for (let step = at + head; step < last; step++) {
          const target = kept[step] as number;
          if (target >= states) continue;
          const to = row + (labels[target] as number);
          if (steps[to] === 0) steps[to] = 1;
          const own = fair ? (ofGroup[(groups[step] as number) * words] as number) : 0;
          marks[to] = (marks[to] as number) | own | ofState;
        }
      }
      const cell = readers.cellOf(everywhere.state, valuation);
      this.reach(state, cell);
      for (const each of others) {
        const node = state * automaton.states + each;
        if (reached[node] !== REACHED) continue;
        reached[node] = FOLLOWED;
        this.reach(state, readers.cellOf(each, valuation));
      }
      if (everywhere.passing) {
        passed++;
        transitions += (last - at - head) * (readers.counts[cell] as number);
      } else reached[state * automaton.states + everywhere.state] = REACHED;
    }
    this.nodes += passed;
    this.transitions += transitions;
    for (const [label, size] of sizes.entries()) Atomics.add(board.labelSizes, label, size);
    for (let to = 0; to < marks.length; to++) if (marks[to] !== 0) Atomics.or(board.stepMarks, to, marks[to] as number);
  }

  /** The nodes that steps of a state lead to with the transitions of a cell are reachable. */
  private reach(state: number, cell: number): void {
    const { readers, reached } = this;
    const { first, kept, head, states } = this.graph;
    const { states: automatonStates } = this.product.automaton;
    const firstReader = readers.first[cell] as number;
    const lastReader = readers.first[cell + 1] as number;
    if (firstReader === lastReader) return;
    const last = first[state + 1] as number;
    for (let step = (first[state] as number) + head; step < last; step++) {
      const target = kept[step] as number;
      if (target >= states) continue;
      for (let reader = firstReader; reader < lastReader; reader++) {
        const node = target * automatonStates + (readers.to[reader] as number);
        if (reached[node] === UNKNOWN) reached[node] = REACHED;
      }
    }
  }

  /** The initial nodes that are not among those of the state which goes with every state. */
  private markInitial(): void {
    const { automaton, everywhere, initial } = this.product;
    for (const node of initial)
      if (node % automaton.states !== everywhere.state && node < this.reached.length) this.reached[node] = REACHED;
  }

  follow(): void {
    const { reached, todo, product } = this;
    const { states } = product.automaton;
    for (let state = this.firstState(); state < this.graph.states; state = this.nextState(state)) {
      for (let node = state * states; node < (state + 1) * states; node++) {
        if (reached[node] !== REACHED) continue;
        reached[node] = FOLLOWED;
        todo.push(node);
        while (todo.length > 0) this.followFrom(todo.cells[--todo.length] as number);
      }
    }
  }

  /** What a node leads to waits in `todo`, where it is new. */
  private followFrom(node: number): void {
    const { readers, reached, todo } = this;
    const { first, kept, head, states } = this.graph;
    const { states: automatonStates } = this.product.automaton;
    const state = (node / automatonStates) | 0;
    const at = first[state] as number;
    const cell = readers.cellOf(node - state * automatonStates, kept[at] as number);
    const last = first[state + 1] as number;
    for (let step = at + head; step < last; step++) {
      const target = kept[step] as number;
      if (target >= states) continue;
      for (let reader = readers.first[cell] as number; reader < (readers.first[cell + 1] as number); reader++) {
        const next = target * automatonStates + (readers.to[reader] as number);
        if (reached[next] !== UNKNOWN) continue;
        reached[next] = FOLLOWED;
        todo.push(next);
      }
    }
  }

  /** Numbers the nodes that are this thread's to search, part by part. */
  private begin(): Own {
    const { board, labels, reached, product, graph, member } = this;
    const { states: automatonStates } = product.automaton;
    // By label, its part where that is this thread's.
    const own = Int32Array.from(board.parts, (part, label) => (board.owners[label] === member ? part : NOBODY));
    const ends = new Int32Array(MOST_PARTS);
    for (let state = 0; state < graph.states; state++) {
      const part = own[labels[state] as number] as number;
      if (part === NOBODY) continue;
      if (part === PASSED) {
        this.pass(state);
        continue;
      }
      for (let node = state * automatonStates; node < (state + 1) * automatonStates; node++)
        if (reached[node] !== UNKNOWN) ends[part] = (ends[part] as number) + 1;
    }
    const firsts = new Int32Array(MOST_PARTS);
    let sum = 0;
    for (let part = 0; part < MOST_PARTS; part++) {
      firsts[part] = sum;
      sum += ends[part] as number;
      ends[part] = firsts[part] as number;
    }
    const nodes = new Int32Array(sum);
    const places = sum === 0 ? NONE : new Int32Array(reached.length).fill(-1);
    for (let state = 0; state < graph.states; state++) {
      const part = own[labels[state] as number] as number;
      if (part === NOBODY || part === PASSED) continue;
      for (let node = state * automatonStates; node < (state + 1) * automatonStates; node++) {
        if (reached[node] === UNKNOWN) continue;
        const at = ends[part] as number;
        ends[part] = at + 1;
        nodes[at] = node;
        places[node] = at;
      }
    }
    const parts = [...ends.keys()].filter((part) => ends[part] !== firsts[part]);
    return {
      nodes,
      places,
      parts: parts.map((part) => ({ from: firsts[part] as number, to: ends[part] as number })),
    };
  }

  /** Counts the nodes of a state, which are not searched. */
  private pass(state: number): void {
    const { graph, readers, reached } = this;
    const { states } = this.product.automaton;
    const at = graph.first[state] as number;
    const steps = (graph.first[state + 1] as number) - at - graph.head;
    for (let each = 0; each < states; each++) {
      if (reached[state * states + each] === UNKNOWN) continue;
      this.nodes++;
      this.transitions += steps * (readers.counts[readers.cellOf(each, graph.kept[at] as number)] as number);
    }
  }

  /** The transitions within a part. */
  private graphOf({ nodes, places }: Own, { from, to: end }: Part): PartGraph {
    const { readers, graph, product } = this;
    const { first, kept, groups, head, states } = graph;
    const { words, all, fair, ofGroup, automaton } = product;
    const { begins, to, marks } = this;
    begins.length = 0;
    begins.push(0);
    [to.length, marks.length] = [0, 0];
    let length = 0;
    for (let k = from; k < end; k++) {
      const node = nodes[k] as number;
      const state = (node / automaton.states) | 0;
      const at = first[state] as number;
      const last = first[state + 1] as number;
      const cell = readers.cellOf(node - state * automaton.states, kept[at] as number);
      const firstReader = readers.first[cell] as number;
      const lastReader = readers.first[cell + 1] as number;
      this.transitions += (last - at - head) * (readers.counts[cell] as number);
      const most = (last - at) * (lastReader - firstReader);
      [to.length, marks.length] = [length, length * words];
      to.reserve(most);
      marks.reserve(most * words);
      const [toCells, markCells] = [to.cells, marks.cells];
      const lastStep = firstReader < lastReader ? last : 0;
      for (let step = at + head; step < lastStep; step++) {
        const target = kept[step] as number;
        if (target >= states) continue;
        for (let reader = firstReader; reader < lastReader; reader++) {
          const place = places[target * automaton.states + (readers.to[reader] as number)] as number;
          if (place < from || place >= end) continue;
          toCells[length] = place - from;
          for (let word = 0; word < words; word++) {
            const own = fair
              ? (kept[at + 1 + word] as number) | (ofGroup[(groups[step] as number) * words + word] as number)
              : 0;
            markCells[length * words + word] = word === 0 ? own | (readers.marks[reader] as number) : own;
          }
          length++;
        }
      }
      if (length > MOST_STEPS) throw new RangeError('a part has more transitions than can be numbered');
      begins.push(length);
    }
    this.nodes += end - from;
    return { nodes: end - from, first: begins.cells, to: to.cells, marks: marks.cells, words, all };
  }

  /** Searches for a while; whether that is all. */
  advance(): boolean {
    const { board } = this;
    if (board.ended !== ENDED.not) return true;
    this.own ??= this.begin();
    if (!this.isSearching) {
      const next = this.own.parts.pop();
      if (next === undefined) {
        board.counts(this.member).set([this.nodes, this.transitions, this.search.components]);
        return true;
      }
      this.search.begin(this.graphOf(this.own, next));
      this.isSearching = true;
    }
    const state = this.search.advance(CHUNK);
    if (state === 'accepting') board.end(ENDED.accepting);
    this.isSearching = state === 'going';
    return false;
  }
}

/** The buffer of a memory, once this thread knows that another one has made it so large. */
function whole(memory: SharedMemory, bytes: number): SharedArrayBuffer {
  let { buffer } = memory;
  while (buffer.byteLength < bytes) buffer = memory.buffer;
  return buffer;
}
