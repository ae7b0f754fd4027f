import { describe, expect, it } from 'vitest';
import { rational } from '../../../src/logic/rational.js';
import { type MemoryName, memoryNamed, PSO, SC, TSO } from '../../../src/memory/models.js';
import { replay } from '../../../src/memory/operational/replay.js';
import { findSchedule, type Plan, type PlannedStep, type Schedule } from '../../../src/memory/operational/schedule.js';
import { makeInstance, type State } from '../../../src/memory/operational/state.js';
import { numberValue } from '../../../src/memory/operational/values.js';
import type { Trace } from '../../../src/memory/trace.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { Random } from '../../random/random.js';
import { runOfTrace } from '../../random/trace-run.js';
import { exploreAll } from './explore.js';
import { LITMUS, litmusOf } from './litmus.js';
import { choosing, type Short, systemOf } from './models.js';

const LIMIT = 20_000;

function initialOf(system: ArraySystem, processes: number, values: Record<string, Short>): State {
  const choose = choosing(values);
  return makeInstance(system, processes).cells.map(({ symbol, indices }) => choose(symbol, indices));
}

/** Threads of steps by the names of transitions, which act by their first argument; the rank is the place in the list. */
function planOf(
  system: ArraySystem,
  processes: number,
  values: Record<string, Short>,
  steps: readonly (readonly [string, number[], Partial<PlannedStep>?])[],
): Plan {
  const threads: PlannedStep[][] = Array.from({ length: processes }, () => []);
  for (const [rank, [name, given, more]] of steps.entries()) {
    const transition = system.transitions.findIndex((declared) => declared.name === name);
    threads[(given[0] as number) - 1]?.push({ transition, arguments: given, rank, ...more });
  }
  return { processes, initial: initialOf(system, processes, values), threads, property: null };
}

function isViolation(system: ArraySystem, { run }: Schedule, memory: MemoryName): boolean {
  return run !== null && replay(system, run, memoryNamed(memory)).ok;
}

/** What an engine could know of an execution: who does what, and when each write reached memory. */
function planOfTrace(system: ArraySystem, trace: Trace, rankOf: (arrival: number, step: number) => number): Plan {
  const run = runOfTrace(system, trace);
  const threads: PlannedStep[][] = Array.from({ length: trace.processes }, () => []);
  for (const [index, step] of trace.steps.entries()) {
    if (step.kind === 'drain') continue;
    const drained = trace.steps.findIndex((other) => other.kind === 'drain' && other.write === index + 1);
    const arrival = step.buffered.length === 0 ? index : drained < 0 ? trace.steps.length + index : drained;
    const transition = system.transitions.findIndex(({ name }) => name === step.transition);
    threads[(step.actor ?? 1) - 1]?.push({ transition, arguments: step.arguments, rank: rankOf(arrival, index) });
  }
  const initial = makeInstance(system, trace.processes).cells.map(({ symbol, indices }) =>
    run.initial(symbol, indices),
  );
  return { processes: trace.processes, initial, threads, property: 0 };
}

const allowed = LITMUS.flatMap((litmus) => litmus.allowed.map((memory) => ({ ...litmus, memory })));

