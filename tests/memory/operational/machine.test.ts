import { describe, expect, it } from 'vitest';
import { isEnabled, step } from '../../../src/memory/operational/machine.js';
import type { Instance, State } from '../../../src/memory/operational/state.js';
import { choosing, type Short, shown, stateOf } from './models.js';

const nothingOpen = choosing({});

function transitionOf(instance: Instance, name: string) {
  const transition = instance.system.transitions.find((declared) => declared.name === name);
  if (transition === undefined) throw new Error(`no transition ${name}`);
  return transition;
}

function stepped(
  [instance, state]: [Instance, State],
  name: string,
  given: number[],
  open: Record<string, Short> = {},
) {
  return shown(instance, step(instance, state, transitionOf(instance, name), given, choosing(open)));
}

function enabled([instance, state]: [Instance, State], name: string, given: number[]): boolean {
  return isEnabled(instance, state, transitionOf(instance, name), given);
}

describe('a step', () => {
  it('reads everything in the state before', () => {
    const swap = `var X : int var Y : int init { X = 0 && Y = 0 } unsafe { X = 9 }
      transition swap () { X := Y; Y := X + 10 }`;
    expect(stepped(stateOf(swap, 1, { X: 1, Y: 2 }), 'swap', [])).toEqual({ X: '2', Y: '11' });
  });

  it('writes one cell with an assignment and leaves the others', () => {
    const text = `array A[proc] : bool init (i) { A[i] = False } unsafe (i) { A[i] = True }
      transition set (i j) { A[j] := True }`;
    expect(stepped(stateOf(text, 3, { A: 'False' }), 'set', [1, 3])).toEqual({
      'A[#1]': 'False',
      'A[#2]': 'False',
      'A[#3]': 'True',
    });
  });

  it('takes the first matching switch, about the old state, for every cell', () => {
    const text = `array A[proc] : int init (i) { A[i] = 0 } unsafe (i) { A[i] = 9 }
      transition t (i) { A[c] := case | c = i : A[c] + 5 | A[c] = 0 : 7 | A[i] = 1 : 8 | _ : A[c] }`;
    expect(stepped(stateOf(text, 3, { 'A[#1]': 0, 'A[#2]': 0, 'A[#3]': 4 }), 't', [1])).toEqual({
      'A[#1]': '5',
      'A[#2]': '7',
      'A[#3]': '4',
    });
    expect(stepped(stateOf(text, 2, { 'A[#1]': 1, 'A[#2]': 2 }), 't', [1])).toEqual({ 'A[#1]': '6', 'A[#2]': '8' });
  });

  it('writes both dimensions of a matrix', () => {
    const text = `array M[proc, proc] : bool init (i j) { M[i,j] = False } unsafe (i j) { M[i,j] = True }
      transition row (i j) { M[c,d] := case | c = i && d <> j : True | _ : M[c,d] }`;
    expect(stepped(stateOf(text, 2, { M: 'False' }), 'row', [2, 1])).toEqual({
      'M[#1,#1]': 'False',
      'M[#1,#2]': 'False',
      'M[#2,#1]': 'False',
      'M[#2,#2]': 'True',
    });
  });

  it('asks for the value of a havoc and of cells that no switch matches', () => {
    const text = `type data var X : data array A[proc] : int init (i) { A[i] = 0 } unsafe (i) { A[i] = 9 }
      transition t (i) { X := ?; A[c] := case | c = i : 5 }`;
    const chosen = { X: 4, 'A[#2]': 6, 'A[#3]': -1 };
    expect(stepped(stateOf(text, 3, { X: 1, A: 0 }), 't', [1], chosen)).toEqual({
      X: 'data!4',
      'A[#1]': '5',
      'A[#2]': '6',
      'A[#3]': '-1',
    });
  });

  it('keeps unmatched cells in a model for weak memory, where nothing is left open', () => {
    const text = `weak var X : int array A[proc] : int init (i) { X = 0 && A[i] = 0 } unsafe (i) { A[i] = 9 }
      transition t ([i]) requires { fence() && X = 0 } { X := 1; A[c] := case | c = i : 5 }`;
    const [instance, state] = stateOf(text, 2, { X: 0, A: 3 });
    expect(enabled([instance, state], 't', [2])).toBe(true);
    const next = step(instance, state, transitionOf(instance, 't'), [2], nothingOpen);
    expect(shown(instance, next)).toEqual({ X: '1', 'A[#1]': '3', 'A[#2]': '5' });
  });
});

describe('an instance of a transition', () => {
  const text = `type loc = Idle | Crit  array PC[proc] : loc  var Turn : proc
    init (i) { PC[i] = Idle } unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
    transition alone (i) requires { forall_other k. PC[k] = Idle } { PC[i] := Crit }
    transition none (i j) requires { forall k. PC[k] = Idle } { PC[i] := Crit }
    transition helped (i) requires { exists_other k. PC[k] = Crit } { PC[i] := Crit }
    transition some (i) requires { exists k. PC[k] = Crit } { PC[i] := Crit }
    transition pair () requires { exists a <> b. PC[a] = Crit && PC[b] = Crit } { Turn := ? }
    transition lower (i j) requires { i < j } { Turn := i }
    transition below (i) requires { Turn < i } { Turn := i }
    transition mine (i) requires { Turn = i } { Turn := i }`;

  it('has distinct processes of the instance as arguments', () => {
    const at = stateOf(text, 2, { PC: 'Idle', Turn: 0 });
    expect(enabled(at, 'none', [1, 2])).toBe(true);
    expect(enabled(at, 'none', [1, 1])).toBe(false);
    expect(enabled(at, 'none', [1, 3])).toBe(false);
    expect(enabled(at, 'none', [1])).toBe(false);
  });

  it('sees the other processes, all processes, some process', () => {
    const at = stateOf(text, 3, { 'PC[#1]': 'Crit', 'PC[#2]': 'Idle', 'PC[#3]': 'Idle', Turn: 0 });
    expect(['alone', 'helped', 'some'].map((name) => enabled(at, name, [1]))).toEqual([true, false, true]);
    expect(['alone', 'helped', 'some'].map((name) => enabled(at, name, [2]))).toEqual([false, true, true]);
    expect(enabled(at, 'none', [2, 3])).toBe(false);
    expect(enabled(at, 'pair', [])).toBe(false);
    const two = stateOf(text, 2, { PC: 'Crit', Turn: 0 });
    expect(enabled(two, 'pair', [])).toBe(true);
  });

  it('orders processes by number, and nobody among them', () => {
    const at = stateOf(text, 3, { PC: 'Idle', Turn: 1.5 });
    expect(enabled(at, 'lower', [1, 3])).toBe(true);
    expect(enabled(at, 'lower', [3, 1])).toBe(false);
    expect([1, 2, 3].map((process) => enabled(at, 'below', [process]))).toEqual([false, true, true]);
    expect([1, 2, 3].map((process) => enabled(at, 'mine', [process]))).toEqual([false, false, false]);
    const second = stateOf(text, 3, { PC: 'Idle', Turn: 2 });
    expect([1, 2, 3].map((process) => enabled(second, 'mine', [process]))).toEqual([false, true, false]);
  });
});
