import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { showFormula, showUpdate } from './support.js';

const HEAD = `type loc = L1 | L2
array PC[proc] : loc
array A[proc] : int
var X : int
var Y : int
var R : real
var T : proc
const N : int
`;
const TAIL = `
init (i) { PC[i] = L1 }
unsafe (i j) { PC[i] = L2 && PC[j] = L2 }
`;

function read(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'model.cub');
  if (system === null) throw new Error(renderDiagnostics(diagnostics, text));
  return system;
}

/** The guard of `requires { ... }` in a transition with parameters i and j. */
function guard(text: string, predicates = ''): string {
  const system = read(`${HEAD}${TAIL}${predicates}\ntransition t (i j) requires { ${text} } { }`);
  return showFormula(system.transitions[0]?.guard ?? { kind: 'constant', value: false });
}

function updates(text: string, predicates = ''): string[] {
  return (
    read(`${HEAD}${TAIL}${predicates}\ntransition t (i j) { ${text} }`).transitions[0]?.updates.map(showUpdate) ?? []
  );
}

describe('a model', () => {
  it('has its symbols in order, with their sorts', () => {
    const system = read(HEAD + TAIL);
    expect(
      system.symbols.map(({ name, index, arity, constant, weak, sort }) => [
        name,
        index,
        arity,
        constant,
        weak,
        sort.kind,
      ]),
    ).toEqual([
      ['PC', 0, 1, false, false, 'enum'],
      ['A', 1, 1, false, false, 'int'],
      ['X', 2, 0, false, false, 'int'],
      ['Y', 3, 0, false, false, 'int'],
      ['R', 4, 0, false, false, 'real'],
      ['T', 5, 0, false, false, 'proc'],
      ['N', 6, 0, true, false, 'int'],
    ]);
    expect(system.processes).toBeNull();
    expect(system.weak).toBe(false);
    expect(system.init).toMatchObject({ name: null, parameters: ['i'], place: { line: 10, column: 1 } });
    expect(system.unsafe).toMatchObject([{ parameters: ['i', 'j'], place: { line: 11, column: 1 } }]);
  });

  it('has one sort object for each type', () => {
    const system = read(
      'type t = A | B\nvar X : t\nvar Y : t\nvar Z : bool\ninit { X = A && Y = B && Z = True }\nunsafe { X = Y }',
    );
    expect(system.symbols[0]?.sort).toBe(system.symbols[1]?.sort);
    expect(system.symbols[2]?.sort).toMatchObject({ name: 'bool', constructors: ['False', 'True'] });
  });

  it('may have names for what is unsafe, invariants, transitions of one name, and a size', () => {
    const system = read(`number_procs 1000000000\n${HEAD}${TAIL}unsafe bad (i) { A[i] = 1 }
invariant known { X = 2 }
transition t (i) { X := 1 }
transition t (j) { X := 2 }`);
    expect(system.processes).toBe(1_000_000_000);
    expect(system.unsafe.map(({ name }) => name)).toEqual([null, 'bad']);
    expect(system.invariants.map(({ name }) => name)).toEqual(['known']);
    expect(system.transitions.map(({ name, parameters, actor }) => [name, parameters, actor])).toEqual([
      ['t', ['i'], null],
      ['t', ['j'], null],
    ]);
  });

  it('without guard is always enabled', () => {
    expect(read(`${HEAD}${TAIL}transition t () { X := 1 }`).transitions[0]?.guard).toEqual({
      kind: 'constant',
      value: true,
    });
  });

  it('keeps a warning beside the system', () => {
    const { system, diagnostics } = readCubicle(`number_procs 1\n${HEAD}${TAIL}transition t (i j) { X := 1 }`, 'f');
    expect(system).not.toBeNull();
    expect(diagnostics.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`)).toEqual([
      'warning vacuous 12:1',
      'warning vacuous 13:12',
    ]);
  });

  it('may have comments that are not UTF-8', () => {
    const bytes = new TextEncoder().encode(`(* caf_ *)\n${HEAD}${TAIL}`);
    bytes[6] = 0xe9;
    const { system, diagnostics } = readCubicle(bytes, 'f');
    expect(system).not.toBeNull();
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'encoding', line: 1, column: 7 }]);
  });
});

describe('terms', () => {
  const table: [string, string][] = [
    ['X = 1', '1*X+0 = 1'],
    ['X + 1 < A[i] - 2', '1*X+1 < 1*A[i]+-2'],
    ['X - Y = N', '1*X+-1*Y+0 = 1*N+0'],
    ['X + Y = X - X', '1*X+1*Y+0 = 0'],
    ['X + 3 * X = -2 * N', '4*X+0 = -2*N+0'],
    ['X + Y * 2 > 0 * Y', '0 < 1*X+2*Y+0'],
    ['X >= 5', '5 <= 1*X+0'],
    ['R = 0.250', '1*R+0r = 1/4r'],
    ['R + 1 = -1.', '1*R+1r = -1r'],
    ['R = 2 * R', '1*R+0r = 2*R+0r'],
    ['X = 123456789012345678901234567890', '1*X+0 = 123456789012345678901234567890'],
    ['T <> i', 'T <> i'],
    ['i < j', 'i < j'],
    ['T > j', 'j < T'],
    ['PC[i] <> L1', 'PC[i] <> L1'],
    ['i@X = 1', '1*i@X+0 = 1'],
  ];
  for (const [text, expected] of table) {
    it(`reads ${text}`, () => {
      expect(guard(text)).toBe(expected);
    });
  }
});

describe('formulas', () => {
  const table: [string, string][] = [
    ['X = 1 && (Y = 1 || true)', 'and(1*X+0 = 1; or(1*Y+0 = 1; true))'],
    ['X = 1 => Y = 1', 'or(not(1*X+0 = 1); 1*Y+0 = 1)'],
    ['i < j <=> T = i', 'or(and(i < j; T = i); and(not(i < j); not(T = i)))'],
    ['if i < j then T = i else T = j', 'or(and(i < j; T = i); and(not(i < j); T = j))'],
    ['not if i < j then T = i else T = j', 'not(or(and(i < j; T = i); and(not(i < j); T = j)))'],
  ];
  for (const [text, expected] of table) {
    it(`writes ${text} out`, () => {
      expect(guard(text)).toBe(expected);
    });
  }
});

describe('quantifiers', () => {
  const table: [string, string][] = [
    ['forall k. PC[k] = L1', 'forall k(PC[k] = L1)'],
    ['forall_other k. PC[k] = L1', 'forall k\\i,j(PC[k] = L1)'],
    ['exists_other k. PC[k] = L1', 'exists k\\i,j(PC[k] = L1)'],
    ['exists x <> y <> z. x < y', 'exists x(exists y\\x(exists z\\x,y(x < y)))'],
    ['forall k. forall_other l. k < l', 'forall k(forall l\\i,j,k(k < l))'],
    ['exists k. forall_other l. k < l', 'exists k(forall l\\i,j,k(k < l))'],
    ['(forall_other k. k < i) && (forall_other k. k < j)', 'and(forall k\\i,j(k < i); forall k_2\\i,j(k_2 < j))'],
    ['forall i. i < j', 'forall i_2(i_2 < j)'],
    ['forall k. k < i && (forall k. k < j)', 'forall k(and(k < i; forall k_2(k_2 < j)))'],
    [
      '(exists k. k < i) <=> X = 1',
      'or(and(exists k(k < i); 1*X+0 = 1); and(not(exists k_2(k_2 < i)); not(1*X+0 = 1)))',
    ],
  ];
  for (const [text, expected] of table) {
    it(`binds in ${text}`, () => {
      expect(guard(text)).toBe(expected);
    });
  }

  it('may stand in init and unsafe, where that is universal', () => {
    const system = read(`${HEAD}init (i) { PC[i] = L1 && not exists k. A[k] = 1 }
unsafe (i) { exists_other k. forall_other l. A[k] < A[l] }`);
    expect(showFormula(system.init.formula)).toBe('and(PC[i] = L1; not(exists k(1*A[k]+0 = 1)))');
    expect(showFormula(system.unsafe[0]?.formula ?? system.init.formula)).toBe(
      'exists k\\i(forall l\\i,k(1*A[k]+0 < 1*A[l]+0))',
    );
  });
});

describe('predicates', () => {
  it('are expanded with their arguments', () => {
    expect(guard('at(i, L1) && at(j, L2)', 'predicate at (p, v) { PC[p] = v }')).toBe('and(PC[i] = L1; PC[j] = L2)');
  });

  it('take terms, sums and other predicates', () => {
    const predicates = 'predicate below (a, b) { a + 1 < b }\npredicate near (p, v) { below(A[p], v) && v - 2 > A[p] }';
    expect(guard('near(i, X) || near(j, Y + 1)', predicates)).toBe(
      'or(and(1*A[i]+1 < 1*X+0; 1*A[i]+0 < 1*X+-2); and(1*A[j]+1 < 1*Y+1; 1*A[j]+0 < 1*Y+-1))',
    );
  });

  it('do not capture: an argument keeps its meaning below a quantifier of the body', () => {
    const predicates = 'predicate least (p) { forall k. A[p] <= A[k] }';
    expect(guard('forall k. k < i => not least(i)', 'predicate least (p) { exists k. A[p] <= A[k] }')).toBe(
      'forall k(or(not(k < i); not(exists k_2(1*A[i]+0 <= 1*A[k_2]+0))))',
    );
    expect(guard('exists k. least(k) && k < i', predicates)).toBe(
      'exists k(and(forall k_2(1*A[k]+0 <= 1*A[k_2]+0); k < i))',
    );
  });

  it('see the parameters of the declaration as excluded, not as names', () => {
    expect(guard('alone()', 'predicate alone () { forall_other k. PC[k] = L1 }')).toBe('forall k\\i,j(PC[k] = L1)');
  });

  it('shadow: a parameter named like one of the transition is its own', () => {
    expect(guard('p(j, i)', 'predicate p (i, j) { i < j }')).toBe('j < i');
  });
});

describe('updates', () => {
  it('assign, choose and give arbitrary values', () => {
    expect(updates('X := Y + 1; T := ?; PC[i] := L2')).toEqual(['X := 1*Y+1', 'T := ?', 'PC[i] := L2']);
    expect(updates('A[p] := case | p = i : 1 | PC[p] = L1 : A[p] + 1 | _ : X')).toEqual([
      'A[p] := p = i : 1 | PC[p] = L1 : 1*A[p]+1 | _ : 1*X+0',
    ]);
    expect(updates('X := case | Y = 1 : 2')).toEqual(['X[] := 1*Y+0 = 1 : 2']);
  });

  it('give each binder a name of its own', () => {
    expect(updates('A[p] := case | _ : 1; PC[p] := case | p = i : L2')).toEqual([
      'A[p] := _ : 1',
      'PC[p_2] := p_2 = i : L2',
    ]);
  });

  it('see let names, and later lets see earlier ones', () => {
    expect(updates('let x = A[i] in let y = x + 1 in let x = y + Y in X := x; A[j] := y')).toEqual([
      'X := 1*A[i]+1*Y+1',
      'A[j] := 1*A[i]+1',
    ]);
  });

  it('see let names as processes, in conditions and in sums', () => {
    expect(updates('let k = j in let v = A[k] in A[p] := case | p = k : X + v | _ : v')).toEqual([
      'A[p] := p = j : 1*X+1*A[j]+0 | _ : 1*A[j]+0',
    ]);
  });
});

describe('process constants', () => {
  it('stand for the processes of a fixed size', () => {
    const system = read(`number_procs 3\n${HEAD}${TAIL}unsafe (p) { p = #3 && PC[#1] = L2 }`);
    expect(showFormula(system.unsafe[1]?.formula ?? system.init.formula)).toBe('and(p = #3; PC[#1] = L2)');
  });
});
