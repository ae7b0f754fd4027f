import { describe, expect, it } from 'vitest';
import { parseCubicleText } from '../../../src/languages/cubicle/index.js';
import type { FormulaSyntax, ModelSyntax, TermSyntax } from '../../../src/languages/cubicle/syntax.js';
import { withoutPlaces } from './support.js';

function parse(text: string): ModelSyntax {
  const { model, diagnostics } = parseCubicleText(text, 'model.cub');
  expect(diagnostics).toEqual([]);
  if (model === null) throw new Error('no model');
  return model;
}

function formula(text: string): FormulaSyntax {
  const [declaration] = parse(`unsafe { ${text} }`).declarations;
  if (declaration?.kind !== 'unsafe') throw new Error('no formula');
  return declaration.formula;
}

/** Fully bracketed. */
function show(node: FormulaSyntax): string {
  switch (node.kind) {
    case 'constant':
      return `${node.value}`;
    case 'fence':
      return 'fence';
    case 'compare':
      return `${showTerm(node.left)}${node.operator}${showTerm(node.right)}`;
    case 'call': {
      const list = node.arguments.map((a) => (a.kind === 'term' ? showTerm(a.term) : show(a.formula)));
      return `${node.name.text}(${list.join(',')})`;
    }
    case 'not':
      return `not(${show(node.operand)})`;
    case 'and':
    case 'or':
      return `${node.kind}(${node.operands.map(show).join(',')})`;
    case 'implies':
    case 'iff':
      return `${node.kind}(${show(node.left)},${show(node.right)})`;
    case 'if':
      return `if(${show(node.condition)},${show(node.positive)},${show(node.negative)})`;
    case 'quantified':
      return `${node.quantifier}[${node.variables.map(({ text }) => text).join(',')}](${show(node.body)})`;
  }
}

function showTerm(term: TermSyntax): string {
  switch (term.kind) {
    case 'process':
      return (term.process.kind === 'number' ? '#' : '') + term.process.text;
    case 'symbol': {
      const reader = term.reader === null ? '' : `${term.reader.text}@`;
      return `${reader}${term.name.text}${term.indices === null ? '' : `[${term.indices.map((i) => i.text).join(',')}]`}`;
    }
    case 'number':
      return `${term.text}${term.real ? 'r' : ''}`;
    case 'product':
      return `(${term.coefficient}*${showTerm(term.factor)})`;
    case 'sum':
      return `(${showTerm(term.left)}${term.operator}${showTerm(term.right)})`;
  }
}

describe('formulas', () => {
  const table: [string, string][] = [
    ['A = B', 'A=B'],
    ['X = 1 && Y = 2 && Z = 3', 'and(X=1,Y=2,Z=3)'],
    ['(X = 1 && Y = 2) && Z = 3', 'and(and(X=1,Y=2),Z=3)'],
    ['X = 1 && Y = 2 || Z = 3', 'or(and(X=1,Y=2),Z=3)'],
    ['X = 1 || Y = 2 && Z = 3', 'or(X=1,and(Y=2,Z=3))'],
    ['X = 1 => Y = 2 => Z = 3', 'implies(X=1,implies(Y=2,Z=3))'],
    ['X = 1 => Y = 2 <=> Z = 3', 'implies(X=1,iff(Y=2,Z=3))'],
    ['X = 1 || Y = 2 => Z = 3', 'implies(or(X=1,Y=2),Z=3)'],
    ['not X = 1 && Y = 2', 'and(not(X=1),Y=2)'],
    ['not not true', 'not(not(true))'],
    ['if X = 1 then Y = 2 else Z = 3 && true', 'and(if(X=1,Y=2,Z=3),true)'],
    ['if X = 1 then Y = 2 && true else if true then false else true', 'if(X=1,and(Y=2,true),if(true,false,true))'],
    ['not if true then false else true', 'not(if(true,false,true))'],
    ['true && forall_other k. false && true', 'and(true,forall_other[k](and(false,true)))'],
    ['(forall k. false) && true', 'and(forall[k](false),true)'],
    ['not exists k. false || true', 'not(exists[k](or(false,true)))'],
    ['exists x <> y <> z. x < y', 'exists[x,y,z](x<y)'],
    ['forall x. true => false', 'forall[x](implies(true,false))'],
    ['p() && q(i, A[i], X = 1, 3) && r(s(), (true))', 'and(p(),q(i,A[i],X=1,3),r(s(),true))'],
    ['q(X = 1 && true => false)', 'q(implies(and(X=1,true),false))'],
    ['fence() || true', 'or(fence,true)'],
    ['A[i, j, #3] >= -12', 'A[i,j,3]>=-12'],
    ['i@X <> #1 @ Y[k]', 'i@X<>1@Y[k]'],
    ['X + 1 = X - 1', '(X+1)=(X-1)'],
    ['X + -1 = X - -1.', '(X+-1)=(X--1.r)'],
    ['X + N = A[i] - 2 * N', '(X+N)=(A[i]-(2*N))'],
    ['X + N * 3 = 3 * N', '(X+(3*N))=(3*N)'],
    ['- 3 * N = - -3 * N', '(-3*N)=(3*N)'],
    ['x + y = 0.250', '(x+y)=0.250r'],
    ['X=1.&&Y<1', 'and(X=1.r,Y<1)'],
    ['i<j', 'i<j'],
  ];
  for (const [text, tree] of table) {
    it(`reads ${text}`, () => {
      expect(show(formula(text))).toBe(tree);
    });
  }

  it('reads the longest token: `=>` and `<=>` are one each', () => {
    expect(show(formula('X=1=>X<=1<=>X<1'))).toBe('implies(X=1,iff(X<=1,X<1))');
  });

  it('keeps a chain of a hundred thousand operands flat', () => {
    const read = formula(Array.from({ length: 100_000 }, () => 'X = 1').join(' && '));
    expect(read.kind === 'and' && read.operands.length).toBe(100_000);
  });
});

