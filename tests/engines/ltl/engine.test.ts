import { describe, expect, it } from 'vitest';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { GeneralisedBuchi } from '../../../src/logic/ltl/buchi.js';
import { type MemoryName, memoryNamed, SC } from '../../../src/memory/models.js';
import type { Trace } from '../../../src/memory/trace.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { at } from '../../support/build.js';
import { runEngine } from '../explicit/compare.js';
import { filterLock, peterson } from '../explicit/programs.js';
import { type Asked, ask, LIMITS, shown } from './ask.js';
import {
  bothInfinitelyOften,
  notAlways,
  notCompassion,
  notEventually,
  notInfinitelyOften,
  notResponse,
  notUntil,
} from './formulas.js';
import {
  deadLocal,
  lateStore,
  manyCells,
  oneStep,
  overrun,
  rounds,
  spinLock,
  stuckBehind,
  writer,
} from './programs.js';

type Fair = 'threads' | 'buffers' | 'both' | 'none';

function asked(
  program: Program,
  automaton: GeneralisedBuchi,
  propositions: readonly StateExpression[],
  memory: MemoryName = 'sc',
  fair: Fair = 'none',
  others: Partial<LtlQuestion> = {},
): Asked {
  const fairThreads = fair === 'threads' || fair === 'both';
  const fairBuffers = fair === 'buffers' || fair === 'both';
  const question = {
    program,
    memory: memoryNamed(memory),
    buffer: 1,
    propositions,
    automaton,
    fairThreads,
    fairBuffers,
    limits: LIMITS,
  };
  return ask({ ...question, ...others });
}

function verdictOf(...question: Parameters<typeof asked>): string {
  return asked(...question).answer.verdict;
}

function traceOf(...question: Parameters<typeof asked>): Trace {
  const { answer } = asked(...question);
  if (answer.verdict !== 'violated') throw new Error(`not violated: ${JSON.stringify(answer)}`);
  return answer.trace;
}

describe('formulas', () => {
  const here = at(0, 0);
  const middle = at(0, 1);
  const end = at(0, 2);

  it('say what happens on the one run of a program', () => {
    const program = rounds();
    expect(verdictOf(program, notEventually, [end])).toBe('holds');
    expect(verdictOf(program, notEventually, [at(0, 1)])).toBe('holds');
    expect(verdictOf(program, notAlways, [here])).toBe('violated');
    expect(verdictOf(program, notAlways, [at(0, 0, 1, 2)])).toBe('holds');
    expect(verdictOf(program, notInfinitelyOften, [end])).toBe('holds');
    expect(verdictOf(program, notInfinitelyOften, [here])).toBe('violated');
    expect(verdictOf(program, notUntil, [at(0, 0, 1), end])).toBe('holds');
    expect(verdictOf(program, notUntil, [here, end])).toBe('violated');
    expect(verdictOf(program, notUntil, [middle, here])).toBe('holds');
    expect(verdictOf(program, notCompassion, [middle, end])).toBe('holds');
    expect(verdictOf(program, notCompassion, [middle, here])).toBe('violated');
    expect(verdictOf(program, notResponse, [middle, end])).toBe('holds');
    expect(verdictOf(program, notResponse, [middle, here])).toBe('violated');
  });

  it('may need several sets of transitions', () => {
    expect(shown(traceOf(rounds(), bothInfinitelyOften, [middle, end]))).toBe('1: 0 to 1; |; 1: 1 to 2; 1: 2 to 1');
    expect(verdictOf(rounds(), bothInfinitelyOften, [middle, here])).toBe('holds');
  });

  it('may come as automata with accepting states', () => {
    // A run is in the accepting state 1 infinitely often exactly when it leaves it infinitely often.
    const automaton: GeneralisedBuchi = {
      states: 2,
      initial: [0],
      sets: 1,
      transitions: [
        { from: 0, to: 0, positive: 0, negative: 0, marks: 0 },
        { from: 0, to: 1, positive: 1, negative: 0, marks: 0 },
        { from: 1, to: 0, positive: 0, negative: 0, marks: 1 },
      ],
    };
    expect(verdictOf(rounds(), automaton, [end])).toBe('violated');
    expect(verdictOf(rounds(), automaton, [here])).toBe('holds');
  });

  it('hold when the automaton has no run', () => {
    const nothing = { states: 1, initial: [], sets: 0, transitions: [] };
    expect(verdictOf(rounds(), nothing, [])).toBe('holds');
    expect(verdictOf(rounds(), { ...nothing, initial: [0] }, [])).toBe('holds');
  });
});

