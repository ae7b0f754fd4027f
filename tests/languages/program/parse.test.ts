import { describe, expect, it } from 'vitest';
import { parseProgramText } from '../../../src/languages/program/index.js';
import { printExpression } from '../../../src/languages/program/print-expression.js';
import type { ExpressionSyntax, StatementSyntax, ThreadSyntax } from '../../../src/languages/program/syntax.js';

function thread(body: string): ThreadSyntax {
  const { syntax, diagnostics } = parseProgramText(`thread P { ${body} }`, 'f');
  expect(diagnostics, body).toEqual([]);
  const [first] = syntax?.declarations ?? [];
  if (first?.kind !== 'thread') throw new Error('no thread');
  return first;
}

const kinds = (body: string) => thread(body).body.statements.map(({ kind }: StatementSyntax) => kind);

/** Every operator with its operands in parentheses. */
function grouped(text: string, temporal = false): string {
  const { syntax, diagnostics } = parseProgramText(temporal ? `ltl f: ${text}` : `never ${text}`, 'f');
  expect(diagnostics, text).toEqual([]);
  const [first] = syntax?.declarations ?? [];
  const show = (expression: ExpressionSyntax): string => {
    switch (expression.kind) {
      case 'unary':
        return `(${expression.operator} ${show(expression.operand)})`;
      case 'binary':
        return `(${show(expression.left)} ${expression.operator} ${show(expression.right)})`;
      case 'conditional':
        return `(${show(expression.condition)} ? ${show(expression.whenTrue)} : ${show(expression.whenFalse)})`;
      default:
        return printExpression(expression);
    }
  };
  if (first?.kind === 'ltl') return show(first.formula);
  if (first?.kind === 'never') return show(first.condition);
  throw new Error('no property');
}

describe('statements', () => {
  it('need no semicolons, and may have them', () => {
    expect(kinds('a = 1 b = 2 skip fence l: m: c[1] = -d goto l')).toEqual([
      'assign',
      'assign',
      'skip',
      'fence',
      'assign',
      'goto',
    ]);
    expect(kinds(';a = 1;; b = 2;')).toEqual(['assign', 'assign']);
    expect(kinds('a = x\n(b) == c ? 1 : 2'.replace('\n(b)', ' + (b)'))).toEqual(['assign']);
  });

  it('take blocks or single statements as bodies', () => {
    const [first] = thread('if a if b x = 1; else x = 2').body.statements;
    if (first?.kind !== 'if') throw new Error('no if');
    expect(first.otherwise).toBeNull();
    expect(first.then.statements[0]).toMatchObject({ kind: 'if', otherwise: { statements: [{ kind: 'assign' }] } });
    expect(
      kinds('while (a) { b = 1 } while a == b c = 1 loop { break } choose { } or { } or { } atomic { } { }'),
    ).toEqual(['while', 'while', 'loop', 'choose', 'atomic', 'block']);
  });

  it('keep labels apart from conditionals', () => {
    const [first, second] = thread('x = a ? b : c  l: y = d ? e : f').body.statements;
    expect(first).toMatchObject({ kind: 'assign', labels: [] });
    expect(second).toMatchObject({ kind: 'assign', labels: [{ text: 'l' }] });
  });

  it('have their places', () => {
    const [, second] = thread('skip l: x = 1').body.statements;
    expect([second?.start, second?.end]).toEqual([16, 24]);
  });
});

describe('declarations of variables', () => {
  it('share type and value between names', () => {
    const { syntax } = parseProgramText('shared a, b[2]: 0..3 = 1, c = true, d', 'f');
    expect(syntax?.declarations[0]).toMatchObject({
      declarators: [
        {
          names: [
            { name: { text: 'a' }, size: null },
            { name: { text: 'b' }, size: { text: '2' } },
          ],
          type: { kind: 'range' },
        },
        { names: [{ name: { text: 'c' } }], type: null, initial: { kind: 'boolean' } },
        { names: [{ name: { text: 'd' } }], type: null, initial: null },
      ],
    });
  });

  it('have ranges of constant expressions', () => {
    const { syntax } = parseProgramText('shared a: -N..2 * (M - 1), b: N - 1..N, c: t', 'f');
    expect(syntax?.declarations[0]).toMatchObject({
      declarators: [{ type: { kind: 'range' } }, { type: { kind: 'range' } }, { type: { kind: 'named', name: 't' } }],
    });
  });
});

describe('expressions', () => {
  it('group by how tightly operators bind', () => {
    expect(grouped('a || b && c == d + e * -f')).toBe('(a || (b && (c == (d + (e * (- f))))))');
    expect(grouped('a - b - c < d == !e')).toBe('((((a - b) - c) < d) == (! e))');
    expect(grouped('a -> b -> c <-> d || e')).toBe('((a -> (b -> c)) <-> (d || e))');
    expect(grouped('a ? b : c ? d : e -> f')).toBe('(a ? b : (c ? d : (e -> f)))');
    expect(grouped('!P(0)@cs && T(i).x[1] == count(T)')).toBe('((! P(0)@cs) && (T(i).x[1] == count(T)))');
  });

  it('have temporal operators in formulas alone', () => {
    expect(grouped('G a -> F b', true)).toBe('((G a) -> (F b))');
    expect(grouped('G x == 1 U F X y < 2 && c', true)).toBe('(((G (x == 1)) U (F (X (y < 2)))) && c)');
    expect(grouped('a U b R c W d', true)).toBe('(a U (b R (c W d)))');
    expect(grouped('!G !a', true)).toBe('(! (G (! a)))');
    expect(grouped('G == U + X')).toBe('(G == (U + X))');
  });
});
