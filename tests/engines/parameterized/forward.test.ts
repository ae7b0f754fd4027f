/** Exploration up to renaming of processes against plain exploration on the operational machine. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/engines/parameterized/forward/explore.js';
import { byteOf, type Mode, OPEN } from '../../../src/engines/parameterized/forward/layout.js';
import { runFound } from '../../../src/engines/parameterized/found.js';
import { Instantiation } from '../../../src/engines/parameterized/instantiate.js';
import { Safety } from '../../../src/engines/parameterized/safety.js';
import { injections } from '../../../src/engines/parameterized/slots.js';
import { Literals } from '../../../src/logic/literals.js';
import { replay } from '../../../src/memory/operational/replay.js';
import { normalForm } from '../../../src/models/array-system/normal-form.js';
import { systemOf } from '../../memory/operational/models.js';
import { explore } from '../../random/explore.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';

const LIMITS = { states: 4000, initial: 4000, numbers: 100 };

function explored(text: string, processes: number, mode: Mode, limit = 20_000): Exploration {
  const exploration = new Exploration(normalForm(systemOf(text)), processes, mode, limit);
  for (const _ of exploration.run());
  return exploration;
}

/** How many states the stored ones stand for: all their images under renaming of processes. */
function orbits({ layout, store, count }: Exploration): number {
  const { form, processes, cells, stride } = layout;
  const all = new Set<string>();
  const interchangeable = !form.usesOrder && !form.usesConstants;
  const renamings = interchangeable
    ? injections(processes, processes)
    : [Array.from({ length: processes }, (_, p) => p)];
  for (let id = 0; id < count; id++) {
    for (const names of renamings) {
      const image: number[] = [];
      for (const [k, { symbol, indices }] of cells.entries()) {
        const raw = store[id * stride + k] as number;
        const isProcess = form.system.symbols[symbol]?.sort.kind === 'proc';
        const at = byteOf(
          layout,
          symbol,
          indices.map((p) => names[p] as number),
        );
        image[at] = isProcess ? (names[raw] ?? raw) : raw;
      }
      all.add(image.join(' '));
    }
  }
  return all.size;
}

const LOCK = `type loc = Idle | Wait | Crit
  var Lock : bool  array PC[proc] : loc
  init (i) { PC[i] = Idle && Lock = False } unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
  transition want (i) requires { PC[i] = Idle } { PC[i] := Wait }
  transition enter (i) requires { PC[i] = Wait && Lock = False } { PC[i] := Crit; Lock := True }
  transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Lock := False }`;

/** Two constants that are no process, and different; a third one is a process. */
const NOBODIES = `const None : proc  const Lock : proc  const Chief : proc  var Tail : proc  array Next[proc] : proc
  init (i) { None <> i && Lock <> i && None <> Lock && Tail = None && Next[i] = None } unsafe { Tail = Lock && Lock = None }
  transition take (i) requires { Tail = None } { Tail := Lock }
  transition append (i) requires { Tail = Lock } { Tail := i; Next[i] := Lock }
  transition chief (i) requires { Tail = i && i = Chief } { Tail := None; Next[i] := None }`;

describe('values of sort proc that are no process', () => {
  it('are as many as init asks for, each constant with one of them', () => {
    const { initial, count, complete } = explored(NOBODIES, 2, 'oracle');
    expect(initial.nobodies).toBe(2);
    expect(initial.states.length).toBe(1);
    expect([count > 4, complete]).toEqual([true, true]);
    expect(explored(LOCK, 2, 'oracle').initial.nobodies).toBe(0);
  });
});

