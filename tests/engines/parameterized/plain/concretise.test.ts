/** From symbolic traces to executions: real ones replay as printed, spurious ones are told apart and blamed. */
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../../../src/check/check.js';
import {
  confirm,
  culprits,
  type SymbolicTrace,
  symbolicTrace,
} from '../../../../src/engines/parameterized/plain/concretise.js';
import { SC } from '../../../../src/memory/models.js';
import type { Trace } from '../../../../src/memory/trace.js';
import { systemOf } from '../../../memory/operational/models.js';
import { readBack } from '../../../random/trace-run.js';
import { traceAtOnce } from '../../../support/replay.js';
import { type Workshop, workshop } from '../cubes.js';

/** The trace that a search without help ends with, not judged yet. */
function firstTrace(text: string, precise = false): { shop: Workshop; trace: SymbolicTrace } {
  const shop = workshop(systemOf(text), precise);
  const run = shop.search.run();
  for (;;) {
    const { done, value } = run.next();
    if (!done) continue;
    if (value.kind !== 'reached') throw new Error(`the search ends ${value.kind}`);
    return { shop, trace: symbolicTrace(shop.literals, value.node, shop.system.processes ?? 1) };
  }
}

async function violation(text: string, options: CheckOptions = {}): Promise<Trace> {
  const result = await check(text, { maxCubes: 1000, ...options });
  if (!result.ok) throw new Error(result.diagnostics.map((d) => d.message).join('\n'));
  expect(result.outcome).toMatchObject({ verdict: 'violated', reasons: [], notes: [], invariants: [] });
  return result.outcome.trace as Trace;
}

/** What is open at the start or chosen on the way has to be solved for, in each sort. */
const SOLVED: readonly (readonly [string, string])[] = [
  [
    'numbers left open by init',
    `var X : int  var Y : int  init { X < Y && 7 <= X } unsafe { X = 9 && Y = 12 }
     transition up () requires { X < 9 } { X := X + 1 }`,
  ],
  [
    'fractions',
    `var X : real  init { 0.0 < X && X < 1.0 } unsafe { 2.0 < X && X < 2.5 }
     transition up () requires { X < 2.0 } { X := X + 1.0 }`,
  ],
  [
    'a number chosen so that a later choice fits',
    `var X : int  var Y : int  var Go : bool  init { X = 0 && Y = 0 && Go = False } unsafe { Go = True && Y = X + 100 }
     transition x () requires { Go = False } { X := ? }
     transition y () requires { 40 < X } { Y := ?; Go := True }`,
  ],
  [
    'data that must differ, and one that must not',
    `type d  var Old : d  var New : d  array Own[proc] : d
     init (i) { Own[i] = Old && New = Old } unsafe (i j) { Own[i] = New && Own[j] <> New && New <> Old }
     transition make () { New := ? }
     transition take (i) { Own[i] := New }`,
  ],
  [
    'a process that must be nobody, between two others',
    `var T : proc  array Done[proc] : bool
     init (i) { Done[i] = False } unsafe (i j) { Done[i] = True && Done[j] = True && i < T && T < j }
     transition go (i) { Done[i] := True; T := ? }`,
  ],
  [
    'a case without default',
    `type t = A | B | C  array P[proc] : t  var X : t
     init (i) { P[i] = A && X = A } unsafe (i j) { P[i] = B && P[j] = C && X = B }
     transition t (i) { P[j] := case | j = i : B }
     transition u () { X := case | X = C : B }`,
  ],
  [
    'an order that the steps ask for',
    `array A[proc] : bool  array B[proc] : bool
     init (i) { A[i] = False && B[i] = False } unsafe (i j k) { B[i] = True && B[j] = True && i < k && k < j && A[k] = False }
     transition t (i j) requires { j < i } { A[i] := True; B[j] := True }
     transition u (i) { B[i] := True }`,
  ],
  [
    'a witness of a guard',
    `type t = A | B | C  array P[proc] : t
     init (i) { P[i] = A } unsafe (i) { P[i] = C }
     transition t (i) requires { P[i] = A && forall_other k. P[k] = A } { P[i] := B }
     transition u (i) requires { P[i] = A && exists_other k. P[k] = B } { P[i] := C }`,
  ],
  [
    'an enumeration too large for masks',
    `type big = ${Array.from({ length: 40 }, (_, k) => `C${k}`).join(' | ')}
     var X : big  var Y : big  init { X <> C0 && Y = C0 } unsafe { X = C35 && Y = X }
     transition copy () { Y := X } transition any () requires { X = C3 } { X := ? }`,
  ],
];

