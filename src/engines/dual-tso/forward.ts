/**
 * What a thread alone can have, when it is in a local state: which own-messages are in its load buffer, in what order, and
 * what memory holds in the cells that no other thread writes. Found by running its automaton alone, forward.
 *
 * Of the buffer only the newest own-message on each cell is kept, newest first. A write puts its message in front and
 * shadows an older one on the same cell; the oldest can be deleted at any time; a load from a cell with an own-message gives
 * that value; a fence and an atomic operation need an empty buffer. In a dual run a write is in memory at once, so what a
 * cell that nobody else writes holds is known from what the thread has done. A load from such a cell without own-message
 * gives just that: messages on it that are older than the last write have left the buffer before that write's own-message.
 * Other loads give anything.
 *
 * Every configuration of a run is of this kind for each thread, so the search may drop all others, and may fill in what
 * memory must hold. Without that it invents stores that no thread can have issued, and flags that are down while their
 * threads are in the critical section. (Fenced Dekker has 371 minimal configurations; 1,551 with own-messages alone.)
 */

import { UNKNOWN } from '../automata/configuration.js';
import { type ConcurrentSystem, notTaken, type Operation, type Transition } from '../automata/system.js';
import type { Alphabet } from './order.js';

/** Combinations of a local state, own-messages and memory that one automaton may have. */
export const MOST_COMBINATIONS = 200_000;

export class Forward {
  private readonly extensions = new Map<string, string[]>();

  private constructor(
    /** The cells that only this thread writes. */
    readonly cells: readonly number[],
    /** For each local state, by words of own-messages: what these cells hold. */
    private readonly found: readonly ReadonlyMap<string, ReadonlySet<string>>[],
  ) {}

  /** Null when there are too many. */
  static of(system: ConcurrentSystem, automaton: number, alphabet: Alphabet): Forward | null {
    const cells = cellsOfOne(system, automaton);
    const { states, initial, transitions } = system.automata[automaton] as ConcurrentSystem['automata'][number];
    const leaving = Array.from({ length: states }, (): Transition[] => []);
    for (const transition of transitions) leaving[transition.from]?.push(transition);
    const found = leaving.map(() => new Map<string, Set<string>>());
    const queue: { state: number; own: string; memory: string }[] = [];
    const reach = (state: number, own: string, memory: string): void => {
      const words = found[state] as Map<string, Set<string>>;
      const known = words.get(own) ?? new Set();
      if (known.has(memory)) return;
      words.set(own, known.add(memory));
      queue.push({ state, own, memory });
    };
    let first = [''];
    for (const cell of cells) {
      const values = system.initial[cell] as readonly number[];
      first = first.flatMap((memory) => values.map((value) => memory + alphabet.plain({ cell, value })));
    }
    for (const { state } of initial) for (const memory of first) reach(state, '', memory);
    for (let next = queue.pop(), seen = 0; next !== undefined; next = queue.pop(), seen++) {
      if (seen > MOST_COMBINATIONS) return null;
      const { state, own, memory } = next;
      if (own !== '') reach(state, own.slice(0, -1), memory);
      for (const { operation, to } of leaving[state] as Transition[]) {
        const after = afterwards(operation, own, memory, cells, alphabet);
        if (after !== null) reach(to, after.own, after.memory);
      }
    }
    return new Forward(cells, found);
  }

  has(state: number, own: string): boolean {
    return this.found[state]?.has(own) === true;
  }

  /** All own-messages in a local state, and what the cells hold with each. */
  in(state: number): ReadonlyMap<string, ReadonlySet<string>> {
    return this.found[state] as ReadonlyMap<string, ReadonlySet<string>>;
  }

  /** The messages that can be older than all of these. */
  older(state: number, own: string): readonly string[] {
    const key = `${state},${own}`;
    const known = this.extensions.get(key);
    if (known !== undefined) return known;
    const words = [...this.in(state).keys()];
    const longer = words.filter((word) => word.length === own.length + 1 && word.startsWith(own));
    const found = longer.map((word) => word.slice(-1));
    this.extensions.set(key, found);
    return found;
  }

  /** Memory with the cells filled in that can hold one value only; null when it is not possible. */
  complete(state: number, own: string, memory: string): string | null {
    const { cells } = this;
    const possible = this.found[state]?.get(own);
    if (possible === undefined) return null;
    if (cells.length === 0) return memory;
    let common: string[] | null = null;
    for (const held of possible) {
      if (!cells.every((cell, k) => memory[cell] === UNKNOWN || memory[cell] === held[k])) continue;
      if (common === null) common = [...held];
      else for (let k = 0; k < cells.length; k++) if (common[k] !== held[k]) common[k] = UNKNOWN;
    }
    if (common === null) return null;
    if (cells.every((cell, k) => memory[cell] === common[k])) return memory;
    const filled = [...memory];
    // What is known stays, although it may not be the same in all.
    for (const [k, cell] of cells.entries()) if (filled[cell] === UNKNOWN) filled[cell] = common[k] as string;
    return filled.join('');
  }
}

/** The cells that are written by one thread only, and it has this automaton. */
function cellsOfOne({ domains, automata, threads }: ConcurrentSystem, automaton: number): number[] {
  const writers = domains.map(() => new Set<number>());
  for (const [thread, number] of threads.entries()) {
    for (const { operation } of automata[number]?.transitions ?? []) {
      if (operation.kind === 'write') writers[operation.cell]?.add(thread);
      if (operation.kind === 'atomic') for (const { cell } of operation.writes) writers[cell]?.add(thread);
    }
  }
  return [...domains.keys()].filter((cell) => {
    const [only, ...others] = writers[cell] as Set<number>;
    return only !== undefined && others.length === 0 && threads[only] === automaton;
  });
}

/** Own-messages and memory after the operation; null when it is not possible. */
function afterwards(
  operation: Operation,
  own: string,
  memory: string,
  cells: readonly number[],
  alphabet: Alphabet,
): { readonly own: string; readonly memory: string } | null {
  /** What memory holds in the cell; null when others write it, too. */
  const held = (cell: number): number | null => {
    const position = cells.indexOf(cell);
    return position < 0 ? null : alphabet.valueOf(memory[position] as string);
  };
  const written = (writes: readonly { cell: number; value: number }[]): string => {
    const after = [...memory];
    for (const write of writes) {
      const position = cells.indexOf(write.cell);
      if (position >= 0) after[position] = alphabet.plain(write);
    }
    return after.join('');
  };
  switch (operation.kind) {
    case 'nop':
      return { own, memory };
    case 'read': {
      const message = alphabet.ownOn(own, operation.cell);
      const value = message === null ? held(operation.cell) : alphabet.valueOf(message);
      return value === null || value === operation.value ? { own, memory } : null;
    }
    case 'write': {
      const older = [...own].filter((message) => alphabet.cellOf(message) !== operation.cell);
      return { own: alphabet.own(operation) + older.join(''), memory: written([operation]) };
    }
    case 'fence':
      return own === '' ? { own, memory } : null;
    case 'atomic': {
      const agrees = operation.reads.every(({ cell, value }) => (held(cell) ?? value) === value);
      return own === '' && agrees ? { own, memory: written(operation.writes) } : null;
    }
    case 'several':
      return notTaken();
  }
}