const MODELS: readonly (readonly [string, string, Mode])[] = [
  ['a lock', LOCK, 'oracle'],
  [
    'processes as values',
    `array Next[proc] : proc  array A[proc] : bool
     init (i) { Next[i] = i && A[i] = False } unsafe (i j) { A[i] = False && Next[i] = j }
     transition t (i j) requires { Next[i] = i && Next[j] = j } { Next[k] := case | k = i : j | _ : Next[k]; A[i] := True }
     transition u (i j) requires { Next[i] = j } { Next[i] := Next[j]; A[j] := True }`,
    'oracle',
  ],
  [
    'a case over a matrix',
    `type t = A | B  array M[proc, proc] : bool  array P[proc] : t
     init (i j) { M[i,j] = False && P[i] = A } unsafe (i j) { M[i,j] = True && P[i] = A && P[j] = B }
     transition t (i) requires { P[i] = A } { P[i] := B; M[a,b] := case | a = i : True | b = i : False | _ : M[a,b] }
     transition u (i) requires { forall k. P[k] = B } { P[i] := A; M[a,b] := case | a = i : False | _ : M[b,a] }`,
    'oracle',
  ],
  [
    'free choices and a case without default',
    `type t = A | B | C  array P[proc] : t  var X : t  var Y : bool  var Never : bool
     init (i) { P[i] = A && X = A && Y = False && Never = False } unsafe (i) { P[i] = X && Y = True && Never = True }
     transition t (i) requires { Y = False } { P[j] := case | j = i : B | P[j] = B : A; Y := True }
     transition u () requires { Y = True } { X := ?; Y := False }`,
    'oracle',
  ],
  [
    'the order of processes',
    `array A[proc] : bool  array B[proc] : bool
     init (i) { A[i] = False && B[i] = False } unsafe (i j) { i < j && A[i] = True && B[j] = True && A[j] = False }
     transition t (i) requires { forall_other k. k < i || A[k] = False } { A[i] := True }
     transition u (i j) requires { j < i && A[j] = True } { B[i] := True; A[k] := case | k <= i : True | _ : A[k] }`,
    'oracle',
  ],
  [
    'numbers that stay small',
    `var N : int  array A[proc] : int
     init (i) { N = 0 && A[i] = 0 } unsafe (i) { 3 < N }
     transition up (i) requires { N < 3 && A[i] < 2 } { A[i] := A[i] + 1; N := N + 1 }
     transition down (i) requires { 0 < A[i] } { A[i] := A[i] - 1; N := N - 1 }`,
    'finder',
  ],
  [
    'a disjunctive init',
    `type t = A | B | C  array P[proc] : t  var X : bool
     init (i) { (X = True && P[i] = A) || (X = False && P[i] <> A) } unsafe (i j) { P[i] = A && P[j] = C }
     transition t (i) requires { X = False && forall_other k. P[k] = P[i] } { P[i] := B }`,
    'oracle',
  ],
];

describe('forward exploration', () => {
  it.each(MODELS)('reaches the states that the machine reaches: %s', (_, text, mode) => {
    for (const processes of [1, 2, 3]) {
      const plain = explore(systemOf(text), processes, LIMITS);
      const own = explored(text, processes, mode);
      expect(plain.verdict).toBe('safe');
      expect(own.violation).toBe(-1);
      expect(orbits(own)).toBe(plain.states);
    }
  });

  it('stores one state for all its renamings', () => {
    // 0 to n processes wait, the others are idle or one of them is critical: n + 1 and n states.
    expect([1, 2, 3, 4].map((n) => explored(LOCK, n, 'oracle').count)).toEqual([3, 5, 7, 9]);
    const ordered = LOCK.replace('PC[i] = Idle }', 'PC[i] = Idle && forall_other k. k < i || i < k }');
    expect([1, 2, 3].map((n) => explored(ordered, n, 'oracle').count)).toEqual([3, 8, 20]);
  });

  it('agrees on random models, and its finds replay', () => {
    const counts = { same: 0, violated: 0 };
    for (let seed = 1; seed <= cases(150); seed++) {
      const text = printModel(randomModel(seed));
      const system = systemOf(text);
      const numbers = system.symbols.some((s) => s.sort.kind === 'int' || s.sort.kind === 'real');
      const processes = system.processes ?? 2;
      const plain = explore(system, processes, { ...LIMITS, states: 1000 });
      const own = explored(text, processes, numbers ? 'finder' : 'oracle', 5000);
      if (own.violation >= 0) {
        const literals = new Literals(system, own.layout.form.usesConstants);
        const safety = new Safety(literals, new Instantiation(literals), own.layout.form);
        const run = runFound(own.layout.form, literals, safety, own);
        const found = run === null ? null : replay(system, run);
        expect(found, `seed ${seed}\n${text}`).toMatchObject({ ok: true });
        expect(plain.verdict, `seed ${seed}\n${text}`).not.toBe('safe');
        counts.violated++;
      } else if (own.complete && !isCut(own)) {
        expect(plain.verdict, `seed ${seed}\n${text}`).not.toBe('violated');
        if (plain.verdict !== 'safe' || !isWhole(own)) continue;
        expect(orbits(own), `seed ${seed}\n${text}`).toBe(plain.states);
        counts.same++;
      }
    }
    expect(counts.same).toBeGreaterThan(least(15));
    expect(counts.violated).toBeGreaterThan(least(30));
  });

  it('stops at its limit and says that it is not complete', () => {
    const cut = explored(LOCK, 3, 'oracle', 4);
    expect(cut.complete).toBe(false);
    expect(cut.count).toBeLessThan(7);
    const endless = 'var N : int init { N = 0 } unsafe { N < 0 } transition up () { N := N + 1 }';
    expect(explored(endless, 1, 'finder')).toMatchObject({ complete: false, count: 128, violation: -1 });
  });
});

