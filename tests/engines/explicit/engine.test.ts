import { describe, expect, it } from 'vitest';
import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import { memoryLimit } from '../../../src/engines/explicit/question.js';
import { memoryNamed, SC } from '../../../src/memory/models.js';
import type { Edge, NeverProperty, Program, SharedVariable } from '../../../src/models/program/model.js';
import { DASHED, reasonText } from '../../../src/report/remarks.js';
import { explore } from '../../memory/operational/program/explore.js';
import {
  apply,
  array,
  assign,
  at,
  both,
  edge,
  failing,
  INT,
  local,
  location,
  never,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import type { Told } from '../../support/engines.js';
import { disagreement, LIMITS, runEngine } from './compare.js';
import { counter, filterLock, messagePassing, peterson, storeBuffering } from './programs.js';

const MEMORIES = ['sc', 'tso', 'pso'] as const;

/** One thread with two locations, the first variable given. */
function single(variable: SharedVariable, edges: readonly Edge[], properties: readonly NeverProperty[] = []): Program {
  return {
    shared: [variable],
    templates: [template('T', 0, [], [location(), location(), location()], edges)],
    threads: [{ name: 'T', template: 0, initial: [] }],
    never: properties,
    outOfRange: 'failure',
  };
}

function ask(program: Program, memory: 'sc' | 'tso' | 'pso' = 'sc', buffer = 2): Told<ExplicitAnswer> {
  return runEngine({ program, memory: memoryNamed(memory), buffer }).answer;
}

function conditionOf(answer: Told<ExplicitAnswer>): string {
  if (answer.verdict !== 'violated') throw new Error(`it is ${answer.verdict}`);
  return answer.trace.violated.condition;
}

describe('algorithms', () => {
  it.each([
    ['peterson without fence', peterson(false), 'holds violated violated'],
    ['peterson with a fence', peterson(true), 'holds holds violated'],
    ['store buffering', storeBuffering(false), 'holds violated violated'],
    ['store buffering with fences', storeBuffering(true), 'holds holds holds'],
    ['message passing', messagePassing(), 'holds holds violated'],
    ['a counter', counter(2, 2, false), 'violated violated violated'],
    ['an atomic counter', counter(3, 2, true), 'holds holds holds'],
    ['filter lock', filterLock(2), 'holds violated violated'],
  ])('%s', (_, program, expected) => {
    expect(MEMORIES.map((memory) => ask(program, memory).verdict).join(' ')).toBe(expected);
    for (const memory of MEMORIES) expect(disagreement(program, memory, 2, 20_000)).toBeNull();
  });

  it('have as many states as ever', () => {
    const counts = (program: Program, memory: 'sc' | 'tso' | 'pso', zeroDead: boolean) => {
      const { answer, counts } = runEngine({ program, memory: memoryNamed(memory), buffer: 2, zeroDead });
      return [answer.verdict, counts.states, counts.transitions, counts.depth, counts.bytesPerState];
    };
    expect(counts(filterLock(3), 'sc', true)).toEqual(['holds', 7768, 23304, 46, 8]);
    expect(counts(filterLock(3), 'sc', false)).toEqual(['holds', 11680, 35040, 59, 8]);
    expect(counts(filterLock(3, true), 'tso', true)).toEqual(['holds', 19881, 65519, 61, 8]);
    expect(explore(filterLock(3), 'sc', null, 20_000)).toMatchObject({ states: 11680, transitions: 35040 });
  });
});

describe('buffers', () => {
  it('of any length are covered when none was ever full', () => {
    expect(ask(storeBuffering(true), 'tso', 1)).toEqual({ verdict: 'holds', unbounded: true });
    expect(ask(counter(2, 3, true), 'pso', 1)).toEqual({ verdict: 'holds', unbounded: true });
    expect(ask(peterson(true), 'sc', 1)).toEqual({ verdict: 'holds', unbounded: true });
    // Its stores at the end of a round and at the start of the next do not fit.
    expect(ask(peterson(true), 'tso', 1)).toEqual({ verdict: 'holds', unbounded: false });
    expect(explore(peterson(true), 'tso', 1, 1000)?.full).toBe(true);
    expect(ask(peterson(true), 'tso', 3)).toEqual({ verdict: 'holds', unbounded: true });
  });

  it('may be long, and spread over words', () => {
    for (const memory of ['tso', 'pso'] as const) {
      expect(disagreement(peterson(true), memory, 14, 20_000)).toBeNull();
      expect(disagreement(counter(2, 2, false), memory, 3, 20_000)).toBeNull();
    }
  });
});

describe('failures', () => {
  const low = sharing(scalar('x', range(0, 2)));

  it('of a range', () => {
    const program = single(low, [edge(0, 0, { updates: [assign(shared(0), apply(shared(0), '+', 1))], text: 'x++' })]);
    const answer = ask(program);
    expect(conditionOf(answer)).toBe('T at line 1, x++: 3 does not fit x (0..2)');
    expect(answer.verdict === 'violated' && answer.trace.steps).toHaveLength(2);
    expect(ask({ ...program, outOfRange: 'disabled' })).toEqual({ verdict: 'holds', unbounded: true });
  });

  it('of an index and of a division, whatever a range does', () => {
    const outside = single(sharing(array('a', range(0, 3), 2)), [
      edge(0, 1, { updates: [assign(shared(0, number(1)), 2)] }),
      edge(1, 2, { updates: [assign(shared(0, shared(0, number(1))), 0)], text: 'a[a[1]] = 0' }),
    ]);
    const divided = single(low, [edge(0, 1, { guard: apply(number(4), '/', shared(0)), text: 'await 4 / x' })]);
    for (const outOfRange of ['failure', 'disabled'] as const) {
      for (const memory of MEMORIES) {
        expect(conditionOf(ask({ ...outside, outOfRange }, memory))).toBe('T at line 2, a[a[1]] = 0: there is no a[2]');
        expect(conditionOf(ask({ ...divided, outOfRange }, memory))).toBe('T at line 1, await 4 / x: division by zero');
      }
    }
  });

  it('of an assertion', () => {
    const program = single(low, [edge(0, 2)]);
    const locations = [location(), location(), failing('assert x == 1 fails')];
    const asserting = { ...program, templates: program.templates.map((each) => ({ ...each, locations })) };
    expect(conditionOf(ask(asserting))).toBe('T: assert x == 1 fails');
  });

  it('are not looked for where && and || do not go', () => {
    const divides = apply(apply(number(4), '/', shared(0)), '>', 0);
    const guards = [apply(apply(shared(0), '!=', 0), '&&', divides), apply(apply(shared(0), '==', 0), '||', divides)];
    for (const guard of guards) expect(ask(single(low, [edge(0, 1, { guard })])).verdict).toBe('holds');
  });
});

describe('numbers', () => {
  const grows = (value: Parameters<typeof assign>[1], initial = 1) =>
    single(sharing(scalar('x', INT), initial), [edge(0, 0, { updates: [assign(shared(0), value)] })]);

  it('that leave 32 bits end in unknown, in both kernels', () => {
    for (const kernel of ['wasm', 'javascript'] as const) {
      for (const [value, steps, initial] of [
        [apply(shared(0), '*', 2), 30, 1],
        [apply(shared(0), '*', shared(0)), 4, 2],
        [apply(shared(0), '-', 2 ** 30), 2, 0],
        [{ kind: 'unary', operator: '-', operand: shared(0) } as const, 0, -(2 ** 31)],
        [apply(shared(0), '/', number(-1)), 0, -(2 ** 31)],
      ] as const) {
        const program = grows(value, initial);
        const { answer } = runEngine({ program, memory: SC, buffer: 1, kernel, symmetry: false });
        const reason = `a number does not fit into 32 bits after ${steps} steps`;
        expect(answer).toEqual({ verdict: 'unknown', reason });
      }
    }
  });

  it('at the ends of 32 bits are exact', () => {
    const program = grows(apply(shared(0), '%', number(-1)), -(2 ** 31));
    expect(disagreement(program, 'sc', 1, 10)).toBeNull();
    const edges = [edge(0, 1, { updates: [assign(shared(0), 2 ** 31 - 1)] })];
    const wide = single(sharing(scalar('x', range(-(2 ** 31), 2 ** 31 - 1)), -(2 ** 31)), edges);
    for (const memory of MEMORIES) expect(disagreement(wide, memory, 1, 10)).toBeNull();
  });

  it('that do not fit from the start are refused in words', () => {
    expect(ask(grows(2 ** 40))).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/32 bits/) });
    expect(ask(grows('any'))).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/give it a range/) });
    const wide = single(sharing(scalar('x', range(0, 2 ** 33))), []);
    expect(ask(wide)).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/range of x/) });
  });
});