describe('a schedule of the steps of an execution', () => {
  it.each(allowed)('is found for $name under $memory', ({ threads, outcome, memory }) => {
    const system = litmusOf(threads, outcome);
    const { violated } = exploreAll(system, threads.length, memory);
    if (violated === null) throw new Error('the outcome is allowed');
    const schedule = findSchedule(
      system,
      memoryNamed(memory),
      planOfTrace(system, violated, (arrival) => arrival),
      LIMIT,
    );
    expect(isViolation(system, schedule, memory)).toBe(true);
  });

  it.each(allowed)('is found for $name under $memory, wherever it ends', ({ threads, outcome, memory }) => {
    const system = { ...litmusOf(threads, outcome), unsafe: [] };
    const { violated } = exploreAll(litmusOf(threads, outcome), threads.length, memory);
    if (violated === null) throw new Error('the outcome is allowed');
    const plan = { ...planOfTrace(system, violated, (arrival) => arrival), property: 'all steps' as const };
    const { run } = findSchedule(system, memoryNamed(memory), plan, LIMIT);
    const taken = run?.steps.filter((step) => step.kind !== 'drain');
    expect(taken).toHaveLength(plan.threads.flat().length);
  });

  it.each(allowed)('is found for $name under $memory whatever the ranks are', ({ threads, outcome, memory }) => {
    const system = litmusOf(threads, outcome);
    const { violated } = exploreAll(system, threads.length, memory);
    if (violated === null) throw new Error('the outcome is allowed');
    const random = new Random(5);
    for (let round = 0; round < 5; round++) {
      const plan = planOfTrace(system, violated, (_, step) => random.between(0, 999) * 100 + step);
      expect(isViolation(system, findSchedule(system, memoryNamed(memory), plan, LIMIT), memory)).toBe(true);
    }
  });

  it.each(LITMUS.flatMap((litmus) => (['sc', 'tso', 'pso'] as const).map((memory) => ({ ...litmus, memory }))))(
    'exists for $name under $memory exactly when it is allowed',
    ({ threads, outcome, memory, allowed: memories }) => {
      const system = litmusOf(threads, outcome);
      const planned = threads.map((thread, process) =>
        thread.map((_, position): PlannedStep => {
          const transition = system.transitions.findIndex(({ name }) => name === `p${process + 1}_${position}`);
          return { transition, arguments: [process + 1], rank: position * threads.length + process };
        }),
      );
      const values = { PC: 'L0', A: 9, B: 9, X: 0, Y: 0, Z: 0, F: 0 };
      const plan = {
        processes: threads.length,
        initial: initialOf(system, threads.length, values),
        threads: planned,
        property: 0,
      };
      const schedule = findSchedule(system, memoryNamed(memory), plan, LIMIT);
      expect(isViolation(system, schedule, memory)).toBe(memories.includes(memory));
      expect(schedule.exhaustive).toBe(!memories.includes(memory));
    },
  );
});

describe('a plan', () => {
  const SB = litmusOf(
    [
      ['X := 1', 'A[i] := Y'],
      ['Y := 1', 'A[i] := X'],
    ],
    'A[#1] = 0 && A[#2] = 0',
  );
  const VALUES = { PC: 'L0', A: 9, B: 9, X: 0, Y: 0, Z: 0, F: 0 };

  it('gives up at the limit, and says so', () => {
    const forbidden = { ...SB, unsafe: [{ ...(SB.unsafe[0] as ArraySystem['init']), name: null }] };
    const steps: [string, number[]][] = [
      ['p1_0', [1]],
      ['p2_0', [2]],
      ['p1_1', [1]],
    ];
    const plan = planOf(forbidden, 2, VALUES, steps);
    const all = findSchedule(forbidden, TSO, plan, LIMIT);
    expect(all).toMatchObject({ run: null, exhaustive: true });
    const cut = findSchedule(forbidden, TSO, plan, all.configurations - 1);
    expect(cut).toMatchObject({ run: null, exhaustive: false, configurations: all.configurations - 1 });
  });

  it('ends in the condition asked for', () => {
    const text = `number_procs 2  array P[proc] : bool  weak var X : int  init (i) { P[i] = False && X = 0 }
      unsafe first (i) { i@X = 1 } unsafe second (i j) { i@X = 1 && j@X = 2 }
      transition one ([i]) requires { P[i] = False } { P[i] := True; X := 1 }
      transition two ([i]) requires { P[i] = False } { P[i] := True; X := 2 }`;
    const system = systemOf(text);
    const plan = planOf(system, 2, { P: 'False', X: 0 }, [
      ['one', [1]],
      ['two', [2]],
    ]);
    const lengths = [null, 0, 1].map((property) => findSchedule(system, TSO, { ...plan, property }, LIMIT).run?.steps);
    expect(lengths.map((steps) => steps?.length)).toEqual([1, 1, 2]);
    expect(findSchedule(system, SC, { ...plan, property: 1 }, LIMIT)).toMatchObject({ run: null, exhaustive: true });
  });

  it('gives values for what a step leaves open', () => {
    const text = `array P[proc] : bool  array R[proc] : int  weak var X : int  weak var Y : int
      init (i) { P[i] = False && R[i] = 0 && X = 0 && Y = 0 } unsafe (i j) { R[i] = 5 && R[j] = 6 }
      transition pick ([i]) { X := ?; Y := ? }
      transition see ([i]) requires { X = Y } { R[i] := X }`;
    const system = systemOf(text);
    const candidates = () => [3, 4, 5, 6].map((number) => numberValue(rational(number)));
    const steps = (more: Partial<PlannedStep>): [string, number[], Partial<PlannedStep>?][] => [
      ['pick', [1], more],
      ['see', [2]],
      ['pick', [1], more],
      ['see', [1]],
    ];
    const values = { P: 'False', R: 0, X: 0, Y: 0 };
    const found = findSchedule(system, TSO, planOf(system, 2, values, steps({ candidates })), LIMIT);
    expect(isViolation(system, found, 'tso')).toBe(true);
    const none = findSchedule(system, TSO, planOf(system, 2, values, steps({})), LIMIT);
    expect(none).toMatchObject({ run: null, exhaustive: true });
  });

  it('that takes the writes of two processes in an order against both needs PSO and no ranks', () => {
    const { threads, outcome } = LITMUS.find(({ name }) => name === '2+2W') as (typeof LITMUS)[number];
    const system = litmusOf(threads, outcome);
    const steps = [0, 1, 2].flatMap((position): [string, number[]][] => [
      [`p1_${position}`, [1]],
      [`p2_${position}`, [2]],
    ]);
    const plan = planOf(system, 2, VALUES, steps);
    expect(isViolation(system, findSchedule(system, PSO, plan, LIMIT), 'pso')).toBe(true);
    expect(findSchedule(system, TSO, plan, LIMIT)).toMatchObject({ run: null, exhaustive: true });
  });
});

