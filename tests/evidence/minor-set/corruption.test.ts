/**
 * Certificates with one thing changed. What must be rejected always, and why:
 *
 *   - a list for a thread alone without one of its entries: the lists are the least that are closed, so something that is
 *     still listed leads to what is not
 *   - without everything that is below a target: then the target is not covered
 *   - with something below an initial configuration
 *
 * About one configuration that is changed no such thing can be said. A smaller one (a cell or a message forgotten) may be as
 * impossible to reach as the old one, and is another proof then: what memory holds by the lists for threads alone need not
 * be said, for one. And nothing forbids that other configurations cover together what a changed one has covered. So these
 * are compared with what is true, by brute force and by the definitions taken literally, and the accepted ones are counted.
 * For a fixed number of threads only smaller ones are accepted. For any number others are as well: there the search leaves
 * idle threads out of configurations, and so covers more than leads to a target.
 */

import { describe, expect, it } from 'vitest';
import { anySource } from '../../../src/engines/automata/any-source.js';
import type { ConcurrentSystem } from '../../../src/engines/automata/system.js';
import type { CertifiedConfiguration, DualCertificate } from '../../../src/engines/dual-tso/certificate.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { type ProgramFile, readProgram } from '../../../src/languages/program/index.js';
import { runAny } from '../../engines/dual-tso/any-compare.js';
import { runDual } from '../../engines/dual-tso/compare.js';
import { straightLines } from '../../engines/dual-tso/programs.js';
import { peterson } from '../../engines/explicit/programs.js';
import { Random } from '../../random/random.js';
import { isAll } from '../../support/size.js';
import { type Corruption, corrupted, corruptionsOf, KINDS, type Kind } from './corruptions.js';
import { checkByDefinition } from './reference.js';
import { Truth } from './truth.js';

interface Proof {
  readonly system: ConcurrentSystem;
  readonly certificate: DualCertificate;
}

function holds({ answer }: ReturnType<typeof runDual> | ReturnType<typeof runAny>): Proof {
  if (answer.verdict !== 'holds') throw new Error('it holds');
  return answer;
}

function read(text: string): ProgramFile {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(diagnostics[0]?.message);
  return program;
}

const SB = holds(runDual(straightLines('w x 1; fence; r y 0', 'w y 1; fence; r x 0')));
const MP = holds(runDual(straightLines('w x 1; w y 1', 'r y 1; r x 0')));
const ATOMIC = holds(runDual(straightLines('w x 1; arw y 0 1; r x 1', 'r y 1; r x 0')));
/** A message that is older than both stores is read behind them: the first store is shadowed when it matters. */
const TWICE = holds(runDual(straightLines('r y 1; w x 1; w x 2; r y 0', 'w y 1')));
const PETERSON = holds(runDual(peterson(true)));
const ANY = holds(
  runAny(
    (() => {
      const source = anySource(
        read(`shared x: 0..1, y: 0..1
thread A[any] { x = 1; fence; await y == 0; done: skip }
thread B[any] { y = 1; fence; await x == 0; done: skip }
never both: A(i)@done && B(j)@done`),
        DUAL_TSO,
      );
      if ('refused' in source) throw new Error(source.refused);
      return source;
    })(),
  ),
);
/** The target speaks of one thread; the other comes in with its atomic operation. */
const STRANGER = holds(
  runDual(
    (() => {
      const made = read(`shared x: 0..1, y: 0..1
thread A { y = 1; fence; await swap(x, 1) == 0 }
thread B { await x == 1; await y == 0; done: skip }
thread C { y = 1 }
never passes: B@done`).instantiate(null);
      if (made.kind !== 'program') throw new Error(made.message);
      return made.program;
    })(),
  ),
);

function* allCorruptions({ system, certificate }: Proof): Generator<{ place: number; corruption: Corruption }> {
  for (const [place, configuration] of certificate.configurations.entries()) {
    for (const corruption of corruptionsOf(system, configuration)) yield { place, corruption };
  }
}

