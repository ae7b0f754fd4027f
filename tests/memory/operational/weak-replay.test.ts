import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed, PSO, TSO } from '../../../src/memory/models.js';
import { type Replay, type Run, type RunStep, replay } from '../../../src/memory/operational/replay.js';
import { makeInstance, showCell } from '../../../src/memory/operational/state.js';
import { choosing, type Short, systemOf } from './models.js';

const TEXT = `type loc = A | B | C | D
  array PC[proc] : loc  array R[proc] : int  weak var X : int  weak var Y : int
  init (i) { PC[i] = A && R[i] = 0 && X = 0 && Y = 0 }
  unsafe torn (i j) { PC[i] = C && R[i] = 0 && i@X = 1 && j@X = 2 }
  unsafe late (i) { i@Y = 7 && i@X = 0 }
  transition put ([i]) requires { PC[i] = A } { PC[i] := B; X := 1 }
  transition load ([i]) requires { PC[i] = B } { PC[i] := C; R[i] := Y }
  transition take ([i] j) requires { PC[i] = A && Y = 0 } { PC[i] := D; X := 2; Y := 1 }
  transition sync ([i]) requires { PC[i] = D && fence() } { PC[i] := B }
  transition pick ([i]) requires { PC[i] = B } { PC[i] := A; Y := ? }`;
const SYSTEM = systemOf(TEXT);
const CELLS = makeInstance(SYSTEM, 2).cells.map(showCell);

type Told = readonly [string, number[], Record<string, Short>?] | readonly ['drain', number, string?];

function run(steps: readonly Told[]): Run {
  return {
    processes: 2,
    initial: choosing({ PC: 'A', R: 0, X: 0, Y: 0 }),
    steps: steps.map((step): RunStep => {
      if (typeof step[1] === 'number') {
        const cell = step[2];
        return { kind: 'drain', process: step[1], place: typeof cell === 'string' ? CELLS.indexOf(cell) : null };
      }
      const [name, given, chosen] = step as Extract<Told, readonly [string, number[], unknown?]>;
      const transition = SYSTEM.transitions.findIndex((declared) => declared.name === name);
      return { transition, arguments: given, choose: choosing(chosen ?? {}) };
    }),
  };
}

const TORN: readonly Told[] = [
  ['put', [1]],
  ['load', [1]],
  ['take', [2, 1]],
  ['sync', [2]],
];

/** #2 writes X, then Y, and Y reaches memory first: PSO alone allows that. */
const LATE: readonly Told[] = [
  ['put', [2]],
  ['pick', [2], { Y: 7 }],
  ['put', [2]],
  ['drain', 2, 'Y'],
];

