/**
 * The traces of the violated examples under TSO are executions of the store-buffer machine, read back from what is
 * printed; and what is corrupted is no execution any more. Each corruption is one that cannot be right: the reason is
 * with it.
 */

import { describe, expect, test } from 'vitest';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { SC, TSO } from '../../src/memory/models.js';
import type { Choice } from '../../src/memory/operational/machine.js';
import { type Replay, type Run, type RunStep, replay } from '../../src/memory/operational/replay.js';
import { constructorValue, equalValues } from '../../src/memory/operational/values.js';
import type { Trace } from '../../src/memory/trace.js';
import type { ArraySystem } from '../../src/models/array-system/model.js';
import { runOfTrace } from '../random/trace-run.js';
import { isWeak, MODELS, outcomeOf, read } from './models.js';

const VIOLATED = MODELS.filter(
  (model) => isWeak(model) && model.expected.some(([memory, verdict]) => memory === 'tso' && verdict === 'violated'),
).map(({ file }) => file);

async function violatedTrace(file: string): Promise<{ system: ArraySystem; trace: Trace; run: Run }> {
  const { system } = readCubicle(read(file), file);
  const { trace } = await outcomeOf(read(file), file, 'tso');
  if (system === null || trace === null) throw new Error(`${file} has no trace`);
  return { system, trace, run: runOfTrace(system, trace) };
}

function withSteps(run: Run, steps: readonly RunStep[]): Run {
  return { ...run, steps };
}

function refusal(judged: Replay): string {
  return judged.ok ? 'accepted' : judged.reason;
}

describe('the trace of each violated example', () => {
  test.each(VIOLATED)('%s is an execution, and stays the same when replayed', async (file) => {
    const { system, trace, run } = await violatedTrace(file);
    expect(trace.memory).toBe('tso');
    expect(trace.graph).not.toBeNull();
    expect(replay(system, run, TSO)).toEqual({ ok: true, trace });
  });

  test.each(VIOLATED)('%s corrupted is refused', async (file) => {
    const { system, run } = await violatedTrace(file);
    const judge = (corrupted: Run): string => refusal(replay(system, corrupted, TSO));
    const [first] = run.steps;
    if (first === undefined || first.kind === 'drain') throw new Error('the first step is a transition');
    // The examples begin in a safe state, and a trace ends with the first state that is not.
    expect(judge(withSteps(run, []))).toBe('the last state is not unsafe');
    expect(judge(withSteps(run, run.steps.slice(0, -1)))).toBe('the last state is not unsafe');
    // A process that is not there.
    const stranger = { ...first, arguments: first.arguments.map(() => run.processes + 1) };
    expect(judge(withSteps(run, [stranger, ...run.steps.slice(1)]))).not.toBe('accepted');
    // Nothing is in a buffer at the start, and not for ever after.
    const drain: RunStep = { kind: 'drain', process: 1, place: null };
    expect(judge(withSteps(run, [drain, ...run.steps]))).not.toBe('accepted');
    const drains = Array.from({ length: run.steps.length + 1 }, () => drain);
    expect(judge(withSteps(run, [...run.steps, ...drains]))).not.toBe('accepted');
    // All values of enumerations are fixed by the `init` of the examples.
    const initial: Choice = (symbol, indices) => {
      const { sort } = symbol;
      const value = run.initial(symbol, indices);
      if (sort.kind !== 'enum' || symbol.constant) return value;
      const [zero, one] = [constructorValue(sort, 0), constructorValue(sort, 1)];
      return equalValues(value, zero) ? one : zero;
    };
    expect(judge({ ...run, initial })).toMatch(/^the first state does not satisfy init/);
  });
});

describe('what only store buffers allow', () => {
  const onlyWeak = MODELS.filter(
    ({ expected }) =>
      expected.some(([memory, verdict]) => memory === 'sc' && verdict === 'holds') &&
      expected.some(([memory, verdict]) => memory === 'tso' && verdict === 'violated'),
  ).map(({ file }) => file);

  test('is most of the twins', () => {
    expect(onlyWeak.length).toBeGreaterThanOrEqual(7);
  });

  test.each(onlyWeak)('%s: the trace is none under SC', async (file) => {
    const { system, run } = await violatedTrace(file);
    const undrained = run.steps.filter(({ kind }) => kind !== 'drain');
    expect(refusal(replay(system, withSteps(run, undrained), SC))).not.toBe('accepted');
  });

  test.each(onlyWeak)('%s: nor when every write is drained at once', async (file) => {
    const { system, trace, run } = await violatedTrace(file);
    const eager = run.steps.flatMap((step, position): RunStep[] => {
      const shown = trace.steps[position];
      if (step.kind === 'drain' || shown?.kind !== 'transition') return [];
      const drain: RunStep[] =
        shown.buffered.length === 0 ? [] : [{ kind: 'drain', process: shown.actor ?? 0, place: null }];
      return [step, ...drain];
    });
    expect(refusal(replay(system, withSteps(run, eager), TSO))).not.toBe('accepted');
  });
});
