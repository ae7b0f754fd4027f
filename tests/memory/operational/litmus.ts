/**
 * Litmus tests as models: each process has its own straight list of instructions, and an outcome to ask for.
 *
 * An instruction is the body of a transition of process `i`, with its guard before an arrow: `X := 1`, `A[i] := Y`,
 * `fence() ->`, `X = 0 -> X := 1; A[i] := 1`. There are weak variables X, Y, Z and a weak array F, all 0 at the start, and
 * local registers A and B, which are 9 at the start, so that an outcome about them says that they were loaded.
 */
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';

export function litmusText(threads: readonly (readonly string[])[], outcome: string): string {
  const places = Array.from({ length: 1 + Math.max(...threads.map((thread) => thread.length)) }, (_, k) => `L${k}`);
  const transitions = threads.flatMap((thread, index) =>
    thread.map((instruction, position) => {
      const [body = '', guard] = instruction.split('->').reverse();
      const requires = [`i = #${index + 1}`, `PC[i] = L${position}`, ...(guard === undefined ? [] : [guard])];
      const actions = [`PC[i] := L${position + 1}`, ...(body.trim() === '' ? [] : [body])];
      return `transition p${index + 1}_${position} ([i]) requires { ${requires.join(' && ')} } { ${actions.join('; ')} }`;
    }),
  );
  const ends = threads.map((thread, index) => `PC[#${index + 1}] = L${thread.length}`);
  return [
    `number_procs ${threads.length}`,
    `type place = ${places.join(' | ')}`,
    'array PC[proc] : place',
    'array A[proc] : int',
    'array B[proc] : int',
    'weak var X : int',
    'weak var Y : int',
    'weak var Z : int',
    'weak array F[proc] : int',
    'init (i) { PC[i] = L0 && A[i] = 9 && B[i] = 9 && X = 0 && Y = 0 && Z = 0 && F[i] = 0 }',
    `unsafe outcome () { ${[...ends, outcome].join(' && ')} }`,
    ...transitions,
  ].join('\n');
}

export function litmusOf(threads: readonly (readonly string[])[], outcome: string): ArraySystem {
  const { system, diagnostics } = readCubicle(litmusText(threads, outcome), 'litmus.cub');
  if (system === null) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join('\n'));
  return system;
}

export interface Litmus {
  readonly name: string;
  readonly threads: readonly (readonly string[])[];
  readonly outcome: string;
  /** The memory models that allow the outcome, weakest last. */
  readonly allowed: readonly ('sc' | 'tso' | 'pso')[];
}

const FENCE = 'fence() ->';

