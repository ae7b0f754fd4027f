/**
 * What a certificate lists for threads alone: in each local state which own-messages a thread can have, the newest on each
 * cell, and what memory holds then in cells that no other thread writes.
 *
 * That every configuration of a run is as listed is checked like any invariant: initial states are listed with empty buffers
 * and all first values; and what a thread does by itself, a deletion or a transition, leads from listed to listed. Others
 * cannot change what the lists speak of.
 */

import type { ConcurrentSystem } from '../../engines/automata/system.js';
import type { DualCertificate } from '../../engines/dual-tso/certificate.js';
import type { Progress } from '../../engines/engine.js';
import { type Letter, type Letters, type Move, ownOf } from './letters.js';

/** What is listed with some own-messages. */
export interface Listed {
  /** Own letters, the newest first. */
  readonly own: readonly Letter[];
  /** Plain letters, for the same cells in the same order in all lists of an automaton. */
  readonly memories: readonly (readonly Letter[])[];
}

interface Entry {
  readonly own: readonly Letter[];
  readonly memory: readonly Letter[];
}

const CHUNK = 256;

export class Alone {
  /** By automaton, then by local state: the listed, by their own-messages. */
  private readonly lists: readonly (readonly ReadonlyMap<string, Listed & { readonly keys: ReadonlySet<string> }>[])[];

  private constructor(
    private readonly system: ConcurrentSystem,
    private readonly letters: Letters,
    entries: readonly (readonly (readonly Entry[])[])[],
  ) {
    this.lists = entries.map((states) =>
      states.map((list) => {
        const byOwn = new Map<string, { own: readonly Letter[]; memories: (readonly Letter[])[]; keys: Set<string> }>();
        for (const { own, memory } of list) {
          const key = own.join();
          const listed = byOwn.get(key) ?? { own, memories: [], keys: new Set() };
          byOwn.set(key, listed);
          if (listed.keys.has(memory.join())) continue;
          listed.keys.add(memory.join());
          listed.memories.push(memory);
        }
        return byOwn;
      }),
    );
  }

  /** Null when it does not list local states, cells and values of the system. */
  static of(system: ConcurrentSystem, letters: Letters, { alone }: DualCertificate): Alone | null {
    if (alone.length !== system.automata.length) return null;
    if (alone.some((states, number) => states.length !== system.automata[number]?.states)) return null;
    let unknown = false;
    const plain = (message: { readonly cell: number; readonly value: number }): Letter => {
      const letter = letters.find(message);
      unknown ||= letter === null;
      return letter ?? 0;
    };
    const entries = alone.map((states) =>
      states.map((list) =>
        list.map(({ own, memory }) => ({
          own: own.map((message) => ownOf(plain(message))),
          memory: memory.map(plain),
        })),
      ),
    );
    return unknown ? null : new Alone(system, letters, entries);
  }

  /** What is listed in the local state, for all own-messages. */
  in(automaton: number, state: number): Iterable<Listed> {
    return this.lists[automaton]?.[state]?.values() ?? [];
  }

  /** What memory is listed with these own-messages. */
  memories(automaton: number, state: number, own: readonly Letter[]): readonly (readonly Letter[])[] {
    return this.lists[automaton]?.[state]?.get(own.join())?.memories ?? [];
  }

  *fault(moves: readonly (readonly Move[])[], progress: () => Progress): Generator<Progress, string | null> {
    for (const [number, automaton] of this.system.automata.entries()) {
      const cells = this.cellsOf(number);
      if (cells === null) return 'memory is listed that others write';
      let first: Letter[][] = [[]];
      for (const cell of cells) {
        const values = this.system.initial[cell] as readonly number[];
        const held = values.map((value) => this.letters.plain({ cell, value }));
        first = first.flatMap((memory) => held.map((letter) => [...memory, letter]));
      }
      if (!automaton.initial.every(({ state }) => first.every((memory) => this.has(number, state, [], memory)))) {
        return 'an initial state is not listed';
      }
      const leaving = Array.from({ length: automaton.states }, (): Move[] => []);
      for (const move of moves[number] as readonly Move[]) leaving[move.from]?.push(move);
      for (const [state, from] of leaving.entries()) {
        if (state % CHUNK === 0) yield progress();
        for (const { own, memories } of this.in(number, state)) {
          for (const memory of memories) {
            const fault = this.leadsOut(number, state, from, own, memory);
            if (fault !== null) return fault;
          }
        }
      }
    }
    return null;
  }

  private leadsOut(
    automaton: number,
    state: number,
    leaving: readonly Move[],
    own: readonly Letter[],
    memory: readonly Letter[],
  ): string | null {
    if (own.length > 0 && !this.has(automaton, state, own.slice(0, -1), memory)) {
      return 'a deletion leads to what is not listed';
    }
    for (const move of leaving) {
      const after = this.after(move, own, memory);
      if (after !== null && !this.has(automaton, move.to, after.own, after.memory)) {
        return 'a transition leads to what is not listed';
      }
    }
    return null;
  }

  private has(automaton: number, state: number, own: readonly Letter[], memory: readonly Letter[]): boolean {
    return this.lists[automaton]?.[state]?.get(own.join())?.keys.has(memory.join()) === true;
  }

  /** The cells that memory is listed for; null when they are not always the same, or others write them. */
  private cellsOf(automaton: number): readonly number[] | null {
    let cells: readonly number[] | null = null;
    for (const states of this.lists[automaton] ?? []) {
      for (const { memories } of states.values()) {
        for (const memory of memories) {
          const here = memory.map((letter) => this.letters.cellOf(letter));
          cells ??= here;
          if (here.join() !== cells.join()) return null;
        }
      }
    }
    return (cells ?? []).every((cell) => this.isAloneWith(cell, automaton)) ? (cells ?? []) : null;
  }

  /** Whether one thread has the automaton, and no other writes the cell. */
  private isAloneWith(cell: number, automaton: number): boolean {
    const { automata, threads, any } = this.system;
    if (any.includes(automaton) || threads.filter((each) => each === automaton).length !== 1) return false;
    return automata.every(
      ({ transitions }, other) =>
        other === automaton ||
        transitions.every(({ operation }) => {
          const writes = operation.kind === 'write' ? [operation] : operation.kind === 'atomic' ? operation.writes : [];
          return writes.every((write) => write.cell !== cell);
        }),
    );
  }

  /** Own-messages and memory after a transition of the thread alone; null when it is not possible. */
  private after({ kind, reads, writes }: Move, own: readonly Letter[], memory: readonly Letter[]): Entry | null {
    const on = (letter: Letter) => (other: Letter) => this.letters.cellOf(other) === this.letters.cellOf(letter);
    const held = writes.length === 0 ? memory : memory.map((old) => writes.find(on(old)) ?? old);
    switch (kind) {
      case 'nop':
        return { own, memory };
      case 'read': {
        const [read] = reads as [Letter];
        const written = own.find(on(read));
        if (written !== undefined) return written === ownOf(read) ? { own, memory } : null;
        // Without own-message on a cell that nobody else writes, the messages on it say what memory holds.
        const known = memory.find(on(read));
        return known === undefined || known === read ? { own, memory } : null;
      }
      case 'write': {
        const [written] = writes as [Letter];
        const others = own.filter((other) => !on(written)(other));
        return { own: [ownOf(written), ...others], memory: held };
      }
      case 'fence':
        return own.length === 0 ? { own, memory } : null;
      case 'atomic': {
        const differs = reads.some((read) => memory.some((known) => on(read)(known) && known !== read));
        return own.length > 0 || differs ? null : { own, memory: held };
      }
    }
  }
}
