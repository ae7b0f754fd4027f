/**
 * The backward search of both Dual-TSO engines (section 4.1 of the paper): from the targets, take a configuration, make its
 * minimal predecessors, keep those that no known one is below of. Those with the fewest messages are taken first, since
 * depth first the buffers of a loop grow and grow. It ends because the ordering is a well-quasi ordering, also where threads
 * come in without bound (section 6); or at a limit.
 *
 * What is found is a chain of configurations from a target to one below an initial configuration, or the minor set of all
 * from which a target can be reached.
 */

import type { ConcurrentSystem } from '../automata/system.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import { Forward, MOST_COMBINATIONS } from './forward.js';
import { MinorSet } from './minor-set.js';
import { Alphabet, type Configuration, MOST_MESSAGES, messagesOf } from './order.js';
import { type Found, isInitial } from './path.js';
import { Stepper } from './predecessors.js';
import { type Ending, targetConfigurations } from './target-configurations.js';

export interface DualTsoLimits {
  /** Configurations that were kept when they were found. */
  readonly maxConfigurations: number;
  /** For configurations, roughly. */
  readonly maxMegabytes: number;
}

type SearchEnd =
  | {
      readonly kind: 'closed';
      readonly alphabet: Alphabet;
      readonly alone: readonly Forward[];
      readonly minor: Iterable<Configuration>;
    }
  /** An initial configuration is above `first`. */
  | { readonly kind: 'reached'; readonly first: Found; readonly stepper: Stepper; readonly ending: Ending | null }
  | { readonly kind: 'unknown'; readonly reason: Reason };

interface Node extends Found {
  readonly next: Node | null;
  readonly depth: number;
  /** Threads that have come in on the way, beyond those of the target. */
  readonly newcomers: number;
  /** Of a target that looks at memory: how a run goes on from there. */
  readonly ending: Ending | null;
}

/** First in, first out. */
interface Queue {
  readonly nodes: Node[];
  taken: number;
}

/** Configurations that are stepped back from between two looks at the clock. */
const CHUNK = 64;
/** What a configuration takes, with its place in the tables: 490 to 700 measured. */
const BYTES = 700;
/** Where there are any number of threads, one that comes in is as dear as two messages: violations have fewer threads so. */
const NEWCOMER = 2;
/** Choices of threads are looked up one by one, and are bits of a number. */
export const MOST_THREADS = 16;

export class BackwardSearch {
  private readonly minor = new MinorSet<Node>();
  /** By the number of messages, and of threads that have come in where there are any number. */
  private readonly queues: Queue[] = [];
  private waiting = 0;
  private kept = 0;
  private generated = 0;
  private depth = 0;
  private localStates = 0;
  /** In one configuration. */
  private threads = 0;

  constructor(private readonly limits: DualTsoLimits) {}

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
    const alphabet = new Alphabet(system.domains);
    if (alphabet.size > MOST_MESSAGES) {
      return refused(`shared variables have ${alphabet.size} values in all: give smaller ranges`);
    }
    const alone: Forward[] = [];
    for (const automaton of system.automata.keys()) {
      const found = Forward.of(system, automaton, alphabet);
      if (found === null) {
        return refused(
          `the stores of a thread can wait in more than ${MOST_COMBINATIONS} ways: add fences, or give smaller ranges`,
        );
      }
      alone.push(found);
    }
    const stepper = new Stepper(system, alone);
    const targets = targetConfigurations(system, stepper);
    let target = targets.next();
    for (let made = 1; target.done !== true; target = targets.next(), made++) {
      if (target.value === null || made % CHUNK === 0) yield this.progress();
      if (target.value === null) continue;
      const { configuration, ending } = target.value;
      const node: Node = { ...configuration, next: null, depth: 0, newcomers: 0, ending };
      if (this.offer(stepper, node)) return this.reached(node, stepper);
      if (this.limit() !== null) return this.limited();
    }
    if (target.value !== null) return refused(target.value);

    for (let steps = 0; this.waiting > 0; steps++) {
      if (steps % CHUNK === 0) yield this.progress();
      const node = this.take();
      if (!this.minor.isMinimal(node)) continue;
      for (const predecessor of stepper.predecessors(node)) {
        const arranged = stepper.arrange(predecessor);
        if (arranged === null) continue;
        const newcomers = node.newcomers + (predecessor.parts.length - node.parts.length);
        const before: Node = { ...arranged.configuration, next: node, depth: node.depth + 1, newcomers, ending: null };
        if (this.offer(stepper, before)) return this.reached(before, stepper);
        if (this.threads > MOST_THREADS) return this.limited();
      }
      if (this.limit() !== null) return this.limited();
    }
    for (const [k, member] of [...this.minor].entries()) {
      if (k % CHUNK === 0) yield this.progress();
      if (!this.minor.isMinimal(member)) this.minor.remove(member);
    }
    return { kind: 'closed', alphabet, alone, minor: this.minor };
  }

  /** Keeps a configuration unless it is covered; true when an initial one is above it. */
  private offer({ system, alphabet }: Stepper, node: Node): boolean {
    this.generated++;
    this.threads = Math.max(this.threads, node.parts.length);
    if (this.threads > MOST_THREADS || this.minor.covers(node)) return false;
    this.depth = Math.max(this.depth, node.depth);
    this.kept++;
    if (isInitial(node, system, alphabet)) return true;
    this.minor.add(node);
    const cost = messagesOf(node) + (system.any.length > 0 ? NEWCOMER * node.newcomers : 0);
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

  private reached(first: Node, stepper: Stepper): SearchEnd {
    let target = first;
    while (target.next !== null) target = target.next;
    return { kind: 'reached', first, stepper, ending: target.ending };
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

function refused(message: string): SearchEnd {
  return { kind: 'unknown', reason: outside(message) };
}