export const LITMUS: readonly Litmus[] = [
  {
    name: 'SB',
    threads: [
      ['X := 1', 'A[i] := Y'],
      ['Y := 1', 'A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'SB, a fence in one process',
    threads: [
      ['X := 1', FENCE, 'A[i] := Y'],
      ['Y := 1', 'A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'SB, a fence in both',
    threads: [
      ['X := 1', FENCE, 'A[i] := Y'],
      ['Y := 1', 'fence() -> A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: [],
  },
  {
    name: 'SB, a fence or something true',
    threads: [
      ['X := 1', '(fence() || A[i] = 9) -> A[i] := Y'],
      ['Y := 1', '(fence() || A[i] = 9) -> A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'SB, atomic writes',
    threads: [
      ['Z = 0 -> X := 1', 'A[i] := Y'],
      ['Y := 1; B[i] := Y', 'A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: [],
  },
  {
    name: 'SB, an atomic step between',
    threads: [
      ['X := 1', 'Z := Z + 1', 'A[i] := Y'],
      ['Y := 1', 'Z := Z + 1', 'A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: [],
  },
  {
    name: 'SB, an atomic step between that writes nothing',
    threads: [
      ['X := 1', 'Z := case | Z = 5 : 6', 'A[i] := Y'],
      ['Y := 1', 'F[c] := case | c = i && Z = 5 : 6', 'A[i] := X'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: [],
  },
  {
    name: 'SB by case, whose implicit default is no read',
    threads: [
      ['F[c] := case | c = i : 1', 'A[i] := Y'],
      ['Y := case | A[i] = 9 : 1', 'A[i] := F[#1]'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'SB by case, whose explicit default is a read',
    threads: [
      ['F[c] := case | c = i : 1 | _ : F[c]', 'A[i] := Y'],
      ['Y := case | A[i] = 9 : 1 | _ : Y', 'A[i] := F[#1]'],
    ],
    outcome: 'A[#1] = 0 && A[#2] = 0',
    allowed: [],
  },
  {
    name: 'SB, reading the own write',
    threads: [
      ['X := 1', 'A[i] := X', 'B[i] := Y'],
      ['Y := 1', 'A[i] := Y', 'B[i] := X'],
    ],
    outcome: 'A[#1] = 1 && A[#2] = 1 && B[#1] = 0 && B[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'mutual exclusion by looking at all others',
    threads: [
      ['F[i] := 1', 'forall_other k. F[k] = 0 -> A[i] := 1'],
      ['F[i] := 1', 'forall_other k. F[k] = 0 -> A[i] := 1'],
      ['F[i] := 1', 'forall_other k. F[k] = 0 -> A[i] := 1'],
    ],
    outcome: 'A[#1] = 1 && A[#2] = 1 && A[#3] = 1',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'mutual exclusion by looking at all others, fenced',
    threads: [
      ['F[i] := 1', 'fence() && forall_other k. F[k] = 0 -> A[i] := 1'],
      ['F[i] := 1', 'forall_other k. (F[k] = 0 && fence()) -> A[i] := 1'],
    ],
    outcome: 'A[#1] = 1 && A[#2] = 1',
    allowed: [],
  },
  {
    name: 'MP',
    threads: [
      ['X := 1', 'Y := 1'],
      ['A[i] := Y', 'B[i] := X'],
    ],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: ['pso'],
  },
  {
    name: 'MP, a fence between the writes',
    threads: [
      ['X := 1', 'fence() -> Y := 1'],
      ['A[i] := Y', 'B[i] := X'],
    ],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: [],
  },
  {
    name: 'MP, both written in one transition',
    threads: [['X := 1; Y := 1'], ['A[i] := Y', 'B[i] := X']],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: ['pso'],
  },
  {
    name: 'MP, both read in one transition',
    threads: [['X := 1', 'Y := 1'], ['A[i] := Y; B[i] := X']],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: ['pso'],
  },
  {
    name: 'a write to all cells of an array reaches memory at once',
    threads: [['F[c] := case | c <> i : 1'], ['A[i] := F[#2]', 'B[i] := F[#3]'], []],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: ['pso'],
  },
  {
    name: 'LB',
    threads: [
      ['A[i] := X', 'Y := 1'],
      ['A[i] := Y', 'X := 1'],
    ],
    outcome: 'A[#1] = 1 && A[#2] = 1',
    allowed: [],
  },
  {
    name: 'IRIW',
    threads: [['X := 1'], ['Y := 1'], ['A[i] := X', 'B[i] := Y'], ['A[i] := Y', 'B[i] := X']],
    outcome: 'A[#3] = 1 && B[#3] = 0 && A[#4] = 1 && B[#4] = 0',
    allowed: [],
  },
  {
    name: 'WRC',
    threads: [['X := 1'], ['X = 1 -> A[i] := 1', 'Y := 1'], ['A[i] := Y', 'B[i] := X']],
    outcome: 'A[#3] = 1 && B[#3] = 0',
    allowed: [],
  },
  {
    name: 'RWC',
    threads: [['X := 1'], ['A[i] := X', 'B[i] := Y'], ['Y := 1', 'A[i] := X']],
    outcome: 'A[#2] = 1 && B[#2] = 0 && A[#3] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'RWC, fenced',
    threads: [['X := 1'], ['A[i] := X', 'B[i] := Y'], ['Y := 1', FENCE, 'A[i] := X']],
    outcome: 'A[#2] = 1 && B[#2] = 0 && A[#3] = 0',
    allowed: [],
  },
  {
    name: '2+2W',
    threads: [
      ['X := 1', 'Y := 2', FENCE],
      ['Y := 1', 'X := 2', FENCE],
    ],
    outcome: '#1@X = 1 && #2@Y = 1',
    allowed: ['pso'],
  },
  {
    name: 'R',
    threads: [
      ['X := 1', 'Y := 1', FENCE],
      ['Y := 2', 'A[i] := X', FENCE],
    ],
    outcome: '#1@Y = 2 && A[#2] = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'S',
    threads: [
      ['X := 2', 'Y := 1', FENCE],
      ['A[i] := Y', 'X := 1', FENCE],
    ],
    outcome: '#1@X = 2 && A[#2] = 1',
    allowed: ['pso'],
  },
  {
    name: 'CoRR',
    threads: [['X := 1'], ['A[i] := X', 'B[i] := X']],
    outcome: 'A[#2] = 1 && B[#2] = 0',
    allowed: [],
  },
  {
    name: 'CoWW, seen by another',
    threads: [
      ['X := 1', 'X := 2'],
      ['A[i] := X', 'B[i] := X'],
    ],
    outcome: 'A[#2] = 2 && B[#2] = 1',
    allowed: [],
  },
  {
    name: 'two increments',
    threads: [['X := X + 1'], ['X := X + 1']],
    outcome: '#1@X = 1',
    allowed: [],
  },
  {
    name: 'two increments in two halves',
    threads: [
      ['A[i] := X', 'X := A[i] + 1'],
      ['A[i] := X', 'X := A[i] + 1'],
    ],
    outcome: '#1@X = 1 && #2@X = 1',
    allowed: ['sc', 'tso', 'pso'],
  },
  {
    name: 'a buffer that is not empty',
    threads: [['X := 1', 'not fence() -> A[i] := 1']],
    outcome: 'A[#1] = 1',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'a buffer that never fills',
    threads: [['X := X', 'not fence() -> A[i] := 1']],
    outcome: 'A[#1] = 1',
    allowed: [],
  },
  {
    name: 'one sees its write, the other does not yet',
    threads: [['X := 1'], []],
    outcome: '#1@X = 1 && #2@X = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'two writes to one cell still wait',
    threads: [['X := 1', 'X := 2'], []],
    outcome: '#1@X = 2 && #2@X = 0',
    allowed: ['tso', 'pso'],
  },
  {
    name: 'each sees only its own write',
    threads: [['X := 1'], ['X := 2']],
    outcome: '#1@X = 1 && #2@X = 2',
    allowed: ['tso', 'pso'],
  },
];
