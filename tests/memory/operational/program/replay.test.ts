import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed, PSO, TSO } from '../../../../src/memory/models.js';
import type { ProgramStep } from '../../../../src/memory/operational/program/machine.js';
import { type ProgramReplay, replayProgram } from '../../../../src/memory/operational/program/replay.js';
import type { Program } from '../../../../src/models/program/model.js';
import { messagePassing, storeBuffering } from '../../../engines/explicit/programs.js';
import { apply, assign, edge, location, range, scalar, shared, sharing, template } from '../../../support/build.js';
import { graphFault } from '../graph-axioms.js';

const BUFFERING = {
  memory: [0, 0],
  locals: [
    [0, 0],
    [1, 0],
  ],
};

function take(thread: number, edge: number, ...choices: readonly number[]): ProgramStep {
  return { kind: 'edge', thread, edge, choices };
}

function drain(thread: number, cell: number | null = null): ProgramStep {
  return { kind: 'drain', thread, cell };
}

const BOTH_ZERO = [take(0, 0), take(0, 1), take(1, 0), take(1, 1), take(0, 2), take(1, 2)];

function judge(
  program: Program,
  steps: readonly ProgramStep[],
  memory: MemoryName,
  bound: number | null = null,
): ProgramReplay {
  return replayProgram(program, { initial: BUFFERING, steps }, memoryNamed(memory), bound);
}

function refusal(replayed: ProgramReplay): [number, string] {
  if (replayed.ok) throw new Error('it replays');
  return [replayed.step, replayed.reason];
}

describe('replaying a program', () => {
  it('tells reads, buffers and where threads are', () => {
    const replayed = judge(storeBuffering(false), [...BOTH_ZERO, drain(0)], 'tso');
    if (!replayed.ok) throw new Error(replayed.reason);
    const { trace } = replayed;
    expect(trace.names).toEqual(['P(0)', 'P(1)']);
    expect(trace.initial).toContainEqual({ cell: 'x[1]', value: '0' });
    expect(trace.initial).toContainEqual({ cell: 'P(1).me', value: '1' });
    expect(trace.steps[0]).toEqual({
      kind: 'transition',
      transition: 'x[me] = 1',
      line: 1,
      arguments: [],
      actor: 1,
      fence: false,
      changes: [{ cell: 'P(0)', before: 'line 1', after: 'line 2' }],
      reads: [],
      buffered: [{ cell: 'x[0]', value: '1' }],
    });
    expect(trace.steps[4]).toMatchObject({
      reads: [{ reader: 1, cell: 'x[1]', value: '0', from: 'memory', write: null }],
      changes: [{ cell: 'P(0)', before: 'line 3', after: '@end' }],
    });
    expect(trace.steps[6]).toEqual({
      kind: 'drain',
      process: 1,
      write: 1,
      writes: [{ cell: 'x[0]', value: '1' }],
      changes: [{ cell: 'x[0]', before: '0', after: '1' }],
    });
    expect(trace.violated).toMatchObject({ property: 'both', condition: 'P(0).r == 0 && P(1).r == 0' });
    expect(trace.graph?.threads).toEqual(['P(0)', 'P(1)']);
    expect(trace.graph === null ? 'none' : graphFault(trace.graph, 'tso')).toBeNull();
  });

  it('tells who wrote what is read, from the buffer and from memory', () => {
    const program: Program = {
      shared: [sharing(scalar('x', range(0, 3)))],
      templates: [
        template(
          'T',
          0,
          [],
          [location(), location(), location(), { labels: [], failure: 'here' }],
          [
            edge(0, 1, { updates: [assign(shared(0), 1)] }),
            edge(1, 2, { updates: [assign(shared(0), apply(shared(0), '+', 1))] }),
            edge(2, 3, { guard: apply(shared(0), '==', 2), atomic: true }),
          ],
        ),
      ],
      threads: [{ name: 'T', template: 0, initial: [] }],
      never: [],
      outOfRange: 'failure',
    };
    const steps = [take(0, 0), take(0, 1), drain(0), drain(0), take(0, 2)];
    const replayed = replayProgram(program, { initial: { memory: [0], locals: [[]] }, steps }, TSO);
    if (!replayed.ok) throw new Error(replayed.reason);
    const reads = replayed.trace.steps.flatMap((step) => (step.kind === 'transition' ? step.reads : []));
    expect(reads).toEqual([
      { reader: 1, cell: 'x', value: '1', from: 'buffer', write: 1 },
      { reader: 1, cell: 'x', value: '2', from: 'memory', write: 2 },
    ]);
    expect(replayed.trace.violated.condition).toBe('T: here');
    const early = [take(0, 0), take(0, 1), drain(0), take(0, 2)];
    const refused = replayProgram(program, { initial: { memory: [0], locals: [[]] }, steps: early }, TSO);
    expect(refusal(refused)).toEqual([4, 'T: 2 to 3 is not possible: its store buffer is not empty']);
  });

  it('drains cell by cell under PSO', () => {
    const steps = [take(0, 0), take(0, 1), drain(0, 1), take(1, 0), take(1, 1)];
    const initial = { memory: [0, 0], locals: [[], [0]] };
    expect(replayProgram(messagePassing(), { initial, steps }, PSO).ok).toBe(true);
    expect(refusal(replayProgram(messagePassing(), { initial, steps }, TSO))[0]).toBe(3);
  });

  it('refuses what is no execution', () => {
    const program = storeBuffering(false);
    expect(refusal(judge(program, BOTH_ZERO, 'sc'))).toEqual([7, 'nothing is violated in the last state']);
    expect(refusal(judge(storeBuffering(true), BOTH_ZERO, 'tso'))[0]).toBe(2);
    expect(refusal(judge(program, [take(0, 1)], 'tso'))).toEqual([
      1,
      'P(0): fence is not possible: the thread is elsewhere',
    ]);
    expect(refusal(judge(program, [drain(1)], 'tso'))[1]).toMatch(/no such writes wait/);
    expect(refusal(judge(program, [take(2, 0)], 'tso'))[1]).toBe('there is no thread number 2');
    expect(refusal(judge(program, [take(0, 9)], 'tso'))[1]).toBe('P(0) has no edge number 9');
    expect(refusal(judge(program, [take(0, 0, 1)], 'tso'))[1]).toMatch(/values chosen/);
    const begun = { initial: { memory: [1, 0], locals: BUFFERING.locals }, steps: BOTH_ZERO };
    expect(refusal(replayProgram(program, begun, TSO))).toEqual([0, 'x[0] does not begin with 1']);
  });

  it('keeps the bound of buffers', () => {
    const sender = messagePassing();
    const run = { initial: { memory: [0, 0], locals: [[], [0]] }, steps: [take(0, 0), take(0, 1)] };
    expect(refusal(replayProgram(sender, run, TSO, 1))).toEqual([
      2,
      'Sender: flag = true is not possible: its store buffer is full',
    ]);
    expect(refusal(replayProgram(sender, run, PSO, 1))[0]).toBe(3);
  });
});
