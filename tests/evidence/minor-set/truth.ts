/**
 * Whether a certificate is a proof, by brute force on whole configurations: every thread in a local state, every cell with a
 * value, buffers up to a length, all of it as the certificate lists for threads alone. What is above one of its configurations
 * must have all targets, no initial configuration, and whatever steps into it. For very small systems only, with a fixed
 * number of threads. Steps and ordering are those of `dual-machine.ts`.
 */

import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import type {
  CertifiedConfiguration,
  CertifiedThread,
  DualCertificate,
} from '../../../src/engines/dual-tso/certificate.js';
import {
  type DualConfiguration,
  type DualMessage,
  isBufferBelow,
  keyOf,
  successors,
} from '../../engines/dual-tso/dual-machine.js';

export class Truth {
  private readonly all: readonly DualConfiguration[];
  /** By position: where one step leads. */
  private readonly next: readonly (readonly number[])[];
  private readonly below = new Map<readonly DualMessage[], Map<readonly DualMessage[], boolean>>();
  private readonly above = new Map<CertifiedConfiguration, readonly boolean[]>();

  constructor(
    private readonly system: ConcurrentSystem,
    alone: DualCertificate['alone'],
    longest: number,
  ) {
    const locals = system.threads.map((automaton) => localsOf(system, alone, automaton, longest));
    let tuples: { readonly state: number; readonly buffer: readonly DualMessage[] }[][] = [[]];
    for (const choices of locals) tuples = tuples.flatMap((tuple) => choices.map((each) => [...tuple, each]));
    let memories: number[][] = [[]];
    for (const values of system.domains) memories = memories.flatMap((m) => values.map((value) => [...m, value]));
    this.all = tuples.flatMap((tuple) =>
      memories
        .map((memory) => ({ memory, states: tuple.map((t) => t.state), buffers: tuple.map((t) => t.buffer) }))
        .filter((whole) => isListed(whole, system, alone)),
    );
    const places = new Map(this.all.map((whole, place) => [keyOf(whole), place]));
    this.next = this.all.map((whole) => successors(system, whole).flatMap((after) => places.get(keyOf(after)) ?? []));
  }

  get size(): number {
    return this.all.length;
  }

  isProof(configurations: readonly CertifiedConfiguration[]): boolean {
    const { system } = this;
    const above = configurations.map((each) => this.allAbove(each));
    const bad = this.all.map((_, place) => above.some((is) => is[place]));
    return this.all.every((whole, place) => {
      if (bad[place]) return !this.isInitial(whole);
      const isTarget = system.targets.some(({ threads }) =>
        threads.every(({ thread, states }) => states.includes(whole.states[thread] as number)),
      );
      return !isTarget && !this.next[place]?.some((after) => bad[after]);
    });
  }

  private isInitial({ states, buffers, memory }: DualConfiguration): boolean {
    const { automata, threads, initial } = this.system;
    return (
      buffers.every(({ length }) => length === 0) &&
      memory.every((value, cell) => initial[cell]?.includes(value)) &&
      threads.every((automaton, k) => automata[automaton]?.initial.some(({ state }) => state === states[k]))
    );
  }

  /** Found once: certificates that are compared have most of their configurations in common. */
  private allAbove(configuration: CertifiedConfiguration): readonly boolean[] {
    const known = this.above.get(configuration) ?? this.all.map((whole) => this.isAbove(whole, configuration));
    this.above.set(configuration, known);
    return known;
  }

  private isAbove(whole: DualConfiguration, { memory, threads }: CertifiedConfiguration): boolean {
    if (!memory.every((value, cell) => value === null || value === whole.memory[cell])) return false;
    const put = ([first, ...more]: readonly CertifiedThread[], free: readonly number[]): boolean =>
      first === undefined ||
      free.some(
        (thread) =>
          this.system.threads[thread] === first.automaton &&
          whole.states[thread] === first.state &&
          this.isBufferBelow(first.buffer, whole.buffers[thread] as readonly DualMessage[]) &&
          put(
            more,
            free.filter((other) => other !== thread),
          ),
      );
    return put(threads, [...this.system.threads.keys()]);
  }

  private isBufferBelow(lower: readonly DualMessage[], upper: readonly DualMessage[]): boolean {
    const found = this.below.get(lower) ?? new Map<readonly DualMessage[], boolean>();
    this.below.set(lower, found);
    const known = found.get(upper) ?? isBufferBelow(lower, upper);
    found.set(upper, known);
    return known;
  }
}

function newestOwn(buffer: readonly DualMessage[]): DualMessage[] {
  const own = buffer.filter((message) => message.own);
  return own.filter(({ cell }, place) => own.findIndex((other) => other.cell === cell) === place);
}

const shown = (messages: readonly { readonly cell: number; readonly value: number }[]): string =>
  messages.map(({ cell, value }) => `${cell}=${value}`).join();

/** Local states, with all buffers whose own-messages are listed. */
function localsOf(system: ConcurrentSystem, alone: DualCertificate['alone'], automaton: number, longest: number) {
  const letters = system.domains.flatMap((values, cell) =>
    values.flatMap((value) => [false, true].map((own) => ({ cell, value, own }))),
  );
  let words: DualMessage[][] = [[]];
  const all = [...words];
  for (let length = 1; length <= longest; length++) {
    words = words.flatMap((word) => letters.map((letter) => [...word, letter]));
    all.push(...words);
  }
  return (alone[automaton] ?? []).flatMap((entries, state) => {
    const listed = new Set(entries.map(({ own }) => shown(own)));
    return all.filter((buffer) => listed.has(shown(newestOwn(buffer)))).map((buffer) => ({ state, buffer }));
  });
}

function isListed(whole: DualConfiguration, { threads }: ConcurrentSystem, alone: DualCertificate['alone']): boolean {
  return threads.every((automaton, k) => {
    const buffer = whole.buffers[k] as readonly DualMessage[];
    const entries = alone[automaton]?.[whole.states[k] as number] ?? [];
    return entries.some(
      ({ own, memory }) =>
        shown(own) === shown(newestOwn(buffer)) &&
        memory.every(({ cell, value }) => {
          const on = buffer.filter((message) => message.cell === cell);
          const last = on.findIndex((message) => message.own);
          const younger = last < 0 ? on : on.slice(0, last);
          return whole.memory[cell] === value && younger.every((message) => message.value === value);
        }),
    );
  });
}
