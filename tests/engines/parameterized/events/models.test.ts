/** What the memory model allows and forbids, one small model for each rule; the defects of the reference among them. */
import { describe, expect, it } from 'vitest';
import { MOST_EVENTS } from '../../../../src/engines/parameterized/events/cube.js';
import { exploreAll } from '../../../memory/operational/explore.js';
import { drive, systemOf, verdictOf } from './drive.js';

/** Processes walk along A, B, C... from A; everything shared starts False or 0. */
function model(symbols: string, start: string, unsafe: string, ...transitions: string[]): string {
  const init = start === '' ? 'PC[i] = A' : `PC[i] = A && ${start}`;
  return [
    'type loc = A | B | C | D | E | G | H',
    'array PC[proc] : loc',
    symbols,
    `init (i) { ${init} }`,
    `unsafe ${unsafe}`,
    ...transitions.map((t, k) => {
      const [names, guard, effect] = t.split(' / ');
      return `transition t${k} (${names}) requires { ${guard} } { ${effect} }`;
    }),
  ].join('\n');
}

const XY = 'weak var X : bool weak var Y : bool array R[proc] : bool';
const XY0 = 'X = False && Y = False && R[i] = False';
const F = 'weak array F[proc] : bool weak array Z[proc] : bool array R[proc] : bool';
const F0 = 'F[i] = False && Z[i] = False && R[i] = False';
const BOTH = '(i j) { PC[i] = D && PC[j] = D }';

/** Raise a flag, pass what stands between, look at the flags of all others. */
const flags = (...between: string[]) => model(F, F0, BOTH, '[i] / PC[i] = A / PC[i] := B; F[i] := True', ...between);
const look = '[i] / PC[i] = C && forall_other k. F[k] = False / PC[i] := D';