/**
 * Four processes take rounds: in each all raise a flag of the round, then look at the flags of all the others and see them
 * down, which needs every look to be before the others' writes reach memory; then each waits for a number to be counted up
 * by the process before it. Forty steps and more, of which many read what is old in the engine's order.
 */
const ROUNDS = `number_procs 4  type loc = Up | Look | Wait | Keep
  array PC[proc] : loc  array Round[proc] : int  array R[proc] : int
  weak array F[proc] : int  weak var Count : int
  init (i) { PC[i] = Up && Round[i] = 0 && R[i] = 0 && F[i] = 0 && Count = 0 }
  unsafe () { Round[#1] = 3 && Round[#2] = 3 && Round[#3] = 3 && Round[#4] = 3 && R[#1] = 9 }
  transition up ([i]) requires { PC[i] = Up } { PC[i] := Look; F[i] := Round[i] + 1 }
  transition look ([i]) requires { PC[i] = Look && forall_other k. F[k] <= Round[i] } { PC[i] := Wait }
  transition count ([i]) requires { PC[i] = Wait } { PC[i] := Keep; Count := Count + 1 }
  transition keep ([i]) requires { PC[i] = Keep } { PC[i] := Up; Round[i] := Round[i] + 1; R[i] := Count }`;

describe('a long plan', () => {
  const system = systemOf(ROUNDS);
  const processes = [1, 2, 3, 4];
  const rounds = [0, 1, 2].flatMap(() => [
    ...processes.map((process): [string, number[]] => ['up', [process]]),
    ...processes.map((process): [string, number[]] => ['look', [process]]),
    ...processes.map((process): [string, number[]] => ['count', [process]]),
    ...processes.map((process): [string, number[]] => ['keep', [process]]),
  ]);
  const values = { PC: 'Up', Round: 0, R: 0, F: 0, Count: 0 };

  it('is scheduled without much search when the ranks are right', () => {
    // #1 keeps what it counts up to in the last round, before the others count.
    const plan = planOf(system, 4, values, rounds);
    const schedule = findSchedule(system, TSO, plan, LIMIT);
    expect(isViolation(system, schedule, 'tso')).toBe(true);
    expect(schedule.run?.steps.filter((step) => step.kind !== 'drain').length).toBe(48);
    expect(schedule.configurations).toBeLessThan(300);
  });

  it('goes straight on where the engine says how far each load lags', () => {
    const steps = rounds.map(([name, given], rank): [string, number[], Partial<PlannedStep>] => {
      const counted = rounds.findIndex(
        (other, at) => at > rank - 5 && other[0] === 'count' && other[1][0] === given[0],
      );
      return [name, given, name === 'keep' ? { view: counted } : {}];
    });
    const schedule = findSchedule(system, TSO, planOf(system, 4, values, steps), LIMIT);
    expect(isViolation(system, schedule, 'tso')).toBe(true);
    expect(schedule.configurations).toBe((schedule.run?.steps.length ?? 0) + 1);
  });
});
