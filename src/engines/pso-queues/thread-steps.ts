/**
 * The steps of one thread, undone: what its local state, its queues and memory can have been before a step, for all that an
 * element says of them afterwards. `queues.ts` has the rules for single queues; here they are put together.
 *
 *   local step   nothing but the local state changes
 *   load         from the thread's own queue when that is not empty, else from memory
 *   store        behind all that waits for the cell
 *   fence, locked instruction   all own queues are empty, before and after; it reads and writes memory at once. (Writes of
 *                cells that are never buffered reach memory at once, too, and need no empty queues.)
 *   flush        the oldest entry reaches memory. Where an element says what memory holds, that was the oldest entry; memory
 *                was anything before. Where it does not, a flush changes nothing that it speaks of, unless the queue is empty
 *                afterwards: then it held something. `settled` takes care of that
 *
 * Where nothing is said of memory in a cell, any queue can be emptied: what is asked to be empty there may be anything
 * (`settled`). That is several steps back at once, and leaves out an element for each value that the last entry may have had.
 *
 * A thread with barriers between its stores has a load buffer besides (`messages.ts`), and these rules:
 *
 *   load         where it does not find an entry in its queue, there is an own message on the cell, at any place behind
 *                all letters on it; or the oldest message has seen the value. Of a cell that nobody else writes memory tells it
 *   fence, locked instruction   the load buffer is empty: it may be anything before, since messages can be deleted
 *   barrier      all own queues are empty, and the load buffer is what it is
 *   flush        the newest message is the own one of it. When the word mentions the cell, that must be its newest letter and
 *                the only one on the cell; what was before may have had any own message there
 *   propagation  the newest letter, if memory was like that; when memory is known to be, it is undone at once (`stripped`)
 *
 * Where the local state is left open, two kinds of steps matter: the store of an entry that is asked for, and a write that
 * changes memory at once where something is said of it. Every other step leads from something that is in the element already.
 */
import { writesOf } from '../automata/automaton.js';
import { forget, remember, UNKNOWN } from '../automata/configuration.js';
import type {
  Automaton,
  CellValue,
  ConcurrentSystem,
  Operation,
  SeveralAccesses,
  Transition,
} from '../automata/system.js';
import { ANYWHERE } from './element.js';
import type { Messages } from './messages.js';
import {
  ANYTHING,
  beforeFlush,
  beforeLoad,
  beforeStore,
  EMPTY,
  type Letters,
  mayBeEmpty,
  openQueue,
  type Queue,
} from './queues.js';

/** What an element says of a thread, and of memory. */
export interface Situation {
  readonly state: number;
  /** For each of the stored cells. */
  readonly queues: readonly Queue[];
  /** A word of its load buffer. */
  readonly messages: string;
  readonly memory: string;
}

/** What the step was, forward. */
export type Action =
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'flush'; readonly cell: number; readonly letter: string }
  /** Into its load buffer. */
  | { readonly kind: 'propagation'; readonly message: string };

export interface StepBack extends Situation {
  readonly action: Action;
}

export class ThreadSteps {
  /** The cells that the automaton stores to. */
  readonly stored: readonly number[];
  /** By cell its position among these; -1 for the others. */
  private readonly positions: readonly number[];
  /** By local state: transitions that lead there. */
  private readonly arriving: readonly (readonly Transition[])[];
  private readonly stores: readonly Transition[];
  /** Those that write memory at once. */
  private readonly direct: readonly Transition[];
  /** Texts of stored cells and letters. */
  private readonly storable = new Set<string>();
  /** It has barriers between stores, and therefore a load buffer. */
  readonly isBehind: boolean;
  /** By cell, whether no thread but this one writes it. */
  readonly own: readonly boolean[];

  constructor(
    system: ConcurrentSystem,
    number: number,
    private readonly letters: Letters,
    private readonly messages: Messages,
  ) {
    const { domains } = system;
    const { states, transitions } = system.automata[number] as Automaton;
    this.isBehind = transitions.some(({ operation }) => accessesOf(operation).barrier === true);
    this.own = ownCells(system, number);
    const cells = new Set<number>();
    const arriving = Array.from({ length: states }, (): Transition[] => []);
    for (const transition of transitions) {
      arriving[transition.to]?.push(transition);
      for (const write of accessesOf(transition.operation).writes) {
        cells.add(write.cell);
        this.storable.add(`${write.cell} ${letters.letter(write)}`);
      }
    }
    this.arriving = arriving;
    this.stores = transitions.filter(({ operation }) => accessesOf(operation).writes.length > 0);
    this.direct = transitions.filter(({ operation }) => accessesOf(operation).direct.length > 0);
    this.stored = [...cells].sort((one, other) => one - other);
    this.positions = domains.map((_, cell) => this.stored.indexOf(cell));
  }

  canStore(write: CellValue): boolean {
    return this.storable.has(`${write.cell} ${this.letters.letter(write)}`);
  }