describe('runs that cannot go on', () => {
  it('stay where they are', () => {
    expect(verdictOf(oneStep(false), notEventually, [at(0, 1)])).toBe('holds');
    expect(verdictOf(oneStep(false), notInfinitelyOften, [at(0, 1)], 'sc', 'both')).toBe('holds');
    const trace = traceOf(oneStep(false), notInfinitelyOften, [at(0, 0)], 'sc', 'both');
    expect([shown(trace), trace.cycle, trace.steps.length]).toEqual(['1: skip; |', 1, 1]);
  });

  it('are fair, since nothing is enabled', () => {
    const trace = traceOf(oneStep(true), notEventually, [at(0, 1)], 'tso', 'both');
    expect([shown(trace), trace.cycle]).toEqual(['|', 0]);
  });
});

describe('fairness of threads', () => {
  const waiting = at(0, 1, 2, 3, 4);
  const inside = at(0, 5);

  it("lets everybody into Peterson's lock", () => {
    expect(verdictOf(peterson(true), notResponse, [waiting, inside], 'sc', 'none')).toBe('violated');
    const { answer, counts } = asked(peterson(true), notResponse, [waiting, inside], 'sc', 'threads');
    expect(answer).toEqual({ verdict: 'holds', unbounded: true });
    const plain = runEngine({ program: peterson(true), memory: SC, buffer: 1, symmetry: false });
    expect(counts).toMatchObject({ states: plain.counts.states, productStates: 85, acceptanceSets: 3 });
    expect(verdictOf(peterson(true), notResponse, [waiting, inside], 'tso', 'both')).toBe('holds');
    // With this one fence it excludes nobody under PSO, but lets everybody in.
    const silent = { ...peterson(true), never: [] };
    expect(verdictOf(silent, notResponse, [waiting, inside], 'pso', 'both')).toBe('holds');
    expect(traceOf(peterson(true), notResponse, [waiting, inside], 'pso', 'both').cycle).toBeUndefined();
  });

  it('does not for a spin lock, where a thread may find it taken each time', () => {
    const trace = traceOf(spinLock(), notResponse, [at(0, 0), at(0, 1)], 'sc', 'threads');
    expect(shown(trace)).toBe('|; 2: await !lock; lock = true; 2: lock = false');
    expect(verdictOf(spinLock(), notInfinitelyOften, [at(0, 0)], 'sc', 'threads')).toBe('holds');
    // Whoever is in may stay.
    expect(shown(traceOf(lateStore(), notEventually, [at(0, 1)], 'sc'))).toBe('|; 2: x == 0');
    expect(verdictOf(lateStore(), notEventually, [at(0, 1)], 'sc', 'threads')).toBe('holds');
  });

  it('lets everybody into the filter lock', () => {
    const program = { ...filterLock(3), never: [] };
    expect(verdictOf(program, notResponse, [at(0, 3), at(0, 4)], 'sc', 'threads')).toBe('holds');
    const { steps } = traceOf(program, notResponse, [at(0, 3), at(0, 4)], 'sc', 'none');
    expect(steps.length).toBeLessThan(15);
  });
});

