/** Forms of formulas that the language does not write, but an engine or another front end may. */
import { describe, expect, test } from 'vitest';
import { StateBefore } from '../../../src/evidence/cubes/state.js';
import { Vocabulary } from '../../../src/evidence/cubes/vocabulary.js';
import { rational, ZERO } from '../../../src/logic/rational.js';
import type { Formula, Process, Property, StateSymbol, Term } from '../../../src/models/array-system/model.js';
import { INT } from '../../../src/models/array-system/model.js';
import { judge, readProof } from './proof.js';

function bound(name: string): Process {
  return { kind: 'bound', name };
}

function cube(parameters: readonly string[], formula: Formula): Property {
  return { name: null, parameters, formula, place: { line: 0, column: 0 } };
}

function linear(symbol: StateSymbol, factor: number, constant: number): Term {
  const summands = [{ coefficient: rational(factor), access: { symbol, indices: [], reader: null } }];
  return { kind: 'linear', sort: INT, constant: rational(constant), summands };
}

const TRUE: Formula = { kind: 'constant', value: true };

describe('a model without initial states', () => {
  const model = `var X : bool
    array A[proc] : bool
    init (z) { A[z] = True && A[z] = False }
    unsafe () { X = True }
    transition t () { X := True }`;

  test('is proved by the cube of all states', async () => {
    const { system } = readProof(model, []);
    expect(await judge({ system, badCubes: [cube([], TRUE)] })).toMatchObject({ accepted: true });
  });

  test('is not proved by no cube at all', async () => {
    const check = await judge(readProof(model, []));
    expect(check).toMatchObject({ accepted: false, refuted: true, failed: [{ label: 'safety: unsafe 1()' }] });
  });
});

describe('a universal conjunct on two processes', () => {
  // The alarm is rung by a blue process if all others are pairwise linked or of different colour.
  const model = `type colour = Red | Blue
    var Alarm : bool
    array C[proc] : colour
    array Link[proc, proc] : bool
    init (x y) { Alarm = False && C[x] = Red }
    unsafe () { Alarm = True }
    transition cut (i j) requires { C[i] = Red } { Link[i, j] := False }
    transition ring (i) requires { C[i] = Blue && forall_other k. forall_other l. (C[k] <> C[l] || Link[k, l] = True) }
      { Alarm := True }`;
  const cubes = [
    '() { Alarm = True }',
    '(i) { C[i] = Blue && (forall_other k. forall_other l. (C[k] <> C[l] || Link[k, l] = True)) }',
  ];

  test('is used with two witnesses', async () => {
    const { failed } = await judge(readProof(model, cubes));
    expect(failed).toEqual([]);
  });

  test('is missed when dropped, and when stronger', async () => {
    const dropped = await judge(readProof(model, cubes.slice(0, 1)));
    expect(dropped.failed.map(({ label }) => label)).toContain('consecution: cube 1() by ring(z1)');
    const other = '(i) { C[i] = Blue && (forall_other k. forall_other l. (C[k] <> C[l] && Link[k, l] = True)) }';
    const stronger = await judge(readProof(model, [...cubes.slice(0, 1), other]));
    expect(stronger.failed.map(({ label }) => label)).toEqual(['consecution: cube 1() by ring(z1)']);
  });
});

describe('a value that exists', () => {
  const model = `var X : int
    var Y : int
    init () { X = 1 && 0 <= Y }
    unsafe () { X = -6 }
    transition draw () { Y := ? }
    transition copy () requires { 0 <= Y } { X := Y }
    transition add () { X := X + 2 }`;
  const { system } = readProof(model, []);
  const [x, y] = system.symbols as [StateSymbol, StateSymbol];
  const choice: StateSymbol = { name: 'v', index: 7, constant: true, arity: 0, sort: INT, weak: false };
  const number = (value: number): Term => ({ kind: 'linear', sort: INT, constant: rational(value), summands: [] });
  const bounded = (symbol: StateSymbol, bound: number): Formula => ({
    kind: 'and',
    operands: [
      { kind: 'compare', operator: '=', left: linear(symbol, 1, 0), right: linear(choice, 1, 0) },
      { kind: 'compare', operator: '<', left: linear(choice, 1, 0), right: number(bound) },
    ],
  });
  const negative = bounded(x, 0);

  test('is a value in the cube and all values in its negation', async () => {
    expect((await judge({ system, badCubes: [cube([], negative)] })).failed).toEqual([]);
  });

  test('is refuted where it is wrong', async () => {
    const initial = await judge({ system, badCubes: [cube([], bounded(x, 2))] });
    expect(initial.failed.map(({ label }) => label)).toEqual([
      'initiation: cube 1()',
      'consecution: cube 1() by copy()',
    ]);
    const drawn = await judge({ system, badCubes: [cube([], negative), cube([], bounded(y, 0))] });
    expect(drawn.failed).toEqual([{ label: 'consecution: cube 2() by draw()', answer: 'sat' }]);
  });

  test('must be a constant', () => {
    const right = linear({ ...choice, constant: false }, 1, 0);
    const wrong: Formula = { kind: 'compare', operator: '=', left: linear(x, 1, 0), right };
    expect(() => new Vocabulary(system, [cube([], wrong)])).toThrow('v is not a symbol of the model');
  });
});