describe('what is left open', () => {
  it('takes every value at the start and in a step', () => {
    const begun = sharing(scalar('x', range(2, 4)), 'any');
    const is = (value: number) =>
      never('is', {
        kind: 'binary',
        operator: '==',
        left: { kind: 'memory', variable: 0, index: null },
        right: { kind: 'constant', value },
      });
    for (const value of [2, 3, 4]) {
      const answer = ask(single(begun, [], [is(value)]));
      expect(answer.verdict === 'violated' && answer.trace.initial[0]).toEqual({ cell: 'x', value: `${value}` });
      const chosen = single(sharing(begun, 2), [edge(0, 1, { updates: [assign(shared(0), 'any')] })], [is(value)]);
      expect(ask(chosen, 'tso').verdict).toBe('violated');
    }
    expect(ask(single(begun, [], [is(5)]))).toEqual({ verdict: 'holds', unbounded: true });
  });
});

describe('limits', () => {
  it('on states and on memory end in unknown and say what was covered', () => {
    const program = filterLock(3);
    for (const kernel of ['wasm', 'javascript'] as const) {
      const few = runEngine({ program, memory: SC, buffer: 1, kernel, limits: { ...LIMITS, maxStates: 1000 } });
      expect(few.answer).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/limit of 1000 states/) });
      expect(few.counts.states).toBeGreaterThan(1000);
      const limits = { maxStates: 1_000_000, maxMegabytes: 0.15 };
      const small = runEngine({ program, memory: SC, buffer: 1, kernel, limits });
      expect(small.answer).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/limit of 0.15 MB/) });
      expect(small.counts.states).toBeGreaterThan(100);
      expect(small.counts.states).toBeLessThan(7768);
    }
  });

  it('where addresses end is told as what it is', () => {
    const program = filterLock(3);
    for (const kernel of ['wasm', 'javascript'] as const) {
      const limits = { maxStates: 1_000_000, maxMegabytes: 1, addresses: 150_000 };
      const { answer, counts } = runEngine({ program, memory: SC, buffer: 1, kernel, limits });
      expect(answer).toMatchObject({
        verdict: 'unknown',
        reason: expect.stringMatching(
          /^the states fill the [\d.]+ GiB that one search can use: \d+ of \d+ states found were explored/,
        ),
      });
      expect(counts.states).toBeGreaterThan(100);
      expect(counts.states).toBeLessThan(7768);
    }
    expect(memoryLimit({ maxStates: 1, maxMegabytes: 100_000 })).toEqual({ limit: 'addresses', value: 4096 });
    expect(memoryLimit({ maxStates: 1, maxMegabytes: 4095 })).toEqual({ limit: 'memory', value: 4095 });
    const reason = { code: 'limit', limit: 'addresses', value: 4096, covered: null } as const;
    expect(reasonText(reason, DASHED)).toMatch(/^the states fill the 4 GiB that one search can use/);
  });

  it('count for initial states too', () => {
    const cells = sharing(array('x', range(0, 3), 8), 'any');
    const answer = runEngine({ program: single(cells, []), memory: SC, buffer: 1 }).answer;
    expect(answer).toMatchObject({ verdict: 'unknown', reason: expect.stringMatching(/limit of 20000 states/) });
  });

  it('a condition without a value is nobody’s answer', () => {
    const divided = never('odd', {
      kind: 'binary',
      operator: '/',
      left: { kind: 'constant', value: 1 },
      right: { kind: 'memory', variable: 0, index: null },
    });
    expect(ask(single(sharing(scalar('x', range(0, 1))), [], [divided]))).toEqual({
      verdict: 'unknown',
      reason: 'the condition of odd has no value in a reachable state: division by zero',
    });
  });
});

