/** The judge of lassos refuses whatever is not a counterexample. */

import { describe, expect, it } from 'vitest';
import { closeCycle } from '../../../src/engines/ltl/closing.js';
import { type Lasso, replayLasso } from '../../../src/engines/ltl/lasso-replay.js';
import { acceptsLasso } from '../../../src/engines/ltl/word-acceptance.js';
import type { GeneralisedBuchi } from '../../../src/logic/ltl/buchi.js';
import { SC, TSO } from '../../../src/memory/models.js';
import { type EdgeStep, makeMachine, type ProgramStep } from '../../../src/memory/operational/program/machine.js';
import { at } from '../../support/build.js';
import { bothInfinitelyOften, notAlways, notEventually, notInfinitelyOften, notUntil } from './formulas.js';
import { deadLocal, lateStore, oneStep, rounds, writer } from './programs.js';

const FAIR = { fairThreads: true, fairBuffers: true };
const UNFAIR = { fairThreads: false, fairBuffers: false };

function step(thread: number, edge: number): EdgeStep {
  return { kind: 'edge', thread, edge, choices: [] };
}

describe('the replay of lassos', () => {
  const program = lateStore();
  const initial = { memory: [0], locals: [[], []] };
  const question = { program, memory: TSO, propositions: [at(1, 1)], automaton: notEventually, ...UNFAIR } as const;
  const [write, look, see] = [step(0, 0), step(1, 0), step(1, 1)];
  const drain: ProgramStep = { kind: 'drain', thread: 0, cell: null };
  const lasso: Lasso = { initial, prefix: [write], cycle: [look] };
  const refusal = (asked: Parameters<typeof replayLasso>[0], given: Lasso): string => {
    const replayed = replayLasso(asked, given, 1);
    return replayed.ok ? 'accepted' : `${replayed.step}: ${replayed.reason}`;
  };

  it('accepts a counterexample and tells it', () => {
    const replayed = replayLasso(question, lasso, 1);
    expect(replayed).toMatchObject({ ok: true, trace: { cycle: 1, steps: [{ actor: 1 }, { actor: 2 }] } });
    expect(replayed).toHaveProperty('trace.graph.title', 'an execution that TSO allows and that violates ltl');
  });

  it('refuses what is no run', () => {
    expect(refusal(question, { ...lasso, initial: { ...initial, memory: [1] } })).toBe('0: x does not begin with 1');
    expect(refusal(question, { ...lasso, prefix: [drain] })).toMatch(/^1: no such writes wait/);
    expect(refusal(question, { ...lasso, prefix: [see] })).toMatch(/^1: B: x == 1 is not possible: its guard/);
    expect(refusal(question, { ...lasso, prefix: [write, write] })).toMatch(/^2: .* the thread is elsewhere/);
    expect(refusal(question, { ...lasso, cycle: [step(1, 7)] })).toMatch(/^2: B has no edge number 7/);
  });

  it('refuses a cycle that does not close, and an end where something can happen', () => {
    expect(refusal(question, { ...lasso, prefix: [], cycle: [write] })).toMatch(/does not lead back/);
    expect(refusal(question, { ...lasso, cycle: [] })).toBe('2: the run could go on');
    const stuck = { ...question, program: oneStep(true), propositions: [at(0, 1)] };
    const still: Lasso = { initial: { memory: [0], locals: [[]] }, prefix: [], cycle: [] };
    expect(refusal({ ...stuck, ...FAIR }, still)).toBe('accepted');
  });

  it('refuses what is not fair', () => {
    expect(refusal({ ...question, fairBuffers: true }, lasso)).toBe('3: writes of A wait for ever');
    expect(refusal({ ...question, fairThreads: true }, lasso)).toBe('accepted');
    const early = { ...lasso, prefix: [] };
    expect(refusal({ ...question, fairBuffers: true }, early)).toBe('accepted');
    expect(refusal({ ...question, fairThreads: true }, early)).toBe('2: A could always take a step, and never does');
    // With a full buffer the writer has nothing enabled; without bound it has.
    const waits = { ...question, program: writer(), propositions: [at(0, 0)], automaton: notInfinitelyOften };
    const behind: Lasso = { initial, prefix: [write], cycle: [look] };
    expect(replayLasso({ ...waits, fairThreads: true }, behind, 1).ok).toBe(true);
    expect(replayLasso({ ...waits, fairThreads: true }, behind, null).ok).toBe(false);
  });

  it('refuses what satisfies the formula', () => {
    expect(refusal({ ...question, propositions: [at(1, 0)] }, lasso)).toBe('3: the run satisfies the formula');
    const quotient = {
      kind: 'binary',
      operator: '/',
      left: { kind: 'constant', value: 1 },
      right: { kind: 'memory', variable: 0, index: null },
    } as const;
    expect(refusal({ ...question, propositions: [quotient] }, lasso)).toBe('0: a proposition has no value');
  });
});

describe('lassos', () => {
  it('close after a turn where a dead variable changes', () => {
    const machine = makeMachine(deadLocal(), SC, 1);
    const initial = { memory: [], locals: [[0]] };
    const one = { initial, prefix: [], cycle: [step(0, 0)] };
    expect(closeCycle(machine, one)).toEqual({ ...one, prefix: [step(0, 0)] });
  });

  it('are told as short as they can be', () => {
    const machine = makeMachine(rounds(), SC, 1);
    const initial = { memory: [], locals: [[]] };
    const [enter, there, back] = [step(0, 0), step(0, 1), step(0, 2)];
    const long = { initial, prefix: [enter, there, back, there], cycle: [back, there, back, there] };
    expect(closeCycle(machine, long)).toEqual({ initial, prefix: [enter], cycle: [there, back] });
  });
});

describe('acceptance of words', () => {
  const accepts = (automaton: GeneralisedBuchi, prefix: number[], cycle: number[]) =>
    acceptsLasso(automaton, [...prefix, ...cycle], prefix.length);

  it('is that of the formulas', () => {
    expect(accepts(notEventually, [0, 0], [0])).toBe(true);
    expect(accepts(notEventually, [0, 1], [0])).toBe(false);
    expect(accepts(notAlways, [1, 1], [1, 0])).toBe(true);
    expect(accepts(notAlways, [1, 1], [1])).toBe(false);
    expect(accepts(notInfinitelyOften, [1, 1], [0])).toBe(true);
    expect(accepts(notInfinitelyOften, [0, 0], [0, 1])).toBe(false);
    expect(accepts(notUntil, [1, 1], [1])).toBe(true);
    expect(accepts(notUntil, [1, 1], [2])).toBe(false);
    expect(accepts(notUntil, [1, 0], [2])).toBe(true);
    expect(accepts(bothInfinitelyOften, [], [1, 0, 2])).toBe(true);
    expect(accepts(bothInfinitelyOften, [2], [1, 0])).toBe(false);
  });
});