describe('a condition of case with a quantifier', () => {
  // X becomes True only if all cells are True.
  const { system: plain } = readProof(
    `var X : bool
    array A[proc] : bool
    init (z) { X = False && A[z] = False }
    unsafe (i) { X = True && A[i] = False }
    transition set (i) { A[i] := True }
    transition look () { X := case | X = True : X | _ : X }`,
    [],
  );
  const [, a] = plain.symbols as [StateSymbol, StateSymbol];
  const bool = (value: number): Term => {
    if (a.sort.kind !== 'enum') throw new Error('A is Boolean');
    return { kind: 'constructor', sort: a.sort, value };
  };
  const cell: Term = { kind: 'access', access: { symbol: a, indices: [bound('k')], reader: null } };
  const looking = (condition: Formula, value: number) => ({
    ...plain,
    transitions: plain.transitions.map((transition) =>
      transition.name !== 'look'
        ? transition
        : {
            ...transition,
            updates: transition.updates.map((update) =>
              update.kind === 'case'
                ? { ...update, switches: [{ condition, value: bool(value) }], otherwise: bool(1 - value) }
                : update,
            ),
          },
    ),
  });
  const allTrue: Formula = {
    kind: 'forall',
    variable: 'k',
    excluded: [],
    body: { kind: 'compare', operator: '=', left: cell, right: bool(1) },
  };

  test('is used when it holds', async () => {
    const check = await judge({ system: looking(allTrue, 1), badCubes: plain.unsafe });
    expect(check.failed).toEqual([]);
  });

  test('is used when it does not', async () => {
    const check = await judge({ system: looking({ kind: 'not', operand: allTrue }, 0), badCubes: plain.unsafe });
    expect(check.failed).toEqual([]);
  });

  test('is not taken for more than it says', async () => {
    const check = await judge({ system: looking({ kind: 'not', operand: allTrue }, 1), badCubes: plain.unsafe });
    expect(check.failed).toEqual([{ label: 'consecution: cube 1(z1) by look()', answer: 'sat' }]);
  });
});

describe('an existential quantifier below a universal one', () => {
  // Every process has another one of its own colour.
  const { system: plain, badCubes } = readProof(
    `var Alarm : bool
    array A[proc] : bool
    init (z) { Alarm = False && A[z] = True }
    unsafe (i) { Alarm = True && A[i] = False }
    transition clear (i) requires { Alarm = False } { A[i] := False }
    transition ring () requires { true } { Alarm := True }`,
    ['(i) { Alarm = True && A[i] = False }'],
  );
  const a = plain.symbols[1] as StateSymbol;
  const cell = (name: string): Term => ({
    kind: 'access',
    access: { symbol: a, indices: [bound(name)], reader: null },
  });
  const paired: Formula = {
    kind: 'forall',
    variable: 'k',
    excluded: [],
    body: {
      kind: 'exists',
      variable: 'l',
      excluded: [bound('k')],
      body: { kind: 'compare', operator: '=', left: cell('k'), right: cell('l') },
    },
  };

  test('is not taken for more than it says in a guard', async () => {
    const transitions = plain.transitions.map((each) => (each.name === 'ring' ? { ...each, guard: paired } : each));
    const check = await judge({ system: { ...plain, transitions }, badCubes });
    expect(check.failed).toEqual([{ label: 'consecution: cube 1(z1) by ring()', answer: 'sat' }]);
  });

  test('is not taken for more than it says in init', async () => {
    const init = { ...plain.init, parameters: [], formula: paired };
    const check = await judge({ system: { ...plain, init }, badCubes });
    expect(check.failed).toContainEqual({ label: 'initiation: cube 1(z1)', answer: 'sat' });
  });
});

describe('a bound on instances', () => {
  test('leaves out what is beyond it, those with most processes first', () => {
    const { system, badCubes } = readProof(
      `array A[proc] : bool
      init (z) { A[z] = False }
      unsafe (i j) { A[i] = True && A[j] = True }
      transition t (i) { A[i] := False }`,
      ['(i j) { A[i] = True && A[j] = True }', '(i) { A[i] = True }'],
    );
    const text = (most: number) => {
      const state = new StateBefore(new Vocabulary(system, badCubes), 3);
      state.exclude(badCubes, most);
      return { partial: state.partial, lines: [...state.text()].filter((line) => line.startsWith('(assert (')) };
    };
    // Three cells, three unordered pairs, and that the processes are distinct.
    expect(text(9)).toMatchObject({ partial: false, lines: { length: 7 } });
    expect(text(8).partial).toBe(true);
    expect(text(3)).toMatchObject({ partial: true, lines: { length: 4 } });
  });
});

test('coefficients and constants keep their sign', async () => {
  const { system } = readProof(
    `var X : int
    init () { X = 0 }
    unsafe () { X = 3 }
    transition down () { X := X - 1 }`,
    [],
  );
  const x = system.symbols[0] as StateSymbol;
  // -2 X + 1 < 0, that is X > 1/2.
  const zero: Term = { kind: 'linear', sort: INT, constant: ZERO, summands: [] };
  const positive: Formula = { kind: 'compare', operator: '<', left: linear(x, -2, 1), right: zero };
  expect((await judge({ system, badCubes: [cube([], positive)] })).failed).toEqual([]);
  const nonNegative: Formula = { ...positive, right: { ...zero, constant: rational(2) } };
  expect((await judge({ system, badCubes: [cube([], nonNegative)] })).failed).toEqual([
    { label: 'initiation: cube 1()', answer: 'sat' },
  ]);
});
