/** Cycles that leave integers higher in each turn: the judge follows them through all turns, or refuses them. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import { type Lasso, replayLasso } from '../../../src/engines/ltl/lasso-replay.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { SC } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { at } from '../../support/build.js';
import { notEventually } from './formulas.js';

function programOf(text: string): Program {
  const { program, diagnostics } = readProgram(text, 'random.fp');
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${diagnostics.map(({ message }) => message).join('; ')}\n${text}`);
  return made.program;
}

/** Thread 0 goes round once; where thread 1 is never at its second place, the formula is violated. */
function judged(text: string, steps: number, fairThreads = false): string {
  const program = programOf(text);
  const memory = program.shared.flatMap(({ initial }) => initial as number[]);
  const locals = program.threads.map(({ initial }) => initial.flat() as number[]);
  const cycle = Array.from({ length: steps }, (_, edge) => ({ kind: 'edge', thread: 0, edge, choices: [] }) as const);
  const lasso: Lasso = { initial: { memory, locals }, prefix: [], cycle };
  const question = { program, memory: SC, propositions: [at(1, 1)], automaton: notEventually };
  const replayed = replayLasso({ ...question, fairThreads, fairBuffers: false }, lasso, null);
  return replayed.ok ? JSON.stringify(replayed.trace.growth ?? 'closed') : replayed.reason;
}

const other = 'thread Q { await y > x; y = 0 }';

describe('a cycle in which integers grow', () => {
  it('is accepted where every turn does the same', () => {
    const plain = (body: string) =>
      judged(`shared x: int, y: int\nthread P { loop { atomic { ${body} } } }\n${other}`, 1);
    expect(plain('x = x + 1')).toBe('[{"cell":"x","by":1}]');
    expect(plain('x = x - 2')).toBe('[{"cell":"x","by":-2}]');
    expect(plain('x = x + 1; y = y + 1')).toBe('[{"cell":"x","by":1},{"cell":"y","by":1}]');
    expect(plain('await x <= y + 5; x = x + 1; y = y + 2')).toBe('[{"cell":"x","by":1},{"cell":"y","by":2}]');
    expect(plain('await x >= 0; x = x + 1')).toBe('[{"cell":"x","by":1}]');
    expect(plain('await x != -3; x = x + 1')).toBe('[{"cell":"x","by":1}]');
    expect(plain('await 2 * x + 3 > x; x = x + 1')).toBe('[{"cell":"x","by":1}]');
  });

  it('is refused where some later turn would not', () => {
    const plain = (body: string) =>
      judged(`shared x: int, y: int\nthread P { loop { atomic { ${body} } } }\n${other}`, 1);
    for (const body of [
      'await x < 1000; x = x + 1',
      'await x != 7; x = x + 1',
      'await x + 9 >= 2 * y; x = x + 1; y = y + 1',
      'await x % 100 < 50; x = x + 1',
      'await (x & 64) == 0; x = x + 1',
    ])
      expect([body, plain(body)]).toEqual([body, 'step 1 of the cycle is not the same in all turns']);
    expect(plain('x = 2 * x + 1')).toBe('the turns of the cycle differ');
    const small = judged(
      `shared x: 0..9, y: int\nthread P { loop { atomic { x = x + 1 } } }\nthread Q { await y > 0; y = 0 }`,
      1,
    );
    expect(small).toBe('the cycle does not lead back to where it begins');
  });

  it('is fair only if who never acts cannot, in any turn', () => {
    const fair = (guard: string) =>
      judged(
        `shared x: int, y: int\nthread P { loop { atomic { x = x + 1 } } }\nthread Q { atomic { await ${guard}; y = 0 } }`,
        1,
        true,
      );
    expect(fair('x < 0')).toBe('[{"cell":"x","by":1}]');
    expect(fair('y > x')).toBe('[{"cell":"x","by":1}]');
    for (const guard of ['x >= 0', 'x == 1000', 'x > 1000', 'x % 2 == 7'])
      expect([guard, fair(guard)]).toEqual([guard, 'Q could always take a step, and never does']);
  });
});

describe('a ticket lock whose tickets have no end', () => {
  const text = (leave: string) => `
    shared next: int, serving: int
    thread T[3] {
      local mine: int
      loop { mine = fetch_add(next, 1); wait: await serving == mine; cs: skip; serving = ${leave} }
    }
    ltl live: G (T(i)@wait -> F T(i)@cs)
    ltl turns: G F T(i)@cs
    ltl looks: F (next > 2 && serving < 4)`;
  const ask = async (property: string, memory: 'sc' | 'tso' | 'pso', fairThreads: boolean, leave = 'mine + 1') => {
    const fair = fairThreads ? { fairThreads } : {};
    const result = await check(text(leave), { file: 't.fp', property, memory, ...fair, maxStates: 2000 });
    if (!result.ok) throw new Error(result.diagnostics[0]?.message);
    return result.outcome;
  };

  it('lets in who waits, under each memory', async () => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const outcome = await ask('live', memory, true);
      expect([memory, outcome.verdict, outcome.counts.shifts]).toEqual([memory, 'holds', 1]);
      expect(outcome.counts.states).toBe(memory === 'sc' ? 31 : 46);
      expect((await ask('turns', memory, true)).verdict).toBe('holds');
      expect((await ask('live', memory, true, 'mine')).verdict).toBe('violated');
    }
  });

  it('tells a run that repeats its steps with higher tickets', async () => {
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      const { verdict, trace } = await ask('turns', memory, false);
      expect(verdict).toBe('violated');
      expect(trace?.growth?.map(({ by }) => by)).toEqual([1, 1, 1]);
    }
  });

  it('is not reduced where a formula looks at tickets', async () => {
    const { verdict, counts } = await ask('looks', 'sc', true);
    expect(verdict).not.toBe('violated');
    expect(counts.shifts).toBeUndefined();
  });
});
