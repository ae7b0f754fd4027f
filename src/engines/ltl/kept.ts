/**
 * A search that lasts keeps what it finds. The first search (`search.ts`) expands a state for each state of the automaton that
 * it is met with, and finds what is violated soon, since it looks for cycles from its first node on. When it has found nothing
 * after many nodes, the answer is mostly that the formula holds, and all of the product has to be seen. From there on it is
 * faster to expand all states once, breadth first, to keep their successors (`kept-graph.ts`), and to look for components in what
 * is kept (`kept-search.ts`).
 *
 * So that a violation is still found without all states, components are looked for in what there is whenever that is so many
 * times more than at the last look.
 *
 * This asks for an automaton with a state that goes with every state of the program (`everywhere.ts`): with others a search may
 * need few of the states. And it takes more memory. Where a limit is reached, or the kernel has something to report (a step that
 * fails, a number that does not fit), it is given up; the first search has waited with a kernel of its own, and goes on as if
 * nothing had been.
 */
import type { Progress } from '../engine.js';
import { NoKernel } from '../explicit/compile.js';
import type { Kernel } from '../explicit/kernel.js';
import { addInitialStates, kernelFor, kernelProgress, type Wanted } from '../explicit/question.js';
import { reserved } from '../explicit/store.js';
import { type Everywhere, everywhere } from './everywhere.js';
import { KeptGraph, MOST_GROUPS } from './kept-graph.js';
import { KeptSearch } from './kept-search.js';
import { makeNumbering, type Numbering } from './numbering.js';
import { Product } from './product.js';
import type { LtlQuestion } from './question.js';

/** States that are expanded, or nodes that are searched, between two looks at the clock and at the limits. */
const CHUNK = 4096;
/** States at the first look for components, and how many times more there are at the next. */
const FIRST_LOOK = 2 ** 19;
const GROWTH = 8;
/** Of the states, so many wait to be expanded when it is worth a look: with fewer, all are known soon. */
const WAITING = 1 / 8;

export class Kept {
  readonly kernel: Kernel;
  readonly product: Product;
  /** Nodes. */
  readonly initial: number[] = [];
  readonly graph: KeptGraph;
  numbers: Numbering;
  search: KeptSearch;
  private readonly everywhere: Everywhere;
  private readonly firstLook: number;
  private readonly automatonInitial: readonly number[];

  /** Null where successors cannot be kept. */
  static of(question: LtlQuestion, wanted: Wanted): Kept | null {
    const found = everywhere(question.automaton);
    if (found === null) return null;
    const kernel = kernelFor(question, wanted);
    if (kernel instanceof NoKernel) return null;
    const product = new Product(kernel, question.automaton, question);
    return product.groups.count > MOST_GROUPS ? null : new Kept(product, found, question);
  }

  private constructor(product: Product, found: Everywhere, { automaton, firstLook = FIRST_LOOK }: LtlQuestion) {
    this.kernel = product.kernel;
    this.product = product;
    this.everywhere = found;
    this.firstLook = firstLook;
    this.automatonInitial = automaton.initial;
    this.graph = new KeptGraph(product);
    this.numbers = makeNumbering(automaton.states);
    this.search = this.look();
  }

  private look(): KeptSearch {
    this.numbers = makeNumbering(this.product.automaton.states);
    this.numbers.reserve(this.kernel.count);
    return new KeptSearch(this.graph, this.product, this.numbers, this.everywhere, this.initial);
  }

  get bytes(): number {
    return this.graph.bytes + this.numbers.bytes + this.search.bytes + this.kernel.bytes;
  }

  /** Bytes that are needed besides when the largest array grows by half, and is there twice for a moment. */
  get growth(): number {
    return 1.5 * this.graph.bytes;
  }

  private get isNearlyComplete(): boolean {
    return this.kernel.count - this.graph.expanded < WAITING * this.graph.expanded;
  }

  /** The propositions that some state makes true. */
  get seen(): number {
    return this.graph.valuations.reduce((all, labels) => all | labels, 0);
  }

  /** Whether there is an accepting run; null when it was given up. */
  *run(isOver: () => boolean): Generator<Progress, boolean | null> {
    const { kernel, graph, product } = this;
    const begun = addInitialStates(kernel, isOver, () => {
      const state = kernel.successor(0);
      for (const each of this.automatonInitial) this.initial.push(product.nodeOf(state, each));
    });
    if (begun !== 'done') return null;
    for (let next = this.firstLook; ; next *= GROWTH) {
      while (!graph.isComplete && (graph.expanded < next || this.isNearlyComplete)) {
        const wanted = next - graph.expanded;
        const states = wanted > 0 ? Math.min(CHUNK, wanted) : CHUNK;
        if (isOver() || reserved(() => graph.expand(states)) !== true) return null;
        yield kernelProgress('ltl', kernel, 0, kernel.count - graph.expanded);
      }
      const search = reserved(() => this.look());
      if (search === null) return null;
      this.search = search;
      while (search.state === 'going') {
        if (isOver() || reserved(() => search.advance(CHUNK)) === null) return null;
        yield kernelProgress('ltl', kernel, search.depth, search.pathLength);
      }
      if (search.state === 'accepting') {
        search.numberPassed();
        return true;
      }
      if (graph.isComplete) return false;
    }
  }
}