describe('the replay of a run with store buffers', () => {
  it('tells what was read, and from where, what waits and what changed', () => {
    const result = replay(SYSTEM, run(TORN), TSO);
    expect(result).toMatchObject({
      ok: true,
      trace: {
        memory: 'tso',
        processes: 2,
        steps: [
          {
            kind: 'transition',
            transition: 'put',
            arguments: [1],
            actor: 1,
            fence: false,
            changes: [{ cell: 'PC[#1]', before: 'A', after: 'B' }],
            reads: [],
            buffered: [{ cell: 'X', value: '1' }],
          },
          {
            transition: 'load',
            actor: 1,
            changes: [{ cell: 'PC[#1]', before: 'B', after: 'C' }],
            reads: [{ reader: 1, cell: 'Y', value: '0', from: 'memory', write: null }],
            buffered: [],
          },
          {
            transition: 'take',
            actor: 2,
            fence: false,
            changes: [
              { cell: 'PC[#2]', before: 'A', after: 'D' },
              { cell: 'X', before: '0', after: '2' },
              { cell: 'Y', before: '0', after: '1' },
            ],
            reads: [{ reader: 2, cell: 'Y', value: '0', from: 'memory', write: null }],
            buffered: [],
          },
          { transition: 'sync', actor: 2, fence: true, reads: [], buffered: [] },
        ],
        violated: {
          property: 'torn',
          arguments: [1, 2],
          reads: [
            { reader: 1, cell: 'X', value: '1', from: 'buffer', write: 1 },
            { reader: 2, cell: 'X', value: '2', from: 'memory', write: 3 },
          ],
        },
      },
    });
  });

  it('draws the events, with the write that still waits last in co', () => {
    const result = replay(SYSTEM, run(TORN), TSO);
    expect(result.ok && result.trace.graph).toEqual({
      title: 'an execution that TSO allows and that ends in torn(#1, #2)',
      threads: ['process #1', 'process #2'],
      events: [
        { id: 0, thread: null, kind: 'write', accesses: [{ location: 'Y', value: '0' }], origin: '' },
        { id: 1, thread: 0, kind: 'write', accesses: [{ location: 'X', value: '1' }], origin: 'put(#1)', step: 1 },
        { id: 2, thread: 0, kind: 'read', accesses: [{ location: 'Y', value: '0' }], origin: 'load(#1)', step: 2 },
        { id: 3, thread: 1, kind: 'read', accesses: [{ location: 'Y', value: '0' }], origin: 'take(#2, #1)', step: 3 },
        {
          id: 4,
          thread: 1,
          kind: 'write',
          accesses: [
            { location: 'X', value: '2' },
            { location: 'Y', value: '1' },
          ],
          origin: 'take(#2, #1)',
          step: 3,
        },
        { id: 5, thread: 1, kind: 'fence', accesses: [], origin: 'sync(#2)', step: 4 },
        { id: 6, thread: 0, kind: 'read', accesses: [{ location: 'X', value: '1' }], origin: 'torn' },
        { id: 7, thread: 1, kind: 'read', accesses: [{ location: 'X', value: '2' }], origin: 'torn' },
      ],
      edges: [
        { from: 1, to: 2, relation: 'po' },
        { from: 3, to: 4, relation: 'po' },
        { from: 3, to: 4, relation: 'atom' },
        { from: 4, to: 5, relation: 'po' },
        { from: 2, to: 6, relation: 'po' },
        { from: 5, to: 7, relation: 'po' },
        { from: 6, to: 7, relation: 'atom' },
        { from: 4, to: 1, relation: 'co' },
        { from: 0, to: 4, relation: 'co' },
        { from: 0, to: 2, relation: 'rf' },
        { from: 2, to: 4, relation: 'fr' },
        { from: 0, to: 3, relation: 'rf' },
        { from: 3, to: 4, relation: 'fr' },
        { from: 1, to: 6, relation: 'rf' },
        { from: 4, to: 7, relation: 'rf' },
        { from: 7, to: 1, relation: 'fr' },
      ],
      // The condition comes after what #1 did, and sees that its write of X did not reach memory.
      cycle: [
        { event: 1, relation: 'po' },
        { event: 7, relation: 'fr' },
      ],
      forbiddenBy: 'sc',
    });
  });

  it('tells which step a drain takes to memory, under PSO for one cell', () => {
    const late = replay(SYSTEM, run(LATE), PSO);
    expect(late).toMatchObject({
      ok: true,
      trace: {
        steps: [
          { transition: 'put', buffered: [{ cell: 'X', value: '1' }] },
          { transition: 'pick', buffered: [{ cell: 'Y', value: '7' }], changes: [{ cell: 'PC[#2]' }] },
          { transition: 'put', buffered: [{ cell: 'X', value: '1' }] },
          {
            kind: 'drain',
            process: 2,
            write: 2,
            writes: [{ cell: 'Y', value: '7' }],
            changes: [{ cell: 'Y', before: '0', after: '7' }],
          },
        ],
        violated: {
          property: 'late',
          arguments: [1],
          reads: [
            { reader: 1, cell: 'Y', value: '7', from: 'memory', write: 2 },
            { reader: 1, cell: 'X', value: '0', from: 'memory', write: null },
          ],
        },
      },
    });
    expect(replay(SYSTEM, run([...LATE, ['drain', 2, 'X']]), PSO)).toMatchObject({ ok: false, step: 6 });
  });

  it('needs no buffers under sequential consistency, and tells none', () => {
    const result = replay(
      SYSTEM,
      run([
        ['put', [1]],
        ['load', [1]],
      ]),
    );
    expect(result).toMatchObject({ ok: false, step: 3 });
    const one = systemOf(
      `weak var X : int init { X = 0 } unsafe (i) { i@X = 1 } transition t ([i]) requires { fence() && X = 0 } { X := 1 }`,
    );
    const given: Run = {
      processes: 1,
      initial: choosing({ X: 0 }),
      steps: [{ transition: 0, arguments: [1], choose: choosing({}) }],
    };
    expect(replay(one, given)).toMatchObject({
      ok: true,
      trace: {
        memory: 'sc',
        steps: [
          { actor: null, fence: false, reads: [], buffered: [], changes: [{ cell: 'X', before: '0', after: '1' }] },
        ],
        violated: { reads: [] },
        graph: null,
      },
    });
  });
});

