/** Array systems with n processes as programs: the explicit engine against the checker. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/bridges/instance/index.js';
import { check } from '../../../src/check/check.js';
import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { type MemoryName, memoryNamed, SC } from '../../../src/memory/models.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import type { Program } from '../../../src/models/program/model.js';
import { runEngine } from '../../engines/explicit/compare.js';
import type { Told } from '../../support/engines.js';
import { share } from '../../support/size.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

function read(text: string | Uint8Array): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'model.cub');
  if (system === null) throw new Error(diagnostics[0]?.message);
  return system;
}

function made(text: string, processes: number, memory: MemoryName): Program {
  const result = programOf(read(text), processes, memoryNamed(memory));
  if (result.kind === 'error') throw new Error(result.message);
  return result.program;
}

function refusal(text: string, processes: number, memory: MemoryName): string | null {
  const result = programOf(read(text), processes, memoryNamed(memory));
  return result.kind === 'error' ? result.message : null;
}

function answerOf(program: Program, memory: MemoryName, buffer: number, maxStates: number): Told<ExplicitAnswer> {
  return runEngine({ program, memory: memoryNamed(memory), buffer, limits: { maxStates, maxMegabytes: 128 } }).answer;
}

function verdict(text: string, processes: number, memory: MemoryName): string {
  return answerOf(made(text, processes, memory), memory, 3, 100_000).verdict;
}

/** Instances of two are compared in any case; those of three where both sides are quick. */
const QUICK = { states: 5000, cubes: 300 };
const PATIENT = { states: 50_000, cubes: 5000 };

/** Models that have no program, or one with more states than are explored here, because numbers grow or are many. */
const ENDLESS =
  /^(bakery|barrier|german|german-broken|ricart-agrawala|semaphore-broken|seqlock|ticket-lock|ticket-lock-counts)\.cub$/;
const REFUSED = new Map([
  [/^fischer/, /real number/],
  [/^leader-election/, /init leaves Number open/],
]);

