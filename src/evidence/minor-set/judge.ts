/**
 * The judge of certificates. Nothing of the search is used: the ordering and the steps are written down once more, straight
 * from their definitions (figure 2 and section 4.2 of the paper), in the folder `check`.
 *
 * What is checked, for M the configurations of the certificate and "bad" for what is above one of them:
 *
 *   1. what is listed for threads alone is an invariant (`check/alone.ts`)
 *   2. every target is bad (`check/targets.ts`)
 *   3. no initial configuration is bad
 *   4. whatever steps into something bad is bad, or no run has it: it is not as listed for one of its threads, or a message
 *      in a buffer contradicts what memory must hold (`check/threads.ts`)
 *
 * Then nothing bad is reached: the first step into it would start from something bad.
 *
 * 4 is about infinitely many configurations: those above c in M. It is enough to look at few of them, with the buffers of c
 * but for the thread that steps, which may have one letter more; `check/steps.ts` says which and why.
 *
 * Threads and cells of which c says nothing may be anything. A cell matters only to a step that reads or writes it, and may
 * have held any value before a write; where it is listed with a thread it holds one of the values listed. Where there are any
 * number of threads of a kind, there is always one more of which c says nothing.
 */

import type { ConcurrentSystem } from '../../engines/automata/system.js';
import type { CertifiedConfiguration, DualCertificate } from '../../engines/dual-tso/certificate.js';
import type { Progress } from '../../engines/engine.js';
import { Alone } from './alone.js';
import { type Letter, Letters, type Memory, type Move, movesOf, NOTHING, ownOf } from './letters.js';
import { byKind, type Configuration, Members } from './members.js';
import { type StepBack, Steps } from './steps.js';
import { targetFault } from './targets.js';
import { type Thread, Threads } from './threads.js';

export type Judgement = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** A judgement, and how much was looked at for it. */
export type Judged = Judgement & {
  /** Whose steps were undone. */
  readonly configurations: number;
  /** That were undone. */
  readonly steps: number;
};

const UNFIT = 'it speaks of threads, states or cells that the program does not have';
/** In one configuration: where there are any number, that is far more than a search comes to. */
const MOST_THREADS = 64;
/** Configurations between two looks at the clock. */
const CHUNK = 64;

export function checkCertificate(system: ConcurrentSystem, certificate: DualCertificate): Judgement {
  const work = judge(system, certificate);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const judged = step.value;
  return judged.ok ? { ok: true } : { ok: false, reason: judged.reason };
}

/** The same, to be driven by someone who looks at the clock. */
export function* judge(system: ConcurrentSystem, certificate: DualCertificate): Generator<Progress, Judged> {
  const letters = new Letters(system);
  const alone = Alone.of(system, letters, certificate);
  if (alone === null) return { ok: false, reason: UNFIT, configurations: 0, steps: 0 };
  const found = new Judge(system, letters, alone, certificate.configurations);
  const reason = yield* found.fault();
  const { configurations, steps } = found;
  return reason === null ? { ok: true, configurations, steps } : { ok: false, reason, configurations, steps };
}

class Judge {
  configurations = 0;
  steps = 0;
  private readonly moves: readonly (readonly Move[])[];
  private readonly threads: Threads;
  private readonly stepsBack: Steps;
  private readonly members = new Members();
  /** How many threads each automaton has; infinite where there are any number. */
  private readonly counts: readonly number[];

  constructor(
    private readonly system: ConcurrentSystem,
    private readonly letters: Letters,
    private readonly alone: Alone,
    private readonly certified: readonly CertifiedConfiguration[],
  ) {
    this.moves = movesOf(system, letters);
    this.threads = new Threads(letters, alone);
    this.stepsBack = new Steps(this.moves, letters, this.threads, alone);
    this.counts = system.automata.map((_, number) =>
      system.any.includes(number) ? Number.POSITIVE_INFINITY : system.threads.filter((each) => each === number).length,
    );
  }

  *fault(): Generator<Progress, string | null> {
    const notAlone = yield* this.alone.fault(this.moves, () => this.progress('threads alone'));
    if (notAlone !== null) return notAlone;
    const all: Configuration[] = [];
    for (const [k, certified] of this.certified.entries()) {
      if (k % CHUNK === 0) yield this.progress('reading');
      const member = this.read(certified);
      if (member === null) return UNFIT;
      if (this.isBelowInitial(certified)) return 'an initial configuration is covered';
      all.push(member);
      this.members.add(member);
    }
    const target = targetFault(this.system, this.letters, this.threads, this.stepsBack, (each) =>
      this.isCovered(each, []),
    );
    if (target !== null) return target;
    for (const [number, member] of all.entries()) {
      if (number % CHUNK === 0) yield this.progress('steps');
      this.configurations++;
      if (!this.isClosedAt(member)) return `something that is not covered leads to configuration ${number}`;
    }
    return null;
  }

  private progress(phase: string): Progress {
    const { configurations: cubes, steps: states } = this;
    return { phase, cubes, depth: 0, queue: this.certified.length - cubes, states, restarts: 0 };
  }

