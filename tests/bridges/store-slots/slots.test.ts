/**
 * Store queues as cells, against the machine with store queues: on random models both explored state by state, with room for one
 * write and for two, and without order; and texts in which one rule that is wrong would show.
 */
import { describe, expect, it, test } from 'vitest';
import {
  canKeepValues,
  isPlanFor,
  queuesOf,
  type SlotPlan,
  withSlots,
} from '../../../src/bridges/store-slots/index.js';
import { check } from '../../../src/check/check.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { PSO } from '../../../src/memory/models.js';
import { replay } from '../../../src/memory/operational/replay.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { explore } from '../../random/explore.js';
import { printModel } from '../../random/text-model.js';
import { exploreWeak } from '../../random/weak/explore.js';
import { randomWeakModel } from '../../random/weak/generate.js';
import { reasonOf } from '../../support/engines.js';
import { cases } from '../../support/size.js';

const LIMITS = { configurations: 3_000, states: 6_000, initial: 300, numbers: 5 };

function systemOf(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'test.cub');
  if (system === null) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return system;
}

function withoutOrder(system: ArraySystem): SlotPlan {
  return new Map(
    [...queuesOf(system, 1)].map(([symbol, keeping]) => {
      const declared = system.symbols[symbol];
      return [symbol, declared !== undefined && canKeepValues(system, declared) ? { kind: 'values' } : keeping];
    }),
  );
}

describe('random models', () => {
  it.each([1, 2])('with room for %i: the same as on the machine with that bound', (bound) => {
    const count = cases(60, 16);
    const seen = { neither: 0, violated: 0 };
    for (let seed = 0; seed < count; seed++) {
      const text = printModel(randomWeakModel(4_000 + seed));
      const system = systemOf(text);
      const processes = system.processes ?? 2;
      if (processes > 2) continue;
      const slotted = withSlots(system, PSO, queuesOf(system, bound), 'blocks');
      const machine = exploreWeak(system, processes, 'pso', { ...LIMITS, bound });
      const cells = explore(slotted.system, processes, LIMITS);
      if (cells.verdict === 'violated' && cells.run !== null) {
        seen.violated++;
        const run = slotted.runOf(cells.run);
        const replayed = run === null ? null : replay(system, run, PSO, bound);
        expect([text, replayed?.ok]).toEqual([text, true]);
      }
      // The machine says `incomplete` where a queue was full; cells that block say nothing of it.
      if (cells.verdict === 'safe') {
        seen.neither++;
        expect([text, machine.verdict]).not.toEqual([text, 'violated']);
      }
    }
    expect(seen.violated).toBeGreaterThan(count / 10);
    expect(seen.neither).toBeGreaterThan(count / 10);
  });

  it('without order: nothing of the machine is lost', () => {
    const count = cases(60, 16);
    let violated = 0;
    for (let seed = 0; seed < count; seed++) {
      const text = printModel(randomWeakModel(5_000 + seed));
      const system = systemOf(text);
      const processes = system.processes ?? 2;
      if (processes > 2) continue;
      const machine = exploreWeak(system, processes, 'pso', { ...LIMITS, bound: 3 });
      if (machine.verdict !== 'violated') continue;
      violated++;
      // Overflow counts: then the plan claims nothing.
      const cells = explore(withSlots(system, PSO, withoutOrder(system), 'told').system, processes, {
        ...LIMITS,
        states: 20_000,
      });
      expect([text, cells.verdict]).not.toEqual([text, 'safe']);
    }
    expect(violated).toBeGreaterThan(count / 10);
  });
});

const PASSING = `
type place = Start | Middle | Done
weak var Data : bool
weak var Ready : bool
array At[proc] : place
array Saw[proc] : bool
init (p) { At[p] = Start && Data = False && Ready = False && Saw[p] = False }
unsafe (p) { At[p] = Done && Saw[p] = True && p@Data = False }
transition data ([p]) requires { At[p] = Start } { Data := True; At[p] := Middle; }
transition ready ([p]) requires { At[p] = Middle FENCE } { Ready := True; At[p] := Done; }
transition see ([p]) requires { At[p] = Start && Ready = True } { Saw[p] := True; At[p] := Done; }
`;

test('two writes overtake each other, and a fence keeps them in order', async () => {
  const ask = (fence: string) => check(PASSING.replace('FENCE', fence), { file: 'mp.cub', memory: 'pso' });
  const [free, fenced] = [await ask(''), await ask('&& fence()')];
  expect(free.ok && free.outcome.verdict).toBe('violated');
  expect(fenced.ok && fenced.outcome).toMatchObject({ verdict: 'holds', processes: 'any', buffer: 'unbounded' });
});

test('a bound that nobody asked for is no answer', async () => {
  // What is written is never the same number twice: any queue is too short.
  const text = `
weak var X : int
array N[proc] : int
init (p) { X = 0 && N[p] = 0 }
unsafe (p) { p@X < 0 }
transition grow ([p]) requires { N[p] >= 0 } { X := N[p]; N[p] := N[p] + 1; }
`;
  const any = await check(text, { file: 'grow.cub', memory: 'pso' });
  const two = await check(text, { file: 'grow.cub', memory: 'pso', buffer: 2 });
  if (!any.ok || !two.ok) throw new Error('rejected');
  expect(any.outcome.verdict).toBe('unknown');
  expect(reasonOf(any.outcome)).toMatch(/holds for buffers of at most 2 writes.*more than 3 writes/);
  expect(two.outcome).toMatchObject({ verdict: 'holds', buffer: 2 });
});

test('a plan is for all queues of a model and for nothing else', () => {
  const system = systemOf(PASSING.replace('FENCE', ''));
  const plan = queuesOf(system, 1);
  expect(isPlanFor(system, plan)).toBe(true);
  expect(isPlanFor(system, new Map([...plan].slice(1)))).toBe(false);
  const at = system.symbols.findIndex(({ name }) => name === 'At');
  expect(isPlanFor(system, new Map([...plan, [at, { kind: 'queue', length: 1 }]]))).toBe(false);
});
