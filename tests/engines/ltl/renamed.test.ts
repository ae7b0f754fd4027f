/** Temporal questions of which states are stored up to the names of threads. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { SC, TSO } from '../../../src/memory/models.js';
import { formulaProperty } from '../../../src/models/program/temporal.js';
import { found } from '../../random/ltl/renamed.js';
import { ask, LIMITS } from './ask.js';

function questionOf(text: string, others: Partial<LtlQuestion> = {}): LtlQuestion {
  const made = readProgram(text, 'renamed.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`this is no program:\n${text}`);
  const [read] = made.ltl;
  if (read === undefined) throw new Error('there is a formula');
  const conditions = read.propositions.map(({ condition }) => condition);
  const questions = formulaProperty(read.name, read.text, read.formula, conditions).questions();
  if ('refused' in questions) throw new Error(questions.refused);
  const [{ propositions, automaton }] = questions as [(typeof questions)[number]];
  const program = { ...made.program, never: [] };
  const fair = { fairThreads: true, fairBuffers: true };
  return { program, propositions, automaton, memory: SC, buffer: 1, limits: LIMITS, ...fair, ...others };
}

/** Who has the token does something with it; anybody may go away instead, at any time. */
const token = (pass: string) => `
  shared owner: 0..2
  thread T[3] {
    loop {
      choose { atomic { await owner == self; ${pass} } } or { goto last }
    }
    last: skip
    gone: skip
  }
  ltl leaves: F (T(0)@gone || T(1)@gone || T(2)@gone)`;

describe('states up to the names of threads', () => {
  it('have a fair cycle where a turn is handed on to everybody', () => {
    const question = questionOf(token('owner = ?'));
    expect(found(question, true)).toMatchObject({ state: 'accepting', order: 6 });
    expect(found(question, false)).toMatchObject({ state: 'accepting', order: 1 });
    const { answer } = ask({ ...question, patience: 0 });
    expect(answer.verdict).toBe('violated');
  });

  it('have none where one thread keeps it', () => {
    const question = questionOf(token('owner = self'));
    expect(found(question, true)).toMatchObject({ state: 'empty', order: 6 });
    expect(found(question, false)).toMatchObject({ state: 'empty', order: 1 });
    expect(ask({ ...question, patience: 0 })).toMatchObject({ answer: { verdict: 'holds' }, counts: { orbit: 6 } });
  });

  it('leave threads alone that the formula tells apart', () => {
    const text = token('owner = ?').replace(/F \(.*\)/, 'G (T(0)@gone -> F T(1)@gone)');
    expect(found(questionOf(text), true).order).toBe(1);
    const three = text.replace('T[3]', 'T[5]').replace('0..2', '0..4');
    expect(found(questionOf(three), true).order).toBe(6);
  });

  it('are used where a search lasts, and not where nothing is to be merged', async () => {
    const text = (threads: number) => `
      shared owner: 0..${threads} = ${threads}, next[${threads}]: 0..${threads} = ${threads}, locked[${threads}]: bool
      thread T[${threads}] {
        local other: 0..${threads}
        loop {
          next[self] = ${threads}
          other = swap(owner, self)
          if (other != ${threads}) { locked[self] = true; next[other] = self; wait: await !locked[self] }
          cs: other = next[self]
          if (other == ${threads}) {
            if (cas(owner, self, ${threads})) { continue }
            await next[self] != ${threads}
            other = next[self]
          }
          locked[other] = false
        }
      }
      ltl live: G (T(0)@wait -> F T(0)@cs)`;
    const counts = async (threads: number, reduce: boolean) => {
      const memory = { memory: 'tso', buffer: 2 } as const;
      const options = { file: 'mcs.fp', property: 'live', fairThreads: true, warnings: false, reduce, ...memory };
      const result = await check(text(threads), options);
      if (!result.ok) throw new Error(result.diagnostics[0]?.message);
      expect(result.outcome.verdict).toBe('holds');
      return result.outcome.counts;
    };
    expect((await counts(3, true)).orbit).toBeUndefined();
    const [merged, plain] = [await counts(4, true), await counts(4, false)];
    expect(merged.orbit).toBe(6);
    expect(plain.orbit).toBeUndefined();
    const [few = 0, many = 0] = [merged.productStates, plain.productStates];
    expect(few * 6).toBeGreaterThanOrEqual(many);
    expect(few * 5).toBeLessThan(many);
  });

  it('say the same about full buffers', () => {
    const text =
      'shared x[3]: 0..1 thread T[3] { loop { x[self] = 1 a: x[self] = 0 } } ltl p: G F (T(0)@a || T(1)@a || T(2)@a)';
    for (const symmetry of [true, false])
      expect(found(questionOf(text, { memory: TSO }), symmetry)).toMatchObject({ state: 'empty', full: true });
  });
});
