/**
 * The backward search of the exact engines: from the targets, take a configuration, make its predecessors, keep those that no
 * known one is below of. The smallest are taken first, since depth first the buffers of a loop grow and grow. It ends when the
 * ordering is a well-quasi ordering, also where threads come in without bound; or at a limit.
 *
 * What is found is a chain of configurations from a target to one that stands for an initial configuration, or the minor set
 * of all from which a target can be reached.
 */
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import type { Arranged, Configuration, Part, PartOrder, Predecessor } from './configuration.js';
import { MinorSet } from './minor-set.js';
import type { ConcurrentSystem } from './system.js';

/** What is searched through: P are parts, A actions, E is what a run does after its target. */
export interface Space<P extends Part, A, E> {
  readonly system: ConcurrentSystem;
  readonly order: PartOrder<P>;
  /** All targets; null for a look at the clock. The reason when they cannot be told. */
  targets(): Generator<Beginning<P, E> | null, string | null>;
  /** From where a step leads to the configuration, but for what is in it already. */
  predecessors(configuration: Configuration<P>): Generator<Predecessor<P, A>>;
  /** A predecessor as it is kept; null when no run can have it. */
  arrange(predecessor: Predecessor<P, A>): Arranged<P> | null;
  /** Whether it stands for an initial configuration. */
  isInitial(configuration: Configuration<P>): boolean;
  /** What the search wants little of. */
  sizeOf(configuration: Configuration<P>): number;
}

/** Where a search begins. */
interface Beginning<P extends Part, E> {
  readonly configuration: Configuration<P>;
  readonly ending: E;
}

export interface SearchLimits {
  /** Configurations that were kept when they were found. */
  readonly maxConfigurations: number;
  /** For configurations, roughly. */
  readonly maxMegabytes: number;
}

export interface Found<P extends Part, E> extends Configuration<P> {
  /** The one it is a predecessor of, or of a target what comes after it. */
  readonly next: Found<P, E> | { readonly ending: E };
}

type SearchEnd<P extends Part, E> =
  | { readonly kind: 'closed'; readonly minor: Iterable<Configuration<P>> }
  /** `first` stands for an initial configuration. */
  | { readonly kind: 'reached'; readonly first: Found<P, E> }
  | { readonly kind: 'unknown'; readonly reason: Reason };

interface Node<P extends Part, E> extends Found<P, E> {
  readonly depth: number;
  /** Threads that have come in on the way, beyond those of the target. */
  readonly newcomers: number;
}

/** First in, first out. */
interface Waiting<N> {
  readonly nodes: N[];
  taken: number;
}

/** Configurations that are stepped back from between two looks at the clock. */
const CHUNK = 32;
/** What a configuration takes, with its place in the tables: 490 to 700 measured. */
const BYTES = 700;
/** Where there are any number of threads, one that comes in is as dear as two letters: violations have fewer threads so. */
const NEWCOMER = 2;
/** Threads in a configuration: they are bits of a number. */
export const MOST_THREADS = 16;

export class BackwardSearch<P extends Part, A, E> {
  private minor: MinorSet<P, Node<P, E>> | null = null;
  /** By size. */
  private readonly queues: Waiting<Node<P, E>>[] = [];
  private waiting = 0;
  private kept = 0;
  private generated = 0;
  private depth = 0;
  private localStates = 0;
  /** In one configuration. */
  private threads = 0;

  constructor(private readonly limits: SearchLimits) {}

  counts(): Readonly<Record<string, number>> {
    const { kept: configurations, generated, localStates, depth } = this;
    return { configurations, generated, minimal: this.minor?.size ?? 0, localStates, depth };
  }

  *run(space: Space<P, A, E>): Generator<Progress, SearchEnd<P, E>> {
    const minor = new MinorSet<P, Node<P, E>>(space.order);
    this.minor = minor;
    this.localStates = space.system.automata.reduce((sum, { states }) => sum + states, 0);
    const targets = space.targets();
    let target = targets.next();
    for (let made = 1; target.done !== true; target = targets.next(), made++) {
      if (target.value === null || made % CHUNK === 0) yield this.progress();
      if (target.value === null) continue;
      const { configuration, ending } = target.value;
      const node: Node<P, E> = { ...configuration, next: { ending }, depth: 0, newcomers: 0 };
      if (this.offer(space, minor, node)) return { kind: 'reached', first: node };
      if (this.limit() !== null) return this.limited();
    }
    if (target.value !== null) return { kind: 'unknown', reason: outside(target.value) };

    for (let steps = 0; this.waiting > 0; steps++) {
      if (steps % CHUNK === 0) yield this.progress();
      const node = this.take();
      if (!minor.isMinimal(node)) continue;
      for (const predecessor of space.predecessors(node)) {
        const arranged = space.arrange(predecessor);
        if (arranged === null) continue;
        const newcomers = node.newcomers + (predecessor.parts.length - node.parts.length);
        const before: Node<P, E> = { ...arranged.configuration, next: node, depth: node.depth + 1, newcomers };
        if (this.offer(space, minor, before)) return { kind: 'reached', first: before };
        if (this.threads > MOST_THREADS) return this.limited();
      }
      if (this.limit() !== null) return this.limited();
    }
    for (const [k, member] of [...minor].entries()) {
      if (k % CHUNK === 0) yield this.progress();
      if (!minor.isMinimal(member)) minor.remove(member);
    }
    return { kind: 'closed', minor };
  }

  /** Keeps a configuration unless it is covered; true when it stands for an initial one. */
  private offer(space: Space<P, A, E>, minor: MinorSet<P, Node<P, E>>, node: Node<P, E>): boolean {
    this.generated++;
    this.threads = Math.max(this.threads, node.parts.length);
    if (this.threads > MOST_THREADS || minor.covers(node)) return false;
    this.depth = Math.max(this.depth, node.depth);
    this.kept++;
    if (space.isInitial(node)) return true;
    minor.add(node);
    const cost = space.sizeOf(node) + (space.system.any.length > 0 ? NEWCOMER * node.newcomers : 0);
    while (this.queues.length <= cost) this.queues.push({ nodes: [], taken: 0 });
    this.queues[cost]?.nodes.push(node);
    this.waiting++;
    return false;
  }

  private take(): Node<P, E> {
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

  private limited(): SearchEnd<P, E> {
    const limit = this.limit();
    if (limit === null) throw new Error('no limit is reached');
    return { kind: 'unknown', reason: { code: 'limit', ...limit, covered: this.covered() } };
  }

  covered(): Covered {
    return { what: 'configurations', found: this.kept, waiting: this.waiting, depth: this.depth };
  }

  private progress(): Progress {
    const { depth, waiting: queue, kept: states } = this;
    return { phase: 'backward', cubes: this.minor?.size ?? 0, depth, queue, states, restarts: 0 };
  }
}
