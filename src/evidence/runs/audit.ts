/**
 * The audit of temporal proofs: all runs again, by the second kernel (`audit/`), for programs whose rankings would be too large to
 * write and to judge. It shares the program and the formula with the search: no kernel, no reduction, no automaton, no product.
 *
 * For each part (`parts.ts`) the pairs of a state and a state of the automaton are looked at from the first ones, and get numbers:
 * a strongly connected component has one number, and those that it leads to have higher ones. When a component is complete,
 *
 *   - no step from it leads to a lower number, and
 *   - the steps within it leave out one of the acceptance sets, or there are none.
 *
 * Both are confirmed step by step, so these numbers are a ranking (`certificate.ts`), and a proof however they were found. They
 * are found by Pearce's algorithm (A space-efficient algorithm for finding strongly connected components, 2016): one number
 * for each pair, which is first that of its visit, and at last that of its component.
 */
import type { Progress } from '../../engines/engine.js';
import type { Reason } from '../../engines/remarks.js';
import type { AutomatonTransition } from '../../logic/ltl/buchi.js';
import { conditionOf } from '../audit/edges.js';
import { Failed, TooLarge, type Value } from '../audit/expressions.js';
import type { AuditLimits, KernelAudit } from '../audit/kernel.js';
import type { RunsQuestion } from './certificate.js';
import { Graph, NO_SET } from './graph.js';
import { Numbers } from './numbers.js';
import type { Part } from './parts.js';

/** Pairs between two looks at the clock. */
const CHUNK = 1024;
/** Of the component that is complete first; visits have lower numbers. */
const HIGHEST = 2 ** 31 - 1;
const MOST_PAIRS = 2 ** 30;

export function* auditRuns(question: RunsQuestion, limits: AuditLimits): Generator<Progress, KernelAudit> {
  const graph = new Graph(question);
  const { store, steps } = graph.space;
  const ended = (refuted: string | null, unfinished: Reason | null = null): KernelAudit => {
    return { states: store.count, transitions: graph.transitions, full: steps.full, refuted, unfinished };
  };
  const initial = graph.space.begin();
  for (const part of question.parts) {
    const product = new Product(graph, question, part);
    try {
      for (const state of initial) {
        for (const own of part.automaton.initial) {
          for (const pathLength of product.search(state * part.automaton.states + own)) {
            if (product.refuted !== null) return ended(product.refuted);
            const { maxStates, maxMegabytes } = limits;
            if (store.count > maxStates)
              return ended(null, { code: 'limit', limit: 'states', value: maxStates, covered: null });
            if (graph.bytes + product.bytes > maxMegabytes * 2 ** 20 || store.isFull || product.isFull)
              return ended(null, { code: 'limit', limit: 'memory', value: maxMegabytes, covered: null });
            yield { phase: 'audit', cubes: 0, depth: 0, queue: pathLength, states: store.count, restarts: 0 };
          }
        }
      }
    } catch (error) {
      if (error instanceof Failed) return ended(product.doing);
      if (error instanceof TooLarge) return ended(null, { code: 'overflow', steps: null });
      throw error;
    }
  }
  return ended(null);
}

/** Pairs are numbered by state first. */
class Product {
  /** What contradicts the answer. */
  refuted: string | null = null;
  /** What it is when something has no value. */
  doing = '';
  private readonly states: number;
  private readonly propositions: readonly Value[];
  /** By letter and state of the automaton. */
  private readonly readers: (readonly AutomatonTransition[])[] = [];
  private readonly letters = new Map<number, number>();
  /** By state of the program, the number of its letter, and one more; 0 when it was not looked at. */
  private readonly letterOf = new Numbers();
  /** By pair, that of its visit or of its component; 0 when it was not visited. */
  private readonly numbers = new Numbers();
  /** The pairs from the first to the one that is looked at; the next step of each; whether it may be the first of its component. */
  private readonly path = new Numbers();
  private readonly cursors = new Numbers();
  private readonly firsts = new Numbers();
  /** Pairs that were left, and whose components are not complete. */
  private readonly open = new Numbers();
  private visits = 0;
  private complete = HIGHEST;
  /** The sets that the steps within a component belong to. */
  private readonly met: Int32Array;

  constructor(
    private readonly graph: Graph,
    { program }: RunsQuestion,
    private readonly part: Part,
  ) {
    this.states = part.automaton.states;
    this.propositions = part.propositions.map((each) => conditionOf(program, graph.space.state, each));
    this.met = new Int32Array(graph.words);
  }

  get bytes(): number {
    const { letterOf, numbers, path, cursors, firsts, open } = this;
    return letterOf.bytes + numbers.bytes + path.bytes + cursors.bytes + firsts.bytes + open.bytes;
  }

  get isFull(): boolean {
    return this.graph.space.store.count * this.states >= MOST_PAIRS;
  }