describe.each([
  ['.', 'sc'],
  ['weak', 'sc'],
  ['weak', 'tso'],
] as const)('examples in %s under %s', (folder, memory) => {
  const files = readdirSync(`${EXAMPLES}${folder}`).filter((file) => file.endsWith('.cub') && !ENDLESS.test(file));

  it.each(share(files, 10))('%s', async (file) => {
    const text = readFileSync(`${EXAMPLES}${folder}/${file}`);
    const system = read(text);
    for (const processes of system.processes === null ? [2, 3] : [system.processes]) {
      const result = programOf(system, processes, memoryNamed(memory));
      const reason = [...REFUSED].find(([name]) => name.test(file))?.[1];
      if (reason !== undefined || (file === 'msi-split.cub' && memory === 'tso')) {
        expect(result).toMatchObject({ kind: 'error', message: expect.stringMatching(reason ?? /asks what #2 sees/) });
        continue;
      }
      if (result.kind === 'error') throw new Error(result.message);
      const { states, cubes } = processes === 2 ? PATIENT : QUICK;
      const answer = answerOf(result.program, memory, 2, states);
      if (answer.verdict === 'unknown') {
        expect([processes, answer.reason]).toEqual([3, expect.stringContaining(`the limit of ${states} states`)]);
        continue;
      }
      const checked = await check(text, { memory, processes, maxCubes: cubes });
      if (!checked.ok) throw new Error(checked.diagnostics[0]?.message);
      if (checked.outcome.verdict !== 'unknown') expect(answer.verdict).toBe(checked.outcome.verdict);
      else expect(processes).toBe(3);
    }
  });
});

const FLAGS = `type location = Start | Wrote | Critical
array PC[proc] : location
weak array Flag[proc] : bool
init (i) { PC[i] = Start && Flag[i] = False }
unsafe (i j) { PC[i] = Critical && PC[j] = Critical }
transition raise ([i]) requires { PC[i] = Start } { PC[i] := Wrote; Flag[i] := True }
transition enter ([i]) requires { PC[i] = Wrote && fence() && forall_other k. Flag[k] = False } { PC[i] := Critical }
`;

describe('the shape of a program', () => {
  it('is that of the model: threads are processes, variables cells, edges transitions', () => {
    const { shared, threads, templates, never } = made(FLAGS, 2, 'tso');
    expect(threads.map(({ name }) => name)).toEqual(['#1', '#2']);
    expect(shared.map(({ name }) => name)).toEqual(['Flag[#1]', 'Flag[#2]']);
    expect(templates.map(({ locals }) => locals.map(({ name }) => name))).toEqual([['PC[#1]'], ['PC[#2]']]);
    expect(templates[1]?.edges.map(({ text, fence, atomic, place }) => [text, fence, atomic, place.line])).toEqual([
      ['raise(#2)', false, false, 6],
      ['enter(#2)', true, false, 7],
    ]);
    expect(never.map(({ name, text }) => [name, text])).toEqual([
      ['unsafe[1](#1, #2)', 'PC[#1] = Critical && PC[#2] = Critical'],
      ['unsafe[1](#2, #1)', 'PC[#2] = Critical && PC[#1] = Critical'],
    ]);
  });

  it('has everything in one memory under SC', () => {
    const result = programOf(read(FLAGS), 2, SC);
    if (result.kind === 'error') throw new Error(result.message);
    expect([...result.names]).toEqual([
      ['PC[#1]', { kind: 'shared', variable: 0 }],
      ['PC[#2]', { kind: 'shared', variable: 1 }],
      ['Flag[#1]', { kind: 'shared', variable: 2 }],
      ['Flag[#2]', { kind: 'shared', variable: 3 }],
    ]);
    expect(result.program.templates.some(({ locals, edges }) => locals.length > 0 || edges.some((e) => e.fence))).toBe(
      false,
    );
  });

  it('tells a violation in the words of the model', () => {
    const program = made(FLAGS.replace('fence() && ', ''), 2, 'tso');
    const answer = answerOf(program, 'tso', 2, 1000);
    if (answer.verdict !== 'violated') throw new Error('without a fence both enter');
    const told = answer.trace.steps.flatMap((step) => (step.kind === 'transition' ? [step.transition] : []));
    expect(told.sort()).toEqual(['enter(#1)', 'enter(#2)', 'raise(#1)', 'raise(#2)']);
  });

  it('has a thread more for transitions without parameters', () => {
    const text = `var X : int
init () { X = 0 }
unsafe () { X = 2 }
transition up () requires { X < 2 } { X := X + 1 }`;
    expect(made(text, 1, 'sc').threads.map(({ name }) => name)).toEqual(['#1', 'anybody']);
    expect(verdict(text, 1, 'sc')).toBe('violated');
  });
});

describe('initial states', () => {
  const model = (init: string, unsafe: string) => `type color = Red | Green | Blue
var X : color
var Y : color
var N : int
array A[proc] : color
init (i) { ${init} }
unsafe (i) { ${unsafe} }
transition stay (i) requires { X = X } { X := X }
`;
  const first = (init: string) =>
    made(model(init, 'X = Y && A[i] = X && N = 1'), 2, 'sc').shared.map(({ name, initial }) => `${name} ${initial}`);

  it('have one value, any, or one of a list', () => {
    expect(first('X = Red && N = 0 && A[i] = Red')).toEqual(['X 0', 'Y any', 'N 0', 'A[#1] 0', 'A[#2] 0']);
    expect(first('X <> Red && X <> Blue && N = 1 && Y = X')).toEqual(['X 1', 'Y 1', 'N 1', 'A[#1] any', 'A[#2] any']);
    expect(first('X <> Red && N = 0')).toContain('$choice1 any');
  });

  it.each([
    ['X = Y && N = 0', 'X = Red && Y = Red', 'X = Red && Y = Green'],
    ['X <> Y && N = 0', 'X = Red && Y = Green', 'X = Red && Y = Red'],
    ['X <> Red && N = 0', 'X = Blue', 'X = Red'],
    ['0 < N && N <= 3', 'N = 3', 'N = 4'],
    ['N = 0 && (X = Red && A[i] = Green || X = Green && A[i] = Red)', 'X = Red && A[i] = Green', 'X = A[i]'],
  ])('%s', (init, reached, not) => {
    expect(verdict(model(init, reached), 2, 'sc')).toBe('violated');
    expect(verdict(model(init, not), 2, 'sc')).toBe('holds');
  });

  it('may be none', () => {
    expect(verdict(model('N = 0 && X = Red && X = Blue', 'N = 0'), 2, 'sc')).toBe('holds');
    expect(verdict(model('N = 0 && false', 'N = 0'), 2, 'sc')).toBe('holds');
  });

  it('agree between the locals of several processes', () => {
    const text = (unsafe: string) => `array A[proc] : bool
array B[proc] : int
weak var X : bool
init (i) { (X = True && A[i] = True || X = False && A[i] = False) && 0 <= B[i] && B[i] <= 1 }
unsafe (i j) { ${unsafe} }
transition stay ([i]) requires { A[i] = True } { A[i] := True }`;
    expect(verdict(text('A[i] <> A[j]'), 2, 'tso')).toBe('holds');
    expect(verdict(text('A[i] = A[j] && B[i] <> B[j]'), 2, 'tso')).toBe('violated');
    expect(verdict(text('A[i] = A[j] && i@X <> A[j]'), 2, 'tso')).toBe('holds');
  });

  it('leave out what is written before it is read', () => {
    const text = (guard: string) => `type place = Start | Loaded
weak var X : int
array At[proc] : place
array R[proc] : int
init (p) { At[p] = Start && X = 1 }
unsafe (p) { At[p] = Loaded && R[p] = 2 }
transition load ([p]) requires { At[p] = Start } { At[p] := Loaded; R[p] := X }
transition store ([p]) requires { ${guard} } { X := R[p] }`;
    for (const memory of ['sc', 'tso'] as const) {
      expect(verdict(text('At[p] = Loaded'), 2, memory)).toBe('holds');
      expect(refusal(text('At[p] = Start'), 2, memory)).toMatch(/init leaves R open/);
    }
  });
});

describe('processes as values', () => {
  it('may be nobody, which is 0', () => {
    const text = (unsafe: string) => `var Turn : proc
var Other : proc
init (i) { Turn <> i }
unsafe (i) { ${unsafe} }
transition give (i) requires { Turn <> i } { Turn := i }`;
    const [turn] = made(text('Turn = i && Other = i'), 2, 'sc').shared;
    expect([turn?.sort, turn?.initial]).toEqual([
      { kind: 'enum', name: 'proc', constructors: ['nobody', '#1', '#2'] },
      [0],
    ]);
    // Two nobodies are equal or not, and stand before, between or behind the processes.
    for (const reached of [
      'Turn = Other && Turn <> i',
      'Turn <> Other && Turn < i && Other < i',
      'i < Turn && Turn < Other',
    ]) {
      expect(verdict(text(reached), 1, 'sc')).toBe('violated');
    }
    expect(verdict(text('Turn < i && i < Turn'), 1, 'sc')).toBe('holds');
  });
});

describe('views', () => {
  const text = (unsafe: string) => `weak var X : bool
weak var Y : bool
array PC[proc] : bool
init (i) { X = False && Y = False && PC[i] = False }
unsafe (i j) { ${unsafe} }
transition set_x ([i] j) requires { i < j && PC[i] = False } { X := True; PC[i] := True }
transition set_y ([j] i) requires { i < j && PC[j] = False } { Y := True; PC[j] := True }`;

  it('of one process are those of one that has emptied its buffer', () => {
    // What it wrote it sees at once, although others may not.
    expect(verdict(text('i < j && PC[i] = True && i@X = False'), 2, 'tso')).toBe('holds');
    expect(verdict(text('i < j && PC[j] = False && i@X = True'), 2, 'tso')).toBe('violated');
    // The other one never writes X: what it sees is memory.
    expect(verdict(text('i < j && PC[i] = True && j@X = False'), 2, 'tso')).toBe('violated');
  });

  it('of several are refused where a write of one is in the way', () => {
    expect(verdict(text('i < j && i@X = True && j@Y = True'), 2, 'tso')).toBe('violated');
    expect(refusal(text('i@X = True && j@X = False'), 2, 'tso')).toMatch(
      /unsafe\[1\]\(#1, #2\) asks what #2 sees in X/,
    );
    expect(verdict(text('i@X = True && j@X = False'), 2, 'sc')).toBe('holds');
  });
});

describe('what is no program', () => {
  it.each([
    ['a model for another number of processes', `number_procs 3\n${FLAGS}`, 'tso', /is for 3 processes/],
    [
      'a model that is not about weak memory',
      'array A[proc] : bool\ninit (i) { A[i] = False }\nunsafe (i) { A[i] = True }\ntransition t (i) { A[i] := True }',
      'tso',
      /no weak variables/,
    ],
    ['waiting for a full buffer', FLAGS.replace('fence()', 'not fence()'), 'tso', /enter waits for a store buffer/],
    [
      'any integer',
      'var X : int\ninit () { X = 0 }\nunsafe () { X = 7 }\ntransition t () { X := ? }',
      'sc',
      /t gives X any value/,
    ],
  ] as const)('%s', (_, text, memory, reason) => {
    expect(refusal(text, 2, memory)).toMatch(reason);
  });

  it('no process', () => {
    expect(refusal(FLAGS, 0, 'sc')).toMatch(/at least one process/);
  });
});