describe('a violation', () => {
  it.each(SOLVED)('replays as printed: %s', async (_, text) => {
    const system = systemOf(text);
    const { shop, trace: symbolic } = firstTrace(text);
    const confirmed = confirm(shop.form, shop.literals, symbolic);
    expect(confirmed).toMatchObject({ kind: 'real' });
    const own =
      confirmed.kind === 'real'
        ? [traceAtOnce({ kind: 'system', system: shop.system, memory: SC, run: confirmed.run })]
        : [];
    for (const trace of [...own, await violation(text), await violation(text, { approximate: false })]) {
      expect(readBack(system, trace)).toEqual(trace);
    }
  });

  it('in the initial state has no steps', async () => {
    const trace = await violation('array A[proc] : bool init { true } unsafe (i j) { A[i] = True && A[j] = False }');
    expect(trace.steps).toEqual([]);
    expect(trace.processes).toBe(2);
  });

  it('names the condition and its processes', async () => {
    const trace = await violation(
      `array A[proc] : bool init (i) { A[i] = False }
       unsafe never (i) { A[i] = True && A[i] = False } unsafe both (i j) { A[i] = True && A[j] = True }
       transition t (i) { A[i] := True }`,
    );
    expect(trace.violated.property).toBe('both');
    expect([...trace.violated.arguments].sort()).toEqual([1, 2]);
    expect(trace.violated.condition).toMatch(/^A\[#[12]\] = True && A\[#[12]\] = True$/);
  });

  it('counts processes that only take part', async () => {
    const text = `array A[proc] : bool  var Count : int
      init (i) { A[i] = False && Count = 0 } unsafe { Count = 5 }
      transition t (i) requires { A[i] = False } { A[i] := True; Count := Count + 1 }`;
    const trace = await violation(text);
    expect(trace.processes).toBe(5);
    expect(new Set(trace.steps.flatMap((s) => (s.kind === 'transition' ? s.arguments : []))).size).toBe(5);
  });
});

/** Who refused is named only further back than the step that everybody had to agree to. */
const FORGETFUL = `type vote = Open | Yes | No  var Committed : bool  var Aborted : bool  array Vote[proc] : vote
  init (i) { Vote[i] = Open && Committed = False && Aborted = False } unsafe { Committed = True && Aborted = True }
  transition agree (i) requires { Vote[i] = Open } { Vote[i] := Yes }
  transition refuse (i) requires { Vote[i] = Open } { Vote[i] := No }
  transition abort (i) requires { Vote[i] = No && forall_other k. Vote[k] <> Open || Vote[i] = No } { Aborted := True }
  transition commit () requires { forall k. Vote[k] = Yes } { Committed := True }`;

describe('a spurious trace', () => {
  it('is recognised, and blamed on the guard that forgot somebody', () => {
    const { shop, trace } = firstTrace(FORGETFUL);
    expect(trace.steps.map((s) => shop.system.transitions[s.command.transition]?.name)).toContain('abort');
    expect(confirm(shop.form, shop.literals, trace)).toEqual({ kind: 'spurious' });
    const blamed = [...culprits(shop.form, shop.literals, trace)].map((t) => shop.system.transitions[t]?.name);
    expect(blamed).toEqual(['commit']);
  });

  it('is no answer: the search goes on with that guard kept', async () => {
    const result = await check(FORGETFUL, { maxCubes: 2000 });
    expect(result.ok && result.outcome).toMatchObject({ verdict: 'holds', counts: { refinements: 1 } });
  });
});
