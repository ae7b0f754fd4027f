/** Store-store barriers: what the machine, the kernels and the second audit make of programs whose answers are known. */
import { describe, expect, it } from 'vitest';
import { auditByKernel } from '../../../../src/evidence/audit/kernel.js';
import { readProgram } from '../../../../src/languages/program/index.js';
import { type MemoryName, memoryNamed, PSO } from '../../../../src/memory/models.js';
import {
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../../../src/memory/operational/program/machine.js';
import type { Program } from '../../../../src/models/program/model.js';
import { runEngine } from '../../../engines/explicit/compare.js';
import { finish } from '../../../support/engines.js';
import { explore } from './explore.js';

const BUFFER = 3;
const LIMITS = { maxStates: 100_000, maxMegabytes: 64 };

function programOf(text: string): Program {
  const read = readProgram(text, 'p.fp');
  const made = read.program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(JSON.stringify(read.diagnostics));
  return made.program;
}

/** Two threads over x, y and z, which begin with 0; the second one ends at `seen`. */
function verdictOf(writer: string, reader: string, bad: string, memory: MemoryName): string {
  const program = programOf(`
    shared x, y, z: 0..2 = 0
    thread W { local a: 0..2 = 0; ${writer}; done: skip }
    thread R { local a, b, c: 0..2 = 0; ${reader}; done: skip }
    never ${bad}`);
  const explored = explore(program, memory, BUFFER, LIMITS.maxStates);
  const [verdict] = explored?.verdicts ?? [];
  for (const kernel of ['wasm', 'javascript'] as const) {
    const question = { program, memory: memoryNamed(memory), buffer: BUFFER, kernel };
    const plain = runEngine({ ...question, zeroDead: false, symmetry: false });
    expect(plain.answer.verdict).toBe(verdict);
    if (verdict === 'holds') expect(plain.counts).toMatchObject({ states: explored?.states });
    expect(runEngine(question).answer.verdict).toBe(verdict);
  }
  const bounds = { bound: BUFFER, perLocation: false };
  const audit = finish(auditByKernel(program, memoryNamed(memory), bounds, LIMITS));
  expect(audit.refuted === null).toBe(verdict === 'holds');
  if (verdict === 'holds') expect(audit.states).toBe(explored?.states);
  return verdict ?? 'unknown';
}

/** That the reader sees y = 1 and then x = 0. */
const MESSAGE = ['a = y; b = x', 'R@done && R.a == 1 && R.b == 0'] as const;
const BOTH_MISSED = ['y = 1; fence store; a = x', 'W@done && R@done && W.a == 0 && R.a == 0'] as const;

describe('a store-store barrier', () => {
  it('keeps stores in order under PSO', () => {
    expect(verdictOf('x = 1; y = 1', ...MESSAGE, 'pso')).toBe('violated');
    expect(verdictOf('x = 1; fence store; y = 1', ...MESSAGE, 'pso')).toBe('holds');
    expect(verdictOf('x = 1; store_release(y, 1)', ...MESSAGE, 'pso')).toBe('holds');
    expect(verdictOf('store_release(x, 1); y = 1', ...MESSAGE, 'pso')).toBe('violated');
    expect(verdictOf('fence store; x = 1; y = 1', ...MESSAGE, 'pso')).toBe('violated');
    expect(verdictOf('x = 1; y = 1; fence store', ...MESSAGE, 'pso')).toBe('violated');
  });

  it('waits for nothing, and loads pass it', () => {
    for (const memory of ['tso', 'pso'] as const) {
      expect(verdictOf('x = 1; fence store; a = y', ...BOTH_MISSED, memory)).toBe('violated');
    }
    expect(verdictOf('x = 1; fence store; a = y', ...BOTH_MISSED, 'sc')).toBe('holds');
    expect(verdictOf('x = 1; fence; a = y', 'y = 1; fence; a = x', BOTH_MISSED[1], 'pso')).toBe('holds');
    // The store may wait until the other thread has ended, while the own value is seen.
    expect(verdictOf('x = 1; fence store; a = x', 'b = x', 'W@done && R@done && W.a == 1 && R.b == 0', 'pso')).toBe(
      'violated',
    );
  });

  it('parts writes to one cell from each other', () => {
    // The second y comes after the first, and neither before nor behind x.
    expect(verdictOf('y = 1; fence store; y = 1; x = 1', 'a = x; b = y', 'R@done && R.a == 1 && R.b == 0', 'pso')).toBe(
      'holds',
    );
    expect(verdictOf('y = 1; fence store; y = 2; x = 1', 'a = x; b = y', 'R@done && R.a == 1 && R.b == 1', 'pso')).toBe(
      'violated',
    );
  });

  it('adds nothing to one that nothing was issued behind', () => {
    expect(verdictOf('x = 1; fence store; fence store; y = 1', ...MESSAGE, 'pso')).toBe('holds');
    const machine = makeMachine(
      programOf('shared x, y: 0..1 = 0\nthread W { x = 1; fence store; fence store; y = 1; y = 0 }\nnever x == 2'),
      PSO,
      null,
    );
    const [values] = initialValues(machine);
    if (values === undefined) throw new Error('there is a way to begin');
    let here = start(machine, values);
    const keys: string[] = [];
    for (;;) {
      const step = next(machine, here).successors.find(({ step: { kind } }) => kind === 'edge');
      if (step === undefined) break;
      here = step.after;
      keys.push(configurationKey(here).split('|').at(-1) as string);
    }
    expect(keys).toEqual(['0:0=1', '0:0=1@1', '0:0=1@1', '0:0=1@1;1:1=1', '0:0=1@1;1:1=1,1=0']);
    // y waits for x.
    expect(next(machine, here).successors.map(({ step }) => step)).toEqual([{ kind: 'drain', thread: 0, cell: 0 }]);
  });

  it('is about all cells', () => {
    const read = 'c = z; b = y; a = x';
    const late = 'R@done && R.c == 1 && R.b == 1 && R.a == 0';
    expect(verdictOf('x = 1; y = 1; fence store; z = 1', read, late, 'pso')).toBe('holds');
    expect(verdictOf('x = 1; fence store; y = 1; z = 1', read, late, 'pso')).toBe('holds');
    expect(verdictOf('x = 1; y = 1; fence store; z = 1', 'b = y; a = x', 'R@done && R.b == 1 && R.a == 0', 'pso')).toBe(
      'violated',
    );
    expect(verdictOf('x = 1; fence store; y = 1; fence store; z = 1', read, late, 'pso')).toBe('holds');
  });

  it('of a release store lets what follows pass the store itself', () => {
    const read = 'c = z; b = y; a = x';
    // z may pass y, both issued behind the barrier, but not x.
    expect(verdictOf('x = 1; store_release(y, 1); z = 1', read, 'R@done && R.c == 1 && R.b == 0', 'pso')).toBe(
      'violated',
    );
    expect(verdictOf('x = 1; store_release(y, 1); z = 1', read, 'R@done && R.c == 1 && R.a == 0', 'pso')).toBe('holds');
  });

  it('is nothing under TSO and SC', () => {
    for (const memory of ['sc', 'tso'] as const) {
      const plain = 'shared x, y: 0..1 = 0\nthread W { x = 1; store(y, 1) }\nthread R { await y == 1 }\nnever x == 2';
      const states = ['y = 1', 'store_release(y, 1)'].map(
        (store) => explore(programOf(plain.replace('store(y, 1)', store)), memory, BUFFER, 1000)?.states,
      );
      expect(states[0]).toBe(states[1]);
    }
  });
});
