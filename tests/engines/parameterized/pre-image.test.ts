/** One step back, compared with one step forward (examine-pre-images.ts): models for each kind of update and guard. */
import { describe, expect, it } from 'vitest';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';
import { examinePreImages } from './examine-pre-images.js';

const LOCK = `type loc = Idle | Wait | Crit
  var Lock : bool  array PC[proc] : loc
  init (i) { PC[i] = Idle && Lock = False }
  unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
  transition want (i) requires { PC[i] = Idle } { PC[i] := Wait }
  transition enter (i) requires { PC[i] = Wait && Lock = False } { PC[i] := Crit; Lock := True }
  transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Lock := False }`;

const UPDATES: readonly (readonly [string, string])[] = [
  ['plain assignments', LOCK],
  [
    'a case over all cells, first match first',
    `type t = A | B | C  var X : bool  array P[proc] : t
     init (i) { P[i] = A } unsafe (i j) { P[i] = C && P[j] = B }
     transition t (i) { P[j] := case | j = i : B | P[j] = B && X = True : C | P[j] = B || X = False : A | _ : P[j] }`,
  ],
  [
    'a case without default leaves cells open',
    `type t = A | B | C  array P[proc] : t  var X : t
     init (i) { P[i] = A && X = A } unsafe (i j) { P[i] = C && P[j] = X }
     transition t (i) requires { P[i] = B } { P[j] := case | P[j] = B : C | P[j] = C && j <> i : A }
     transition u (i) requires { P[i] <> B } { X := case | P[i] = A : B }`,
  ],
  [
    'free choices of every sort',
    `type d  type t = A | B | C  var X : t  var Y : t  var N : int  var M : int  var S : d  var T : d  var U : proc  var V : proc
     init (i) { X = A } unsafe (i) { X <> Y && N < M && S <> T && U < V && V <> i }
     transition x () { X := ? } transition n () { N := ? } transition s () { S := ? } transition u () { U := ? }
     transition all () { X := ?; Y := ?; N := ?; M := ?; S := ?; T := ?; U := ?; V := ? }`,
  ],
  [
    'values that move between cells at once',
    `type t = A | B | C  var X : t  array P[proc] : t  array Q[proc] : t
     init (i) { X = A } unsafe (i j) { P[i] = Q[j] && X <> P[j] && Q[i] = B }
     transition swap (i j) { X := P[i]; P[k] := case | k = i : Q[j] | k = j : X | _ : Q[k]; Q[k] := case | k = i : P[k] | _ : Q[i] }`,
  ],
  [
    'integers',
    `var N : int  const K : int  array A[proc] : int
     init (i) { A[i] = 0 && N = 0 } unsafe (i j) { A[i] = A[j] && N < A[i] + 2 && K <= N }
     transition up (i) requires { A[i] <= N } { A[i] := A[i] + 1; N := N - 1 }
     transition set (i j) requires { A[i] < A[j] } { A[k] := case | k = i : A[j] + K | A[k] < 2 : 2 * N | _ : A[k] - 1 }
     transition any () { N := ? }`,
  ],
  [
    'matrices and the order of processes',
    `array M[proc, proc] : bool  var T : proc  array W[proc] : bool
     init (i j) { M[i,j] = False } unsafe (i j) { M[i,j] = True && M[j,i] = True && T <= i && i < j }
     transition t (i j) requires { i < j && W[i] = True } { M[i,j] := True; T := j }
     transition u (i) requires { T = i } { M[a,b] := case | a = i && b < i : True | a = b : False | _ : M[b,a]; T := ? }`,
  ],
  [
    'existential guards, and parameters that nothing mentions',
    `type t = A | B | C  array P[proc] : t  var X : bool
     init (i) { P[i] = A } unsafe (i j) { P[i] = C && P[j] = C }
     transition t (i) requires { P[i] = A && exists k. P[k] = B && exists_other l. P[l] <> P[k] } { P[i] := C }
     transition u (i j) requires { X = True } { P[i] := B; X := False }
     transition w (i j) { X := True }`,
  ],
  [
    'named processes',
    `number_procs 3  type t = A | B | C  array P[proc] : t  var T : proc
     init (i) { P[i] = A } unsafe (i) { P[i] = C && P[#2] = B && T <> #1 }
     transition t (i) requires { i <> #2 && P[#1] = A } { P[i] := C; T := i }
     transition u (i j) requires { i < j } { P[k] := case | k = #3 : B | k = i : P[#2] | _ : P[k] }
     transition w () requires { forall k. P[k] <> C } { T := #3; P[#2] := B }`,
  ],
];

