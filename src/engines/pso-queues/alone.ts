/**
 * What a thread alone can have: whether, when others may do anything, it can be in a local state with such queues, and with
 * such values in the cells that nobody else writes. No run has anything else, so the search drops what one of its threads
 * alone cannot have. That decides whether the engine is usable: without it, the search invents stores that no thread has
 * issued, and goes back from them.
 *
 * It is the same search backward, for one thread: memory in the cells of others is forgotten after every step, so that they
 * may hold anything, and so are messages that have seen them. Words get longer by a load or a flush, once each, and then only shorter: so there are finitely many
 * situations. What was found out is remembered.
 *
 * Situations that are found impossible are elements that are never reached, and go into the certificate: no step leads into
 * one of them but from another one. (A step of another thread changes nothing that they speak of.)
 */
import { UNKNOWN } from '../automata/configuration.js';
import type { Automaton, ConcurrentSystem } from '../automata/system.js';
import { ANYWHERE } from './element.js';
import type { Messages } from './messages.js';
import { ANYTHING, type Letters, mayBeEmpty, openQueue } from './queues.js';
import type { Situation, ThreadSteps } from './thread-steps.js';

interface Node extends Situation {
  readonly key: string;
  readonly next: Node | null;
}

/** Where one question needs more situations, the answer is that it may be possible: any answer that drops less is sound. */
const MOST_SITUATIONS = 20_000;

export class Alone {
  private readonly known = new Map<string, boolean>();
  private readonly never: Situation[] = [];
  private readonly automaton: Automaton;

  constructor(
    private readonly system: ConcurrentSystem,
    number: number,
    private readonly steps: ThreadSteps,
    private readonly letters: Letters,
    private readonly messages: Messages,
  ) {
    this.automaton = system.automata[number] as Automaton;
  }

  /** Whether the thread may be like that. */
  possible(situation: Situation): boolean {
    const asked = this.projected(situation, null);
    const known = this.known.get(asked.key);
    if (known !== undefined) return known;
    return this.isInitial(asked) || this.search(asked);
  }

  /** All that was found impossible; and entries that the automaton never stores. */
  impossible(): readonly Situation[] {
    const memory = UNKNOWN.repeat(this.system.domains.length);
    const { stored } = this.steps;
    const unstored = stored.flatMap((cell, k) =>
      (this.system.domains[cell] as readonly number[]).flatMap((value) => {
        const word = openQueue(this.letters.letter({ cell, value }));
        const situation = { state: ANYWHERE, queues: stored.map(() => ANYTHING).with(k, word), messages: '', memory };
        return this.possible(situation) ? [] : [situation];
      }),
    );
    return [...unstored, ...this.never];
  }

  private projected({ state, queues, messages, memory }: Situation, next: Node | null): Node {
    const { steps } = this;
    let own = '';
    for (let cell = 0; cell < memory.length; cell++) own += steps.own[cell] === true ? memory[cell] : UNKNOWN;
    const word = this.messages.ownPart(messages);
    const settled = steps.settled(queues, own, word);
    const key = `${state},${settled.join('\0')},${own},${word}`;
    return { state, queues: settled, messages: word, memory: own, key, next };
  }

  private search(first: Node): boolean {
    const seen = new Map([[first.key, first]]);
    const stack = [first];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (const step of this.steps.into(node)) {
        const before = this.projected(step, node);
        const known = this.known.get(before.key);
        if (known === false || seen.has(before.key)) continue;
        if (known === true || this.isInitial(before)) {
          for (let here: Node | null = before; here !== null; here = here.next) this.known.set(here.key, true);
          return true;
        }
        seen.set(before.key, before);
        stack.push(before);
      }
      if (seen.size > MOST_SITUATIONS) {
        this.known.set(first.key, true);
        return true;
      }
    }
    for (const [key, { state, queues, messages, memory }] of seen) {
      this.known.set(key, false);
      this.never.push({ state, queues, messages, memory });
    }
    return false;
  }

  private isInitial({ state, queues, messages, memory }: Situation): boolean {
    return (
      messages === '' &&
      (state === ANYWHERE || this.automaton.initial.some((first) => first.state === state)) &&
      queues.every(mayBeEmpty) &&
      this.system.initial.every((values, cell) => {
        const letter = memory[cell] as string;
        return letter === UNKNOWN || values.includes(this.letters.value(cell, letter));
      })
    );
  }
}
