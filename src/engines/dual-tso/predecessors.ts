/**
 * Minimal predecessors: for a configuration c, configurations that together stand for everything from which one step leads
 * to something above c, but for what is above c itself. Section 4.2 of the paper shows that this can be computed and leaves
 * the rules out; here they are, each with the reason why nothing is lost.
 *
 * Below, w is the buffer of the thread in c, b what its buffer really is after the step: b is above w. "Nothing is lost"
 * means that every b (and memory) that the step can lead to comes from something above one of the predecessors.
 *
 * Two things are ours. A configuration may say nothing of a cell: then a write of it leaves that behind, instead of one
 * predecessor for each old value. And it may say nothing of a thread: such a thread matters only when its step changes
 * memory that c speaks of; otherwise what was before the step is above c as well. (Its buffer may have been anything; the
 * predecessor has the empty one, and the predecessors of that by deletions, which the search makes anyway, have the others.)
 *
 * Own-messages, and memory in cells that one thread writes, are restricted to what that thread alone can have
 * (`forward.ts`): no run has anything else. And a thread may look at memory for a cell that only it writes, when it has no
 * own-message there: that is no step of the paper's semantics, but one that changes nothing in what can be reached.
 */

import {
  type Arranged,
  forget,
  Population,
  type Predecessor as PredecessorOf,
  remember,
  sorted,
  UNKNOWN,
} from '../automata/configuration.js';
import { type CellValue, type ConcurrentSystem, notTaken, type Transition } from '../automata/system.js';
import type { Forward } from './forward.js';
import { Alphabet, type Configuration, isOwn, type Part, Parts } from './order.js';

/** What the step was, forward. */
export type DualAction =
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'propagate'; readonly message: string }
  | { readonly kind: 'delete' };

export type Predecessor = PredecessorOf<Part, DualAction>;

export class Stepper {
  readonly alphabet: Alphabet;
  readonly parts: Parts;
  /** By automaton, then by local state: transitions that lead there. */
  private readonly arriving: readonly (readonly (readonly Transition[])[])[];
  /** By automaton: transitions that may change memory. */
  private readonly changing: readonly (readonly Transition[])[];
  private readonly population: Population;

  constructor(
    readonly system: ConcurrentSystem,
    /** By automaton. */
    private readonly alone: readonly Forward[],
  ) {
    this.alphabet = new Alphabet(system.domains);
    this.parts = new Parts(this.alphabet);
    this.arriving = system.automata.map(({ states, transitions }) => {
      const to = Array.from({ length: states }, (): Transition[] => []);
      for (const transition of transitions) to[transition.to]?.push(transition);
      return to;
    });
    this.changing = system.automata.map(({ transitions }) =>
      transitions.filter(({ operation }) => operation.kind === 'write' || operation.kind === 'atomic'),
    );
    this.population = new Population(system);
  }

  *predecessors(c: Configuration): Generator<Predecessor> {
    const { parts } = c;
    for (const [actor, part] of parts.entries()) {
      yield* this.propagation(c, actor, part);
      yield* this.deletions(c, actor, part);
      yield* this.transitions(c, actor, part, () => true);
    }
    for (const [automaton, transitions] of this.changing.entries()) {
      if (!this.population.hasMore(automaton, parts)) continue;
      for (const transition of transitions) yield* this.newcomer(c, automaton, transition);
    }
  }

  /** As `predecessors`, by steps of one thread that look at no memory and need no empty buffer (`pending.ts`). */
  *pendingPredecessors(c: Configuration, actor: number): Generator<Predecessor> {
    const part = c.parts[actor] as Part;
    yield* this.deletions(c, actor, part);
    yield* this.transitions(c, actor, part, ({ kind }) => kind === 'nop' || kind === 'read' || kind === 'write');
  }