describe('a file', () => {
  it('is read into a tree with every kind of declaration', () => {
    const text = `(* a (* nested *) comment *)
number_procs 2
type data
type loc = | Idle | Busy
const Max : int
const Rank[proc] : int
weak var X : int
var Y : real
weak array F[proc] : bool
array M[proc,proc] : data
init (i) { F[i] = False }
unsafe broken (i j) { i < j }
invariant Fine { true }
predicate at (x, v) { PC[x] = v }
transition Step (i [j] k) requires { at(i, Idle) } {
  let x = X in
  let y = x + 1 in
  X := y;
  Y := .;
  F[i] := True;
  M[a, b] := case
    | a = i : M[b, a]
    | _ : M[a, b];
}
transition nothing () {}
`;
    const model = parse(text);
    expect(model.processes?.text).toBe('2');
    expect(model.types.map(({ name, constructors }) => [name.text, constructors?.map((c) => c.text) ?? null])).toEqual([
      ['data', null],
      ['loc', ['Idle', 'Busy']],
    ]);
    const symbols = model.symbols.map(({ kind, weak, name, indices, type }) => {
      return `${weak ? 'weak ' : ''}${kind} ${name.text}/${indices?.length ?? '-'} ${type.text}`;
    });
    expect(symbols).toEqual([
      'const Max/- int',
      'const Rank/1 int',
      'weak var X/- int',
      'var Y/- real',
      'weak array F/1 bool',
      'array M/2 data',
    ]);
    expect(model.declarations.map(({ kind }) => kind)).toEqual([
      'init',
      'unsafe',
      'invariant',
      'predicate',
      'transition',
      'transition',
    ]);
    const [, unsafe, invariant, , step, nothing] = withoutPlaces(model.declarations) as object[];
    expect(unsafe).toMatchObject({ name: { text: 'broken' }, parameters: [{ text: 'i' }, { text: 'j' }] });
    expect(invariant).toMatchObject({ name: { text: 'Fine' }, parameters: [] });
    expect(step).toMatchObject({
      name: { text: 'Step' },
      parameters: [{ text: 'i' }, { text: 'j' }, { text: 'k' }],
      actor: 1,
      guard: { kind: 'call' },
      lets: [{ name: { text: 'x' } }, { name: { text: 'y' }, term: { kind: 'sum' } }],
      updates: [
        { kind: 'assign', target: { text: 'X' }, indices: null, value: { kind: 'process' } },
        { kind: 'havoc', target: { text: 'Y' } },
        { kind: 'assign', target: { text: 'F' }, indices: [{ kind: 'variable', text: 'i' }] },
        {
          kind: 'case',
          target: { text: 'M' },
          binders: [{ text: 'a' }, { text: 'b' }],
          switches: [{ condition: { kind: 'compare' } }, { condition: null, value: { kind: 'symbol' } }],
        },
      ],
    });
    expect(nothing).toEqual({
      kind: 'transition',
      name: { text: 'nothing' },
      parameters: [],
      actor: null,
      guard: null,
      lets: [],
      updates: [],
      body: {},
    });
  });

  it('has places that cover the text of a node', () => {
    const text = 'unsafe { X = 1 && (A[i] + 2 < Y || true) }';
    const [declaration] = parse(text).declarations;
    if (declaration?.kind !== 'unsafe' || declaration.formula.kind !== 'and') throw new Error('no conjunction');
    const slices = declaration.formula.operands.map(({ start, end }) => text.slice(start, end));
    expect(slices).toEqual(['X = 1', 'A[i] + 2 < Y || true']);
  });

  it('may have carriage returns, tabs and a byte order mark', () => {
    const text = '\ufeffvar X : int\r\n\tinit\t{ X = 0 }\r\nunsafe { X = 1 }\r\n';
    expect(parse(text).declarations).toHaveLength(2);
  });
});
