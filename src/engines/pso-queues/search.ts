/**
 * The backward search of both PSO engines: from the targets, take an element, make its predecessors, keep those that no known
 * one covers. The smallest are taken first, since depth first the queues of a loop grow and grow. It ends because the ordering
 * behind elements is a well-quasi ordering (`element.ts`), also where threads come in without bound; or at a limit.
 *
 * What is found is a chain of elements from a target to one with an initial configuration in it, or a set of elements that
 * holds the targets, everything from which a step leads into it, and no initial configuration.
 */
import { combinations } from '../automata/automaton.js';
import type { ConcurrentSystem } from '../automata/system.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import { ANYWHERE, type Element, sizeOf } from './element.js';
import { MinorSet } from './minor-set.js';
import { Stepper } from './predecessors.js';
import { ANYTHING, MOST_VALUES, mayBeEmpty, UNKNOWN } from './queues.js';

export interface PsoLimits {
  /** Elements that were kept when they were found. */
  readonly maxConfigurations: number;
  /** For elements, roughly. */
  readonly maxMegabytes: number;
}

export interface Found extends Element {
  /** The one it is a predecessor of; null for a target. */
  readonly next: Found | null;
}

type SearchEnd =
  | { readonly kind: 'closed'; readonly stepper: Stepper; readonly minor: Iterable<Element> }
  /** An initial configuration is in `first`. */
  | { readonly kind: 'reached'; readonly first: Found; readonly stepper: Stepper }
  | { readonly kind: 'unknown'; readonly reason: Reason };

interface Node extends Found {
  readonly next: Node | null;
  readonly depth: number;
  /** Threads that have come in on the way, beyond those of the target. */
  readonly newcomers: number;
}

/** First in, first out. */
interface Waiting {
  readonly nodes: Node[];
  taken: number;
}

/** Elements that are stepped back from between two looks at the clock. */
const CHUNK = 32;
/** What an element takes, with its place in the tables. */
const BYTES = 700;
/** Where there are any number of threads, one that comes in is as dear as two letters: violations have fewer threads so. */
const NEWCOMER = 2;
/** Threads in an element: they are bits of a number. */
export const MOST_THREADS = 16;

export class BackwardSearch {
  private readonly minor = new MinorSet<Node>();
  /** By size. */
  private readonly queues: Waiting[] = [];
  private waiting = 0;
  private kept = 0;
  private generated = 0;
  private depth = 0;
  private localStates = 0;
  /** In one element. */
  private threads = 0;

  constructor(private readonly limits: PsoLimits) {}

  counts(): Readonly<Record<string, number>> {
    return {
      configurations: this.kept,
      generated: this.generated,
      minimal: this.minor.size,
      localStates: this.localStates,
      depth: this.depth,
    };
  }

  *run(system: ConcurrentSystem): Generator<Progress, SearchEnd> {
    this.localStates = system.automata.reduce((sum, { states }) => sum + states, 0);
    if (system.domains.some(({ length }) => length > MOST_VALUES)) {
      const reason = outside(`a shared variable has more than ${MOST_VALUES} values: give smaller ranges`);
      return { kind: 'unknown', reason };
    }
    const stepper = new Stepper(system);
    let made = 0;
    for (const target of targetElements(stepper)) {
      if (++made % CHUNK === 0) yield this.progress();
      const node: Node = { ...target, next: null, depth: 0, newcomers: 0 };
      if (this.offer(stepper, node)) return { kind: 'reached', first: node, stepper };
      if (this.limit() !== null) return this.limited();
    }
    for (let steps = 0; this.waiting > 0; steps++) {
      if (steps % CHUNK === 0) yield this.progress();
      const node = this.take();
      if (!this.minor.isMinimal(node)) continue;
      for (const predecessor of stepper.predecessors(node)) {
        const arranged = stepper.arrange(predecessor);
        if (arranged === null) continue;
        const newcomers = node.newcomers + (predecessor.parts.length - node.parts.length);
        const before: Node = { ...arranged.element, next: node, depth: node.depth + 1, newcomers };
        if (this.offer(stepper, before)) return { kind: 'reached', first: before, stepper };
        if (this.threads > MOST_THREADS) return this.limited();
      }
      if (this.limit() !== null) return this.limited();
    }
    for (const [k, member] of [...this.minor].entries()) {
      if (k % CHUNK === 0) yield this.progress();
      if (!this.minor.isMinimal(member)) this.minor.remove(member);
    }
    return { kind: 'closed', stepper, minor: this.minor };
  }