describe('a corrupted run', () => {
  it.each<[string, readonly Told[], MemoryName, number | null, number, RegExp]>([
    [
      'an atomic step behind a write',
      [
        ['put', [1]],
        ['pick', [1], { Y: 0 }],
        ['take', [1, 2]],
      ],
      'tso',
      null,
      3,
      /atomic.*#1 is not empty/,
    ],
    [
      'the same with one of two drains',
      [
        ['put', [1]],
        ['pick', [1], { Y: 0 }],
        ['drain', 1],
        ['take', [1, 2]],
      ],
      'tso',
      null,
      4,
      /atomic/,
    ],
    [
      'a value that is not there yet',
      [
        ['put', [2]],
        ['pick', [2], { Y: 7 }],
        ['put', [1]],
        ['take', [1, 2]],
      ],
      'tso',
      null,
      4,
      /guard of take/,
    ],
    [
      'a value that is there already',
      [
        ['put', [2]],
        ['pick', [2], { Y: 7 }],
        ['drain', 2],
        ['drain', 2],
        ['take', [1, 2]],
      ],
      'tso',
      null,
      5,
      /guard of take\(#1, #2\)/,
    ],
    [
      'another chosen value',
      [
        ['put', [1]],
        ['pick', [1], { Y: 1 }],
        ['drain', 1],
        ['drain', 1],
        ['take', [1, 2]],
      ],
      'tso',
      null,
      5,
      /guard of take\(#1, #2\)/,
    ],
    [
      'a chosen value of another sort, in a buffer',
      [
        ['put', [1]],
        ['pick', [1], { Y: 0.5 }],
      ],
      'tso',
      null,
      2,
      /Y is not of its sort/,
    ],
    [
      'steps in another order',
      [
        ['load', [1]],
        ['put', [1]],
        ['take', [2, 1]],
        ['sync', [2]],
      ],
      'tso',
      null,
      1,
      /guard of load/,
    ],
    [
      'another process',
      [
        ['put', [1]],
        ['load', [2]],
        ['take', [2, 1]],
        ['sync', [2]],
      ],
      'tso',
      null,
      2,
      /guard of load/,
    ],
    [
      'a process twice',
      [
        ['put', [1]],
        ['load', [1]],
        ['take', [2, 2]],
      ],
      'tso',
      null,
      3,
      /2 distinct processes/,
    ],
    [
      'a drain of nothing',
      [
        ['put', [1]],
        ['drain', 2],
      ],
      'tso',
      null,
      2,
      /no writes wait in the store buffer of #2/,
    ],
    [
      'a drain too many',
      [
        ['put', [1]],
        ['drain', 1],
        ['drain', 1],
      ],
      'tso',
      null,
      3,
      /no writes wait/,
    ],
    [
      'a drain of a process that is not there',
      [
        ['put', [1]],
        ['drain', 3],
      ],
      'tso',
      null,
      2,
      /no process #3/,
    ],
    [
      'a drain of one cell under TSO',
      [
        ['put', [1]],
        ['drain', 1, 'X'],
      ],
      'tso',
      null,
      2,
      /no writes to X wait/,
    ],
    [
      'a drain of all cells under PSO',
      [
        ['put', [1]],
        ['drain', 1],
      ],
      'pso',
      null,
      2,
      /no writes wait/,
    ],
    [
      'a drain of another cell under PSO',
      [
        ['put', [1]],
        ['drain', 1, 'Y'],
      ],
      'pso',
      null,
      2,
      /no writes to Y wait/,
    ],
    [
      'a drain of no cell at all',
      [
        ['put', [1]],
        ['drain', 1, 'Nothing'],
      ],
      'pso',
      null,
      2,
      /no writes wait/,
    ],
    [
      'a drain under SC',
      [
        ['put', [1]],
        ['drain', 1],
      ],
      'sc',
      null,
      2,
      /no writes wait/,
    ],
    ['a drain that spoils the end', [...TORN, ['drain', 1]], 'tso', null, 6, /not unsafe/],
    [
      'more writes than fit',
      [
        ['put', [1]],
        ['pick', [1], { Y: 0 }],
      ],
      'tso',
      1,
      2,
      /#1 has no room for the writes of pick/,
    ],
    [
      'more writes to one cell than fit',
      [
        ['put', [1]],
        ['pick', [1], { Y: 0 }],
        ['put', [1]],
      ],
      'pso',
      1,
      3,
      /no room for the writes of put/,
    ],
  ])('is rejected: %s', (_, steps, memory, bound, step, reason) => {
    const result: Replay = replay(SYSTEM, run(steps), memoryNamed(memory), bound);
    expect(result).toMatchObject({ ok: false, step, reason: expect.stringMatching(reason) });
  });

  it('is one whose fence has a write before it that waits', () => {
    const text = `type loc = A | B | C  array PC[proc] : loc  weak var X : int  init (i) { PC[i] = A && X = 0 }
      unsafe (i) { PC[i] = C }
      transition put ([i]) requires { PC[i] = A } { PC[i] := B; X := 1 }
      transition sync ([i]) requires { PC[i] = B && fence() } { PC[i] := C }`;
    const choose = choosing({});
    const steps: RunStep[] = [
      { transition: 0, arguments: [1], choose },
      { kind: 'drain', process: 1, place: null },
      { transition: 1, arguments: [1], choose },
    ];
    const given: Run = { processes: 1, initial: choosing({ PC: 'A', X: 0 }), steps };
    expect(replay(systemOf(text), given, TSO)).toMatchObject({
      ok: true,
      trace: { steps: [{}, {}, { fence: true }] },
    });
    expect(replay(systemOf(text), { ...given, steps: steps.toSpliced(1, 1) }, TSO)).toMatchObject({
      ok: false,
      step: 2,
      reason: expect.stringMatching(/guard of sync/),
    });
    const late = [steps[0], steps[2], steps[1]] as RunStep[];
    expect(replay(systemOf(text), { ...given, steps: late }, TSO)).toMatchObject({ ok: false, step: 2 });
  });
});
