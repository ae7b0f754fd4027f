/**
 * The audit of runs against brute force: it confirms what holds and refutes what does not, and looks at the configurations
 * that a ranking of the same question has.
 */
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../src/check/options.js';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { KernelAudit } from '../../../src/evidence/audit/kernel.js';
import { auditRuns } from '../../../src/evidence/runs/audit.js';
import type { RunsQuestion } from '../../../src/evidence/runs/certificate.js';
import { bruteForce } from '../../engines/ltl/brute.js';
import { randomQuestion } from '../../engines/ltl/random-questions.js';
import { finish } from '../../support/engines.js';
import { cases } from '../../support/size.js';
import { auditedText, judged, LIMITS, rankingOf, runsQuestion } from './ask.js';

const FIRST_SEED = 930_000;
const SEEDS = cases(400, 25);
const FEW_NODES = 300;

const audited = (question: RunsQuestion): KernelAudit => finish(auditRuns(question, LIMITS));

function asked(seed: number): LtlQuestion {
  const question = randomQuestion(seed);
  return { ...question, program: { ...question.program, never: [] } };
}

describe('the audit of runs', () => {
  it(`says what brute force says: ${SEEDS} random questions`, () => {
    const counts = { confirmed: 0, refuted: 0, lassos: 0, fair: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const question = asked(seed);
      const expected = bruteForce(question, FEW_NODES);
      if (expected === null) continue;
      const runs = runsQuestion(question);
      const audit = audited(runs);
      if (audit.unfinished?.code === 'overflow') continue;
      const holds = expected.kinds.has('holds');
      expect(audit, `seed ${seed}`).toMatchObject({ unfinished: null });
      expect(audit.refuted === null, `seed ${seed}: ${audit.refuted}`).toBe(holds);
      counts[holds ? 'confirmed' : 'refuted']++;
      if (expected.kinds.has('lasso')) counts.lassos++;
      if (!holds) continue;
      expect(audit.full, `seed ${seed}`).toBe(expected.full);
      const unfair = bruteForce({ ...question, fairThreads: false, fairBuffers: false }, FEW_NODES);
      if (unfair?.kinds.has('holds') === false) counts.fair++;
      const ranking = rankingOf(runs, question.buffer);
      expect(judged(runs, ranking).configurations, `seed ${seed}`).toBe(ranking.count);
      expect(audit.states, `seed ${seed}`).toBe(ranking.count);
    }
    expect(counts.confirmed).toBeGreaterThan(SEEDS / 8);
    expect(counts.refuted).toBeGreaterThan(SEEDS / 8);
    expect(counts.lassos).toBeGreaterThan(SEEDS / 8);
    expect(counts.fair).toBeGreaterThan(SEEDS / 40);
  });

  it('confirms several parts only if each holds', () => {
    let [confirmed, refuted] = [0, 0];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS / 2; seed++) {
      const question = runsQuestion(asked(seed));
      const [part] = question.parts;
      if (part === undefined) throw new Error('no part');
      const nothing = { ...part.automaton, transitions: [] };
      const one = audited(question);
      if (one.unfinished !== null || one.refuted === 'an assertion fails') continue;
      const two = audited({ ...question, parts: [{ ...part, automaton: nothing }, part, part] });
      expect(two.refuted, `seed ${seed}`).toBe(one.refuted);
      if (one.refuted === null) expect(two.transitions, `seed ${seed}`).toBe(one.transitions);
      if (one.refuted === null) confirmed++;
      else refuted++;
    }
    expect(confirmed).toBeGreaterThan(SEEDS / 16);
    expect(refuted).toBeGreaterThan(SEEDS / 16);
  });

  const WAITS = `
shared y: 0..1
shared x: 0..1
thread B { await x == 1; done: skip; }
thread A { x = 1; loop { y = 1; y = 0 } }
`;
  const refuted = async (options: CheckOptions): Promise<boolean> => {
    const asked = { file: 'waits.fp', buffer: 2, fairThreads: true, ltl: 'F B@done', ...options };
    const audit = await auditedText(WAITS, asked, LIMITS);
    expect(audit).toMatchObject({ unfinished: null });
    return audit?.refuted !== null;
  };

  it('knows which drains are fair', async () => {
    for (const memory of ['tso', 'pso'] as const) {
      expect(await refuted({ memory }), memory).toBe(false);
      expect(await refuted({ memory, fairThreads: false }), memory).toBe(true);
    }
    // Under TSO writes to y leave after that to x, and with a full buffer A waits; under PSO they overtake it.
    expect(await refuted({ memory: 'pso', fairBuffers: false })).toBe(true);
    expect(await refuted({ memory: 'sc' })).toBe(false);
    expect(await refuted({ memory: 'sc', fairThreads: false })).toBe(true);
  });

  it('stops at its limits, and says so', () => {
    const question = { ...runsQuestion(asked(FIRST_SEED)), bound: null };
    const few = finish(auditRuns(question, { ...LIMITS, maxStates: 0 }));
    expect(few).toMatchObject({ refuted: null, unfinished: { code: 'limit', limit: 'states', value: 0 } });
    const small = finish(auditRuns(question, { ...LIMITS, maxMegabytes: 1 }));
    expect(small).toMatchObject({ refuted: null, unfinished: { code: 'limit', limit: 'memory', value: 1 } });
  });
});
