/**
 * Declarations, instances of threads, and properties over them.
 */
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../../src/languages/program/index.js';
import type { LtlFormula } from '../../../src/logic/ltl/formula.js';
import { program, showState } from './support.js';

describe('variables', () => {
  it('have sorts, sizes and first values', () => {
    const text = `const N = 2 + 1
type colour = red | green | blue
type digit = 0..9
shared a, b: int, c = true
shared d[N]: digit = {1, ?, 3}, e[2]: colour = blue, f: 2..5, g: -4..-2
shared h: digit = ?, i = green, j[N]
thread P { skip }`;
    const { shared } = program(text).program;
    expect(shared.map(({ name, sort, size, initial }) => [name, sort.kind, size, initial])).toEqual([
      ['a', 'int', null, [0]],
      ['b', 'int', null, [0]],
      ['c', 'bool', null, [1]],
      ['d', 'range', 3, [1, 'any', 3]],
      ['e', 'enum', 2, [2, 2]],
      ['f', 'range', null, [2]],
      ['g', 'range', null, [-2]],
      ['h', 'range', null, ['any']],
      ['i', 'enum', null, [1]],
      ['j', 'int', 3, [0, 0, 0]],
    ]);
    expect(shared[3]?.sort).toEqual({ kind: 'range', low: 0, high: 9 });
    expect(shared[4]?.sort).toEqual({ kind: 'enum', name: 'colour', constructors: ['red', 'green', 'blue'] });
    expect(shared[1]?.place).toEqual({ line: 4, column: 11 });
  });

  it('of a thread start with what depends on parameters alone', () => {
    const text = `shared x: int
thread P(me: 0..1, up: bool) {
  local other = 1 - me, sum: int = other * 10
  local t[2]: int = {me, other}, u[2]: bool = up, v: 0..2 = ?, w: 3..4
  local late = x, later = late
  local again: int
}`;
    const { program: made } = program(text);
    expect(made.threads.map(({ name, initial }) => [name, initial])).toEqual([
      ['P(0, false)', [[0], [0], [1], [10], [0, 1], [0, 0], ['any'], [3], [0], [0], [0]]],
      ['P(0, true)', [[0], [1], [1], [10], [0, 1], [1, 1], ['any'], [3], [0], [0], [0]]],
      ['P(1, false)', [[1], [0], [0], [0], [1, 0], [0, 0], ['any'], [3], [0], [0], [0]]],
      ['P(1, true)', [[1], [1], [0], [0], [1, 0], [1, 1], ['any'], [3], [0], [0], [0]]],
    ]);
    expect(made.templates[0]?.parameters).toBe(2);
    expect(made.outOfRange).toBe('failure');
  });
});

describe('instances', () => {
  it('are listed, counted or one', () => {
    const text = `type role = first | second
thread Ring(me: int, next: int) for (0, 1), (1, 2), (2, 0) { skip }
thread Role(r: role) { skip }
thread Three[3] { local twice = 2 * self }
thread Single { skip }`;
    const { threads, templates } = program(text).program;
    expect(threads.map(({ name, template }) => `${name} ${templates[template]?.name}`)).toEqual([
      'Ring(0, 1) Ring',
      'Ring(1, 2) Ring',
      'Ring(2, 0) Ring',
      'Role(first) Role',
      'Role(second) Role',
      'Three(0) Three',
      'Three(1) Three',
      'Three(2) Three',
      'Single Single',
    ]);
    expect(threads[7]?.initial).toEqual([[2], [4]]);
  });

  const any = `shared slot[T]: int = 7
thread T[any] { local n = count(T); cs: slot[self] = n }
never two: T(i)@cs && T(j)@cs
never T(1)@cs && slot[1] == count(T)`;

  it('of `any` threads are as many as asked for', () => {
    const { program: made } = program(any, 3);
    expect(made.threads.map(({ name, initial }) => [name, initial])).toEqual([
      ['T(0)', [[0], [3]]],
      ['T(1)', [[1], [3]]],
      ['T(2)', [[2], [3]]],
    ]);
    expect(made.shared[0]?.initial).toEqual([7, 7, 7]);
    expect(made.templates[0]?.locals[0]).toMatchObject({ name: 'self', sort: { kind: 'range', low: 0, high: 2 } });
    expect(made.never.map(({ condition }) => showState(condition, made))).toEqual([
      '(T(0)@0 && T(1)@0)',
      '(T(0)@0 && T(2)@0)',
      '(T(1)@0 && T(2)@0)',
      '(T(1)@0 && (slot[1] == 3))',
    ]);
  });

  it('of `any` threads need a number', () => {
    const { program: file } = readProgram(any, 'any.fp');
    expect(file?.anyThreads).toEqual(['T']);
    expect(file?.instantiate(null)).toMatchObject({ kind: 'error', message: expect.stringContaining('`T`') });
    expect(file?.instantiate(0)).toMatchObject({ kind: 'error', message: expect.stringContaining('not 0') });
    expect(file?.instantiate(1.5).kind).toBe('error');
    expect(file?.instantiate(1000).kind).toBe('error');
    expect(file?.instantiate(1)).toMatchObject({ kind: 'error', message: expect.stringContaining('`T(1)`') });
    expect(file?.instantiate(2).kind).toBe('program');
  });

  it('may be too many for a first value', () => {
    const { program: file } = readProgram('thread T[any] { local a: 0..2 = self }', 'any.fp');
    expect(file?.instantiate(3).kind).toBe('program');
    expect(file?.instantiate(4)).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('is 3, not in 0..2'),
    });
  });
});

