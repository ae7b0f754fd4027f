import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../../src/evidence/store-queues/judge.js';
import type { Program } from '../../../src/models/program/model.js';
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
  strongly,
  template,
} from '../../support/build.js';
import { straightLines } from '../dual-tso/programs.js';
import { runPso, truthOf } from './compare.js';

/** Whether all threads come to their ends; what the explicit engine says as well, and a certificate that is accepted. */
function ends(...threads: readonly string[]): boolean {
  return isViolated(straightLines(...threads));
}

function isViolated(program: Program): boolean {
  const { answer } = runPso(program);
  expect(answer.verdict).not.toBe('unknown');
  expect(truthOf(program)).toBe(answer.verdict);
  if (answer.verdict === 'holds') expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
  return answer.verdict === 'violated';
}

describe('litmus tests', () => {
  it('SB needs a fence in both threads', () => {
    expect(ends('w x 1; r y 0', 'w y 1; r x 0')).toBe(true);
    expect(ends('w x 1; fence; r y 0', 'w y 1; r x 0')).toBe(true);
    expect(ends('w x 1; fence; r y 0', 'w y 1; fence; r x 0')).toBe(false);
  });

  it('MP needs a fence between the stores', () => {
    expect(ends('w x 1; w y 1', 'r y 1; r x 0')).toBe(true);
    expect(ends('w x 1; fence; w y 1', 'r y 1; r x 0')).toBe(false);
    expect(ends('w x 1; arw z 0 1; w y 1', 'r y 1; r x 0')).toBe(false);
  });

  it('stores to one cell keep their order, and loads of a thread do', () => {
    expect(ends('w x 1; w x 2', 'r x 2; r x 1')).toBe(false);
    expect(ends('w x 1; w x 2', 'r x 1; r x 2')).toBe(true);
    expect(ends('r x 1; w y 1', 'r y 1; w x 1')).toBe(false);
  });
});

describe('what a wrong rule would miss or invent', () => {
  const T1 = 'w x 0; r y 1; r x 0; w x 1; w y 0';
  const T2 = 'arw x 0 1; arw y 0 1; r y 0; arw x 1 0; r x 1';

  it('a queue that is empty held something before, though nobody asks for memory', () => {
    expect(ends(T1, T2)).toBe(true);
  });

  it('and twice', () => {
    expect(ends(`w x 1; ${T1}`, `${T2}; arw x 1 0; r x 1`)).toBe(true);
  });

  it('an older store is seen after a newer one of another cell', () => {
    expect(ends('w x 1; w x 0; w y 1', 'r y 1; r x 1')).toBe(true);
  });

  it('a locked instruction needs empty queues', () => {
    expect(ends('w x 1; arw y 0 1', 'r y 1; r x 0')).toBe(false);
  });

  it('a load reads the newest store of its own thread, which may be in memory already', () => {
    expect(ends('w x 1; r x 1; r y 0', 'w y 1; r y 1; r x 0')).toBe(true);
    expect(ends('w x 1; w x 2; r x 1')).toBe(false);
    expect(ends('w x 1; r x 2', 'r x 1; w x 2')).toBe(true);
  });

  it('other steps may happen between a store and its flush', () => {
    expect(ends('arw z 0 1; w x 1; w y 1', 'r y 1; r x 0; r x 1')).toBe(true);
  });
});

describe('conditions on memory', () => {
  const at_ = (thread: number, place: number) => at(thread, place);
  const holds = (variable: number, value: number) =>
    ({
      kind: 'binary',
      operator: '==',
      left: { kind: 'memory', variable, index: null },
      right: { kind: 'constant', value },
    }) as const;
  const both = (left: ReturnType<typeof at_>, right: ReturnType<typeof holds>) =>
    ({ kind: 'binary', operator: '&&', left, right }) as const;

  it('are about what has reached memory, not about what waits', () => {
    const program = straightLines('w x 1; w y 1');
    const asked = (value: number) => ({ ...program, never: [never('m', both(at_(0, 2), holds(0, value)))] });
    expect(isViolated(asked(0))).toBe(true);
    expect(isViolated(asked(1))).toBe(true);
    expect(isViolated(asked(2))).toBe(false);
    const fenced = straightLines('w x 1; fence; w y 1');
    expect(isViolated({ ...fenced, never: [never('m', both(at_(0, 2), holds(0, 0)))] })).toBe(false);
  });
});

describe('steps of several accesses', () => {
  const [x, y] = [shared(0), shared(1)];
  const program = (strong: boolean, fence: boolean): Program => {
    const writes = edge(0, 1, { updates: [assign(x, 1), assign(y, 1)], fence });
    const reads = edge(0, 1, { guard: apply(apply(y, '==', 1), '&&', apply(x, '==', 0)) });
    const cells = ['x', 'y'].map((name) => sharing(scalar(name, range(0, 1))));
    return {
      shared: strong ? cells.map(strongly) : cells,
      templates: [writes, reads].map((one, k) => template(`P${k}`, 0, [], [location(), location('end')], [one])),
      threads: [0, 1].map((k) => ({ name: `P${k}`, template: k, initial: [] })),
      never: [never('apart', at(1, 1))],
      outOfRange: 'failure',
    };
  };

  it('each write waits in the queue of its cell, unless the cell is never buffered', () => {
    expect(isViolated(program(false, false))).toBe(true);
    expect(isViolated(program(false, true))).toBe(true);
    expect(isViolated(program(true, false))).toBe(false);
  });
});

describe('what it does not know', () => {
  const reasonOf = (program: Program): string => {
    const { answer } = runPso(program);
    return answer.verdict === 'unknown' ? answer.reason : answer.verdict;
  };

  it('unbounded integers, with what to do about them', () => {
    const program = straightLines('w x 1; r x 1');
    const wide = { ...program, shared: program.shared.map((one) => ({ ...one, sort: { kind: 'int' } as const })) };
    expect(reasonOf(wide)).toContain('is an unbounded int: give it a range');
  });

  it('ends at limits, and says which', () => {
    const program = straightLines('w x 1; w y 1; r z 0', 'r y 1; r x 0; w z 1');
    const { answer } = runPso(program, { maxConfigurations: 2, maxMegabytes: 64 });
    expect(answer).toMatchObject({ verdict: 'unknown' });
    expect(reasonOf({ ...program, threads: Array.from({ length: 17 }, () => program.threads[0] as never) })).toContain(
      'at most 16',
    );
  });
});