/** Some, as many of each kind. */
function sampled(proof: Proof, each: number, random: Random): { place: number; corruption: Corruption }[] {
  const byKind = new Map<Kind, { place: number; corruption: Corruption }[]>();
  for (const found of allCorruptions(proof)) {
    const alike = byKind.get(found.corruption.kind) ?? [];
    byKind.set(found.corruption.kind, alike);
    alike.push(found);
  }
  return [...byKind.values()].flatMap((all) => Array.from({ length: each }, () => random.pick(all)));
}

/** For each kind how many are accepted and rejected. */
class Census {
  private readonly counts = new Map<Kind, { accepted: number; rejected: number }>();

  add({ kind }: Corruption, ok: boolean): void {
    const count = this.counts.get(kind) ?? { accepted: 0, rejected: 0 };
    if (ok) count.accepted++;
    else count.rejected++;
    this.counts.set(kind, count);
  }

  accepted(): Partial<Record<Kind, number>> {
    const found = [...this.counts].filter(([, { accepted }]) => accepted > 0);
    return Object.fromEntries(found.map(([kind, { accepted }]) => [kind, accepted]));
  }

  kinds(): Kind[] {
    return KINDS.filter((kind) => this.counts.has(kind));
  }
}

/** Saying what a cell always holds changes nothing; the judge does not look for that, and rejects it. */
function saysNothing({ domains }: ConcurrentSystem, { kind, instead }: Corruption): boolean {
  if (kind !== 'memory added') return false;
  return instead?.memory.some((value, cell) => value !== null && domains[cell]?.length === 1) === true;
}