describe('properties', () => {
  const head = `type colour = red | green
shared x: int, c: colour, f[2]: bool
thread P(me: 0..1) { local a = 0, t[2]: int; wait: await x == 1 || x == 2; cs: skip; a = x }
thread Q(k: colour) { q: skip }
thread S { s: x = 1 }
`;
  const conditions = (text: string) => {
    const { program: made } = program(head + text);
    return made.never.map(({ name, text: written, condition, place }) => [
      name,
      written,
      showState(condition, made),
      place.line,
    ]);
  };

  it('say where threads are and what variables hold', () => {
    expect(
      conditions('never mutex: P(0)@wait && P(1).a == x + 1 && S@end\nnever f[P(0).a] || P(1).t[1] < 2 || c == green'),
    ).toEqual([
      ['mutex', 'P(0)@wait && P(1).a == x + 1 && S@end', '((P(0)@0/2 && (P(1).a == (x + 1))) && S@1)', 6],
      ['line 7', 'f[P(0).a] || P(1).t[1] < 2 || c == green', '((f[P(0).a] || (P(1).t[1] < 2)) || (c == 1))', 7],
    ]);
  });

  it('are turned round when they are invariants', () => {
    expect(conditions('invariant P(0)@cs -> x == 1')).toEqual([
      ['invariant line 6', 'P(0)@cs -> x == 1', '!(!P(0)@1 || (x == 1))', 6],
    ]);
    expect(conditions('invariant all: P(i)@cs -> f[i]').map(([, , shown]) => shown)).toEqual([
      '!(!P(0)@1 || f[0])',
      '!(!P(1)@1 || f[1])',
    ]);
  });

  it('with variables are about all instances, different where they stand at the same place', () => {
    const shown = (text: string) => conditions(text).map(([, , condition]) => condition);
    expect(shown('never P(i)@cs && P(j)@cs')).toEqual(['(P(0)@1 && P(1)@1)']);
    expect(shown('never P(i)@cs && Q(k)@q && c == k')).toEqual([
      '((P(0)@1 && Q(red)@0) && (c == 0))',
      '((P(0)@1 && Q(green)@0) && (c == 1))',
      '((P(1)@1 && Q(red)@0) && (c == 0))',
      '((P(1)@1 && Q(green)@0) && (c == 1))',
    ]);
    expect(shown('never P(i)@cs && P(j)@cs && P(k)@cs')).toEqual(['0']);
    expect(shown('never P(i)@cs && P(i)@wait && x == i')).toEqual([
      '((P(0)@1 && P(0)@0/2) && (x == 0))',
      '((P(1)@1 && P(1)@0/2) && (x == 1))',
    ]);
  });

  it('may be formulas of linear temporal logic', () => {
    const { ltl, program: made } = program(
      `${head}ltl live: G (P(i)@wait && x < 3 -> F P(i)@cs)\nltl b: !(x == 1 U S@end) || X true W F G x == 1 R c == red`,
    );
    const show = (formula: LtlFormula, texts: readonly string[]): string => {
      if (formula.kind === 'proposition') return `<${texts[formula.proposition]}>`;
      if (formula.kind === 'constant') return String(formula.value);
      if ('operand' in formula) return `${formula.kind}(${show(formula.operand, texts)})`;
      return `${formula.kind}(${show(formula.left, texts)}, ${show(formula.right, texts)})`;
    };
    const shown = ltl.map(({ name, formula, propositions }) => {
      const texts = propositions.map(({ condition }) => showState(condition, made));
      return `${name}: ${show(formula, texts)}`;
    });
    expect(shown).toEqual([
      'live: and(globally(implies(<(P(0)@0/2 && (x < 3))>, finally(<P(0)@1>))), globally(implies(<(P(1)@0/2 && (x < 3))>, finally(<P(1)@1>))))',
      'b: or(not(until(<(x == 1)>, <S@1>)), weakUntil(next(true), release(finally(globally(<(x == 1)>)), <(c == 0)>)))',
    ]);
    expect(ltl[0]?.propositions.map(({ text }) => text)).toEqual([
      'P(i)@wait && x < 3 (i = 0)',
      'P(i)@cs (i = 0)',
      'P(i)@wait && x < 3 (i = 1)',
      'P(i)@cs (i = 1)',
    ]);
  });

  it('are doubted when they name a place that is never come to', () => {
    const text = `shared x: int\nthread P { loop { l: x = 1 } }\nnever P@end && x == 1\ninvariant P@l -> x == 1\n`;
    const { diagnostics } = readProgram(text, 'doubtful.fp');
    expect(diagnostics.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`)).toEqual([
      'warning vacuous 3:1',
    ]);
  });

  it('may be predicates, one for each instance', () => {
    const { predicates, program: made } = program(`${head}predicates { x == 0; P(i).a == x }`);
    expect(predicates.map(({ condition, text }) => [showState(condition, made), text])).toEqual([
      ['(x == 0)', 'x == 0'],
      ['(P(0).a == x)', 'P(i).a == x (i = 0)'],
      ['(P(1).a == x)', 'P(i).a == x (i = 1)'],
    ]);
  });
});
