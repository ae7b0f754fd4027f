/** Paths of reduced programs as runs of the original, and runs under SC with every write drained at once. */
import { describe, expect, it } from 'vitest';
import type { RealPath } from '../../../src/engines/predicates/cegar.js';
import { drainedRun, runOf } from '../../../src/engines/predicates/run.js';
import type { FlatSystem } from '../../../src/engines/predicates/system.js';
import { termValue } from '../../../src/logic/integer/formula.js';
import { type MemoryName, memoryNamed, SC, TSO } from '../../../src/memory/models.js';
import type { ProgramStep } from '../../../src/memory/operational/program/machine.js';
import { type ProgramRun, replayProgram } from '../../../src/memory/operational/program/replay.js';
import type { Program } from '../../../src/models/program/model.js';
import { isTrue } from '../../judges/integer-formula.js';
import { shortestViolation } from '../../memory/reduction/compare.js';
import { randomCase } from '../../random/explicit/generate.js';
import { cases, least } from '../../support/size.js';
import { flat, readText, reduced } from './support.js';

const BUFFERING = `
shared x: 0..1 = 0
shared y: 0..1 = 0
thread P { local r: 0..1 = 0
  x = 1
  r = y
  done: skip }
thread Q { local r: 0..1 = 0
  y = 1
  r = x
  done: skip }
never P@done && Q@done && P.r == 0 && Q.r == 0
`;

/** The commands of a run of the program that was flattened. */
function pathOf(system: FlatSystem, { initial, steps }: ProgramRun): RealPath | null {
  const values = [...initial.memory, ...initial.locals.flat()];
  const first = [...values];
  const commands: number[] = [];
  for (const step of steps) {
    if (step.kind === 'drain') throw new Error('nothing is drained under SC');
    const { thread, edge } = step;
    const number = system.commands.findIndex(
      (command) =>
        command.thread === thread &&
        command.edge === edge &&
        isTrue(command.guard, values) &&
        (command.fails || command.choices.every((term, k) => termValue(term, values) === step.choices[k])),
    );
    const command = system.commands[number];
    if (command === undefined) return null;
    commands.push(number);
    if (command.fails) break;
    const after = [...command.updates].map(([target, term]) => [target, termValue(term, values)] as const);
    for (const [target, value] of after) values[target] = value;
  }
  const choices = commands.map((number) => {
    return (system.commands[number]?.choices ?? []).map((term) => termValue(term, values));
  });
  return { commands, bad: null, values: { kind: 'real', initial: first, choices } };
}

/** A violation of the reduced program, by its commands, and back. */
function takenBack(program: Program, memory: MemoryName, bound: number): ProgramRun | null {
  const reduction = reduced(program, memory, bound, { overflow: 'blocks' });
  const { system } = flat(reduction.program);
  let run: ProgramRun | null;
  try {
    run = shortestViolation(reduction.program, 400);
  } catch {
    return null;
  }
  const path = run === null ? null : pathOf(system, run);
  return path === null ? null : runOf(program, reduction, system, path);
}

const kinds = (steps: readonly ProgramStep[]) => steps.map(({ kind, thread }) => `${kind} ${thread}`);

describe('runs of the original', () => {
  it('have the steps of the reduced program, its draining threads as drains', () => {
    const { program } = readText(BUFFERING);
    const run = takenBack(program, 'tso', 1);
    expect(run === null ? null : replayProgram(program, run, TSO).ok).toBe(true);
    expect(kinds(run?.steps ?? [])).toContain('edge 0');
  });

  it('are violations there, of random programs with choices and open beginnings', () => {
    let found = 0;
    for (let seed = 8000; seed < 8000 + cases(60); seed++) {
      const { program } = randomCase(seed);
      for (const memory of ['sc', 'tso', 'pso'] as const) {
        let run: ProgramRun | null = null;
        try {
          run = takenBack(program, memory, 1 + (seed % 2));
        } catch (error) {
          // What is refused under TSO, and under PSO, is said elsewhere.
          if (!(error instanceof Error) || !/one entry of a TSO buffer|barrier between stores/.test(error.message))
            throw error;
        }
        if (run === null) continue;
        found++;
        const replayed = replayProgram(program, run, memoryNamed(memory));
        expect(replayed.ok || replayed.reason, `seed ${seed}, ${memory}`).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(least(10));
  });

  it('have no step for a write that finds a buffer full, and violate nothing', () => {
    const { program } = readText('shared x: 0..3 = 0\nthread P { x = 1\n x = 2 }');
    const reduction = reduced(program, 'tso', 1);
    const { system } = flat(reduction.program);
    const run = shortestViolation(reduction.program, 100);
    if (run === null) throw new Error('nothing overflows');
    const path = pathOf(system, run);
    expect(path).not.toBeNull();
    const taken = runOf(program, reduction, system, path as RealPath);
    expect(kinds(taken.steps)).toEqual(['edge 0']);
    expect(replayProgram(program, taken, TSO)).toMatchObject({ ok: false });
  });
});

describe('drained runs', () => {
  const TEXT = `
shared x: 0..3 = 0
shared y: 0..3 = 0
thread P { x = 1
  y = 2
  atomic { x = 2 }
  assert y == 0 }
`;

  it('let every write reach memory at once', () => {
    const { program } = readText(TEXT);
    const run = shortestViolation(program, 100);
    if (run === null) throw new Error('nothing is violated');
    for (const memory of ['tso', 'pso'] as const) {
      const drained = drainedRun(program, run, memoryNamed(memory));
      // Two writes wait; the atomic one does not.
      expect(kinds(drained.steps).filter((step) => step.startsWith('drain'))).toHaveLength(2);
      expect(kinds(drained.steps).indexOf('drain 0')).toBe(1);
      expect(replayProgram(program, drained, memoryNamed(memory)).ok).toBe(true);
      expect(replayProgram(program, run, memoryNamed(memory)).ok).toBe(false);
    }
    expect(drainedRun(program, run, SC)).toEqual(run);
  });
});
