/**
 * Why a program holds, as data: what threads alone can have, and configurations that are *not* reached. What is of the first
 * kind for each thread, and above none of the configurations, is never left by a step; the initial configurations are like
 * that, and the targets are not. `check-certificate.ts` checks that, and shares nothing with the search but the automata.
 */

import type { CellValue, ConcurrentSystem } from '../automata/system.js';
import type { Forward } from './forward.js';
import { type Alphabet, type Configuration, isOwn, type Part } from './order.js';
import { knownAt } from './path.js';

export interface CertifiedMessage extends CellValue {
  readonly own: boolean;
}

export interface CertifiedConfiguration {
  /** By cell; null where nothing is said. */
  readonly memory: readonly (number | null)[];
  readonly threads: readonly CertifiedThread[];
}

export interface CertifiedThread {
  readonly automaton: number;
  readonly state: number;
  /** The newest first. */
  readonly buffer: readonly CertifiedMessage[];
}

/** What a thread alone can have in a local state. */
export interface CertifiedAlone {
  /** The newest own-messages on each cell, the newest first. */
  readonly own: readonly CellValue[];
  /** What memory holds in cells that no other thread writes. */
  readonly memory: readonly CellValue[];
}

export interface DualCertificate {
  /** By automaton, then by local state. */
  readonly alone: readonly (readonly (readonly CertifiedAlone[])[])[];
  readonly configurations: readonly CertifiedConfiguration[];
}

export function makeCertificate(
  system: ConcurrentSystem,
  alphabet: Alphabet,
  forward: readonly Forward[],
  minor: Iterable<Configuration>,
): DualCertificate {
  const message = (letter: string): CellValue => ({ cell: alphabet.cellOf(letter), value: alphabet.valueOf(letter) });
  const alone = system.automata.map(({ states }, automaton) =>
    Array.from({ length: states }, (_, state) =>
      [...(forward[automaton] as Forward).in(state)].flatMap(([own, memories]) =>
        [...memories].map((memory) => ({ own: [...own].map(message), memory: [...memory].map(message) })),
      ),
    ),
  );
  const thread = ({ automaton, state, word }: Part): CertifiedThread => ({
    automaton,
    state,
    buffer: [...word].map((letter) => ({ ...message(letter), own: isOwn(letter) })),
  });
  const configurations = [...minor].map(({ memory, parts }) => ({
    memory: system.domains.map((_, cell) => knownAt(memory, cell, alphabet)),
    threads: parts.map(thread),
  }));
  return { alone, configurations };
}
