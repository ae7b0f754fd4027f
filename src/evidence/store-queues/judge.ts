/**
 * The judge of certificates of the PSO engine. Nothing of the search is used: sets of configurations and the steps of the
 * machine are written down once more, from their definitions. Let "bad" be what is in one of the sets of the certificate.
 *
 *   1. every target is bad
 *   2. no initial configuration is bad
 *   3. whatever steps into something bad is bad
 *
 * Then nothing bad is reached: the first step into it would start from something bad. For 3, the steps into each set are
 * undone (`steps.ts`), which gives sets, and each of these must be within one of the certificate.
 *
 * Threads and cells of which a set says nothing may be anything. Where there are any number of threads of a kind, there is
 * always one more of which it says nothing.
 */

import type { Automaton, ConcurrentSystem, Target } from '../../engines/automata/system.js';
import type { Progress } from '../../engines/engine.js';
import type { CertifiedElement, PsoCertificate } from '../../engines/pso-queues/certificate.js';
import { Members } from './members.js';
import { type Letter, names } from './messages.js';
import { pendingFrom } from './pending.js';
import { ANY_QUEUE, type ConfigurationSet, type QueueSet, type ThreadSet } from './sets.js';
import { isLate, stepsInto, stepsOfStranger, writesPastBuffers } from './steps.js';

export type Judgement = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** A judgement, and how much was looked at for it. */
export type Judged = Judgement & {
  /** Whose steps were undone. */
  readonly configurations: number;
  /** That were undone. */
  readonly steps: number;
};

const BEYOND = 'a thread with barriers between stores writes a variable that is never buffered';
const UNFIT = 'it speaks of threads, states or cells that the program does not have';
/** In one set: where there are any number, that is far more than a search comes to. */
const MOST_THREADS = 64;
/** Sets between two looks at the clock. */
const CHUNK = 32;

export function checkCertificate(system: ConcurrentSystem, certificate: PsoCertificate): Judgement {
  const work = judge(system, certificate);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const judged = step.value;
  return judged.ok ? { ok: true } : { ok: false, reason: judged.reason };
}

/** The same, to be driven by someone who looks at the clock. */
export function* judge(system: ConcurrentSystem, { elements }: PsoCertificate): Generator<Progress, Judged> {
  const found = new Judge(system, elements);
  const reason = yield* found.fault();
  const { configurations, steps } = found;
  return reason === null ? { ok: true, configurations, steps } : { ok: false, reason, configurations, steps };
}

