/** Successors are looked up in batches and memory grows in steps: neither may show in an answer. */

import { describe, expect, it } from 'vitest';
import { BATCH } from '../../../src/engines/explicit/batch.js';
import type { ExplicitLimits } from '../../../src/engines/explicit/engine.js';
import { SC } from '../../../src/memory/models.js';
import type { Edge, NeverProperty, Program } from '../../../src/models/program/model.js';
import {
  apply,
  assign,
  at,
  edge,
  location,
  never,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { disagreement, type Run, runEngine } from './compare.js';
import { filterLock } from './programs.js';

const KERNELS = ['wasm', 'javascript'] as const;

/** One thread and two variables that hold many values. */
function chooser(most: number, edges: readonly Edge[], properties: readonly NeverProperty[] = []): Program {
  return {
    shared: [sharing(scalar('x', range(0, most))), sharing(scalar('y', range(0, most)))],
    templates: [template('T', 0, [], [location(), location(), location()], edges)],
    threads: [{ name: 'T', template: 0, initial: [] }],
    never: properties,
    outOfRange: 'failure',
  };
}

describe('a batch', () => {
  it('may be less than the successors of one state', () => {
    const most = 3 * BATCH + 5;
    const edges = [
      edge(0, 1, { updates: [assign(shared(0), 'any')], text: 'x = any' }),
      edge(1, 2, { updates: [assign(shared(1), 'any')], text: 'y = any' }),
    ];
    const values = most + 1;
    for (const kernel of KERNELS) {
      const { answer, counts } = runEngine({
        program: chooser(most, edges),
        memory: SC,
        buffer: 1,
        kernel,
        limits: { maxStates: 100_000, maxMegabytes: 16 },
      });
      expect(answer.verdict).toBe('holds');
      expect(counts).toMatchObject({ states: 1 + values + values ** 2, transitions: values + values ** 2, depth: 2 });
    }
    for (const memory of ['sc', 'tso', 'pso'] as const) {
      expect(disagreement(chooser(BATCH + 6, edges), memory, 1, 20_000)).toBeNull();
    }
  });

  it('leaves the order of what is wrong as it is', () => {
    const wrong = edge(0, 1, { text: 'go' });
    const fails = edge(0, 2, { updates: [assign(shared(0), apply(shared(0), '+', 9))], text: 'x = x + 9' });
    const there = [never('there', at(0, 1), 'T@there')];
    for (const kernel of KERNELS) {
      const conditionOf = (edges: readonly Edge[]): string => {
        const { answer } = runEngine({ program: chooser(3, edges, there), memory: SC, buffer: 1, kernel });
        return answer.verdict === 'violated' ? answer.trace.violated.property : answer.verdict;
      };
      expect(conditionOf([wrong, fails])).toBe('there');
      expect(conditionOf([fails, wrong])).toBe('failure');
    }
  });

  it('ends with the first state that is wrong, and the states before it are those of any search', () => {
    const most = 3 * BATCH;
    const edges = [edge(0, 1, { updates: [assign(shared(0), 'any')], text: 'x = any' })];
    const value = { kind: 'memory', variable: 0, index: null } as const;
    const is = (chosen: number) =>
      never('chosen', { kind: 'binary', operator: '==', left: value, right: { kind: 'constant', value: chosen } });
    for (const chosen of [1, BATCH - 1, BATCH, BATCH + 1, most]) {
      for (const kernel of KERNELS) {
        const program = chooser(most, edges, [is(chosen)]);
        const { answer, counts } = runEngine({ program, memory: SC, buffer: 1, kernel });
        expect(answer).toMatchObject({ verdict: 'violated', trace: { steps: { length: 1 } } });
        expect(counts.states).toBe(chosen + 2);
      }
    }
  });
});

describe('the table', () => {
  it('finds every state again after it has grown', () => {
    const size = 1100;
    const further = (variable: 0 | 1, by: number) => {
      const value = apply(apply(shared(variable), '+', by), '%', size);
      return edge(0, 0, { updates: [assign(shared(variable), value)], text: `+${by}` });
    };
    // States are found again soon after, and long after.
    const program = chooser(size - 1, [further(0, 1), further(1, 1), further(0, 517), further(1, 389)]);
    for (const kernel of KERNELS) {
      const limits = { maxStates: 2 * size ** 2, maxMegabytes: 256 };
      const { answer, counts } = runEngine({ program, memory: SC, buffer: 1, kernel, zeroDead: false, limits });
      expect(answer.verdict).toBe('holds');
      expect(counts).toMatchObject({ states: size ** 2, transitions: 4 * size ** 2 });
    }
  });
});

describe('what was found a moment ago', () => {
  it('is counted as far as the search came', () => {
    const any = edge(0, 1, { updates: [assign(shared(0), 'any')], text: 'x = any' });
    const first = edge(0, 1, { updates: [assign(shared(0), 0)], text: 'x = 0' });
    const value = { kind: 'memory', variable: 0, index: null } as const;
    const five = never('five', {
      kind: 'binary',
      operator: '==',
      left: value,
      right: { kind: 'constant', value: 5 },
    });
    for (const kernel of KERNELS) {
      const ask = (edges: readonly Edge[], properties: readonly NeverProperty[]) =>
        runEngine({ program: chooser(9, edges, properties), memory: SC, buffer: 1, kernel, zeroDead: false }).counts;
      expect(ask([first, first, any, any], [])).toMatchObject({ states: 11, transitions: 22 });
      // 0, 0 and 0 to 4 before it, and what comes later does not count.
      expect(ask([first, first, any, any], [five])).toMatchObject({ states: 7, transitions: 7 });
    }
  });
});

describe('room', () => {
  const program = filterLock(3);
  const ask = (kernel: 'wasm' | 'javascript', limits: ExplicitLimits): Run =>
    runEngine({ program, memory: SC, buffer: 1, kernel, symmetry: false, limits });
  const all = ask('javascript', { maxStates: 100_000, maxMegabytes: 64 });
  const states = all.counts.states as number;

  it('is there for as many states as are allowed, wherever that number lies', () => {
    expect(all.answer.verdict).toBe('holds');
    const numbers = [1, 2, BATCH - 1, BATCH, BATCH + 1, 700, 767, 768, 769, 800, 921, 1024, 1535, 1536, 3100];
    for (const maxStates of [...numbers, states - 1, states]) {
      const [wasm, javascript] = KERNELS.map((kernel) => ask(kernel, { maxStates, maxMegabytes: 64 })) as [Run, Run];
      expect(wasm).toEqual(javascript);
      expect(wasm.answer.verdict).toBe(maxStates < states ? 'unknown' : 'holds');
      if (maxStates < states) expect(wasm.counts.states).toBeGreaterThan(maxStates);
      else expect(wasm.counts).toMatchObject({ states, transitions: all.counts.transitions as number });
    }
  });

  it('ends with the memory that is allowed', () => {
    let most = 0;
    for (let kilobytes = 40; kilobytes <= 400; kilobytes += 20) {
      const limits = { maxStates: 100_000, maxMegabytes: kilobytes / 1024 };
      const [wasm, javascript] = KERNELS.map((kernel) => ask(kernel, limits)) as [Run, Run];
      expect(wasm).toEqual(javascript);
      const found = wasm.counts.states as number;
      // Records of three words and, at best, 0.9 states for each place of the table.
      expect(found * 4 * 3 + (found / 0.9) * 4).toBeLessThan(kilobytes * 1024);
      expect(found).toBeGreaterThanOrEqual(most);
      expect(wasm.answer.verdict).toBe(found < states ? 'unknown' : 'holds');
      most = found;
    }
    expect(most).toBe(states);
  });
});