describe('what must be rejected', () => {
  const proofs = { SB, MP, ATOMIC, TWICE, PETERSON, ANY, STRANGER };

  it.each(Object.entries(proofs))('%s without an entry of a list for threads alone', (_, { system, certificate }) => {
    let tried = 0;
    for (const [a, states] of certificate.alone.entries()) {
      for (const [s, entries] of states.entries()) {
        for (const [e] of entries.entries()) {
          const alone = certificate.alone.with(a, states.with(s, entries.toSpliced(e, 1)));
          expect(checkCertificate(system, { ...certificate, alone }).ok).toBe(false);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  it.each(Object.entries(proofs))('%s without what is below a target', (_, { system, certificate }) => {
    for (const { threads } of system.targets) {
      const wanted = threads.map(({ thread, states }) => ({ automaton: system.threads[thread], states }));
      const isBelow = ({ threads }: CertifiedConfiguration) =>
        threads.every(({ automaton, state, buffer }) => {
          return (
            buffer.length === 0 && wanted.some((each) => each.automaton === automaton && each.states.includes(state))
          );
        });
      const configurations = certificate.configurations.filter((each) => !isBelow(each));
      expect(configurations.length).toBeLessThan(certificate.configurations.length);
      const reason = 'a target is not covered';
      expect(checkCertificate(system, { ...certificate, configurations })).toEqual({ ok: false, reason });
    }
  });

  it.each(Object.entries(proofs))('%s with something below an initial configuration', (_, { system, certificate }) => {
    const { automata, domains, initial } = system;
    const nothing = domains.map(() => null);
    const first = initial.map((values) => values[0] as number);
    const threads = automata.map(({ initial }, automaton) => ({
      automaton,
      state: initial[0]?.state as number,
      buffer: [],
    }));
    const below: CertifiedConfiguration[] = [
      { memory: nothing, threads: [] },
      { memory: first, threads: [] },
      { memory: first, threads },
      ...threads.map((thread) => ({ memory: nothing, threads: [thread] })),
    ];
    for (const each of below) {
      const configurations = [...certificate.configurations, each];
      const reason = 'an initial configuration is covered';
      expect(checkCertificate(system, { ...certificate, configurations })).toEqual({ ok: false, reason });
    }
  });
});

describe('one configuration changed', () => {
  it.each(Object.entries({ SB, MP, ATOMIC, TWICE, ANY, STRANGER }))(
    '%s: none can be left out',
    (_, { system, certificate }) => {
      for (const [place] of certificate.configurations.entries()) {
        const without = corrupted(certificate, place, { kind: 'dropped', instead: null });
        expect(checkCertificate(system, without).ok, `without ${place}`).toBe(false);
      }
    },
  );

  it('a message in front that memory holds is rejected: a propagation leads there', () => {
    const { system, certificate } = holds(runDual(straightLines('w x 1; w y 1', 'r y 1; r x 0; r x 1')));
    let tried = 0;
    for (const [place, { memory, threads }] of certificate.configurations.entries()) {
      for (const [k, thread] of threads.entries()) {
        for (const [cell, value] of memory.entries()) {
          if (value === null) continue;
          const buffer = [{ cell, value, own: false }, ...thread.buffer];
          const instead = { memory, threads: threads.with(k, { ...thread, buffer }) };
          const changed = corrupted(certificate, place, { kind: 'message added', instead });
          expect(checkCertificate(system, changed).ok, `in ${place}`).toBe(false);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(20);
  });

  it('accepted when it is a proof, by brute force, and not otherwise', () => {
    const truth = new Truth(SB.system, SB.certificate.alone, 2);
    expect(truth.isProof(SB.certificate.configurations)).toBe(true);
    const census = new Census();
    for (const { place, corruption } of isAll ? allCorruptions(SB) : sampled(SB, 5, new Random(2))) {
      if (saysNothing(SB.system, corruption)) continue;
      const changed = corrupted(SB.certificate, place, corruption);
      const { ok } = checkCertificate(SB.system, changed);
      expect(ok, `${corruption.kind} in ${place}`).toBe(truth.isProof(changed.configurations));
      census.add(corruption, ok);
    }
    // Who has passed its fence has written: memory follows from the local state.
    expect(census.accepted()).toEqual({ 'memory forgotten': isAll ? 8 : 5 });
    expect(census.kinds().length).toBeGreaterThan(7);
  });

  it('the same, where own-messages wait', () => {
    const truth = new Truth(MP.system, MP.certificate.alone, 2);
    expect(truth.isProof(MP.certificate.configurations)).toBe(true);
    const census = new Census();
    for (const { place, corruption } of sampled(MP, isAll ? 60 : 6, new Random(3))) {
      if (saysNothing(MP.system, corruption)) continue;
      const changed = corrupted(MP.certificate, place, corruption);
      const { ok } = checkCertificate(MP.system, changed);
      expect(ok, `${corruption.kind} in ${place}`).toBe(truth.isProof(changed.configurations));
      census.add(corruption, ok);
    }
    expect(Object.keys(census.accepted())).toEqual(expect.arrayContaining(['memory forgotten']));
    expect(Object.keys(census.accepted()).every((kind) => kind.endsWith('forgotten') || kind.endsWith('dropped'))).toBe(
      true,
    );
    expect(census.accepted().dropped).toBeUndefined();
  });

  it.each([
    ['SB', SB, 8],
    ['MP', MP, 3],
    ['with an atomic operation', ATOMIC, 4],
    ['with two stores to a cell', TWICE, 2],
    ['with any number of threads', ANY, 8],
    ['Peterson', PETERSON, 1],
  ] as const)('%s: judged as by the definitions', (_, proof, each) => {
    const census = new Census();
    for (const { place, corruption } of sampled(proof, isAll ? 5 * each : each, new Random(11))) {
      const changed = corrupted(proof.certificate, place, corruption);
      const { ok } = checkCertificate(proof.system, changed);
      expect(ok, `${corruption.kind} in ${place}`).toBe(checkByDefinition(proof.system, changed).ok);
      census.add(corruption, ok);
    }
    expect(census.kinds().length).toBeGreaterThan(5);
  });
});