  /**
   * b begins with a plain (x, v), and memory holds v. When w does not begin with it, w is below the rest of b already, so what
   * was before is above c. What memory holds is known then; where c knew it, `arrange` has stripped it.
   */
  private *propagation(
    { parts, memory }: Configuration,
    actor: number,
    { automaton, state, word }: Part,
  ): Generator<Predecessor> {
    const [newest] = word;
    if (newest === undefined || isOwn(newest)) return;
    const known = remember(memory, this.alphabet.cellOf(newest), newest);
    if (known === null) return;
    const before = parts.with(actor, this.parts.part(automaton, state, word.slice(1)));
    yield { parts: before, memory: known, actor, action: { kind: 'propagate', message: newest } };
  }

  /**
   * Before, the buffer was b with one more message, the oldest. If that was plain, or shadowed by an own-message in b, the
   * buffer was above w. If it was the only own-message on its cell, the own-messages of w and that one are those before.
   */
  private *deletions({ parts, memory }: Configuration, actor: number, part: Part): Generator<Predecessor> {
    const { automaton, state, word, own } = part;
    for (const message of this.alone[automaton]?.older(state, own) ?? []) {
      const before = parts.with(actor, this.parts.part(automaton, state, word + message));
      yield { parts: before, memory, actor, action: { kind: 'delete' } };
    }
  }

  private *transitions(
    { parts, memory }: Configuration,
    actor: number,
    part: Part,
    isAsked: (operation: Transition['operation']) => boolean,
  ): Generator<Predecessor> {
    for (const transition of this.arriving[part.automaton]?.[part.state] ?? []) {
      if (!isAsked(transition.operation)) continue;
      for (const before of this.before(transition, part.word, memory, part.automaton)) {
        const replaced = this.parts.part(part.automaton, transition.from, before.word);
        const action = { kind: 'transition', transition } as const;
        yield { parts: parts.with(actor, replaced), memory: before.memory, actor, action };
      }
    }
  }

  /** What buffer and memory can have been before a transition of a thread that c speaks of. */
  private *before(
    { operation, from }: Transition,
    word: string,
    memory: string,
    automaton: number,
  ): Generator<{ readonly word: string; readonly memory: string }> {
    const alone = this.alone[automaton] as Forward;
    const possible = (before: string) => alone.has(from, this.alphabet.ownOf(before));
    switch (operation.kind) {
      case 'nop':
        if (possible(word)) yield { word, memory };
        return;
      case 'read': {
        const written = this.alphabet.ownOn(word, operation.cell);
        // The own-messages of b are those of w. With one on x, the newest, that is what is read; b does not change.
        if (written !== null) {
          if (this.alphabet.valueOf(written) === operation.value && possible(word)) yield { word, memory };
          return;
        }
        // Nobody else writes x: since the last own-message on it has left, memory has not changed there, and every message
        // on x in b says the same. So the load gives what memory holds; with a store buffer it can be done at any time,
        // whatever else is in b.
        if (alone.cells.includes(operation.cell)) {
          const held = remember(memory, operation.cell, this.alphabet.plain(operation));
          if (held !== null && possible(word)) yield { word, memory: held };
          return;
        }
        // Otherwise (x, v) is the oldest message of b. Either it is what the oldest of w is put on, or w is below the rest
        // of b; when w ends with (x, v), the second case is above the first.
        const message = this.alphabet.plain(operation);
        if (possible(word)) yield { word: word.endsWith(message) ? word : word + message, memory };
        return;
      }
      case 'write':
        yield* this.beforeWrite(operation, word, memory, possible);
        return;
      case 'fence':
        // b is empty, so w is.
        if (word === '' && possible(word)) yield { word, memory };
        return;
      case 'atomic': {
        if (word !== '' || !possible(word)) return;
        const before = this.memoryBefore(operation.reads, operation.writes, memory);
        if (before !== null) yield { word, memory: before };
        return;
      }
      case 'several':
        return notTaken();
    }
  }

