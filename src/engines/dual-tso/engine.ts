/**
 * The Dual-TSO engine: whether a finite program is safe under TSO with store buffers of any length, for its number of threads
 * (Abdulla, Atig, Bouajjani, Ngo 2016, section 4). It always ends, in time that has no good bound.
 *
 *   1. the program becomes a concurrent system, or is refused (`program-system.ts`)
 *   2. from the targets backward: take a configuration, make its minimal predecessors, keep those that no known one is
 *      below of; those with the fewest messages first, since depth first the buffers of a loop grow and grow
 *   3. one below an initial configuration: the way back is a run of the dual semantics, made one of a store-buffer machine
 *      (`store-buffer-run.ts`) and replayed
 *   4. none left: the minor set is what cannot be reached, and goes into the certificate
 */
import type { Trace } from '../../evidence/outcome.js';
import { replayProgram } from '../../memory/operational/program/replay.js';
import type { Program } from '../../models/program/model.js';
import type { Progress } from '../engine.js';
import { tidyRun } from '../explicit/tidy.js';
import { combinations } from './automaton.js';
import { type DualCertificate, makeCertificate } from './certificate.js';
import { Forward, MOST_COMBINATIONS } from './forward.js';
import { MinorSet } from './minor-set.js';
import { Alphabet, type Configuration, MOST_MESSAGES, messagesOf, UNKNOWN } from './order.js';
import { type Found, isInitial, runFrom } from './path.js';
import { Stepper } from './predecessors.js';
import { concurrentSystem } from './program-system.js';
import { storeBufferRun } from './store-buffer-run.js';
import type { ConcurrentSystem, Target } from './system.js';

export interface DualTsoLimits {
  /** Configurations that were kept when they were found. */
  readonly maxConfigurations: number;
  /** For configurations, roughly. */
  readonly maxMegabytes: number;
}

export interface DualTsoQuestion {
  readonly program: Program;
  readonly limits: DualTsoLimits;
}

export type DualTsoAnswer =
  /** For store buffers of any length. */
  | { readonly verdict: 'holds'; readonly system: ConcurrentSystem; readonly certificate: DualCertificate }
  | { readonly verdict: 'violated'; readonly trace: Trace }
  | { readonly verdict: 'unknown'; readonly reason: string };

interface Node extends Found {
  readonly next: Node | null;
  readonly depth: number;
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
/** No bound on store buffers, where a number is wanted. */
const LONGEST = Number.MAX_SAFE_INTEGER;
/** Choices of threads are looked up one by one, and are bits of a number. */
const MOST_THREADS = 16;

export class DualTsoEngine {
  private readonly question: DualTsoQuestion;
  private readonly minor = new MinorSet<Node>();
  /** By the number of messages. */
  private readonly queues: Queue[] = [];
  private waiting = 0;
  private kept = 0;
  private generated = 0;
  private depth = 0;
  private localStates = 0;

  constructor(question: DualTsoQuestion) {
    this.question = question;
  }

  counts(): Readonly<Record<string, number>> {
    return {
      configurations: this.kept,
      generated: this.generated,
      minimal: this.minor.size,
      localStates: this.localStates,
      depth: this.depth,
    };
  }

