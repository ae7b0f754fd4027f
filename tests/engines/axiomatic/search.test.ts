/** The search against brute force: the same executions, each once. */

import { describe, expect, it } from 'vitest';
import { executionOf } from '../../../src/engines/axiomatic/execution.js';
import { possibleValues } from '../../../src/engines/axiomatic/guesses.js';
import { Search } from '../../../src/engines/axiomatic/search.js';
import type { Execution, Value } from '../../../src/memory/axiomatic/event.js';
import {
  COHERENCE,
  co,
  type Discipline,
  disciplineOf,
  fr,
  judge,
  po,
  rf,
  shareLocation,
} from '../../../src/memory/axiomatic/model.js';
import { shortestCycle } from '../../../src/memory/axiomatic/relation.js';
import { memoryNamed, PSO } from '../../../src/memory/models.js';
import { Random } from '../../random/random.js';
import { type Program, threadSteps } from '../../support/straight-line.js';
import { candidates } from './naive.js';
import { randomProgram } from './random-programs.js';

const PROGRAMS = 40;
const SHAPE = { threads: 2, operations: 4, locations: ['x', 'y'], plain: true } as const;

/** Whatever tells two executions of one program apart. */
function keyOf({ events, rf: reads, co: orders }: Execution): string {
  const name = (id: number): string =>
    `${events[id]?.thread ?? 'i'}.${events[id]?.instruction}${events[id]?.locations}`;
  const read = reads.map(({ write, read: id }) => `${name(write)}>${name(id)}`).sort();
  return JSON.stringify([read, [...orders].sort().map(([location, order]) => [location, order.map(name)])]);
}

function found(program: Program, discipline: Discipline | null, guessing: boolean): string[] {
  const threads = program.threads.map(threadSteps);
  const initial = (location: string): Value => BigInt(program.initial?.[location] ?? 0);
  const guesses = guessing ? possibleValues(threads, initial).of : null;
  const search = new Search(threads, { discipline, splitsWrites: false, initial, guesses });
  const keys: string[] = [];
  const steps = search.run((complete) => {
    keys.push(keyOf(executionOf(complete, initial)));
    return false;
  });
  while (steps.next().done !== true);
  expect(search.counts.executions).toBe(keys.length);
  return keys.sort();
}

function isCoherent(execution: Execution): boolean {
  const { events } = execution;
  const inThread = events.flatMap((first) =>
    events
      .filter((second) => po(first, second) && shareLocation(first, second))
      .map((second) => ({ from: first.id, to: second.id, relation: 'po' as const })),
  );
  const all = [...inThread, ...rf(execution), ...co(execution), ...fr(execution)];
  return shortestCycle(events.length, all, []) === null;
}

describe('the search', () => {
  const random = new Random(5);
  const programs = Array.from({ length: PROGRAMS }, () => randomProgram(random, SHAPE)).map((program) => ({
    program,
    all: [...candidates(program)],
  }));
  const few = programs.filter(({ all }) => all.length < 3_000);

  it.each(['sc', 'tso', 'pso'] as const)('finds each valid execution once under %s', (memory) => {
    let [valid, invalid] = [0, 0];
    for (const { program, all } of few) {
      const expected = all.filter((execution) => judge(execution, memoryNamed(memory)).valid);
      valid += expected.length;
      invalid += all.length - expected.length;
      expect(found(program, disciplineOf(memoryNamed(memory)), false)).toEqual(expected.map(keyOf).sort());
      // Guessing is only another way to the same executions.
      expect(found(program, disciplineOf(memoryNamed(memory)), true)).toEqual(expected.map(keyOf).sort());
    }
    expect(few.length).toBeGreaterThan(PROGRAMS / 2);
    expect(Math.min(valid, invalid)).toBeGreaterThan(100);
  });

  it('finds each coherent candidate once, with cycles of po and rf', () => {
    for (const { program, all } of few) {
      expect(found(program, COHERENCE, true)).toEqual(all.filter(isCoherent).map(keyOf).sort());
    }
  });

  it('finds every candidate once when nothing is forbidden', () => {
    for (const { program, all } of few) expect(found(program, null, true)).toEqual(all.map(keyOf).sort());
  });

  it('what a memory model allows is coherent', () => {
    for (const { all } of few) {
      for (const execution of all) if (judge(execution, PSO).valid) expect(isCoherent(execution)).toBe(true);
    }
  });
});
