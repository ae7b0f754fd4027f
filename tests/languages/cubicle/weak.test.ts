import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { WEAK } from './broken.js';
import { showFormula, showUpdate } from './support.js';

function read(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'weak.cub');
  if (system === null) throw new Error(renderDiagnostics(diagnostics, text));
  return system;
}

const accepted: [string, string][] = [
  ['a constant cell of anybody', 'transition u ([i] j) requires { X = C[j] } { X := 2 }'],
  [
    'a weak cell of anybody',
    'transition u ([i] j) requires { F[j] = True && forall_other k. F[k] = False } { X := 2 }',
  ],
  ['the own row of a local matrix', 'transition u ([i] j) requires { Own[i, j] = True } { Own[i, j] := False }'],
  ['the acting process as reader', 'transition u ([i]) requires { i@X = 0 } { X := 2 }'],
  ['a fence', 'transition u ([i]) requires { X = 0 && fence() } { X := 2 }'],
  [
    'a fence below a universal quantifier',
    'transition u ([i]) requires { forall_other k. F[k] = False && fence() } { X := 2 }',
  ],
  ['a case on own local cells', 'transition u ([i]) { PC[p] := case | i = p : L1 | _ : PC[p] }'],
  ['a case on a row', 'transition u ([i] j) { Own[p, q] := case | p = i && q <> j : True | _ : Own[p, q] }'],
  [
    'a case on own cells in each disjunct',
    'transition u ([i]) { PC[p] := case | p = i && X = 1 || X = 2 && p = i : L1 }',
  ],
  [
    'a case that reads own cells where they are own',
    'transition u ([i]) { F[p] := case | p = i && PC[p] = L1 : True | _ : F[p] }',
  ],
  ['a case on cells of everybody in shared memory', 'transition u ([i]) { F[p] := case | p <> i : True | _ : F[p] }'],
  ['an arbitrary value in shared memory', 'transition u ([i]) { X := ? }'],
  ['local cells of anybody in unsafe', 'unsafe (i j) { PC[i] = L2 && PC[j] = L2 && i@F[j] = True }'],
  ['a reader at a constant', 'unsafe (i) { i@C[i] = 1 }'],
];

describe('a model with weak memory', () => {
  for (const [title, text] of accepted) {
    it(`accepts ${title}`, () => {
      expect(read(WEAK + text).weak).toBe(true);
    });
  }

  it('keeps the reader that is written, and adds none', () => {
    const system = read(`${WEAK}transition u (j [i]) requires { i@F[j] = True && X = 1 && fence() } { X := X + 1 }`);
    const [, transition] = system.transitions;
    expect(transition).toMatchObject({ parameters: ['j', 'i'], actor: 'i' });
    expect(transition && showFormula(transition.guard)).toBe('and(i@F[j] = True; 1*X+0 = 1; fence)');
    expect(transition?.updates.map(showUpdate)).toEqual(['X := 1*X+1']);
    expect(system.symbols.map(({ name, weak }) => `${name} ${weak}`)).toEqual([
      'PC false',
      'Own false',
      'X true',
      'F true',
      'C false',
    ]);
  });

  it('sums what one process reads as one cell, whether the reader is written or not', () => {
    const system = read(`${WEAK}transition u ([i]) { let x = i@X in X := x + X }`);
    expect(system.transitions[1]?.updates.map(showUpdate)).toEqual(['X := 2*i@X+0']);
  });

  it('warns of a fence below a negation, and keeps it', () => {
    const text = `${WEAK}transition u ([i]) requires { not fence() } { X := 2 }`;
    const { system, diagnostics } = readCubicle(text, 'f');
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'fence', line: 10, column: 35 }]);
    expect(system?.transitions[1]?.guard).toEqual({ kind: 'not', operand: { kind: 'fence' } });
  });

  it('is one because of a bracketed parameter alone', () => {
    const text =
      'array A[proc] : bool\ninit (i) { A[i] = False }\nunsafe (i) { A[i] = True }\ntransition t ([i]) { A[i] := True }';
    expect(read(text).weak).toBe(true);
  });

  it('is one on demand', () => {
    const text = 'var X : int\ninit { X = 0 }\nunsafe { X = 1 }';
    expect(read(text).weak).toBe(false);
    const { diagnostics } = readCubicle(text, 'f', { weak: true });
    expect(diagnostics).toMatchObject([{ code: 'weak-memory', line: 1, column: 5 }]);
  });
});

describe('a model without weak memory', () => {
  it('may name readers, which then mean nothing, and have fences', () => {
    const system = read(`var X : int
init { X = 0 }
unsafe (i) { i@X = 1 && X = 1 }
transition t (i) requires { i@X = 0 && fence() } { X := 1 }`);
    expect(system.weak).toBe(false);
    expect(showFormula(system.unsafe[0]?.formula ?? system.init.formula)).toBe('and(1*i@X+0 = 1; 1*X+0 = 1)');
  });
});