const MODELS: [string, 'safe' | 'unsafe', string][] = [
  ['store buffering', 'unsafe', flags('[i] / PC[i] = B / PC[i] := C', look)],
  ['a fence on the way', 'safe', flags('[i] / PC[i] = B && fence() / PC[i] := C', look)],
  ['a fence with a write of its own', 'safe', flags('[i] / PC[i] = B && fence() / PC[i] := C; Z[i] := True', look)],
  [
    'a write between fence and read',
    'safe',
    flags('[i] / PC[i] = B && fence() / PC[i] := E', '[i] / PC[i] = E / PC[i] := C; Z[i] := True', look),
  ],
  [
    'a fence that waits for something in the buffer',
    'unsafe',
    flags('[i] / PC[i] = B && not fence() / PC[i] := C', look),
  ],
  [
    'a fence before the write',
    'unsafe',
    model(F, F0, BOTH, '[i] / PC[i] = A && fence() / PC[i] := C; F[i] := True', look),
  ],
  ['an atomic step on the way', 'safe', flags('[i] / PC[i] = B && Z[i] = False / PC[i] := C; Z[i] := True', look)],
  [
    'an atomic step whose read is not used',
    'safe',
    flags('[i] / PC[i] = B / PC[i] := C; R[i] := Z[i]; Z[i] := True', look),
  ],
  [
    'an atomic step that may write nothing',
    'safe',
    flags('[i] / PC[i] = B / PC[i] := C; R[i] := Z[i]; Z[k] := case | k = i && R[i] = True : True', look),
  ],
  ['a read on the way', 'unsafe', flags('[i] / PC[i] = B && Z[i] = False / PC[i] := C', look)],
  [
    'one of two ways has a fence',
    'unsafe',
    flags('[i] / PC[i] = B && fence() / PC[i] := C', '[i] / PC[i] = B / PC[i] := C', look),
  ],
  [
    'message passing',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = H }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B / PC[i] := C; Y := True',
      '[i] / PC[i] = A && Y = True / PC[i] := G',
      '[i] / PC[i] = G && X = False / PC[i] := H',
    ),
  ],
  [
    'load buffering',
    'safe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = C && PC[j] = E }',
      '[i] / PC[i] = A && Y = True / PC[i] := B',
      '[i] / PC[i] = B / PC[i] := C; X := True',
      '[i] / PC[i] = A && X = True / PC[i] := D',
      '[i] / PC[i] = D / PC[i] := E; Y := True',
    ),
  ],
  [
    'two readers do not disagree on the order of independent writes',
    'safe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = D && PC[j] = G }',
      '[i] / PC[i] = A / PC[i] := H; X := True',
      '[i] / PC[i] = A / PC[i] := H; Y := True',
      '[i] / PC[i] = A && X = True / PC[i] := C',
      '[i] / PC[i] = C && Y = False / PC[i] := D',
      '[i] / PC[i] = A && Y = True / PC[i] := E',
      '[i] / PC[i] = E && X = False / PC[i] := G',
    ),
  ],
  [
    'a writer reads past its own buffer what others do not see yet',
    'unsafe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = D && PC[j] = H }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B && X = True / PC[i] := C',
      '[i] / PC[i] = C && Y = False / PC[i] := D',
      '[i] / PC[i] = A / PC[i] := E; Y := True',
      '[i] / PC[i] = E && Y = True / PC[i] := G',
      '[i] / PC[i] = G && X = False / PC[i] := H',
    ),
  ],
  [
    'a process does not miss its own write',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B && X = False / PC[i] := C',
    ),
  ],
  [
    'writes of one transition reach memory together',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A / PC[i] := B; X := True; Y := True',
      '[i] / PC[i] = A && X = True && Y = False / PC[i] := C',
    ),
  ],
  [
    'reads of one transition happen together',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = H }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B / PC[i] := C; Y := True',
      '[i] / PC[i] = A && X = False && Y = True / PC[i] := H',
    ),
  ],
  [
    'a write of any value',
    'unsafe',
    model(
      'weak var X : int',
      'X = 0',
      '(i) { PC[i] = D }',
      '[i] / PC[i] = A / PC[i] := B; X := ?',
      '[i] / PC[i] = B && X = 7 / PC[i] := D',
    ),
  ],
  [
    'a write of any value, the same for all who read it',
    'safe',
    `number_procs 3\n${model(
      'weak var X : int',
      'X = 0',
      '(i j) { PC[i] = D && PC[j] = E }',
      '[i] / PC[i] = A && i = #1 / PC[i] := B; X := ?',
      '[i] / PC[i] = A && X = 7 / PC[i] := D',
      '[i] / PC[i] = A && X = 8 / PC[i] := E',
    )}`,
  ],
  [
    'a case without a match writes nothing',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = D }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B / PC[i] := C; X := case | R[i] = True : False',
      '[i] / PC[i] = C && X = False / PC[i] := D',
    ),
  ],
  [
    'a case with a match writes',
    'unsafe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = D }',
      '[i] / PC[i] = A / PC[i] := B; X := True; R[i] := True',
      '[i] / PC[i] = B / PC[i] := C; X := case | R[i] = True : False',
      '[i] / PC[i] = C && X = False / PC[i] := D',
    ),
  ],
  [
    'a named constant may be any number',
    'unsafe',
    model(
      'const N : int weak var X : int',
      'X = 1',
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A / PC[i] := B; X := N',
      '[i] / PC[i] = B && X = 0 / PC[i] := C',
    ),
  ],
  [
    'offsets with a sign',
    'unsafe',
    model(
      'weak var X : int array N[proc] : int',
      'X = 0',
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A / PC[i] := B; X := N[i] - 3',
      '[i] / PC[i] = B && X <= N[i] + 1 && X < 0 / PC[i] := C',
    ),
  ],
  [
    'everybody looks at one moment',
    'safe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = B && R[i] = True && j@X = False }',
      '[i] / PC[i] = A / PC[i] := C; X := True',
      '[i] / PC[i] = A && X = True / PC[i] := B; R[i] := True',
    ),
  ],
  [
    'the end comes after an atomic step of anybody',
    'safe',
    model(XY, XY0, '(i j) { PC[i] = B && j@X = False }', '[i] / PC[i] = A && Y = False / PC[i] := B; X := True'),
  ],
  [
    'the end comes after the writes behind a fence of anybody',
    'safe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = C && j@X = False }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B && fence() / PC[i] := C',
    ),
  ],
  [
    'at the end a write may still be in the buffer',
    'unsafe',
    model(
      XY,
      XY0,
      '(i j) { PC[i] = C && i@X = True && j@X = False }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B / PC[i] := C',
    ),
  ],
  [
    'nothing in the buffer without a write',
    'safe',
    model(XY, XY0, '(i) { PC[i] = B }', '[i] / PC[i] = A && not fence() / PC[i] := B'),
  ],
  [
    'nothing in the buffer after an atomic step',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A && Y = False / PC[i] := B; X := True',
      '[i] / PC[i] = B && not fence() / PC[i] := C',
    ),
  ],
  [
    'nothing in the buffer after a fence',
    'safe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = D }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B && fence() / PC[i] := C',
      '[i] / PC[i] = C && not fence() / PC[i] := D',
    ),
  ],
  [
    'something in the buffer after a fence with a write',
    'unsafe',
    model(
      XY,
      XY0,
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A && fence() / PC[i] := B; X := True',
      '[i] / PC[i] = B && not fence() / PC[i] := C',
    ),
  ],
  [
    'a read while a write waits is before it',
    'safe',
    `number_procs 2\n${model(
      XY,
      XY0,
      '(i) { PC[i] = C }',
      '[i] / PC[i] = A / PC[i] := B; X := True',
      '[i] / PC[i] = B && not fence() && Y = True / PC[i] := C',
      '[i] / PC[i] = A && X = True / PC[i] := G; Y := True',
    )}`,
  ],
];

