import { describe, expect, it } from 'vitest';
import { ExplicitEngine } from '../../src/engines/explicit/engine.js';
import { type Audit, auditProgram } from '../../src/evidence/audit.js';
import { readProgram } from '../../src/languages/program/index.js';
import { TSO } from '../../src/memory/models.js';
import type { Program } from '../../src/models/program/model.js';

const LOCK = `
shared lock: 0..1
thread T[2] { loop { await swap(lock, 1) == 0; cs: skip; lock = 0 } }
never mutex: T(i)@cs && T(j)@cs
`;

function programOf(text: string): Program {
  const made = readProgram(text, 'p.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('no program');
  return made.program;
}

function audit(text: string, bound: number | null, limit = 1000): Audit {
  const steps = auditProgram(programOf(text), TSO, bound, limit);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('the audit of a program', () => {
  it('finds the states that the engine finds without reductions', () => {
    const program = programOf(LOCK);
    const limits = { maxStates: 1000, maxMegabytes: 16 };
    const plain = { symmetry: false, zeroDead: false };
    const engine = new ExplicitEngine({ program, memory: TSO, buffer: 2, limits, ...plain });
    const steps = engine.run();
    while (steps.next().done !== true);
    const { states, transitions } = engine.counts();
    expect(audit(LOCK, 2)).toEqual({ states, transitions, full: false, refuted: null, unfinished: null });
    expect(audit(LOCK, null)).toMatchObject({ states, transitions, refuted: null, unfinished: null });
  });

  it('refuses what is violated or fails', () => {
    const broken = LOCK.replace('await swap(lock, 1) == 0', 'await lock == 0; lock = 1');
    expect(audit(broken, 2)).toMatchObject({ refuted: 'a state violates a property' });
    const failing = LOCK.replace('lock = 0 }', 'lock = lock + 1 }');
    expect(audit(failing, 2)).toMatchObject({ refuted: 'a step fails' });
  });

  it('says when it did not look at everything', () => {
    expect(audit(LOCK, 2, 3)).toMatchObject({
      refuted: null,
      unfinished: { code: 'limit', limit: 'states', value: 3 },
    });
  });
});