  *run(): Generator<Progress, DualTsoAnswer> {
    const { length } = this.question.program.threads;
    if (length > MOST_THREADS) {
      return {
        verdict: 'unknown',
        reason: `there are ${length} threads: the Dual-TSO engine is for at most ${MOST_THREADS}`,
      };
    }
    const system = concurrentSystem(this.question.program);
    if ('refused' in system) return { verdict: 'unknown', reason: system.refused };
    this.localStates = system.automata.reduce((sum, { states }) => sum + states, 0);
    const alphabet = new Alphabet(system.domains);
    if (alphabet.size > MOST_MESSAGES) {
      return {
        verdict: 'unknown',
        reason: `shared variables have ${alphabet.size} values in all: give smaller ranges`,
      };
    }
    const alone: Forward[] = [];
    for (const automaton of system.automata.keys()) {
      const found = Forward.of(system, automaton, alphabet);
      if (found === null) {
        const reason = `the stores of a thread can wait in more than ${MOST_COMBINATIONS} ways: add fences, or give smaller ranges`;
        return { verdict: 'unknown', reason };
      }
      alone.push(found);
    }
    const stepper = new Stepper(system, alone);
    for (const configuration of targetConfigurations(system, stepper)) {
      const found = this.offer(configuration, null, system, stepper);
      if (found !== null) return this.violated(found, system, stepper);
      if (this.limit() !== null) return this.limited();
    }

    for (let steps = 0; this.waiting > 0; steps++) {
      if (steps % CHUNK === 0) yield this.progress();
      const node = this.take();
      if (!this.minor.isMinimal(node)) continue;
      for (const predecessor of stepper.predecessors(node)) {
        const arranged = stepper.arrange(predecessor);
        const found = arranged && this.offer(arranged.configuration, node, system, stepper);
        if (found !== null) return this.violated(found, system, stepper);
      }
      if (this.limit() !== null) return this.limited();
    }
    for (const [k, member] of [...this.minor].entries()) {
      if (k % CHUNK === 0) yield this.progress();
      if (!this.minor.isMinimal(member)) this.minor.remove(member);
    }
    return { verdict: 'holds', system, certificate: makeCertificate(system, alphabet, alone, this.minor) };
  }

  /** Keeps a configuration unless it is covered; gives it back when an initial one is above it. */
  private offer(
    configuration: Configuration,
    next: Node | null,
    system: ConcurrentSystem,
    stepper: Stepper,
  ): Node | null {
    this.generated++;
    if (this.minor.covers(configuration)) return null;
    const depth = next === null ? 0 : next.depth + 1;
    const node: Node = { ...configuration, next, depth };
    this.depth = Math.max(this.depth, depth);
    this.kept++;
    if (isInitial(node, system, stepper.alphabet)) return node;
    this.minor.add(node);
    const messages = messagesOf(node);
    while (this.queues.length <= messages) this.queues.push({ nodes: [], taken: 0 });
    this.queues[messages]?.nodes.push(node);
    this.waiting++;
    return null;
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

  private limit(): string | null {
    const { maxConfigurations, maxMegabytes } = this.question.limits;
    if (this.kept > maxConfigurations) return `the limit of ${maxConfigurations} configurations`;
    return this.kept * BYTES > maxMegabytes * 2 ** 20 ? `the limit of ${maxMegabytes} MB` : null;
  }

  private limited(): DualTsoAnswer {
    const covered = `${this.kept} configurations found, ${this.waiting} of them not stepped back from`;
    return { verdict: 'unknown', reason: `${this.limit()} is reached; ${covered}` };
  }

  private progress(): Progress {
    const { depth, waiting: queue, kept: states } = this;
    return { phase: 'backward', cubes: this.minor.size, depth, queue, states, restarts: 0 };
  }

  private violated(found: Node, system: ConcurrentSystem, stepper: Stepper): DualTsoAnswer {
    const { program } = this.question;
    const run = storeBufferRun(runFrom(found, system, stepper), system);
    const replayed = replayProgram(program, tidyRun(program, run, 'tso', LONGEST), 'tso', null);
    if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
    return { verdict: 'violated', trace: replayed.trace };
  }
}

/** Configurations that stand for all targets: with empty buffers, since messages can be deleted. */
function* targetConfigurations(
  { targets, threads, domains }: ConcurrentSystem,
  stepper: Stepper,
): Generator<Configuration> {
  const memory = UNKNOWN.repeat(domains.length);
  for (const target of targets) {
    for (const states of combinations(target.threads.map((part: Target['threads'][number]) => part.states))) {
      const parts = target.threads.map(({ thread }, k) =>
        stepper.parts.part(threads[thread] as number, states[k] as number, ''),
      );
      const arranged = stepper.arrange({ parts, memory });
      if (arranged !== null) yield arranged.configuration;
    }
  }
}