  /** All steps of the thread that lead to the situation, but for those from what is in it already. */
  *into(situation: Situation): Generator<StepBack> {
    const { state, queues, messages, memory } = situation;
    yield* this.flushesInto(situation);
    const newest = messages === '' ? null : this.messages.of(messages[0] as string);
    if (newest?.kind === 'seen') {
      const before = this.beforeSeen(memory, newest.held);
      const action = { kind: 'propagation', message: messages[0] as string } as const;
      if (before !== null)
        yield { state, queues, messages: this.messages.tidy(messages.slice(1)), memory: before, action };
    }
    if (state === ANYWHERE) {
      yield* this.storesInto(situation);
      yield* this.directInto(situation);
    } else for (const transition of this.arriving[state] ?? []) yield* this.undo(transition, situation);
  }

  /**
   * The same, of steps that look at no memory and need no empty load buffer (`pending.ts`). What is said of memory is said of
   * own cells.
   */
  *pendingInto(situation: Situation): Generator<StepBack> {
    yield* this.flushesInto(situation);
    for (const transition of this.arriving[situation.state] ?? []) {
      const { fence, direct } = accessesOf(transition.operation);
      if (!fence && direct.length === 0) yield* this.undo(transition, situation);
    }
  }

  private *flushesInto({ state, queues, messages, memory }: Situation): Generator<StepBack> {
    for (const [position, cell] of this.stored.entries()) {
      let letter = memory[cell] as string;
      let before = messages;
      if (this.messages.mentions(messages, cell)) {
        const newest = this.messages.of(messages[0] as string);
        before = messages.slice(1);
        if (newest.kind !== 'own' || newest.cell !== cell || this.messages.mentions(before, cell)) continue;
        if (remember(memory, cell, this.letters.letter(newest)) === null) continue;
        letter = this.letters.letter(newest);
        before = this.messages.tidy(before);
      }
      if (letter === UNKNOWN || !this.storable.has(`${cell} ${letter}`)) continue;
      const queue = beforeFlush(queues[position] as Queue, letter);
      const action = { kind: 'flush', cell, letter } as const;
      yield { state, queues: queues.with(position, queue), messages: before, memory: forget(memory, cell), action };
    }
  }

  /** Memory that held all this; null when it is known to have held something else. */
  private beforeSeen(memory: string, held: readonly CellValue[]): string | null {
    let before: string | null = memory;
    for (const each of held) before = before && remember(before, each.cell, this.letters.letter(each));
    return before;
  }

  /** Steps by which a thread of which nothing is said changes what is said of memory. */
  *ofStranger(memory: string): Generator<StepBack> {
    const nothing = this.stored.map(() => ANYTHING);
    for (const [position, cell] of this.stored.entries()) {
      const letter = memory[cell] as string;
      if (letter === UNKNOWN || !this.storable.has(`${cell} ${letter}`)) continue;
      const queues = nothing.with(position, openQueue(letter));
      const action = { kind: 'flush', cell, letter } as const;
      yield { state: ANYWHERE, queues, messages: '', memory: forget(memory, cell), action };
    }
    yield* this.directInto({ state: ANYWHERE, queues: nothing, messages: '', memory });
  }

  private *directInto(situation: Situation): Generator<StepBack> {
    for (const transition of this.direct) {
      const { direct } = accessesOf(transition.operation);
      if (direct.some(({ cell }) => situation.memory[cell] !== UNKNOWN)) yield* this.undo(transition, situation);
    }
  }

  private *storesInto(situation: Situation): Generator<StepBack> {
    for (const transition of this.stores) {
      for (const before of this.undo(transition, situation)) {
        if (before.queues.some((queue, k) => queue !== situation.queues[k])) yield before;
      }
    }
  }

  /**
   * Forward, a step needs empty queues where it is a fence, loads, and then writes. Each cell has a queue of its own, so what
   * it does in several cells at one moment is undone one after the other.
   */
  private *undo(transition: Transition, { queues, messages, memory }: Situation): Generator<StepBack> {
    const { fence, barrier, reads, writes, direct } = accessesOf(transition.operation);
    const action = { kind: 'transition', transition } as const;
    let after: Situation | null = { state: transition.from, queues, messages, memory };
    for (const write of direct) after = after && this.beforeDirect(after, write);
    for (const write of writes) after = after && this.beforeStore(after, write);
    if (fence && messages !== '') return;
    if (after !== null && (fence || barrier === true)) {
      after = after.queues.every(mayBeEmpty) ? { ...after, queues: this.empty } : null;
    }
    if (after === null) return;
    // Where the load buffer is empty, the thread is not behind.
    const seen = this.isBehind && !fence ? [] : null;
    for (const before of this.beforeLoads(after, reads, seen)) yield { ...before, action };
  }

  private beforeDirect(after: Situation, write: CellValue): Situation | null {
    if (remember(after.memory, write.cell, this.letters.letter(write)) === null) return null;
    return { ...after, memory: forget(after.memory, write.cell) };
  }

