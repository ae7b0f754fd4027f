/**
 * The steps of one thread, undone: what its local state, its queues and memory can have been before a step, for all that an
 * element says of them afterwards. `queues.ts` has the rules for single queues; here they are put together.
 *
 *   local step   nothing but the local state changes
 *   load         from the thread's own queue when that is not empty, else from memory
 *   store        behind all that waits for the cell
 *   fence, locked instruction   all own queues are empty, before and after; it reads and writes memory at once
 *   flush        the oldest entry reaches memory. Where an element says what memory holds, that was the oldest entry; memory
 *                was anything before. Where it does not, a flush changes nothing that it speaks of, unless the queue is empty
 *                afterwards: then it held something. `settled` takes care of that
 *
 * Where nothing is said of memory in a cell, any queue can be emptied: what is asked to be empty there may be anything
 * (`settled`). That is several steps back at once, and leaves out an element for each value that the last entry may have had.
 *
 * A local state that is left open has one kind of step that matters: the store of an entry that is asked for. Every other step
 * leads from something that is in the element already.
 */
import type { Automaton, CellValue, ConcurrentSystem, Transition } from '../automata/system.js';
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
  UNKNOWN,
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
  private readonly locked: readonly Transition[];
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
      const { operation } = transition;
      arriving[transition.to]?.push(transition);
      if (operation.kind !== 'write') continue;
      cells.add(operation.cell);
      this.storable.add(`${operation.cell} ${letters.letter(operation)}`);
    }
    this.arriving = arriving;
    this.stores = transitions.filter(({ operation }) => operation.kind === 'write');
    this.locked = transitions.filter(({ operation }) => operation.kind === 'atomic' && operation.writes.length > 0);
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
    if (state === ANYWHERE) yield* this.storesInto(situation);
    else for (const transition of this.arriving[state] ?? []) yield* this.undo(transition, situation);
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
    for (const transition of this.locked) {
      const { operation } = transition;
      if (operation.kind !== 'atomic' || operation.writes.every(({ cell }) => memory[cell] === UNKNOWN)) continue;
      yield* this.undo(transition, { state: transition.to, queues: nothing, memory });
    }
  }

  private *storesInto(situation: Situation): Generator<StepBack> {
    for (const transition of this.stores) {
      for (const before of this.undo(transition, situation)) {
        if (before.queues.some((queue, k) => queue !== situation.queues[k])) yield before;
      }
    }
  }

  private *undo(transition: Transition, { queues, memory }: Situation): Generator<StepBack> {
    const { operation, from: state } = transition;
    const action = { kind: 'transition', transition } as const;
    switch (operation.kind) {
      case 'nop':
        yield { state, queues, memory, action };
        return;
      case 'read': {
        const letter = this.letters.letter(operation);
        const position = this.positions[operation.cell] as number;
        const held = remember(memory, operation.cell, letter);
        if (position < 0) {
          if (held !== null) yield { state, queues, memory: held, action };
          return;
        }
        for (const { queue, fromMemory } of beforeLoad(queues[position] as Queue, letter)) {
          const known = fromMemory ? held : memory;
          if (known !== null) yield { state, queues: queues.with(position, queue), memory: known, action };
        }
        return;
      }
      case 'write': {
        const position = this.positions[operation.cell] as number;
        const queue = beforeStore(queues[position] as Queue, this.letters.letter(operation));
        if (queue !== null) yield { state, queues: queues.with(position, queue), memory, action };
        return;
      }
      case 'fence':
        if (queues.every(mayBeEmpty)) yield { state, queues: this.empty, memory, action };
        return;
      case 'atomic': {
        const before = queues.every(mayBeEmpty) ? this.memoryBefore(operation, memory) : null;
        if (before !== null) yield { state, queues: this.empty, memory: before, action };
        return;
      }
    }
  }

  private get empty(): readonly Queue[] {
    return this.stored.map(() => EMPTY);
  }

  /** Memory after the writes agrees with what is known; before, it held what was read, and nothing is known of the rest. */
  private memoryBefore(
    { reads, writes }: { readonly reads: readonly CellValue[]; readonly writes: readonly CellValue[] },
    memory: string,
  ): string | null {
    let before: string | null = memory;
    for (const write of writes) {
      if (remember(memory, write.cell, this.letters.letter(write)) === null) return null;
      before = forget(before, write.cell);
    }
    for (const read of reads) {
      before = remember(before, read.cell, this.letters.letter(read));
      if (before === null) return null;
    }
    return before;
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

/** Memory in which the cell holds the letter; null when it is known to hold another. */
function remember(memory: string, cell: number, letter: string): string | null {
  const known = memory[cell];
  if (known === letter) return memory;
  return known === UNKNOWN ? put(memory, cell, letter) : null;
}

function forget(memory: string, cell: number): string {
  return put(memory, cell, UNKNOWN);
}

function put(memory: string, cell: number, letter: string): string {
  return memory.slice(0, cell) + letter + memory.slice(cell + 1);
}
