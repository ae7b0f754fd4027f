import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { readMemorax } from '../../../src/languages/memorax/index.js';
import { TSO } from '../../../src/memory/models.js';
import { corpusFiles, corpusIsThere } from '../../languages/memorax/support.js';
import { runDual } from './compare.js';

/** For each file the size of its minor set, pinned; null when it is violated. */
const MINIMAL: Readonly<Record<string, number | null>> = {
  'arbiter_v1_2.rmm': 2198,
  'arbiter_v2_2.rmm': 5361,
  'dekker_2.rmm': 16,
  'dekker_2_us.rmm': null,
  'lamport_2.rmm': 97,
  'lamport_2_us.rmm': null,
  'lamport_3.rmm': 351,
  'lamport_3_us.rmm': null,
  'memorax.bakery.bound2.rmm': null,
  'memorax.dekker.rmm': null,
  'memorax.dijkstra.rmm': null,
  'memorax.lamport_fast.rmm': null,
  'memorax.peterson.rmm': null,
  'memorax.sense_rev_bar.rmm': 234,
  'mutex_2.rmm': 4,
  'mutex_2_us.rmm': null,
  'peterson_2.rmm': 199,
  'sense_rev_2.rmm': 326,
  'spinlock_2.rmm': 15,
  'spinlock_2_us.rmm': null,
  'spinlock_4.rmm': 15,
  'spinlock_4_us.rmm': null,
  // Their buffers are never long enough for the explicit engine.
  'two_phase_2.rmm': 2874,
};

/** Why the others are refused. */
const REFUSED: Readonly<Record<string, string>> = {
  'memorax.bakery.rmm': 'is an unbounded int: give it a range',
  'memorax.ticket_spin_lock.rmm': 'variable head is an unbounded int: give it a range',
  'memorax.ticket_spin_lock.2.rmm': 'variable head is an unbounded int: give it a range',
  'mutex_3.rmm': 'reads R2 and R3 in one step: make them several, or atomic',
  'mutex_3_us.rmm': 'reads R2 and R3 in one step: make them several, or atomic',
};

describe.skipIf(!corpusIsThere)('the Dual-TSO engine on the programs of Memorax', () => {
  for (const { name, content, verdict } of corpusFiles()) {
    const refused = REFUSED[name];
    const minimal = MINIMAL[name];
    if (refused === undefined && minimal === undefined) continue;
    it(`${name}: ${refused === undefined ? verdict : 'refused'}`, () => {
      const { program } = readMemorax(content, name, { memory: TSO });
      if (program === null) throw new Error('it is read');
      const { answer } = runDual(program, { maxConfigurations: 50_000, maxMegabytes: 64 });
      if (refused !== undefined) {
        expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringContaining(refused) });
        return;
      }
      expect(answer.verdict).toBe(verdict);
      if (answer.verdict !== 'holds') return;
      expect(answer.certificate.configurations.length).toBe(minimal);
      if (answer.certificate.configurations.length > 400) return;
      expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
    });
  }
});