  /** Keeps an element unless it is covered; true when an initial configuration is in it. */
  private offer({ system, letters }: Stepper, node: Node): boolean {
    this.generated++;
    this.threads = Math.max(this.threads, node.parts.length);
    if (this.threads > MOST_THREADS || this.minor.covers(node)) return false;
    this.depth = Math.max(this.depth, node.depth);
    this.kept++;
    if (isInitial(node, system, (cell, letter) => letters.value(cell, letter))) return true;
    this.minor.add(node);
    const cost = sizeOf(node) + (system.any.length > 0 ? NEWCOMER * node.newcomers : 0);
    while (this.queues.length <= cost) this.queues.push({ nodes: [], taken: 0 });
    this.queues[cost]?.nodes.push(node);
    this.waiting++;
    return false;
  }

  private take(): Node {
    for (const queue of this.queues) {
      const node = queue.nodes[queue.taken];
      if (node === undefined) continue;
      queue.taken++;
      this.waiting--;
      return node;
    }
    throw new Error('nothing waits');
  }

  /** The limit that is reached; null when none is. */
  private limit(): Pick<Reason & { readonly code: 'limit' }, 'limit' | 'value'> | null {
    const { maxConfigurations, maxMegabytes } = this.limits;
    if (this.threads > MOST_THREADS) return { limit: 'processes', value: MOST_THREADS };
    if (this.kept > maxConfigurations) return { limit: 'configurations', value: maxConfigurations };
    return this.kept * BYTES > maxMegabytes * 2 ** 20 ? { limit: 'memory', value: maxMegabytes } : null;
  }

  private limited(): SearchEnd {
    const limit = this.limit();
    if (limit === null) throw new Error('no limit is reached');
    return { kind: 'unknown', reason: { code: 'limit', ...limit, covered: this.covered() } };
  }

  covered(): Covered {
    return { what: 'configurations', found: this.kept, waiting: this.waiting, depth: this.depth };
  }

  private progress(): Progress {
    const { depth, waiting: queue, kept: states } = this;
    return { phase: 'backward', cubes: this.minor.size, depth, queue, states, restarts: 0 };
  }
}

/** Local states and memory as the target has them; queues and other threads may be anything. */
function* targetElements(stepper: Stepper): Generator<Element> {
  const { targets, threads, domains } = stepper.system;
  for (const target of targets) {
    const letters = Array.from(domains, () => UNKNOWN);
    for (const held of target.memory) letters[held.cell] = stepper.letters.letter(held);
    for (const states of combinations(target.threads.map((part) => part.states))) {
      const parts = target.threads.map(({ thread }, k) => {
        const automaton = threads[thread] as number;
        const queues = stepper.steps[automaton]?.stored.map(() => ANYTHING) ?? [];
        return stepper.parts.part(automaton, states[k] as number, queues);
      });
      // A run that ends in a target has all threads of it, also the idle ones.
      const arranged = stepper.arrangeAll({ parts, memory: letters.join('') });
      if (arranged !== null) yield arranged.element;
    }
  }
}

/** Whether an initial configuration is in the element. */
function isInitial(
  { memory, parts }: Element,
  { automata, initial }: ConcurrentSystem,
  value: (cell: number, letter: string) => number,
): boolean {
  return (
    parts.every(
      ({ automaton, state, queues }) =>
        (state === ANYWHERE || automata[automaton]?.initial.some((first) => first.state === state)) &&
        queues.every(mayBeEmpty),
    ) &&
    initial.every((values, cell) => {
      const letter = memory[cell] as string;
      return letter === UNKNOWN || values.includes(value(cell, letter));
    })
  );
}
