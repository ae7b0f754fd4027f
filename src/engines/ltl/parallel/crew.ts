/**
 * Several threads that make the graph of a program and look for accepting components in it, for the first of them.
 *
 *   1. all expand portions of states (`expander.ts`), and the first takes what was told in the order of the states, and stores them
 *      (`explicit/ahead.ts`); while there is nothing to take it expands as well
 *   2. all look for components in what is kept (`searcher.ts`)
 *
 * The graph is that of one thread, to the number. Which component a search finds is up to chance, and so is what each thread has
 * done of it; what is told is neither. Where there is an accepting one, one thread looks again. Where there is none, all nodes are
 * counted when the search is over.
 *
 * The first thread waits for the others for a while only, so that its host gets a turn.
 */
import { assemble } from '../../explicit/code/assembler.js';
import { grown, sharedMemory } from '../../explicit/code/shared-memory.js';
import { compileKernel } from '../../explicit/compile.js';
import { HEADER } from '../../explicit/header.js';
import type { Kernel } from '../../explicit/kernel.js';
import { compileOptions, type KernelQuestion, type Wanted } from '../../explicit/question.js';
import type { KeptGraph } from '../kept-graph.js';
import type { Product } from '../product.js';
import { Board, ENDED, ORDER, type Order, type Place, STAGE } from './board.js';
import { Expander, type Expanding } from './expander.js';
import type { Helping } from './helper.js';
import { Labeller, makeParts, PASSED, seenOf } from './parts.js';
import { type SearchedProduct, Searcher, type Searching } from './searcher.js';
import { startHelper, type Thread } from './threads.js';

/** Words of a list before its successors, for as many groups as there may be, in a kernel that takes. */
export const MOST_HEAD = 16;
/** Portions for each thread that are there at once. */
const PORTIONS = 4;
/** A portion is so small a part of what waits, unless that is very little. */
const SHARE = 1 / 4;
const LEAST = 64;
/** How long this thread waits for the others before it gives the host a turn. */
const PATIENCE_MILLISECONDS = 50;

/** Bytes of a product's node for each thread that searches; of a node that is searched; and of each step, with room to grow. */
const PLACE_BYTES = 4;
const NODE_BYTES = 28;
const stepBytes = (words: number): number => 1.5 * (4 + 4 * words);

/** How large the product is. */
export interface ProductCounts {
  nodes: number;
  transitions: number;
  components: number;
}

/** The size of a product without accepting components; there is one; it was ended; or it is for one thread, which needs less memory. */
export type Found = ProductCounts | 'accepting' | 'stopped' | 'too large';

export class Crew {
  private readonly kernel: Kernel;
  private readonly graph: KeptGraph;
  private readonly board: Board;
  private readonly expander: Expander;
  private readonly searching: Searching;
  private readonly threads: readonly Thread[];
  /** States that were expanded before there was a crew have a label when it is asked for. */
  private readonly labeller: Labeller;
  private readonly alone: number;
  /** States that were given out. */
  private given: number;
  /** Portions that were given out, and taken. */
  private filled = 0;
  private taken = 0;
  private searchBytes = 0;