  /** All pairs that this one leads to. Yields the length of the path now and then, and at the end. */
  *search(from: number): Generator<number, void> {
    const { graph, numbers, path, cursors, firsts, states } = this;
    if (this.isVisited(from)) return;
    this.visit(from);
    for (let looks = 0; path.length > 0 && this.refuted === null; looks++) {
      if (looks % CHUNK === 0) yield path.length;
      const top = path.length - 1;
      const pair = path.cells[top] as number;
      const state = Math.floor(pair / states);
      const readers = this.readersOf(pair);
      const first = (graph.first.cells[state] as number) - 1;
      const end = readers.length === 0 ? 0 : readers.length * (graph.counts.cells[state] as number);
      let next = -1;
      let cursor = cursors.cells[top] as number;
      for (; cursor < end && next < 0; cursor++) {
        const step = first + Math.floor(cursor / readers.length);
        const { to } = readers[cursor % readers.length] as AutomatonTransition;
        const target = (graph.targets.cells[step] as number) * states + to;
        if (numbers.cells[target] === 0) next = target;
        else this.lower(top, numbers.cells[target] as number);
      }
      cursors.cells[top] = cursor;
      if (next >= 0) {
        this.visit(next);
        continue;
      }
      path.pop();
      cursors.pop();
      if (firsts.pop() === 1) this.finish(pair);
      else this.open.push(pair);
      if (path.length > 0) this.lower(top - 1, numbers.cells[pair] as number);
    }
    if (this.refuted === null && this.open.length > 0) throw new Error('a component is not complete');
    yield path.length;
  }

  private isVisited(pair: number): boolean {
    this.numbers.reserve(this.graph.space.store.count * this.states);
    return this.numbers.cells[pair] !== 0;
  }

  private visit(pair: number): void {
    const { graph, part } = this;
    const state = Math.floor(pair / this.states);
    this.letterOf.reserve(state + 1);
    if (this.letterOf.cells[state] === 0) this.read(state);
    if (this.refuted !== null) return;
    if (this.readersOf(pair).length > 0) {
      this.doing = 'a step fails';
      graph.look(state);
      this.numbers.reserve(graph.space.store.count * part.automaton.states);
    }
    this.numbers.cells[pair] = ++this.visits;
    this.path.push(pair);
    this.cursors.push(0);
    this.firsts.push(1);
  }

  /** A step leads to a pair with this number: if that is lower, the pair at this place of the path is not the first of its component. */
  private lower(place: number, number: number): void {
    const pair = this.path.cells[place] as number;
    if (number >= (this.numbers.cells[pair] as number)) return;
    this.numbers.cells[pair] = number;
    this.firsts.cells[place] = 0;
  }

  /** The component that a pair was the first of is complete. */
  private finish(first: number): void {
    const { open, numbers } = this;
    const visit = numbers.cells[first] as number;
    const number = this.complete--;
    const end = open.length;
    while (open.length > 0 && (numbers.cells[open.cells[open.length - 1] as number] as number) >= visit) {
      numbers.cells[open.pop()] = number;
    }
    numbers.cells[first] = number;
    this.visits -= end - open.length + 1;
    this.confirm(first, open.cells.subarray(open.length, end), number);
  }

  /** The two properties of a component that is complete: `first` and the `others`. */
  private confirm(first: number, others: Int32Array, number: number): void {
    const { graph, numbers, states, met, part } = this;
    met.fill(0);
    let [marks, within] = [0, false];
    for (let k = -1; k < others.length; k++) {
      const pair = k < 0 ? first : (others[k] as number);
      const state = Math.floor(pair / states);
      const readers = this.readersOf(pair);
      if (readers.length === 0) continue;
      const begin = (graph.first.cells[state] as number) - 1;
      const end = begin + (graph.counts.cells[state] as number);
      for (let step = begin; step < end; step++) {
        const base = (graph.targets.cells[step] as number) * states;
        let stays = false;
        for (const transition of readers) {
          const reached = numbers.cells[base + transition.to] as number;
          if (reached < number) throw new Error('a component leads to one that is not complete');
          if (reached !== number) continue;
          stays = true;
          marks |= transition.marks;
        }
        if (!stays) continue;
        within = true;
        for (let word = 0; word < met.length; word++) {
          met[word] = (met[word] as number) | (graph.idle.cells[state * met.length + word] as number);
        }
        const own = graph.own.cells[step] as number;
        if (own !== NO_SET) met[own >>> 5] = (met[own >>> 5] as number) | (1 << (own & 31));
      }
    }
    if (within && marks === 2 ** part.automaton.sets - 1 && this.isFair())
      this.refuted = 'a run that is fair violates the property';
  }

  /** Whether all sets of fairness were met. */
  private isFair(): boolean {
    for (let set = 0; set < this.graph.sets; set++) {
      if ((((this.met[set >>> 5] as number) >>> (set & 31)) & 1) === 0) return false;
    }
    return true;
  }

  /** What the automaton sees of a state. */
  private read(state: number): void {
    const { graph, letters, propositions } = this;
    const { space } = graph;
    space.layOut(state);
    if (space.isFailure()) {
      this.refuted = 'an assertion fails';
      return;
    }
    this.doing = 'a proposition has no value';
    let letter = 0;
    for (let bit = 0; bit < propositions.length; bit++) {
      if ((propositions[bit] as Value)() !== 0) letter |= 1 << bit;
    }
    let number = letters.get(letter);
    if (number === undefined) {
      number = letters.size;
      letters.set(letter, number);
      const { transitions } = this.part.automaton;
      const reading = transitions.filter(
        ({ positive, negative }) => (letter & positive) === positive && (letter & negative) === 0,
      );
      for (let own = 0; own < this.states; own++) this.readers.push(reading.filter(({ from }) => from === own));
    }
    this.letterOf.cells[state] = number + 1;
  }

  /** The transitions of the automaton from there. */
  private readersOf(pair: number): readonly AutomatonTransition[] {
    const { states } = this;
    const state = Math.floor(pair / states);
    const letter = (this.letterOf.cells[state] as number) - 1;
    return this.readers[letter * states + (pair - state * states)] as readonly AutomatonTransition[];
  }
}
