import { describe, expect, it } from 'vitest';
import { readCondition } from '../../../src/languages/ltl/condition.js';
import { parseLtl } from '../../../src/languages/ltl/parse.js';
import { DiagnosticList } from '../../../src/languages/shared/diagnostics.js';
import { SourceText } from '../../../src/languages/shared/source.js';
import { binary, constant, proposition, show, unary } from '../../../src/logic/ltl/formula.js';
import { randomFormula } from '../../logic/ltl/random-ltl.js';
import { textToFormula } from '../../logic/ltl/support.js';
import { Random } from '../../random/random.js';

const same = (a: string, b: string) => expect(textToFormula(a), `${a}  as  ${b}`).toEqual(textToFormula(b));

function fault(text: string) {
  const read = parseLtl(text);
  if (read.kind === 'formula') throw new Error(`${text} was read`);
  return read;
}

describe('spellings', () => {
  it('of each operator', () => {
    for (const text of ['[] p', 'G p', '[]p', 'G(p)']) same(text, 'G p');
    for (const text of ['<> p', '<>p', 'F(p)']) same(text, 'F p');
    for (const text of ['() p', '( ) p', 'X(p)']) same(text, 'X p');
    for (const text of ['~p', 'not p', '! p']) same(text, '!p');
    for (const text of ['p & q', 'p and q', 'p /\\ q', 'p&&q']) same(text, 'p && q');
    for (const text of ['p | q', 'p or q', 'p \\/ q', 'p||q']) same(text, 'p || q');
    same('p => q', 'p -> q');
    same('p <=> q', 'p <-> q');
    same('p V q', 'p R q');
    same('[]<>p', 'G F p');
  });

  it('letters that are not alone are names', () => {
    for (const name of ['Gp', 'GFp', 'Xx', 'notp', 'p_U', 'trueish', 'V1']) {
      const places = [{ start: 0, end: name.length }];
      expect(parseLtl(name)).toEqual({ kind: 'formula', formula: proposition(0), propositions: [name], places });
    }
  });

  it('propositions are numbered as they come, quoted or not', () => {
    const read = parseLtl('b U ("a b" && b && "b")');
    expect(read).toMatchObject({ kind: 'formula', propositions: ['b', 'a b'] });
  });

  it('conditions of programs', () => {
    const text = 'G(P(0)@cs -> P_0.CS) && turn!=me <-> x == -1 || a[1] <= 3 <=> n<m';
    const names = ['P(0)@cs', 'P_0.CS', 'turn != me', 'x == -1', 'a[1] <= 3', 'n < m'];
    expect(parseLtl(text, readCondition)).toMatchObject({ propositions: names });
    const more = 'G ((z+2)*a[b[0] + 1]>= -1) && (P(0,x).t[1] - 1) / 2==0 U ((p) || 0 < x) -> !(y) && (x && !y) == (p)';
    expect(parseLtl(more, readCondition)).toMatchObject({
      propositions: [
        '(z + 2) * a[b[0] + 1] >= -1',
        '(P(0, x).t[1] - 1) / 2 == 0',
        'p',
        '0 < x',
        'y',
        '(x && !y) == (p)',
      ],
    });
    const notMore = ['1', 'F (-x)', '(G p) == q', '(x + 1) == ', `${'('.repeat(300)}x${')'.repeat(300)} + 1 == 2`];
    for (const text of notMore) expect(parseLtl(text, readCondition), text).toMatchObject({ kind: 'fault' });
    expect(parseLtl('p <-> q', readCondition)).toMatchObject({ propositions: ['p', 'q'] });
    expect(parseLtl('p <=> q', readCondition)).toMatchObject({ propositions: ['p', 'q'] });
    expect(parseLtl('x => y', readCondition)).toMatchObject({ propositions: ['x', 'y'] });
  });
});