  /** Throws a RangeError when the host does not give the memory. */
  constructor(question: KernelQuestion, wanted: Wanted, product: Product, graph: KeptGraph, searched: SearchedProduct) {
    const { jobs = 1 } = question.limits;
    const { kernel } = product;
    if (graph.shared === null) throw new Error('the graph is not shared');
    this.kernel = kernel;
    this.graph = graph;
    this.given = graph.expanded;
    const ahead = { mostHead: MOST_HEAD, head: graph.head };
    const { sizes, functions, marks } = compileKernel({ ...compileOptions(question, wanted), ahead });
    const { words, portion } = sizes;
    if (portion === undefined) throw new Error('the kernel tells');
    const places = PORTIONS * jobs;
    const noted = marks === null ? 0 : marks.count + 1;
    const shared = Board.shared({ members: jobs, places, words, portion, marks: noted, fair: searched.fair });
    this.board = new Board(shared);
    for (const labels of graph.valuations) this.board.classOf(labels);
    const expanding: Expanding = {
      bytes: assemble(functions),
      sizes,
      marks: marks === null ? null : { at: marks.first, count: marks.count, edges: marks.edgeCount },
      head: graph.head,
      groupOf: graph.groupOf,
      ofGroup: searched.ofGroup,
      idle: product.fair,
      seen: seenOf(kernel.layout, wanted.propositions ?? []),
    };
    const [labels, reached] = [sharedMemory(1), sharedMemory(1)];
    this.searching = { memory: graph.shared, labels, reached, head: graph.head, product: searched };
    this.labeller = new Labeller(expanding.seen, this.board);
    this.alone = graph.expanded;
    const { searching } = this;
    const helping = (member: number): Helping => ({ board: shared, member, expanding, searching });
    this.threads = Array.from({ length: jobs - 1 }, (_, other) => startHelper(helping(other + 1)));
    this.expander = new Expander(expanding, this.board);
  }

  get bytes(): number {
    return this.searching.labels.buffer.byteLength + this.searching.reached.buffer.byteLength + this.searchBytes;
  }

  /** Takes a portion that was told, or expands one, or waits, with states up to a number; false when there is no room, or a kernel has something to report. */
  expand(goal: number): boolean {
    const { board } = this;
    const { answers } = board;
    this.fill(goal);
    const first = this.place(this.taken);
    if (first.stage === STAGE.refused || this.graph.isFull) return false;
    if (first.stage === STAGE.told) return this.take(first);
    // The one that is needed next, where nobody has begun with it; else the one that is needed last, if the others have enough to do.
    const own = first.stage === STAGE.ready ? first : board.spare();
    if (own?.claim() === true) this.expander.expand(own);
    else if (own === null) this.wait(answers);
    return true;
  }

  /** Whether states are given out that were not taken. */
  get isExpanding(): boolean {
    return this.taken < this.filled;
  }

  private place(portion: number): Place {
    const { places } = this.board;
    return places[portion % places.length] as Place;
  }

  /** Gives out states while there are places. */
  private fill(goal: number): void {
    const { kernel, board, filled } = this;
    const most = board.sizes.portion.states;
    for (;;) {
      const waiting = Math.min(kernel.count, goal) - this.given;
      const place = this.place(this.filled);
      // A few states wait for others, as long as there is something to do.
      if (place.stage !== STAGE.vacant || waiting === 0 || (waiting < LEAST && this.isExpanding)) break;
      const states = Math.min(most, waiting, Math.max(LEAST, Math.ceil(waiting * SHARE)));
      place.fill(this.given, states, kernel.records(this.given, this.given + states));
      this.given += states;
      this.filled++;
    }
    if (this.filled > filled) board.call();
  }

  private take(place: Place): boolean {
    const { kernel, graph } = this;
    const { told, copies, lists } = place.lengths;
    const found = kernel.take({
      told: place.told.subarray(0, told),
      copies: place.copies.subarray(0, copies),
      lists: place.lists.subarray(0, lists),
    });
    if (found === null || !kernel.running) return false;
    new Uint8Array(grown(this.searching.labels, kernel.count)).set(place.labels.subarray(0, place.states), place.first);
    graph.append(place.states, found, place.ends, place.groups);
    place.become(STAGE.vacant);
    this.taken++;
    return true;
  }

  /** What the others have noted is known to the kernel and the graph, when nothing is being expanded. */
  settle(): void {
    const { kernel, graph, board } = this;
    for (const labels of board.valuations.slice(graph.valuations.length)) graph.classOf(labels);
    if (board.full) kernel.set('full', 1);
    const { marks } = kernel;
    if (marks === null) return;
    const note = (address: number, value: number): void => {
      if (value !== 0 && kernel.noted(address) === 0) kernel.note(address, value);
    };
    for (let k = 0; k < marks.count; k++)
      if (marks.first + 4 * k !== marks.premises) note(marks.first + 4 * k, board.marks[k] as number);
    note(HEADER.stuck, board.marks[marks.count] as number);
  }