describe('fairness of buffers', () => {
  const seen = at(1, 1);

  it('makes stores be seen', () => {
    expect(verdictOf(lateStore(), notEventually, [seen], 'sc', 'threads')).toBe('holds');
    for (const memory of ['tso', 'pso'] as const) {
      const trace = traceOf(lateStore(), notEventually, [seen], memory, 'threads');
      expect(shown(trace)).toBe('1: x = 1; |; 2: x == 0');
      expect(verdictOf(lateStore(), notEventually, [seen], memory, 'both')).toBe('holds');
      expect(verdictOf(lateStore(), notEventually, [seen], memory, 'both', { perLocation: true })).toBe('holds');
      expect(verdictOf(lateStore(), notEventually, [seen], memory, 'buffers')).toBe('violated');
    }
  });

  it('is for each cell under PSO', () => {
    const question = [stuckBehind(), notEventually, [seen]] as const;
    // While y drains again and again, x must in the end.
    for (const memory of ['tso', 'pso'] as const) expect(verdictOf(...question, memory, 'both')).toBe('holds');
    expect(verdictOf(...question, 'pso', 'threads')).toBe('violated');
  });

  it('lets threads through fences', () => {
    const question = [peterson(true), notResponse, [at(0, 1, 2, 3, 4), at(0, 5)], 'tso'] as const;
    const trace = traceOf(...question, 'threads');
    // It waits at the fence for its buffer, which does not drain, and the other one goes round.
    expect(trace.steps.slice(trace.cycle).every((step) => step.kind === 'drain' || step.actor === 2)).toBe(true);
    expect(verdictOf(...question, 'both')).toBe('holds');
  });

  it('goes beyond 32 sets', () => {
    const { answer, counts } = asked(manyCells(34), notInfinitelyOften, [at(0, 0)], 'pso', 'both');
    expect(answer.verdict).toBe('holds');
    expect(counts.acceptanceSets).toBe(1 + 2 + 34);
    expect(verdictOf(manyCells(34), notInfinitelyOften, [at(0, 0)], 'pso', 'threads')).toBe('violated');
    const fair = traceOf(manyCells(34), notAlways, [at(0, 0)], 'pso', 'both');
    expect(fair.steps.slice(fair.cycle).some(({ kind }) => kind === 'drain')).toBe(true);
  });

  it('tells violations for this bound from those for any', () => {
    const full = asked(writer(), notInfinitelyOften, [at(0, 0)], 'tso', 'threads').answer;
    expect(full).toMatchObject({ verdict: 'violated', unbounded: false });
    expect(verdictOf(writer(), notInfinitelyOften, [at(0, 0)], 'tso', 'both')).toBe('holds');
    expect(asked(writer(), notInfinitelyOften, [at(0, 0)], 'tso').answer).toMatchObject({ unbounded: true });
    expect(asked(writer(), notInfinitelyOften, [at(0, 0)], 'tso', 'both').answer).toMatchObject({ unbounded: false });
  });
});

describe('answers', () => {
  it('are lassos of the program, also where stored states have no dead variables', () => {
    const trace = traceOf(deadLocal(), notEventually, [at(0)]);
    expect(shown(trace)).toBe('1: r = 1; |; 1: r = 1');
    expect(shown(traceOf(deadLocal(), notEventually, [at(0)], 'sc', 'none', { zeroDead: false }))).toBe(shown(trace));
    const observed = { kind: 'localOf', thread: 0, variable: 0, index: null } as const;
    expect(verdictOf(deadLocal(), notEventually, [observed])).toBe('holds');
  });

  it('say what is violated', () => {
    const formula = { name: 'progress', text: 'F P(0)@end' };
    const { violated, cycle, names } = traceOf(rounds(), notEventually, [at(0)], 'sc', 'none', { formula });
    expect(violated).toMatchObject({ property: 'progress', condition: 'F P(0)@end' });
    expect([cycle, names]).toEqual([1, ['A']]);
  });

  it('are finite runs where a step fails or a property is violated on the way', () => {
    const trace = traceOf(overrun(), notInfinitelyOften, [at(1, 0, 1)], 'sc', 'both');
    expect(trace.cycle).toBeUndefined();
    expect([trace.steps.length, trace.violated.property]).toEqual([2, 'failure']);
    const mutex = traceOf(peterson(false), notInfinitelyOften, [at(0, 0, 1, 2, 3, 4, 5)], 'tso', 'both', { buffer: 2 });
    expect([mutex.cycle, mutex.violated.property]).toEqual([undefined, 'mutex']);
  });

  it('are unknown where a proposition has no value', () => {
    const zero = { kind: 'memory', variable: 0, index: null } as const;
    const quotient = { kind: 'binary', operator: '/', left: { kind: 'constant', value: 1 }, right: zero } as const;
    const { answer } = asked(lateStore(), notEventually, [quotient]);
    expect(answer).toMatchObject({ verdict: 'unknown' });
    expect(answer).toHaveProperty(
      'reason',
      'the condition of proposition 1 has no value in a reachable state: division by zero',
    );
  });

  it('are unknown at a limit, with what was covered', () => {
    const question = [{ ...filterLock(3), never: [] }, notResponse, [at(0, 3), at(0, 4)], 'tso', 'both'] as const;
    const few = asked(...question, { limits: { maxStates: 1000, maxMegabytes: 64 } }).answer;
    expect(few).toMatchObject({ verdict: 'unknown' });
    expect(few).toHaveProperty('reason', expect.stringMatching(/the limit of 1000 states was reached: \d+ nodes/));
    const small = asked(...question, { limits: { maxStates: 1e6, maxMegabytes: 1 } }).answer;
    expect(small).toHaveProperty('reason', expect.stringMatching(/the memory limit of 1 MB was reached/));
    const many = asked(rounds(), notEventually, new Array(32).fill(at(0, 0))).answer;
    expect(many).toHaveProperty('reason', 'there are 32 propositions, and no more than 31 are possible');
  });
});
