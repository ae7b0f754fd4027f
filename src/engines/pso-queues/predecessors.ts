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
import { type Arranged, Population, type Predecessor as PredecessorOf, sorted } from '../automata/configuration.js';
import type { ConcurrentSystem } from '../automata/system.js';
import { Alone } from './alone.js';
import { type Element, type Part, Parts } from './element.js';
import { Messages } from './messages.js';
import { Letters, mayBeEmpty, type Queue } from './queues.js';
import { type Action, type Situation, type StepBack, ThreadSteps } from './thread-steps.js';

export type Predecessor = PredecessorOf<Part, Action>;

export class Stepper {
  readonly letters: Letters;
  readonly messages = new Messages();
  readonly parts = new Parts();
  /** By automaton, as are the others. */
  readonly steps: readonly ThreadSteps[];
  readonly alone: readonly Alone[];
  private readonly population: Population;

  constructor(readonly system: ConcurrentSystem) {
    const { automata, domains } = system;
    this.letters = new Letters(domains);
    this.steps = automata.map((_, number) => new ThreadSteps(system, number, this.letters, this.messages));
    this.alone = this.steps.map((steps, number) => new Alone(system, number, steps, this.letters, this.messages));
    this.population = new Population(system);
  }

  *predecessors({ parts, memory }: Element): Generator<Predecessor> {
    for (const [actor, part] of parts.entries()) {
      // Equal threads have equal steps.
      if (actor > 0 && parts[actor - 1] === part) continue;
      const { automaton, state, queues, messages } = part;
      for (const step of this.stepsOf(automaton).into({ state, queues, messages, memory })) {
        yield this.made(parts, actor, automaton, step);
      }
    }
    for (const [automaton, steps] of this.steps.entries()) {
      if (!this.population.hasMore(automaton, parts)) continue;
      for (const step of steps.ofStranger(memory)) yield this.made(parts, parts.length, automaton, step);
    }
  }

  private made(parts: readonly Part[], actor: number, automaton: number, step: StepBack): Predecessor {
    const { state, queues, messages, memory, action } = step;
    const part = this.parts.part(automaton, state, queues, messages);
    return { parts: actor === parts.length ? [...parts, part] : parts.with(actor, part), memory, actor, action };
  }

  /** A predecessor as it is kept. */
  arrange(predecessor: Pick<Predecessor, 'parts' | 'memory'>): Arranged<Part> | null {
    const arranged = this.arrangeAll(predecessor);
    if (arranged === null || this.system.any.length === 0) return arranged;
    return this.population.withoutIdle(arranged, ({ queues, messages }) => messages === '' && queues.every(mayBeEmpty));
  }

  /** With all its threads: stripped, settled and sorted. Null when a thread alone cannot have what is said of it. */
  arrangeAll({ parts, memory }: Pick<Predecessor, 'parts' | 'memory'>): Arranged<Part> | null {
    const settled: Part[] = [];
    for (const part of parts) {
      const { automaton, state } = part;
      const messages = this.stepsOf(automaton).stripped(part.messages, memory);
      const queues: readonly Queue[] = this.stepsOf(automaton).settled(part.queues, memory, messages);
      if (!this.isPossible(automaton, { state, queues, messages, memory })) return null;
      const isSame = queues === part.queues && messages === part.messages;
      settled.push(isSame ? part : this.parts.part(automaton, state, queues, messages));
    }
    return sorted(settled, memory);
  }

  isPossible(automaton: number, situation: Situation): boolean {
    return (this.alone[automaton] as Alone).possible(situation);
  }

  stepsOf(automaton: number): ThreadSteps {
    return this.steps[automaton] as ThreadSteps;
  }
}
