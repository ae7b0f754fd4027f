/** The preprocessor: places through macros and files, annotations, what is refused, and texts that mean harm. */
import { expect, test } from 'vitest';
import { preprocess } from '../../../src/languages/c/preprocess.js';
import { withIncludedC } from '../../../src/languages/c/preprocessor/include.js';
import { between, written, writtenBetween } from '../../../src/languages/c/tokens.js';
import { bundled } from '../../../src/languages/shared/bundle.js';
import { DiagnosticList } from '../../../src/languages/shared/diagnostics.js';
import { renderDiagnostics } from '../../../src/languages/shared/render.js';
import { SourceText } from '../../../src/languages/shared/source.js';
import { preprocessed } from './gcc.js';

function read(text: string, files: Record<string, string> = {}, options = {}) {
  return preprocessed(new SourceText(bundled(text, new Map(Object.entries(files))), 'a.c'), options);
}

function told(text: string, files: Record<string, string> = {}): string {
  const source = new SourceText(bundled(text, new Map(Object.entries(files))), 'a.c');
  const faults = new DiagnosticList(source);
  preprocess(source, {}, faults);
  return renderDiagnostics(faults.all(), source);
}

test('a fault in a macro is shown where the user wrote it, with the way that leads there', () => {
  expect(told('#define GLUE(x) x ## +\n#define OUTER(y) GLUE(y)\nint a = OUTER(b);\n')).toBe(
    [
      'a.c:3:9: error[lexical]: pasting `b` and `+` does not give one token',
      '  int a = OUTER(b);',
      '          ^^^^^^^^',
      'a.c:1:22: note: in expansion of `GLUE`',
      '  #define GLUE(x) x ## +',
      '                       ^',
      'a.c:2:18: note: in expansion of `OUTER`',
      '  #define OUTER(y) GLUE(y)',
      '                   ^^^^^^^',
    ].join('\n'),
  );
});

test('a fault in an included file has the line of that file, and the line that includes it', () => {
  expect(told('\n#include "b.h"\n', { 'b.h': 'x\n#if 1 /\n#endif\n' })).toBe(
    [
      'b.h:2:2: error[syntax]: this condition ends too early',
      '  #if 1 /',
      '   ^^',
      'a.c:2:10: note: in file included from here',
      '  #include "b.h"',
      '           ^^^^^',
    ].join('\n'),
  );
});

test('several faults are told at once', () => {
  const { errors } = read(
    '#iff 1\n#include <stdatomics.h>\n#define F(x x\n#endif\n#include_next <a.h>\n#error no\nint x;\n',
  );
  expect(errors.map(({ message }) => message)).toEqual([
    '`#iff` is no directive; did you mean `if`?',
    'there is no file `stdatomics.h`: it is neither built in, nor in a folder that was named; did you mean `stdatomic.h`?',
    'expected `,` or `)` behind a parameter',
    '`#endif` without `#if`',
    '`#include_next` is not supported: write the path of the file that is meant',
    '`#error`: no',
  ]);
});

test('an argument has the place where it was written, a body the place of the call', () => {
  const text = '#define STORE(p, v) (*(p) = (v))\nSTORE(&lock->next, 1);\n';
  const source = new SourceText(text, 'a.c');
  const tokens = preprocess(source, {}, new DiagnosticList(source));
  const shown = (at: number): string => {
    const { start, end } = written(tokens[at]?.place as never);
    return text.slice(start, end);
  };
  expect(shown(0)).toBe('STORE(&lock->next, 1)');
  expect(tokens.map(({ text }) => text).join(' ')).toBe('( * ( & lock -> next ) = ( 1 ) ) ; ');
  expect(shown(4)).toBe('lock');
  const [first, last] = [tokens[3]?.place as never, tokens[6]?.place as never];
  expect(text.slice(between(first, last).start, between(first, last).end)).toBe('&lock->next');
  const whole = writtenBetween(tokens[0]?.place as never, tokens[11]?.place as never);
  expect(text.slice(whole.start, whole.end)).toBe('STORE(&lock->next, 1)');
});

test('annotations stay where they stand, but not in parts that are skipped', () => {
  const text =
    '//@ threads w[any]\nint x; /*@ ghost g */\n#if 0\n//@ never no\n#endif\n#define F(x) x\nF( //@ inside\n1)\n';
  const source = new SourceText(text, 'a.c');
  const tokens = preprocess(source, {}, new DiagnosticList(source));
  const found = tokens.filter(({ kind }) => kind === 'annotation').map((token) => token.text);
  expect(found).toEqual(['threads w[any]', 'ghost g', 'inside']);
});

test('files are found beside the file that includes them, and in folders', async () => {
  const disk: Record<string, string> = {
    'lib/one.h': '#include "two.h"\n#include <three.h>\n',
    'lib/two.h': 'two __FILE__ __LINE__\n',
    'inc/three.h': '#pragma once\nthree\n',
  };
  const text = '#include "lib/one.h"\n#include <three.h>\nmain __FILE__\n';
  const whole = await withIncludedC(text, (name) => disk[name] ?? null, 'a.c', ['inc']);
  const { texts, errors } = preprocessed(new SourceText(whole, 'a.c'), { includeFolders: ['inc'] });
  expect(errors).toEqual([]);
  expect(texts).toEqual(['two', '"lib/two.h"', '1', 'three', 'main', '"a.c"']);
});

test('macros of the command line', () => {
  const { texts } = read('N M F(2)\n', {}, { defines: ['N=3', 'M', 'F(x)=x x'] });
  expect(texts.join(' ')).toBe('3 1 2 2');
});

test.each([
  [
    'twice as many tokens on each line',
    `${Array.from({ length: 40 }, (_, n) => `#define A${n + 1} A${n} A${n}`).join('\n')}\nA40\n`,
    'too-large',
  ],
  ['arguments that double', `#define D(x) x x\n${'D('.repeat(30)}y${')'.repeat(30)}\n`, 'too-large'],
  ['calls in calls', `#define I(x) x\n${'I('.repeat(450)}y${')'.repeat(450)}\n`, 'nesting'],
  ['a file that includes itself', '#include "a.c"\n', 'nesting'],
  ['a file that includes itself twice', '#include "a.c"\n#include "a.c"\n', 'nesting'],
  ['parentheses in a condition', `#if ${'('.repeat(100_000)}\n#endif\n`, 'syntax'],
  ['marks in a condition', `#if ${'!'.repeat(100_000)}1\n#endif\n`, 'syntax'],
  ['conditions that are not closed', '#if 1\n'.repeat(10_000), 'syntax'],
  ['a comment that does not end', `int x; /* ${'x'.repeat(100_000)}`, 'lexical'],
  ['a call that does not end', `#define F(x) x\nF(${'a,'.repeat(10_000)}`, 'syntax'],
])('%s is refused with a place, and nothing hangs', (_, text, code) => {
  const { errors } = read(text);
  expect(errors[0]?.code).toBe(code);
  expect(errors[0]?.line).toBeGreaterThan(0);
});

test('files in a circle', () => {
  const { errors } = read('#include "b.h"\n', { 'b.h': '#include "c.h"\n', 'c.h': '#include "b.h"\n' });
  expect(errors.map(({ code }) => code)).toEqual(['nesting']);
});