  /** Null when it speaks of what the system does not have. */
  private read({ memory, threads }: CertifiedConfiguration): Configuration | null {
    const { automata, domains } = this.system;
    if (memory.length !== domains.length || threads.length > MOST_THREADS) return null;
    const held = memory.map((value, cell) => (value === null ? NOTHING : this.letters.find({ cell, value })));
    if (held.includes(null)) return null;
    const read: Thread[] = [];
    for (const { automaton, state, buffer } of threads) {
      const states = automata[automaton]?.states ?? 0;
      if (!Number.isInteger(state) || state < 0 || state >= states) return null;
      const letters: Letter[] = [];
      for (const message of buffer) {
        const letter = this.letters.find(message);
        if (letter === null) return null;
        letters.push(message.own ? ownOf(letter) : letter);
      }
      read.push(this.threads.thread(automaton, state, letters));
    }
    if (automata.some((_, number) => this.presentIn(read, number) > (this.counts[number] as number))) return null;
    return { memory: held as Memory, threads: byKind(read) };
  }

  private presentIn(threads: readonly Thread[], automaton: number): number {
    return threads.reduce((sum, thread) => sum + (thread.automaton === automaton ? 1 : 0), 0);
  }

  private isBelowInitial({ memory, threads }: CertifiedConfiguration): boolean {
    const { automata, initial } = this.system;
    return (
      threads.every(
        ({ automaton, state, buffer }) =>
          buffer.length === 0 && automata[automaton]?.initial.some((first) => first.state === state),
      ) && memory.every((value, cell) => value === null || initial[cell]?.includes(value))
    );
  }

  /** Whether everything that steps into something above the member is covered. */
  private isClosedAt(member: Configuration): boolean {
    const { memory, threads } = member;
    for (const [actor, thread] of threads.entries()) {
      // Equal threads have equal steps.
      if (actor > 0 && threads[actor - 1] === thread) continue;
      const others = threads.toSpliced(actor, 1);
      for (const step of this.stepsBack.into(thread)) if (!this.isUndoneCovered(memory, others, step)) return false;
    }
    for (const automaton of this.system.automata.keys()) {
      if (this.presentIn(threads, automaton) === this.counts[automaton]) continue;
      for (const letter of memory) {
        for (const step of this.stepsBack.ofStranger(automaton, letter)) {
          if (!this.isUndoneCovered(memory, threads, step)) return false;
        }
      }
    }
    return true;
  }

  /** Whether what was before the step is covered, in all ways; the others did nothing. */
  private isUndoneCovered(after: Memory, others: readonly Thread[], { before, reads, writes }: StepBack): boolean {
    this.steps++;
    const memory = [...after];
    for (const letter of writes) {
      const cell = this.letters.cellOf(letter);
      if (after[cell] !== NOTHING && after[cell] !== letter) return true;
      memory[cell] = NOTHING;
    }
    for (const letter of reads) {
      const cell = this.letters.cellOf(letter);
      if (memory[cell] !== NOTHING && memory[cell] !== letter) return true;
      memory[cell] = letter;
    }
    return this.isCovered({ memory, threads: withThread(others, before) }, writes);
  }

  /**
   * Whether each way to fill in memory is bad: as listed with its threads, and with anything in the cells of `open`. What
   * is bad with some cells left out is so however they are filled in: the fewest are.
   */
  private isCovered({ memory, threads }: Configuration, open: readonly Letter[]): boolean {
    const filled = [...memory];
    // Where all that is listed is the same, that is what memory holds.
    for (const { memories } of threads) if (!fillCommon(filled, memories, this.letters)) return true;
    if (this.members.hasBelow({ memory: filled, threads })) return true;
    for (const { memories } of threads) {
      const possible = memories.filter((held) => agree(filled, held, this.letters));
      if (possible.length > 1) {
        return possible.every((held) => this.isCovered({ memory: withAll(filled, held, this.letters), threads }, open));
      }
      if (possible.length === 0) return true;
      if (possible[0]?.some((letter) => filled[this.letters.cellOf(letter)] === NOTHING)) {
        return this.isCovered({ memory: filled, threads }, open);
      }
    }
    const unknown = open.find((letter) => filled[this.letters.cellOf(letter)] === NOTHING);
    if (unknown === undefined) return false;
    return this.letters
      .on(this.letters.cellOf(unknown))
      .every((letter) => this.isCovered({ memory: withAll(filled, [letter], this.letters), threads }, open));
  }
}

/** In the order of their kinds. */
function withThread(others: readonly Thread[], thread: Thread): Thread[] {
  const place = others.findIndex(({ kind }) => kind > thread.kind);
  return others.toSpliced(place < 0 ? others.length : place, 0, thread);
}

function agree(memory: Memory, held: readonly Letter[], letters: Letters): boolean {
  return held.every((letter) => {
    const known = memory[letters.cellOf(letter)];
    return known === NOTHING || known === letter;
  });
}

function withAll(memory: Memory, held: readonly Letter[], letters: Letters): Memory {
  const filled = [...memory];
  for (const letter of held) filled[letters.cellOf(letter)] = letter;
  return filled;
}

/** Fills in what is the same in all of those that agree with memory; false when none does. */
function fillCommon(memory: Letter[], listed: readonly (readonly Letter[])[], letters: Letters): boolean {
  let common: Letter[] | null = null;
  for (const held of listed) {
    if (!agree(memory, held, letters)) continue;
    if (common === null) common = [...held];
    else for (let k = 0; k < held.length; k++) if (common[k] !== held[k]) common[k] = NOTHING;
  }
  if (common === null) return false;
  for (const letter of common) if (letter !== NOTHING) memory[letters.cellOf(letter)] = letter;
  return true;
}
