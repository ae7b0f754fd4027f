/** Lemmas right and wrong: they never turn an answer into a wrong one, and a run that breaks one really does. */
import { describe, expect, it } from 'vitest';
import { settle } from '../../src/check/check.js';
import { replayRun } from '../../src/check/replay/index.js';
import type { Question } from '../../src/engines/question.js';
import type { MemoryName } from '../../src/memory/models.js';
import type { ArraySystem, Formula, Lemma, Property } from '../../src/models/array-system/model.js';
import { outcomeOf } from '../support/ask.js';
import { cases, least } from '../support/size.js';
import { randomModel } from './generate.js';
import { printModel } from './text-model.js';
import { randomWeakModel } from './weak/generate.js';

/** The unsafe conditions, parts of them, and their negations. */
function lemmasFrom({ unsafe }: ArraySystem): Lemma[] {
  const parts = (formula: Formula): Formula[] => (formula.kind === 'and' ? [...formula.operands] : []);
  return unsafe.flatMap((property: Property) => {
    const { formula } = property;
    const more = parts(formula).flatMap((part) => [part, { kind: 'not', operand: part } as const]);
    return [formula, ...more].slice(0, 4).map((each) => ({ ...property, name: null, formula: each }));
  });
}

function withLemmas(question: Question): Question {
  const { model } = question;
  if (model.kind !== 'system') return question;
  const { system } = model;
  return { ...question, model: { kind: 'system', system: { ...system, lemmas: lemmasFrom(system) } } };
}

const LIMITS = { maxCubes: 150, maxStates: 1_000, maxProcesses: 4 };

async function campaign(memory: MemoryName, count: number, textOf: (seed: number) => string) {
  const counts = { decided: 0, refuted: 0, replayed: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const text = textOf(seed);
    const options = { ...LIMITS, memory, engine: 'parameterized' as const };
    const plain = await outcomeOf(text, options);
    const hinted = await settle(text, options, withLemmas);
    if (!hinted.ok) throw new Error(hinted.diagnostics.map(({ message }) => message).join('; '));
    const { verdict, notes } = hinted.outcome;
    if (verdict !== 'unknown' && plain.verdict !== 'unknown') {
      expect([seed, verdict]).toEqual([seed, plain.verdict]);
      counts.decided++;
    }
    for (const note of notes) {
      if (note.code !== 'lemma refuted') continue;
      counts.refuted++;
      if (note.run === null) continue;
      const replayed = await replayRun(text, note.run, { memory });
      expect([seed, replayed.ok]).toEqual([seed, true]);
      counts.replayed++;
    }
  }
  return counts;
}

describe('hints of any quality', () => {
  it('under SC', async () => {
    const counts = await campaign('sc', cases(300), (seed) => printModel(randomModel(seed)));
    expect(counts.decided).toBeGreaterThan(least(100));
    expect(counts.replayed).toBeGreaterThan(least(50));
  });

  it('under TSO', async () => {
    const counts = await campaign('tso', cases(150), (seed) => printModel(randomWeakModel(seed)));
    expect(counts.decided).toBeGreaterThan(least(40));
    expect(counts.replayed).toBeGreaterThan(least(20));
  });
});