class Judge {
  configurations = 0;
  steps = 0;
  private readonly members = new Members();
  /** How many threads each automaton has; infinite where there are any number. */
  private readonly counts: readonly number[];
  private readonly anyQueues: readonly QueueSet[];

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly certified: readonly CertifiedElement[],
  ) {
    this.counts = system.automata.map((_, number) =>
      system.any.includes(number) ? Number.POSITIVE_INFINITY : system.threads.filter((each) => each === number).length,
    );
    this.anyQueues = system.domains.map(() => ANY_QUEUE);
  }

  *fault(): Generator<Progress, string | null> {
    if (this.system.automata.some((automaton) => isLate(automaton) && writesPastBuffers(automaton))) return BEYOND;
    const all: ConfigurationSet[] = [];
    for (const [k, certified] of this.certified.entries()) {
      if (k % CHUNK === 0) yield this.progress('reading');
      const member = this.read(certified);
      if (member === null) return UNFIT;
      if (this.hasInitial(member)) return 'an initial configuration is covered';
      all.push(member);
      this.members.add(member);
    }
    if (!this.coversTargets()) return 'a target is not covered';
    for (const [number, member] of all.entries()) {
      if (number % CHUNK === 0) yield this.progress('steps');
      this.configurations++;
      if (!this.isClosedAt(member)) return `something that is not covered leads to element ${number}`;
    }
    return null;
  }

  private progress(phase: string): Progress {
    const { configurations: cubes, steps: states } = this;
    return { phase, cubes, depth: 0, queue: this.certified.length - cubes, states, restarts: 0 };
  }

  /** Null when it speaks of what the system does not have. */
  private read({ memory, threads }: CertifiedElement): ConfigurationSet | null {
    const { automata, domains } = this.system;
    const holds = (cell: number, value: number): boolean => domains[cell]?.includes(value) === true;
    if (memory.length !== domains.length || threads.length > MOST_THREADS) return null;
    if (memory.some((value, cell) => value !== null && !holds(cell, value))) return null;
    const read: ThreadSet[] = [];
    for (const { automaton, state, queues, messages = [] } of threads) {
      const states = automata[automaton]?.states ?? 0;
      if (states === 0 || (state !== null && !(Number.isInteger(state) && state >= 0 && state < states))) return null;
      const named = new Set(queues.map(({ cell }) => cell));
      if (named.size < queues.length) return null;
      if (!queues.every(({ cell, word }) => cell in domains && word.every((value) => holds(cell, value)))) return null;
      const all = [...this.anyQueues];
      for (const { cell, word, open } of queues) all[cell] = { word, open };
      const isFit = (letter: Letter): boolean =>
        letter.held.every(({ cell, value }) => cell in domains && holds(cell, value)) &&
        letter.without.every((cell) => cell in domains && !(letter.kind === 'own' && names(letter, cell)));
      if (messages.length > 0 && !isLate(automata[automaton] as Automaton)) return null;
      if (!messages.every(isFit)) return null;
      read.push({ automaton, state, queues: all, messages });
    }
    if (automata.some((_, number) => present(read, number) > (this.counts[number] as number))) return null;
    return { memory, threads: read };
  }

  private hasInitial({ memory, threads }: ConfigurationSet): boolean {
    const { automata, initial } = this.system;
    return (
      memory.every((value, cell) => value === null || initial[cell]?.includes(value)) &&
      threads.every(
        ({ automaton, state, queues, messages }) =>
          messages.length === 0 &&
          (state === null || automata[automaton]?.initial.some((first) => first.state === state)) &&
          queues.every(({ word }) => word.length === 0),
      )
    );
  }

  /** Where memory is asked about, threads with load buffers are there before they are in their states (`pending.ts`). */
  private coversTargets(): boolean {
    const { targets, threads: automata, domains } = this.system;
    return targets.every(({ threads, memory: held }) => {
      const asked: (number | null)[] = domains.map(() => null);
      for (const { cell, value } of held) asked[cell] = value;
      let chosen: ConfigurationSet[] = [{ memory: asked, threads: [] }];
      for (const { thread, states } of threads) {
        const begins = this.beginsOf(automata[thread] as number, states, held);
        chosen = chosen.flatMap((some) => begins.flatMap((begin) => together(some, begin)));
      }
      return chosen.every((set) => this.members.hold(set));
    });
  }

  private beginsOf(automaton: number, states: readonly number[], asked: Target['memory']): ConfigurationSet[] {
    const { automata, domains } = this.system;
    const memory = domains.map(() => null);
    const there = states.map((state): ConfigurationSet => {
      return { memory, threads: [{ automaton, state, queues: this.anyQueues, messages: [] }] };
    });
    if (asked.length === 0 || !isLate(automata[automaton] as Automaton)) return there;
    return pendingFrom(this.system, there, (set) => this.members.hold(set));
  }

  /** Whether everything that steps into the member is covered. */
  private isClosedAt({ memory, threads }: ConfigurationSet): boolean {
    for (const [actor, thread] of threads.entries()) {
      for (const before of stepsInto(this.system, thread, memory)) {
        this.steps++;
        const all = threads.with(actor, before.thread);
        if (!this.members.hold({ memory: before.memory, threads: all })) return false;
      }
    }
    for (const automaton of this.system.automata.keys()) {
      if (present(threads, automaton) === this.counts[automaton]) continue;
      const stranger = { automaton, state: null, queues: this.anyQueues, messages: [] };
      for (const before of stepsOfStranger(this.system, stranger, memory)) {
        this.steps++;
        if (!this.members.hold({ memory: before.memory, threads: [...threads, before.thread] })) return false;
      }
    }
    return true;
  }
}

function present(threads: readonly ThreadSet[], automaton: number): number {
  return threads.filter((thread) => thread.automaton === automaton).length;
}

/** Both at once; none when they contradict each other. */
function together(one: ConfigurationSet, other: ConfigurationSet): ConfigurationSet[] {
  const differs = one.memory.some((value, cell) => {
    const there = other.memory[cell] as number | null;
    return value !== null && there !== null && value !== there;
  });
  if (differs) return [];
  const memory = one.memory.map((value, cell) => value ?? (other.memory[cell] as number | null));
  return [{ memory, threads: [...one.threads, ...other.threads] }];
}