/** Explored for a few states, and then walked. */
function sampled(text: string, processes: number, mode: Mode, states: number): Exploration {
  const exploration = explored(text, processes, mode, 2);
  for (const _ of exploration.walk(states));
  return exploration;
}

describe('random walks', () => {
  it.each(MODELS)('stay among the states that are reachable: %s', (_, text, mode) => {
    for (const processes of [2, 3]) {
      const all = explored(text, processes, mode);
      const some = sampled(text, processes, mode, 1000);
      const { stride } = some.layout;
      const rows = Array.from({ length: some.count }, (_, id) => some.store.slice(id * stride, (id + 1) * stride));
      expect(rows.every((row) => all.numberOf(row) >= 0)).toBe(true);
      // In so small an instance they come nearly everywhere.
      expect(some.count).toBeGreaterThanOrEqual(0.8 * all.count);
      expect([some.isSample, some.isWhole, all.isSample]).toEqual([true, false, false]);
    }
  });

  it('are the same each time', () => {
    const [, text, mode] = MODELS[1] as (typeof MODELS)[number];
    const [one, other] = [sampled(text, 4, mode, 60), sampled(text, 4, mode, 60)];
    expect(one.store).toEqual(other.store);
  });

  it('find what is unsafe, and it replays', () => {
    const counter = `type loc = Idle | Crit  type n = Zero | One | Two | Three | Four  var N : n  array PC[proc] : loc
      init (i) { PC[i] = Idle && N = Zero } unsafe (i) { N = Four && PC[i] = Crit }
      transition a (i) requires { PC[i] = Idle } { PC[i] := Crit; N := case | N = Zero : One | N = One : Two | _ : N }
      transition b (i) requires { PC[i] = Crit } { PC[i] := Idle; N := case | N = Two : Three | N = Three : Four | _ : N }`;
    const system = systemOf(counter);
    const found = sampled(counter, 3, 'oracle', 1000);
    expect(found.violation).toBeGreaterThanOrEqual(0);
    const { form } = found.layout;
    const literals = new Literals(system, form.usesConstants);
    const run = runFound(form, literals, new Safety(literals, new Instantiation(literals), form), found);
    expect(run === null ? null : replay(system, run)).toMatchObject({ ok: true });
  });
});

/** Sorts of which only some values are tried: data, and processes that are none of the instance. */
function isCut({ layout }: Exploration): boolean {
  return layout.form.system.symbols.some(({ sort }) => sort.kind === 'abstract' || sort.kind === 'proc');
}

/** Every cell is stored, with a value of its own: counts can be compared. */
function isWhole({ layout, store, count }: Exploration): boolean {
  const { symbols } = layout.form.system;
  if (symbols.some(({ index }) => layout.offsets[index] === -1)) return false;
  const isOpen = (value: number, at: number) => value === OPEN && at % layout.stride < layout.cells.length;
  return !store.subarray(0, count * layout.stride).some(isOpen);
}
