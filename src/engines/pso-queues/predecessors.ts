/**
 * Predecessors: for an element, elements that together hold everything from which one step leads into it, but for what is in
 * it already; and nothing from which it cannot be reached. `thread-steps.ts` has the steps of a thread that the element
 * speaks of.
 *
 * A thread that it does not speak of matters only when its step changes memory that it does speak of: a flush, or a locked
 * instruction. A flush brings it in wherever it is, with the entry somewhere in its queue. (Not in the state before the store
 * of that entry: between the store and the flush it may have done something else that is needed, and where it has taken a lock
 * in between no other thread can have done it instead.)
 */
import type { ConcurrentSystem } from '../automata/system.js';
import { Alone } from './alone.js';
import { compareParts, type Element, type Part, Parts } from './element.js';
import { Letters, mayBeEmpty, type Queue } from './queues.js';
import { type Action, type Situation, type StepBack, ThreadSteps } from './thread-steps.js';

export interface Predecessor {
  /** Those of the element that was stepped back from, in its order; then that of a thread it says nothing of. */
  readonly parts: readonly Part[];
  readonly memory: string;
  /** Which of the parts made the step. */
  readonly actor: number;
  readonly action: Action;
}

/** A predecessor as the search keeps it. */
export interface Arranged {
  readonly element: Element;
  /** For each of the sorted parts its position in the predecessor; idle ones that are dropped have none. */
  readonly positions: readonly number[];
}

export class Stepper {
  readonly letters: Letters;
  readonly parts = new Parts();
  /** By automaton, as are the others. */
  readonly steps: readonly ThreadSteps[];
  readonly alone: readonly Alone[];
  /** How many threads there are; infinite where there are any number. */
  private readonly counts: readonly number[];
  /** Local states in which a thread with empty queues is idle, and there are always more of these. */
  private readonly idle: readonly ReadonlySet<number>[];

  constructor(readonly system: ConcurrentSystem) {
    const { automata, any, threads, domains } = system;
    this.letters = new Letters(domains);
    this.steps = automata.map((automaton) => new ThreadSteps(system, automaton, this.letters));
    this.alone = this.steps.map((steps, number) => new Alone(system, number, steps, this.letters));
    this.counts = automata.map((_, number) =>
      any.includes(number) ? Number.POSITIVE_INFINITY : threads.filter((each) => each === number).length,
    );
    this.idle = automata.map(({ initial }, number) =>
      any.includes(number) ? new Set(initial.map(({ state }) => state)) : new Set(),
    );
  }

  *predecessors({ parts, memory }: Element): Generator<Predecessor> {
    for (const [actor, part] of parts.entries()) {
      // Equal threads have equal steps.
      if (actor > 0 && parts[actor - 1] === part) continue;
      const { automaton, state, queues } = part;
      for (const step of this.stepsOf(automaton).into({ state, queues, memory })) {
        yield this.made(parts, actor, automaton, step);
      }
    }
    for (const [automaton, steps] of this.steps.entries()) {
      if (parts.filter((part) => part.automaton === automaton).length === this.counts[automaton]) continue;
      for (const step of steps.ofStranger(memory)) yield this.made(parts, parts.length, automaton, step);
    }
  }

  private made(parts: readonly Part[], actor: number, automaton: number, step: StepBack): Predecessor {
    const { state, queues, memory, action } = step;
    const part = this.parts.part(automaton, state, queues);
    return { parts: actor === parts.length ? [...parts, part] : parts.with(actor, part), memory, actor, action };
  }

  /**
   * A predecessor as it is kept, without idle threads of which there are any number. One that has done nothing yet can be
   * added to every run, so an element with it can be reached when that without it can.
   */
  arrange(predecessor: Pick<Predecessor, 'parts' | 'memory'>): Arranged | null {
    const arranged = this.arrangeAll(predecessor);
    if (arranged === null || this.system.any.length === 0) return arranged;
    const { memory, parts } = arranged.element;
    const busy = [...parts.keys()].filter((k) => !this.isIdle(parts[k] as Part));
    if (busy.length === parts.length) return arranged;
    const element = { memory, parts: busy.map((k) => parts[k] as Part) };
    return { element, positions: busy.map((k) => arranged.positions[k] as number) };
  }

  private isIdle({ automaton, state, queues }: Part): boolean {
    return (this.idle[automaton] as ReadonlySet<number>).has(state) && queues.every(mayBeEmpty);
  }

  /** With all its threads: settled and sorted. Null when a thread alone cannot have what is said of it. */
  arrangeAll({ parts, memory }: Pick<Predecessor, 'parts' | 'memory'>): Arranged | null {
    const settled: Part[] = [];
    for (const part of parts) {
      const { automaton, state } = part;
      const queues: readonly Queue[] = this.stepsOf(automaton).settled(part.queues, memory);
      if (!this.isPossible(automaton, { state, queues, memory })) return null;
      settled.push(queues === part.queues ? part : this.parts.part(automaton, state, queues));
    }
    const positions = [...settled.keys()].sort((one, other) =>
      compareParts(settled[one] as Part, settled[other] as Part),
    );
    return { element: { memory, parts: positions.map((k) => settled[k] as Part) }, positions };
  }

  private isPossible(automaton: number, situation: Situation): boolean {
    return (this.alone[automaton] as Alone).possible(situation);
  }

  private stepsOf(automaton: number): ThreadSteps {
    return this.steps[automaton] as ThreadSteps;
  }
}
