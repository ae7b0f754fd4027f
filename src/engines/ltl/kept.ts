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
import { hasSharedMemory } from '../explicit/code/shared-memory.js';
import { NoKernel } from '../explicit/compile.js';
import type { Kernel } from '../explicit/kernel.js';
import { addInitialStates, backEndOf, kernelFor, kernelProgress, type Wanted } from '../explicit/question.js';
import { reserved } from '../explicit/store.js';
import { type Everywhere, everywhere } from './everywhere.js';
import { KeptGraph, MOST_GROUPS } from './kept-graph.js';
import { KeptSearch } from './kept-search.js';
import { makeNumbering, type Numbering } from './numbering.js';
import { MOST_CLASSES } from './parallel/board.js';
import { Crew, type Found, MOST_HEAD } from './parallel/crew.js';
import type { SearchedProduct } from './parallel/searcher.js';
import { Product } from './product.js';
import type { LtlQuestion } from './question.js';
import { Stack } from './stack.js';

/** States that are expanded, or nodes that are searched, between two looks at the clock and at the limits. */
const CHUNK = 4096;
/** States at the first look for components, and how many times more there are at the next. */
const FIRST_LOOK = 2 ** 19;
const GROWTH = 8;
/** Of the states, so many wait to be expanded when it is worth a look: with fewer, all are known soon. */
const WAITING = 1 / 8;

/** States that are expanded by one thread before others join in, and of which so many wait: with fewer, it is over before they have begun. */
const ALONE_STATES = 2 ** 17;
const WIDE = 2 ** 14;

/** Whether a limit is reached, or would be with so many bytes more. */
type IsOver = (more?: number) => boolean;

/** What is told of a search for components. */
type Told = Pick<
  KeptSearch,
  'nodes' | 'transitions' | 'components' | 'depth' | 'pathLength' | 'bytes' | 'live' | 'rootPlace'
>;

const NOTHING: Told = {
  ...{ nodes: 0, transitions: 0, components: 0, depth: 0, pathLength: 0, bytes: 0 },
  ...{ live: new Stack(), rootPlace: 0 },
};

export class Kept {
  readonly kernel: Kernel;
  readonly product: Product;
  /** Nodes. */
  readonly initial: number[] = [];
  readonly graph: KeptGraph;
  numbers: Numbering;
  search: Told;
  private readonly searched: SearchedProduct;
  private readonly firstLook: number;
  private readonly automatonInitial: readonly number[];
  private readonly alone: number;
  /** Makes a crew, where others may join in. */
  private readonly makeCrew: (() => Crew) | null;
  private crew: Crew | null = null;

  /** Null where successors cannot be kept. */
  static of(question: LtlQuestion, wanted: Wanted): Kept | null {
    const found = everywhere(question.automaton);
    if (found === null) return null;
    const together = (question.limits.jobs ?? 1) > 1 && backEndOf(question) === 'wasm' && hasSharedMemory();
    const kernel = kernelFor(question, together ? { ...wanted, ahead: { mostHead: MOST_HEAD } } : wanted);
    if (kernel instanceof NoKernel) return null;
    const product = new Product(kernel, question.automaton, question);
    if (product.groups.count > MOST_GROUPS) return null;
    const shared = together ? reserved(() => new KeptGraph(product, true, question.shareable)) : null;
    const graph = shared ?? new KeptGraph(product, false);
    return new Kept(product, graph, found, question, wanted);
  }

  private constructor(product: Product, graph: KeptGraph, found: Everywhere, question: LtlQuestion, wanted: Wanted) {
    const { automaton, limits, firstLook = FIRST_LOOK } = question;
    this.kernel = product.kernel;
    this.product = product;
    this.graph = graph;
    this.firstLook = firstLook;
    this.alone = limits.alone ?? ALONE_STATES;
    this.automatonInitial = automaton.initial;
    this.searched = {
      automaton: product.automaton,
      everywhere: found,
      initial: this.initial,
      words: product.words,
      all: product.all,
      fair: product.groups.count > 0,
      ofGroup: product.groupMasks(),
    };
    this.makeCrew = graph.shared === null ? null : () => new Crew(question, wanted, product, graph, this.searched);
    this.numbers = makeNumbering(automaton.states);
    this.search = NOTHING;
  }

