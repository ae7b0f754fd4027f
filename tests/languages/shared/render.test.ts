import { describe, expect, it } from 'vitest';
import { SPELLING } from '../../../src/cli/services.js';
import { type Diagnostic, DiagnosticList, fault } from '../../../src/languages/shared/diagnostics.js';
import { renderDiagnostic, renderDiagnostics } from '../../../src/languages/shared/render.js';
import { SourceText } from '../../../src/languages/shared/source.js';

function render(text: string, start: number, end: number): string[] {
  const source = new SourceText(text, 'f.cub');
  const list = new DiagnosticList(source);
  list.error('syntax', { start, end }, 'wrong');
  return renderDiagnostic(list.all()[0] as Diagnostic, source).split('\n');
}

describe('a diagnostic on the screen', () => {
  it('has a place, the source line and carets', () => {
    expect(render('one\ntwo three\n', 8, 13)).toEqual([
      'f.cub:2:5: error[syntax]: wrong',
      '  two three',
      '      ^^^^^',
    ]);
  });

  it('repeats the tabs of the source line before the carets', () => {
    expect(render('\tx\ty', 3, 4)).toEqual(['f.cub:1:4: error[syntax]: wrong', '  \tx\ty', '  \t \t^']);
  });

  it('cuts a long line around the caret and keeps the caret below its character', () => {
    const [head, line, carets] = render(`${'a'.repeat(500_000)}Z${'b'.repeat(500_000)}`, 500_000, 500_001);
    expect(head).toBe('f.cub:1:500001: error[syntax]: wrong');
    expect(line?.length).toBeLessThan(140);
    expect(line?.startsWith('  …a')).toBe(true);
    expect(line?.endsWith('b…')).toBe(true);
    expect(line?.indexOf('Z')).toBe(carets?.indexOf('^'));
  });

  it('ends the carets where the line ends', () => {
    expect(render('ab\ncd\n', 1, 5)[2]).toBe('   ^');
  });

  it('marks the end of the text', () => {
    expect(render('ab\n', 3, 3)).toEqual(['f.cub:2:1: error[syntax]: wrong', '  ', '  ^']);
  });

  it('shows control characters as pictures, so that a text cannot steer the terminal', () => {
    expect(render('\u0000a\u001b[31m\u202e', 1, 2)).toEqual([
      'f.cub:1:2: error[syntax]: wrong',
      '  ␀a␛[31m\ufffd',
      '   ^',
    ]);
  });

  it('counts a character outside the basic plane once', () => {
    expect(render('😀😀x', 4, 5)).toEqual(['f.cub:1:3: error[syntax]: wrong', '  😀😀x', '    ^']);
  });
});

describe('a diagnostic that is not of the file', () => {
  const source = new SourceText('one two', 'f.fp');

  it('has no line where the question is wrong', () => {
    expect(renderDiagnostic(fault('f.fp', 'unknown-name', 'no such property'), source)).toBe(
      'f.fp: error[unknown-name]: no such property',
    );
  });

  it('shows the text that it is about, by the names that the question has for it', () => {
    const place = { ...fault('f.fp', 'unknown-name', 'no `b`'), line: 1, column: 5, length: 1 };
    const formula: Diagnostic = { ...place, beside: { kind: 'formula', text: 'G (a b)' }, perhapsNamed: 'b' };
    expect(renderDiagnostic(formula, source).split('\n')).toEqual([
      'formula:1:5: error[unknown-name]: no `b`; if it is a name, give the condition that it stands for',
      '  G (a b)',
      '      ^',
    ]);
    const condition: Diagnostic = { ...place, beside: { kind: 'condition', name: 'a', text: 'x = b' } };
    expect(renderDiagnostics([formula, condition], source, { spelling: SPELLING })).toBe(
      "--ltl:1:5: error[unknown-name]: no `b`; if it is a name, --where 'b=...' tells the condition that it stands for\n" +
        '  G (a b)\n      ^\n--where a:1:5: error[unknown-name]: no `b`\n  x = b\n      ^',
    );
  });
});

describe('a list of diagnostics', () => {
  it('shows errors before warnings, the first of them, and how many more', () => {
    const source = new SourceText('abcdef', 'f.cub');
    const list = new DiagnosticList(source);
    list.warning('encoding', { start: 0, end: 1 }, 'odd');
    for (let at = 1; at < 4; at++) list.error('syntax', { start: at, end: at + 1 }, `wrong ${at}`);
    const text = renderDiagnostics(list.all(), 'abcdef', { limit: 2 });
    expect(text.split('\n').filter((line) => line.startsWith('f.cub'))).toEqual([
      'f.cub:1:2: error[syntax]: wrong 1',
      'f.cub:1:3: error[syntax]: wrong 2',
    ]);
    expect(text.endsWith('\nand 2 more')).toBe(true);
    expect(renderDiagnostics([], 'abcdef')).toBe('');
  });

  it('tells the same thing of one place once', () => {
    const list = new DiagnosticList(new SourceText('abc', 'f'));
    list.error('syntax', { start: 1, end: 2 }, 'wrong');
    list.error('syntax', { start: 1, end: 2 }, 'wrong');
    expect(list.all()).toHaveLength(1);
    expect(list.errors).toBe(1);
  });

  it('stops after a hundred errors and says so', () => {
    const list = new DiagnosticList(new SourceText('x'.repeat(300), 'f'));
    for (let at = 0; at < 300; at++) list.error('syntax', { start: at, end: at + 1 }, 'wrong');
    expect(list.full).toBe(true);
    expect(list.all()).toHaveLength(101);
    expect(list.all().at(-1)).toMatchObject({ code: 'too-many-errors', column: 101 });
  });
});
