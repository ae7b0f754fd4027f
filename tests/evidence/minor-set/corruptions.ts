/** All ways to change one configuration of a certificate a little. */

import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import type {
  CertifiedConfiguration,
  CertifiedMessage,
  CertifiedThread,
  DualCertificate,
} from '../../../src/engines/dual-tso/certificate.js';

export const KINDS = [
  'dropped',
  'memory changed',
  'memory forgotten',
  'memory added',
  'state changed',
  'message changed',
  'own flag flipped',
  'message dropped',
  'message added',
] as const;

export type Kind = (typeof KINDS)[number];

export interface Corruption {
  readonly kind: Kind;
  /** What stands in the place of the configuration; null when nothing does. */
  readonly instead: CertifiedConfiguration | null;
}

export function* corruptionsOf(system: ConcurrentSystem, old: CertifiedConfiguration): Generator<Corruption> {
  const { memory, threads } = old;
  yield { kind: 'dropped', instead: null };
  for (const [cell, held] of memory.entries()) {
    for (const value of system.domains[cell] ?? []) {
      const kind = held === null ? 'memory added' : 'memory changed';
      if (value !== held) yield { kind, instead: { threads, memory: memory.with(cell, value) } };
    }
    if (held !== null) yield { kind: 'memory forgotten', instead: { threads, memory: memory.with(cell, null) } };
  }
  for (const [k, thread] of threads.entries()) {
    for (const { kind, instead } of threadsInstead(system, thread)) {
      yield { kind, instead: { memory, threads: threads.with(k, instead) } };
    }
  }
}

function* threadsInstead(
  { automata, domains }: ConcurrentSystem,
  thread: CertifiedThread,
): Generator<{ readonly kind: Kind; readonly instead: CertifiedThread }> {
  const { automaton, buffer } = thread;
  const letters = domains.flatMap((values, cell) =>
    values.flatMap((value) => [false, true].map((own): CertifiedMessage => ({ cell, value, own }))),
  );
  const put = (kind: Kind, changed: readonly CertifiedMessage[]) => ({ kind, instead: { ...thread, buffer: changed } });
  for (let state = 0; state < (automata[automaton]?.states ?? 0); state++) {
    if (state !== thread.state) yield { kind: 'state changed', instead: { ...thread, state } };
  }
  for (const [place, message] of buffer.entries()) {
    yield put('message dropped', buffer.toSpliced(place, 1));
    yield put('own flag flipped', buffer.with(place, { ...message, own: !message.own }));
    for (const letter of letters) {
      const same = letter.cell === message.cell && letter.value === message.value;
      if (!same && letter.own === message.own) yield put('message changed', buffer.with(place, letter));
    }
  }
  for (let place = 0; place <= buffer.length; place++) {
    for (const letter of letters) yield put('message added', buffer.toSpliced(place, 0, letter));
  }
}

export function corrupted(certificate: DualCertificate, place: number, { instead }: Corruption): DualCertificate {
  const { configurations } = certificate;
  const changed = instead === null ? configurations.toSpliced(place, 1) : configurations.with(place, instead);
  return { ...certificate, configurations: changed };
}