describe('event cubes', () => {
  it.each(MODELS)('%s: %s', (_, expected, text) => {
    const system = systemOf(text);
    const driven = drive(system);
    expect(verdictOf(driven)).toBe(expected);
    // The machine agrees, as far as it goes.
    const sizes = system.processes === null ? [2, 3] : [system.processes];
    const explored = sizes.map((n) =>
      exploreAll(system, n, 'tso', { bound: 3, limit: 3000, values: [-3, 0, 7, 8, 9] }),
    );
    if (expected === 'safe') expect(explored.every((e) => e.violated === null)).toBe(true);
    else expect(explored.some((e) => e.violated !== null)).toBe(true);
  });
});

describe('views of an unsafe condition', () => {
  const text = model(
    XY,
    XY0,
    '(i j) { PC[i] = B && j@X = False }',
    '[i] / PC[i] = A / PC[i] := C; X := True',
    '[i] / PC[i] = A && X = True / PC[i] := B',
  );

  it('are at the end, or at any moment still to come for each process', () => {
    expect(verdictOf(drive(systemOf(text)))).toBe('safe');
    const anyMoment = drive(
      systemOf(text),
      100,
      () => true,
      () => {},
      true,
    );
    expect(verdictOf(anyMoment)).toBe('unsafe');
  });

  it('of an assumption are at any moment', () => {
    const unsafe = '(i j) { PC[i] = D && PC[j] = B }';
    const later = [
      '[i] / PC[i] = A / PC[i] := C; X := True',
      '[i] / PC[i] = A && X = True / PC[i] := B',
      '[i] / PC[i] = A && X = False / PC[i] := D',
    ];
    const free = model(XY, XY0, unsafe, ...later);
    expect(verdictOf(drive(systemOf(free)))).toBe('unsafe');
    const assumed = `${free}\ninvariant (i j) { PC[i] = B && j@X = False } invariant (i j) { PC[i] = D && j@X = True }`;
    expect(verdictOf(drive(systemOf(assumed)))).toBe('safe');
  });
});

describe('many events', () => {
  it('are forgotten beyond what a word holds, and the cube is weaker', () => {
    const text = `
      array N[proc] : int weak var Z : int
      init (i) { N[i] = 0 && Z = 0 }
      unsafe (i) { N[i] = 36 }
      transition count ([i]) requires { Z = N[i] } { N[i] := N[i] + 1 }`;
    const events: number[] = [];
    const driven = drive(
      systemOf(text),
      40,
      () => true,
      (cube) => events.push(cube.threads.length),
    );
    expect(Math.max(...events)).toBe(MOST_EVENTS);
    expect(events.slice(0, 3)).toEqual([0, 1, 2]);
    expect(events.at(-1)).toBe(MOST_EVENTS);
    expect(verdictOf(driven)).toBe('unknown');
  });
});
