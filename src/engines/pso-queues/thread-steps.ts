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
 * Where the local state is left open, two kinds of steps matter: the store of an entry that is asked for, and a write that
 * changes memory at once where something is said of it. Every other step leads from something that is in the element already.
 */
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
  readonly memory: string;
}

/** What the step was, forward. */
export type Action =
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'flush'; readonly cell: number };

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

  constructor(
    { domains }: ConcurrentSystem,
    { states, transitions }: Automaton,
    private readonly letters: Letters,
  ) {
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

  /** All steps of the thread that lead to the situation, but for those from what is in it already. */
  *into(situation: Situation): Generator<StepBack> {
    const { state, memory } = situation;
    for (const [position, cell] of this.stored.entries()) {
      const letter = memory[cell] as string;
      if (letter === UNKNOWN || !this.storable.has(`${cell} ${letter}`)) continue;
      const queues = situation.queues.with(position, beforeFlush(situation.queues[position] as Queue, letter));
      yield { state, queues, memory: forget(memory, cell), action: { kind: 'flush', cell } };
    }
    if (state === ANYWHERE) {
      yield* this.storesInto(situation);
      yield* this.directInto(situation);
    } else for (const transition of this.arriving[state] ?? []) yield* this.undo(transition, situation);
  }

  /** Steps by which a thread of which nothing is said changes what is said of memory. */
  *ofStranger(memory: string): Generator<StepBack> {
    const nothing = this.stored.map(() => ANYTHING);
    for (const [position, cell] of this.stored.entries()) {
      const letter = memory[cell] as string;
      if (letter === UNKNOWN || !this.storable.has(`${cell} ${letter}`)) continue;
      const queues = nothing.with(position, openQueue(letter));
      yield { state: ANYWHERE, queues, memory: forget(memory, cell), action: { kind: 'flush', cell } };
    }
    yield* this.directInto({ state: ANYWHERE, queues: nothing, memory });
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
  private *undo(transition: Transition, { queues, memory }: Situation): Generator<StepBack> {
    const { fence, reads, writes, direct } = accessesOf(transition.operation);
    const action = { kind: 'transition', transition } as const;
    let after: Situation | null = { state: transition.from, queues, memory };
    for (const write of direct) after = after && this.beforeDirect(after, write);
    for (const write of writes) after = after && this.beforeStore(after, write);
    if (after !== null && fence) after = after.queues.every(mayBeEmpty) ? { ...after, queues: this.empty } : null;
    for (const before of after === null ? [] : this.beforeLoads(after, reads)) yield { ...before, action };
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

  private beforeLoads(after: Situation, [read, ...others]: readonly CellValue[]): readonly Situation[] {
    if (read === undefined) return [after];
    const letter = this.letters.letter(read);
    const position = this.positions[read.cell] as number;
    const held = remember(after.memory, read.cell, letter);
    const found: Situation[] = [];
    // A thread that never stores to the cell has nothing waiting for it.
    const ways = position < 0 ? [FROM_MEMORY] : beforeLoad(after.queues[position] as Queue, letter);
    for (const { queue, fromMemory } of ways) {
      const memory = fromMemory ? held : after.memory;
      if (memory === null) continue;
      const queues = position < 0 ? after.queues : after.queues.with(position, queue);
      found.push(...this.beforeLoads({ ...after, queues, memory }, others));
    }
    return found;
  }

  private get empty(): readonly Queue[] {
    return this.stored.map(() => EMPTY);
  }

  /** Queues that need not be empty, since they can be emptied and nobody asks what memory holds then. */
  settled(queues: readonly Queue[], memory: string): readonly Queue[] {
    let settled = queues;
    for (let k = 0; k < queues.length; k++) {
      if (queues[k] !== EMPTY || memory[this.stored[k] as number] !== UNKNOWN) continue;
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