describe('structure', () => {
  it('prefixes bind tightest, then U R W M to the right, and, or, implies to the right, iff', () => {
    same('G p U q', '(G p) U q');
    same('! p && q', '(!p) && q');
    same('p U q U r', 'p U (q U r)');
    same('p R q W r', 'p R (q W r)');
    same('p U q && r', '(p U q) && r');
    same('p && q U r', 'p && (q U r)');
    same('p || q && r', 'p || (q && r)');
    same('p -> q -> r', 'p -> (q -> r)');
    same('p -> q || r', 'p -> (q || r)');
    same('p <-> q -> r', 'p <-> (q -> r)');
    same('p && q && r', '(p && q) && r');
    expect(textToFormula('p U q U r')).not.toEqual(textToFormula('(p U q) U r'));
  });

  it('what is shown is read back', () => {
    const random = new Random(3);
    for (let count = 0; count < 500; count++) {
      const formula = randomFormula(random, random.between(0, 14), 4);
      const read = parseLtl(show(formula));
      if (read.kind === 'fault') throw new Error(`${show(formula)}: ${read.message}`);
      const nameOf = (number: number) => read.propositions[number] as string;
      expect(show(read.formula, nameOf)).toBe(show(formula));
    }
  });

  it('constants are worked in', () => {
    expect(textToFormula('p U true')).toEqual(constant(true));
    expect(textToFormula('true U p')).toEqual(unary('finally', proposition(0)));
    expect(textToFormula('p W false')).toEqual(unary('globally', proposition(0)));
    expect(textToFormula('!!p')).toEqual(proposition(0));
    expect(binary('implies', proposition(0), constant(false))).toEqual(textToFormula('!p'));
  });
});

describe('faults', () => {
  it('have a place and what was expected', () => {
    expect(fault('')).toMatchObject({ code: 'syntax', span: { start: 0, end: 0 }, expected: 'a formula' });
    expect(fault('p &&')).toMatchObject({ span: { start: 4, end: 4 }, expected: 'a formula' });
    expect(fault('p q')).toMatchObject({ span: { start: 2, end: 3 }, expected: 'an operator or the end' });
    expect(fault('(p')).toMatchObject({ span: { start: 2, end: 2 }, expected: 'an operator or `)`' });
    expect(fault('p)')).toMatchObject({ span: { start: 1, end: 2 } });
    expect(fault('p -> U q')).toMatchObject({ span: { start: 5, end: 6 }, message: '`U` is out of place here' });
    expect(fault('p && #')).toMatchObject({ span: { start: 5, end: 6 } });
    expect(fault('G')).toMatchObject({ span: { start: 1, end: 1 } });
    expect(fault('"p')).toMatchObject({ span: { start: 0, end: 1 } });
  });

  it('are diagnostics', () => {
    const source = new SourceText('G (p ->\n  q r)', 'property');
    const { code, span, message, expected } = fault(source.text);
    const list = new DiagnosticList(source);
    list.error(code, span, message, expected);
    expect(list.all()).toMatchObject([{ line: 2, column: 5, length: 1, expected: 'an operator or `)`' }]);
  });

  it('very deep and very long texts end in one', () => {
    for (const text of ['('.repeat(10_000), `${'('.repeat(10_000)}p${')'.repeat(10_000)}`, 'p U '.repeat(10_000)]) {
      expect(fault(text).code).toBe('nesting');
    }
    for (const text of ['!'.repeat(10_000), 'p && '.repeat(10_000), 'X '.repeat(100_000)]) {
      expect(fault(text).code).toBe('too-large');
    }
    expect(parseLtl(`${'('.repeat(150)}p${')'.repeat(150)}`).kind).toBe('formula');
  });

  it('any text is read or refused', () => {
    const random = new Random(9);
    const pieces = [
      'p',
      'q',
      'G',
      'U',
      '[',
      ']',
      '[]',
      '<',
      '>',
      '<>',
      '-',
      '->',
      '(',
      ')',
      '!',
      '&',
      '|',
      '"',
      ' ',
      '\n',
    ];
    for (let count = 0; count < 3_000; count++) {
      const text = Array.from({ length: random.between(0, 12) }, () => random.pick(pieces)).join('');
      for (const read of [parseLtl(text), parseLtl(text, readCondition)]) {
        if (read.kind === 'fault') expect(read.span.start).toBeLessThanOrEqual(text.length);
      }
    }
  });
});
