/** The parts of a repair: places of programs, runs, drains moved forward, hazard intervals, patches. */

import { describe, expect, test } from 'vitest';
import { readProgram } from '../../src/languages/program/index.js';
import { TSO } from '../../src/memory/models.js';
import { makeMachine } from '../../src/memory/operational/program/machine.js';
import { type ProgramRun, replayProgram } from '../../src/memory/operational/program/replay.js';
import type { Program, StateExpression } from '../../src/models/program/model.js';
import { formulaProperty } from '../../src/models/program/temporal.js';
import { clauseOf } from '../../src/repair/clause.js';
import { insertAll, unifiedDiff } from '../../src/repair/edits.js';
import { hazardIntervals, worstInterval } from '../../src/repair/hazards.js';
import { mendProgram, repairProgram } from '../../src/repair/index.js';
import { lassoClause } from '../../src/repair/lasso-clause.js';
import { lineAfter, lineBefore } from '../../src/repair/layout.js';
import { locationFences, takePlaces, writePlaces } from '../../src/repair/places.js';
import { programRun } from '../../src/repair/program-oracle.js';
import { tighten } from '../../src/repair/tighten.js';
import { askAbout } from '../support/ask.js';
import {
  apply,
  assign,
  at,
  both,
  edge,
  local,
  location,
  never,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../support/build.js';

const explore = (program: Program) => askAbout({ program }, TSO, { engine: 'explicit' });

/** Two threads store and load; both load 0. */
function storeBuffering(): Program {
  const thread = (name: string, own: number, other: number) =>
    template(
      name,
      0,
      [scalar('r', range(0, 1))],
      [location(), location(), location('end')],
      [
        edge(0, 1, { updates: [assign(shared(own), 1)], text: `${name} stores` }),
        edge(1, 2, { updates: [assign(local(0), shared(other))], text: `${name} loads` }),
      ],
    );
  const zero = (thread: number): StateExpression => ({
    kind: 'binary',
    operator: '==',
    left: { kind: 'localOf', thread, variable: 0, index: null },
    right: { kind: 'constant', value: 0 },
  });
  return {
    shared: ['x', 'y'].map((name) => sharing(scalar(name, range(0, 1)))),
    templates: [thread('A', 0, 1), thread('B', 1, 0)],
    threads: ['A', 'B'].map((name, number) => ({ name, template: number, initial: [[0]] })),
    never: [never('both', both(both(at(0, 2), at(1, 2)), both(zero(0), zero(1))))],
    outOfRange: 'failure',
  };
}

async function runOf(program: Program): Promise<ProgramRun> {
  const answer = await explore(program);
  if (answer.verdict !== 'violated') throw new Error('nothing is violated');
  return programRun(answer.run);
}

describe('places', () => {
  test('a fence where something may wait and something follows', () => {
    const program = storeBuffering();
    expect(locationFences(program).map(({ edges }) => edges)).toEqual([
      [{ template: 0, edge: 1 }],
      [{ template: 1, edge: 1 }],
    ]);
    const fenced = takePlaces(program, locationFences(program));
    expect(fenced.templates.map(({ edges }) => edges.map(({ fence }) => fence))).toEqual([
      [false, true],
      [false, true],
    ]);
    // Behind a fence nothing waits.
    expect(locationFences(fenced)).toEqual([]);
  });

  test('a write alone makes its step atomic; one of two is direct', () => {
    const program = storeBuffering();
    const [first] = writePlaces(program);
    if (first === undefined) throw new Error('there is a write');
    expect(takePlaces(program, [first]).templates[0]?.edges[0]?.atomic).toBe(true);
    expect(takePlaces(program, [first], 'all').templates[0]?.edges[0]).toMatchObject({ drained: true, atomic: false });
    const two = template(
      'T',
      0,
      [],
      [location(), location()],
      [edge(0, 1, { updates: [assign(shared(0), 1), assign(shared(1), 1)] })],
    );
    const wide = { ...program, templates: [two, two] };
    const [, second] = writePlaces(wide);
    if (second === undefined) throw new Error('there are two writes');
    const changed = takePlaces(wide, [second]).templates[0]?.edges[0];
    expect([changed?.fence, changed?.atomic, changed?.updates.map(({ direct }) => direct)]).toEqual([
      true,
      false,
      [undefined, true],
    ]);
  });
});

describe('runs', () => {
  test('of a violation replay', async () => {
    const program = storeBuffering();
    const run = await runOf(program);
    expect(replayProgram(program, run, TSO).ok).toBe(true);
  });

  test('one of the two stores can reach memory at once, and the clause names the fence of the other thread alone', async () => {
    const program = storeBuffering();
    const run = await runOf(program);
    expect(run.steps.every(({ kind }) => kind === 'edge')).toBe(true);
    const tight = tighten(makeMachine(program, TSO, null), run);
    expect(tight.steps.filter(({ kind }) => kind === 'drain')).toHaveLength(2);
    expect(replayProgram(program, tight, TSO).ok).toBe(true);
    const places = locationFences(program);
    const clause = clauseOf({ program, memory: TSO, places, waiting: 'own' }, run, []);
    expect([clause.hit.length, clause.without]).toEqual([1, []]);
  });

  test('of lassos whose states differ in what is on its way, the property decides which places they need', () => {
    const lasso = (formula: string, taken: readonly number[]) => {
      const text = `shared x, y: 0..1 = 0\nthread A { x = 1 }\nthread B { y = 1 }\nltl p: ${formula}\n`;
      const made = readProgram(text, '').program?.instantiate(null);
      if (made?.kind !== 'program') throw new Error('no program');
      const [stated] = made.ltl;
      if (stated === undefined) throw new Error('no formula');
      const conditions = stated.propositions.map(({ condition }) => condition);
      const questions = formulaProperty('p', '', stated.formula, conditions).questions();
      if ('refused' in questions) throw new Error(questions.refused);
      const { program } = made;
      const places = writePlaces(program);
      const first = { memory: [0, 0], locals: [[], []] };
      const edge = (thread: number) => ({ kind: 'edge' as const, thread, edge: 0, choices: [] });
      const drain = (thread: number) => ({ kind: 'drain' as const, thread, cell: null });
      const steps = [0, 1].flatMap((thread) => [edge(thread), ...(taken.includes(thread) ? [] : [drain(thread)])]);
      return lassoClause(
        {
          ...{ program, memory: TSO, places, waiting: 'own', bound: 2, perLocation: false },
          fairness: { fairThreads: true, fairBuffers: true },
          questions: questions.filter((question) => 'automaton' in question),
        },
        { initial: first, steps, cycle: steps.length },
        taken,
      );
    };
    // What is in memory when A has ended makes no difference.
    expect(lasso('F (A@end && y == 1 && x == 0)', [])).toEqual({ hit: [], without: [] });
    expect(lasso('F (A@end && y == 1 && x == 0)', [0, 1])).toEqual({ hit: [], without: [] });
    // With its write on its way the run would satisfy this: it needs the atomic write.
    expect(lasso('F (A@end && x == 0)', [0])).toEqual({ hit: [1], without: [0] });
    // And here the write on its way is what is wrong.
    expect(lasso('(!(A@end) || x == 1) U (y == 1)', [])).toEqual({ hit: [0, 1], without: [] });
  });
});

describe('repair of programs without text', () => {
  test('store buffering: both fences, or both writes', async () => {
    const program = storeBuffering();
    for (const means of ['fences', 'atomic-writes'] as const) {
      const { result, repaired } = await repairProgram({ program, memory: TSO, with: means, explore, all: 10 });
      expect(result).toMatchObject({ kind: 'repaired', sets: [[0, 1]], complete: true });
      expect((await explore(repaired([0, 1]))).verdict).toBe('holds');
    }
  });

  test("the paper's loop on its figure 6: both writes of x, and perhaps some of y", async () => {
    const increments = (name: string) =>
      template(
        name,
        0,
        [],
        [location(), location(), location('end')],
        [
          edge(0, 1, { updates: [assign(shared(0), apply(shared(0), '+', 1))], text: `${name} x` }),
          edge(1, 2, { updates: [assign(shared(1), apply(shared(1), '+', 1))], text: `${name} y` }),
        ],
      );
    // In place of F (x = 2 && y > 0): when both have ended and buffers are empty, which a drained step of a third shows.
    const observer = template(
      'O',
      0,
      [],
      [location(), location('over')],
      [{ ...edge(0, 1, { guard: apply(shared(2), '==', 1), text: 'O' }), drained: true as const }],
    );
    const memory = (variable: number): StateExpression => ({ kind: 'memory', variable, index: null });
    const over: StateExpression = both(both(at(0, 2), at(1, 2)), at(2, 1));
    const wrong: StateExpression = {
      kind: 'binary',
      operator: '!=',
      left: memory(0),
      right: { kind: 'constant', value: 2 },
    };
    const program: Program = {
      shared: ['x', 'y', 'go'].map((name) => sharing(scalar(name, range(0, 2)), name === 'go' ? 1 : 0)),
      templates: [increments('A'), increments('B'), observer],
      threads: ['A', 'B', 'O'].map((name, number) => ({ name, template: number, initial: [] })),
      never: [never('lost', both(over, wrong))],
      outOfRange: 'failure',
      apart: true,
    };
    // The observer may come before the ends: then it is over too early to see anything.
    const late: Program = {
      ...program,
      templates: [
        ...program.templates.slice(0, 2),
        { ...observer, edges: observer.edges.map((each) => ({ ...each, guard: null })) },
      ],
    };
    const fewest = await repairProgram({
      program: late,
      memory: TSO,
      with: 'atomic-writes',
      waiting: 'all',
      explore,
    });
    const paper = await mendProgram({ program: late, memory: TSO, explore });
    const [smallest, mended] = [fewest.result, paper.result];
    if (smallest.kind !== 'repaired' || mended.kind !== 'repaired') throw new Error('both repair it');
    expect(smallest.sets).toEqual([[0, 2]]);
    expect(mended.sets[0]).toEqual(expect.arrayContaining([0, 2]));
    expect((await explore(paper.repaired(mended.sets[0] ?? []))).verdict).toBe('holds');
  });
});

test('hazard intervals and inconsistent accesses', async () => {
  const replayed = replayProgram(storeBuffering(), await runOf(storeBuffering()), TSO);
  if (!replayed.ok) throw new Error(replayed.reason);
  const intervals = hazardIntervals(replayed.trace);
  // Both stores wait to the end, and each is missed by the load of the other thread if that comes later.
  expect(intervals.map(({ cell }) => cell).toSorted()).toEqual(['x', 'y']);
  const inconsistent = intervals.flatMap((interval) => interval.inconsistent);
  expect(inconsistent.length).toBeGreaterThan(0);
  expect(worstInterval(intervals)?.inconsistent.length).toBe(1);
  expect(worstInterval([])).toBeNull();
});

describe('patches', () => {
  test('a unified diff with context', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n';
    const after = insertAll(before, [
      { offset: 2, text: 'new\n' },
      { offset: 20, text: 'K', remove: 1 },
    ]);
    expect(unifiedDiff('f', before, after)).toBe(
      '--- f\n+++ f\n@@ -1,4 +1,5 @@\n a\n+new\n b\n c\n d\n@@ -8,5 +9,5 @@\n h\n i\n j\n-k\n+K\n l\n',
    );
    expect(unifiedDiff('f', before, before)).toBe('');
  });

  test('lines of their own keep comments, depth and ends of lines', () => {
    const text = '  x = 1 // one\r\n  y = 2; z = 3\r\n';
    const after = lineAfter(text, 2, 7, 'fence');
    expect(after && insertAll(text, [after])).toBe('  x = 1 // one\r\n  fence\r\n  y = 2; z = 3\r\n');
    const start = text.indexOf('y');
    const before = lineBefore(text, start, 'fence');
    expect(before && insertAll(text, [before])).toBe('  x = 1 // one\r\n  fence\r\n  y = 2; z = 3\r\n');
    expect(lineAfter(text, start, start + 5, 'fence')).toBeNull();
    expect(lineBefore(text, text.indexOf('z'), 'fence')).toBeNull();
    // A comment that goes on in the next line is not cut.
    expect(lineAfter('x = 1 /* a\n b */', 0, 5, 'fence')).toBeNull();
  });
});