describe('arrays', () => {
  it('larger than a word, and local ones, are accessed by computed indices', () => {
    const k = local(0);
    const filling = (size: number): Program => ({
      shared: [sharing(array('a', range(0, 1), size)), sharing(array('b', range(0, 3), 4))],
      templates: [
        template(
          'T',
          0,
          [scalar('k', range(0, size)), array('own', range(0, 5), 3), array('wide', INT, 2)],
          [location(), location(), location()],
          [
            edge(0, 0, {
              guard: apply(k, '<', size),
              updates: [
                assign(shared(0, k), apply(k, '%', 2)),
                assign(shared(1, apply(k, '%', 4)), apply(k, '%', 3)),
                assign(local(1, apply(k, '%', 3)), apply(k, '%', 6)),
                assign(local(2, apply(k, '%', 2)), k),
                assign(k, apply(k, '+', 1)),
              ],
            }),
            edge(0, 1, {
              guard: apply(apply(k, '==', size), '&&', apply(shared(0, apply(k, '-', 1)), '==', 1)),
              updates: [assign(k, apply(local(1, number(2)), '+', local(2, shared(0, number(0)))))],
            }),
          ],
        ),
      ],
      threads: [{ name: 'T', template: 0, initial: [[0], [0, 0, 0], [0, 0]] }],
      never: [
        never(
          'end',
          both(at(0, 1), {
            kind: 'binary',
            operator: '==',
            left: { kind: 'localOf', thread: 0, variable: 0, index: null },
            right: { kind: 'constant', value: size },
          }),
        ),
      ],
      outOfRange: 'failure',
    });
    for (const [memory, size] of [
      ['sc', 40],
      ['tso', 40],
      ['pso', 4],
    ] as const) {
      expect(disagreement(filling(size), memory, 2, 20_000)).toBeNull();
      // own[2] holds (size - 2) % 6, which is 2, and wide[0] holds size - 2.
      expect(ask(filling(size), memory).verdict).toBe('violated');
    }
  });
});