  /** What there is in what is kept. `isOver` ends it, and says whether so many bytes more are too many. */
  *search(isOver: (more?: number) => boolean): Generator<void, Found> {
    const { board, graph, searching } = this;
    const states = graph.expanded;
    this.label(states);
    new Uint8Array(grown(this.searching.reached, states * searching.product.automaton.states)).fill(0);
    board.begin(states, graph.kept.length);
    const searcher = new Searcher(searching, board, 0);
    yield* this.all(ORDER.mark, () => searcher.mark());
    if (!searcher.isAllMarked) yield* this.all(ORDER.follow, () => searcher.follow());
    makeParts(board, searching.product.all[0] as number);
    const needed = this.bytesToSearch(states);
    if (isOver(needed)) {
      board.give(ORDER.expand);
      return 'too large';
    }
    this.searchBytes = needed;
    board.give(ORDER.search);
    while (!searcher.advance()) {
      if (isOver()) board.end(ENDED.stopped);
      yield;
    }
    yield* this.obeyed();
    this.searchBytes = 0;
    const counts: ProductCounts = { nodes: 0, transitions: 0, components: 0 };
    for (let member = 0; member < board.sizes.members; member++) {
      const [nodes = 0, transitions = 0, components = 0] = board.counts(member);
      counts.nodes += nodes;
      counts.transitions += transitions;
      counts.components += components;
    }
    const { ended } = board;
    board.give(ORDER.expand);
    switch (ended) {
      case ENDED.not:
        return counts;
      case ENDED.accepting:
        return 'accepting';
      case ENDED.stopped:
        return 'stopped';
    }
  }

  /** What all threads need at once to search the parts that are not passed. */
  private bytesToSearch(states: number): number {
    const { board, graph, searching } = this;
    const { automaton, everywhere, words } = searching.product;
    const searched = board.labelSizes.reduce((sum, size, label) => sum + (board.parts[label] === PASSED ? 0 : size), 0);
    if (searched === 0) return 0;
    const ofState = everywhere.passing ? automaton.states - 1 : automaton.states;
    const steps = (graph.kept.length - states * graph.head) * (searched / states);
    const places = PLACE_BYTES * board.sizes.members * states * automaton.states;
    return places + ofState * (NODE_BYTES * searched + stepBytes(words) * steps);
  }

  /** Has everybody obey an order, this thread by doing its part. */
  private *all(order: Order, part: () => void): Generator<void, void> {
    this.board.again();
    this.board.give(order);
    part();
    yield* this.obeyed();
  }

  /** States that this thread has expanded alone have no label yet. */
  private label(states: number): void {
    const labels = new Uint8Array(grown(this.searching.labels, states));
    const some = Math.min(this.alone, states);
    this.labeller.label(this.kernel.records(0, some), some, labels);
  }

  /** Waits until all others have obeyed. */
  private *obeyed(): Generator<void, void> {
    const { board } = this;
    for (;;) {
      const { answers } = board;
      if (board.haveObeyed === board.sizes.members - 1) return;
      this.wait(answers);
      yield;
    }
  }

  private wait(answers: number): void {
    this.board.waitForAnswer(answers, PATIENCE_MILLISECONDS);
    const failure = this.threads.map((thread) => thread.failure()).find((each) => each !== null);
    if (failure !== undefined) throw new Error(`a thread of the search has failed: ${failure}`);
    if (this.board.hasFailed) throw new Error('a thread of the search has failed');
  }

  end(): void {
    this.board.give(ORDER.end);
    for (const thread of this.threads) thread.stop();
  }
}