const UNIVERSAL: readonly (readonly [string, string])[] = [
  [
    'forall_other',
    `type t = A | B | C  array P[proc] : t
     init (i) { P[i] = A } unsafe (i j) { P[i] = C && P[j] = B }
     transition t (i) requires { P[i] = A } { P[i] := B }
     transition u (i) requires { P[i] = B && forall_other k. P[k] <> C } { P[i] := C }
     transition w (i) requires { forall k. P[k] = C } { P[k] := case | k = i : C | _ : A }`,
  ],
  [
    'two of them, nested, with disjunctions and case updates',
    `type t = A | B | C  array P[proc] : t  array Q[proc] : bool  var X : bool
     init (i) { P[i] = A } unsafe (i) { P[i] = C && X = True }
     transition t (i) requires { forall_other k. P[k] = A || Q[k] = True } { P[j] := case | j = i : B | P[j] = A : C | _ : P[j] }
     transition u (i) requires { P[i] = B && (forall_other k. P[k] <> B) && forall k. forall l. P[k] = P[l] || Q[l] = False }
       { P[i] := C; Q[i] := True; X := ? }
     transition w () requires { X = False && forall k. Q[k] = True => P[k] = A } { X := True; Q[k] := case | P[k] = B : False }`,
  ],
  [
    'about numbers and the order',
    `array A[proc] : int  array C[proc] : bool
     init (i) { A[i] = 0 && C[i] = False } unsafe (i j) { C[i] = True && C[j] = True }
     transition take (i) requires { forall_other k. A[k] < A[i] } { A[i] := A[i] + 1 }
     transition enter (i) requires { 0 < A[i] && forall_other k. A[k] = 0 || A[i] < A[k] || (A[i] = A[k] && i < k) } { C[i] := True }
     transition leave (i) { A[j] := case | j = i : 0 | _ : A[j] + 1; C[i] := False }`,
  ],
  [
    'in the unsafe condition',
    `type t = A | B  array P[proc] : t
     init (i) { P[i] = A } unsafe (i) { P[i] = B && forall_other k. P[k] = A }
     transition t (i) requires { forall_other k. P[k] = B } { P[i] := A }
     transition u (i j) { P[i] := B; }`,
  ],
];

describe('pre-images', () => {
  it.each(UPDATES)('are exact: %s', (_, text) => {
    const { steps, images } = examinePreImages(text, { precise: false, cubes: 8, states: 150, seed: 1 });
    expect(steps).toBeGreaterThan(0);
    expect(images).toBeGreaterThan(0);
  });

  it.each(UNIVERSAL)('contain all predecessors, and are exact on the processes they name: %s', (_, text) => {
    for (const precise of [false, true]) {
      const { steps, images } = examinePreImages(text, { precise, cubes: 8, states: 150, seed: 2 });
      expect(steps).toBeGreaterThan(0);
      expect(images).toBeGreaterThan(0);
    }
  });

  it.each([false, true])('agree with the machine on random models, universal guards kept: %s', (precise) => {
    const total = { steps: 0, images: 0 };
    for (let seed = 1; seed <= cases(40); seed++) {
      const text = printModel(randomModel(seed));
      try {
        const { steps, images } = examinePreImages(text, { precise, cubes: 4, states: 60, seed });
        total.steps += steps;
        total.images += images;
      } catch (fault) {
        throw new Error(`seed ${seed}: ${(fault as Error).message}\n${text}`);
      }
    }
    expect(total.steps).toBeGreaterThan(least(500));
    expect(total.images).toBeGreaterThan(least(1000));
  });
});