  /**
   * After x := v memory holds v, and b begins with (x, v, own), so w does: nothing of w can be newer. Before, the buffer was
   * the rest of b. Its own-messages are those of the rest of w and perhaps one on x, which the new one shadows: anywhere
   * between the others and with any value. (Were it left out, a thread that wrote x twice could not be followed back.)
   */
  private *beforeWrite(
    write: CellValue,
    word: string,
    memory: string,
    possible: (word: string) => boolean,
  ): Generator<{ readonly word: string; readonly memory: string }> {
    if (!word.startsWith(this.alphabet.own(write))) return;
    const forgotten = this.memoryBefore([], [write], memory);
    if (forgotten === null) return;
    const rest = word.slice(1);
    if (possible(rest)) yield { word: rest, memory: forgotten };
    for (const value of this.system.domains[write.cell] as readonly number[]) {
      const shadowed = this.alphabet.own({ cell: write.cell, value });
      for (let place = 0; place <= rest.length; place++) {
        const longer = rest.slice(0, place) + shadowed + rest.slice(place);
        if (possible(longer)) yield { word: longer, memory: forgotten };
      }
    }
  }

  /**
   * A thread that c says nothing of. If its step changes no cell that c knows, what was before is above c. Otherwise it is
   * in the source of the transition now; its buffer was anything for a write: the empty one, from which deletions give the
   * others (plain messages are above it), and empty for an atomic operation.
   */
  private *newcomer(
    { parts, memory }: Configuration,
    automaton: number,
    transition: Transition,
  ): Generator<Predecessor> {
    const { operation, from } = transition;
    if (operation.kind !== 'write' && operation.kind !== 'atomic') return;
    const writes = operation.kind === 'write' ? [operation] : operation.writes;
    const reads = operation.kind === 'write' ? [] : operation.reads;
    if (writes.every(({ cell }) => memory[cell] === UNKNOWN) || !this.alone[automaton]?.has(from, '')) return;
    const before = this.memoryBefore(reads, writes, memory);
    if (before === null) return;
    const part = this.parts.part(automaton, from, '');
    yield { parts: [...parts, part], memory: before, actor: parts.length, action: { kind: 'transition', transition } };
  }

  /** Memory after the writes agrees with what is known; before, it held what was read, and nothing is known of the rest. */
  private memoryBefore(reads: readonly CellValue[], writes: readonly CellValue[], memory: string): string | null {
    let before: string | null = memory;
    for (const write of writes) {
      if (remember(memory, write.cell, this.alphabet.plain(write)) === null) return null;
      before = forget(before, write.cell);
    }
    for (const read of reads) {
      before = remember(before, read.cell, this.alphabet.plain(read));
      if (before === null) return null;
    }
    return before;
  }

  /** A predecessor as it is kept. */
  arrange(predecessor: Pick<Predecessor, 'parts' | 'memory'>): Arranged<Part> | null {
    const arranged = this.arrangeAll(predecessor);
    if (arranged === null || this.system.any.length === 0) return arranged;
    return this.population.withoutIdle(arranged, ({ word }) => word === '');
  }

  /**
   * A predecessor with all its threads: with what memory must hold filled in; sorted; and without newest messages (x, v) where
   * memory holds v: one that lacks them is below, and a propagation leads from it here, so taking it instead is taking two
   * steps back at once. Null when a thread alone cannot have what is said of it.
   */
  arrangeAll({ parts, memory }: Pick<Predecessor, 'parts' | 'memory'>): Arranged<Part> | null {
    const known = this.fill(parts, memory);
    if (known === null) return null;
    const stripped = parts.map((part) => {
      let length = 0;
      for (; length < part.word.length && this.isCurrent(part.word[length] as string, known); length++);
      return length === 0 ? part : this.parts.part(part.automaton, part.state, part.word.slice(length));
    });
    return sorted(stripped, known);
  }

  /** Memory with what it must hold filled in; null when a thread alone cannot have what is said of it. */
  fill(parts: readonly Part[], memory: string): string | null {
    let filled: string | null = memory;
    for (const { automaton, state, own } of parts) {
      filled = (this.alone[automaton] as Forward).complete(state, own, filled);
      if (filled === null) return null;
    }
    return filled;
  }

  private isCurrent(message: string, memory: string): boolean {
    // Own-messages are other letters than those that memory is made of.
    return memory[this.alphabet.cellOf(message)] === message;
  }
}
