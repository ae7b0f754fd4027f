import { describe, expect, it } from 'vitest';
import { type Run, replay } from '../../../src/memory/operational/replay.js';
import type { Change, Step } from '../../../src/memory/trace.js';
import { choosing, type Short, systemOf } from './models.js';

const LOCK = `type loc = Idle | Want | Crit
  var Owner : proc  var Held : bool  array PC[proc] : loc
  init (i) { PC[i] = Idle && Held = False && Owner <> i }
  unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
  transition want (i) requires { PC[i] = Idle } { PC[i] := Want }
  transition enter (i) requires { PC[i] = Want && (Held = False || Owner = i) } { PC[i] := Crit; Held := True; Owner := i }
  transition forget (i j) requires { PC[i] = Crit && PC[j] = Want } { Held := ? }`;
const [WANT, ENTER, FORGET] = [0, 1, 2];

function run(
  steps: [number | undefined, number[], Record<string, Short>?][],
  initial: Record<string, Short> = {},
): Run {
  return {
    processes: 2,
    initial: choosing({ PC: 'Idle', Held: 'False', Owner: 0, ...initial }),
    steps: steps.map(([transition = -1, given, chosen = {}]) => ({
      transition,
      arguments: given,
      choose: choosing(chosen),
    })),
  };
}

const BROKEN = run([
  [WANT, [1]],
  [WANT, [2]],
  [ENTER, [1]],
  [FORGET, [1, 2], { Held: 'False' }],
  [ENTER, [2]],
]);

/** A step of a machine without buffers. */
function told(transition: string, given: number[], changes: Change[]): Step {
  return {
    kind: 'transition',
    transition,
    arguments: given,
    actor: null,
    fence: false,
    changes,
    reads: [],
    buffered: [],
  };
}

describe('replay', () => {
  it('accepts an execution that ends in an unsafe state and tells what every step changed', () => {
    const result = replay(systemOf(LOCK), BROKEN);
    expect(result).toEqual({
      ok: true,
      trace: {
        memory: 'sc',
        processes: 2,
        initial: [
          { cell: 'Owner', value: 'nobody' },
          { cell: 'Held', value: 'False' },
          { cell: 'PC[#1]', value: 'Idle' },
          { cell: 'PC[#2]', value: 'Idle' },
        ],
        steps: [
          told('want', [1], [{ cell: 'PC[#1]', before: 'Idle', after: 'Want' }]),
          told('want', [2], [{ cell: 'PC[#2]', before: 'Idle', after: 'Want' }]),
          told(
            'enter',
            [1],
            [
              { cell: 'Owner', before: 'nobody', after: '#1' },
              { cell: 'Held', before: 'False', after: 'True' },
              { cell: 'PC[#1]', before: 'Want', after: 'Crit' },
            ],
          ),
          told('forget', [1, 2], [{ cell: 'Held', before: 'True', after: 'False' }]),
          told(
            'enter',
            [2],
            [
              { cell: 'Owner', before: '#1', after: '#2' },
              { cell: 'Held', before: 'False', after: 'True' },
              { cell: 'PC[#2]', before: 'Want', after: 'Crit' },
            ],
          ),
        ],
        violated: { property: 'unsafe[1]', arguments: [1, 2], condition: 'PC[#1] = Crit && PC[#2] = Crit', reads: [] },
        graph: null,
      },
    });
  });

  it.each<[string, Run, number, RegExp]>([
    ['a first state against init', run([], { 'PC[#2]': 'Want' }), 0, /init for #2/],
    ['a first state against init about a process kept in a variable', run([], { Owner: 2 }), 0, /init for #2/],
    ['a first value of another sort', run([], { Held: 'Perhaps' }), 0, /Held is not of its sort/],
    [
      'a step whose guard fails',
      run([
        [WANT, [1]],
        [WANT, [1]],
      ]),
      2,
      /guard of want\(#1\)/,
    ],
    [
      'a step of a process against itself',
      run([
        [WANT, [1]],
        [ENTER, [1]],
        [FORGET, [1, 1]],
      ]),
      3,
      /2 distinct processes/,
    ],
    ['a process outside the instance', run([[WANT, [3]]]), 1, /1 distinct processes/],
    ['a transition that is not there', run([[7, [1]]]), 1, /no transition number 7/],
    [
      'a chosen value of another sort',
      {
        ...BROKEN,
        steps: BROKEN.steps.with(3, { transition: 2, arguments: [1, 2], choose: choosing({ Held: 'Maybe' }) }),
      },
      4,
      /Held is not of its sort/,
    ],
    ['an execution that stops short', { ...BROKEN, steps: BROKEN.steps.slice(0, 4) }, 5, /not unsafe/],
    ['an instance without processes', { ...BROKEN, processes: 0 }, 0, /has processes/],
  ])('rejects %s', (_, candidate, step, reason) => {
    const result = replay(systemOf(LOCK), candidate);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.step).toBe(step);
    expect(result.reason).toMatch(reason);
  });

  it('checks init for tuples with equal components, and unsafe only for distinct ones', () => {
    const text = `array M[proc, proc] : int init (i j) { M[i,j] = 0 } unsafe (i j) { M[i,j] = 1 }`;
    const given = (values: Record<string, Short>): Run => ({ processes: 2, initial: choosing(values), steps: [] });
    expect(replay(systemOf(text), given({ M: 0, 'M[#2,#2]': 1 }))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/init for #2, #2/),
    });
    const loose = `array M[proc, proc] : int init (i j) { 0 <= M[i,j] } unsafe (i j) { M[i,j] = 1 }`;
    expect(replay(systemOf(loose), given({ M: 0, 'M[#2,#2]': 1 }))).toMatchObject({ ok: false, step: 1 });
    expect(replay(systemOf(loose), given({ M: 0, 'M[#2,#1]': 1 }))).toMatchObject({
      ok: true,
      trace: { violated: { arguments: [2, 1], condition: 'M[#2,#1] = 1' } },
    });
  });

  it('holds the instance to the declared number of processes', () => {
    const text = `number_procs 3 array A[proc] : bool init (i) { A[i] = True } unsafe () { A[#3] = True }`;
    const given = (processes: number): Run => ({ processes, initial: choosing({ A: 'True' }), steps: [] });
    expect(replay(systemOf(text), given(2))).toMatchObject({
      ok: false,
      step: 0,
      reason: expect.stringMatching(/3 processes, not 2/),
    });
    expect(replay(systemOf(text), given(3))).toMatchObject({
      ok: true,
      trace: { violated: { condition: 'A[#3] = True' } },
    });
  });

  it('shows where nobody stands when the model can tell', () => {
    const text = `var Low : proc var High : proc init { Low < High } unsafe (i) { Low < i && i < High }`;
    const given: Run = { processes: 2, initial: choosing({ Low: 0.5, High: 1.5 }), steps: [] };
    expect(replay(systemOf(text), given)).toMatchObject({
      ok: true,
      trace: {
        initial: [
          { cell: 'Low', value: 'nobody(1/2)' },
          { cell: 'High', value: 'nobody(3/2)' },
        ],
        violated: { arguments: [1], condition: 'Low < #1 && #1 < High' },
      },
    });
  });
});