  /** A search for components, by this thread alone. */
  private searchAlone(): KeptSearch {
    const { product, graph, initial, searched } = this;
    this.numbers = makeNumbering(product.automaton.states);
    this.numbers.reserve(this.kernel.count);
    return new KeptSearch(graph, product, this.numbers, searched.everywhere, initial);
  }

  get bytes(): number {
    return this.graph.bytes + this.numbers.bytes + this.search.bytes + this.kernel.bytes + (this.crew?.bytes ?? 0);
  }

  /** Bytes that are needed besides when what is kept grows. */
  get growth(): number {
    return this.graph.growth;
  }

  private get isNearlyComplete(): boolean {
    return this.kernel.count - this.graph.expanded < WAITING * this.graph.expanded;
  }

  /** The propositions that some state makes true. */
  get seen(): number {
    return this.graph.valuations.reduce((all, labels) => all | labels, 0);
  }

  /** Whether there is an accepting run; null when it was given up. */
  *run(isOver: IsOver): Generator<Progress, boolean | null> {
    try {
      return yield* this.all(isOver);
    } finally {
      this.crew?.end();
    }
  }

  private *all(isOver: IsOver): Generator<Progress, boolean | null> {
    const { kernel, graph, product } = this;
    const begun = addInitialStates(kernel, isOver, () => {
      const state = kernel.successor(0);
      for (const each of this.automatonInitial) this.initial.push(product.nodeOf(state, each));
    });
    if (begun !== 'done') return null;
    for (let next = this.firstLook; ; next *= GROWTH) {
      for (let goal = next; ; goal += CHUNK) {
        while (!graph.isComplete && graph.expanded < goal) {
          if (isOver() || reserved(() => this.expand(goal)) !== true) return null;
          yield kernelProgress('ltl', kernel, 0, kernel.count - graph.expanded);
        }
        if (graph.isComplete || !this.isNearlyComplete) break;
      }
      const accepting = yield* this.look(isOver);
      if (accepting !== false || graph.isComplete) return accepting;
    }
  }

  /** Expands some states, none from one number on; false when there is no room, or the kernel has something to report. */
  private expand(goal: number): boolean {
    const { graph, kernel, makeCrew } = this;
    if (this.crew === null && makeCrew !== null && graph.shared !== null && graph.expanded >= this.alone) {
      const waiting = kernel.count - graph.expanded;
      // Others know so many classes; a state of another class would seem to have no transitions.
      const isKnown = graph.valuations.length <= MOST_CLASSES;
      if (isKnown && waiting >= Math.min(WIDE, this.alone)) this.crew = makeCrew();
    }
    if (this.crew !== null) return this.crew.expand(goal);
    return graph.expand(Math.min(CHUNK, goal - graph.expanded));
  }

  /** Whether there is an accepting component in what is kept; null when it was given up. What several threads find is looked for again by one. */
  private *look(isOver: IsOver): Generator<Progress, boolean | null> {
    const found = this.crew === null ? null : yield* this.lookTogether(this.crew, isOver);
    if (found === 'stopped') return null;
    if (found !== null && typeof found !== 'string') {
      this.search = { ...NOTHING, ...found };
      return false;
    }
    const search = reserved(() => this.searchAlone());
    if (search === null) return null;
    this.search = search;
    while (search.state === 'going') {
      if (isOver() || reserved(() => search.advance(CHUNK)) === null) return null;
      yield kernelProgress('ltl', this.kernel, search.depth, search.pathLength);
    }
    if (search.state === 'accepting') search.numberPassed();
    else if (found === 'accepting') throw new Error('one thread does not find what several have found');
    return search.state === 'accepting';
  }

  private *lookTogether(crew: Crew, isOver: IsOver): Generator<Progress, Found> {
    crew.settle();
    // The others cannot read it any more.
    if (this.graph.shared === null) return 'too large';
    const steps = crew.search(isOver);
    for (;;) {
      const step = reserved(() => steps.next());
      if (step === null) return 'stopped';
      if (step.done === true) return step.value;
      yield kernelProgress('ltl', this.kernel, 0, 0);
    }
  }
}