  private beforeStore(after: Situation, write: CellValue): Situation | null {
    const position = this.positions[write.cell] as number;
    const queue = beforeStore(after.queues[position] as Queue, this.letters.letter(write));
    if (queue === null) return null;
    return { ...after, queues: after.queues.with(position, queue) };
  }

  /** `seen` are loads for which the oldest message must have seen the values; null when they look at memory. */
  private beforeLoads(
    after: Situation,
    [read, ...others]: readonly CellValue[],
    seen: readonly CellValue[] | null,
  ): readonly Situation[] {
    if (read === undefined) return [seen === null || seen.length === 0 ? after : this.afterSeeing(after, seen)];
    const letter = this.letters.letter(read);
    const position = this.positions[read.cell] as number;
    const held = remember(after.memory, read.cell, letter);
    const found: Situation[] = [];
    // A thread that never stores to the cell has nothing waiting for it.
    const ways = position < 0 ? [FROM_MEMORY] : beforeLoad(after.queues[position] as Queue, letter);
    for (const { queue, fromMemory } of ways) {
      const queues = position < 0 ? after.queues : after.queues.with(position, queue);
      if (fromMemory && seen !== null) {
        found.push(...this.beforeLateLoad({ ...after, queues }, read, others, seen));
        continue;
      }
      const memory = fromMemory ? held : after.memory;
      if (memory !== null) found.push(...this.beforeLoads({ ...after, queues, memory }, others, seen));
    }
    return found;
  }

  /** With a load buffer, and an empty queue. */
  private *beforeLateLoad(
    after: Situation,
    read: CellValue,
    others: readonly CellValue[],
    seen: readonly CellValue[],
  ): Generator<Situation> {
    const own = this.messages.ownOn(after.messages, read.cell);
    if (own !== null) {
      if (own.value === read.value) yield* this.beforeLoads(after, others, seen);
      return;
    }
    const letter = this.letters.letter(read);
    if (this.canStore(read)) {
      for (const messages of this.messages.withOwn(after.messages, read)) {
        yield* this.beforeLoads({ ...after, messages }, others, seen);
      }
    }
    if (this.own[read.cell] !== true) {
      yield* this.beforeLoads(after, others, [...seen, read]);
      return;
    }
    const memory = remember(after.memory, read.cell, letter);
    if (memory === null) return;
    for (const before of this.beforeLoads({ ...after, memory }, others, seen)) {
      yield { ...before, messages: this.messages.withNone(before.messages, read.cell) };
    }
  }

  private afterSeeing(after: Situation, seen: readonly CellValue[]): Situation {
    return { ...after, messages: this.messages.withOldest(after.messages, this.messages.seen(seen)) };
  }

  private get empty(): readonly Queue[] {
    return this.stored.map(() => EMPTY);
  }

  /** Without the newest messages that have seen what memory holds: propagations lead here from there. */
  stripped(messages: string, memory: string): string {
    let word = messages;
    while (word !== '') {
      const newest = this.messages.of(word[0] as string);
      if (newest.kind !== 'seen' || this.beforeSeen(memory, newest.held) !== memory) return word;
      word = this.messages.tidy(word.slice(1));
    }
    return word;
  }

  /**
   * Queues that need not be empty, since they can be emptied and nobody asks what memory holds then, or for messages on the
   * cell.
   */
  settled(queues: readonly Queue[], memory: string, messages = ''): readonly Queue[] {
    let settled = queues;
    for (let k = 0; k < queues.length; k++) {
      const cell = this.stored[k] as number;
      if (queues[k] !== EMPTY || memory[cell] !== UNKNOWN || this.messages.mentions(messages, cell)) continue;
      settled = settled.with(k, ANYTHING);
    }
    return settled;
  }
}

const FROM_MEMORY = { queue: EMPTY, fromMemory: true };

/** Every operation as one of several accesses. */
export function accessesOf(operation: Operation): Omit<SeveralAccesses, 'kind'> {
  const nothing = { fence: false, reads: [], writes: [], direct: [] };
  switch (operation.kind) {
    case 'nop':
      return nothing;
    case 'read':
      return { ...nothing, reads: [operation] };
    case 'write':
      return { ...nothing, writes: [operation] };
    case 'fence':
      return { ...nothing, fence: true };
    case 'atomic':
      return { fence: true, reads: operation.reads, writes: [], direct: operation.writes };
    case 'several':
      return operation;
  }
}

/** By cell, whether one thread alone writes it, and it has this automaton. */
function ownCells({ domains, automata, threads }: ConcurrentSystem, automaton: number): boolean[] {
  const writers = domains.map(() => new Set<number>());
  for (const [thread, number] of threads.entries()) {
    for (const { operation } of automata[number]?.transitions ?? []) {
      for (const { cell } of writesOf(operation)) writers[cell]?.add(thread);
    }
  }
  return writers.map((threadsOf) => {
    const [only, ...others] = threadsOf;
    return only !== undefined && others.length === 0 && threads[only] === automaton;
  });
}
