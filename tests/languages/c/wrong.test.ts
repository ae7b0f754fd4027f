/** What is wrong with a text, or outside of what is read, is told with its place; several faults at once. */
import { describe, expect, test } from 'vitest';
import { readC } from '../../../src/languages/c/index.js';

const MAIN = 'int main(void) { return 0; }\n';

/** `line:column code` of each error. */
function faults(text: string): string[] {
  const { program, diagnostics } = readC(text, 'wrong.c', {});
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(program === null).toBe(errors.length > 0);
  return errors.map(({ line, column, code }) => `${line}:${column} ${code}`);
}

describe('faults have places', () => {
  test.each([
    ['a word that is no type', `foo x;\n${MAIN}`, ['1:1 syntax']],
    ['two statements', 'int main(void) {\n  x = 1;\n  y = 2;\n}\n', ['2:3 unknown-name', '3:3 unknown-name']],
    ['a value that is missing', 'int main(void) { int x = ; }\n', ['1:26 syntax']],
    ['recursion', 'int f(int n) { return f(n); }\nint main(void) { return f(1); }\n', ['1:23 unsupported']],
    ['floating point', `double d;\n${MAIN.replace('return 0', 'd = 1; return 0')}`, ['1:8 unsupported']],
    [
      'two members of a union',
      'union u { int a; char b; };\nint main(void) { union u v; v.a = 1; return v.b; }\n',
      ['2:45 unsupported'],
    ],
    [
      'a pointer to a function',
      'int g(void) { return 1; }\nint (*f)(void) = g;\nint main(void) { return f(); }\n',
      ['2:18 unsupported', '3:25 wrong-kind'],
    ],
    [
      'an atomic pointer that moves',
      'int a[2];\nint *_Atomic p;\nint main(void) { p = a; p++; return 0; }\n',
      ['3:25 unsupported'],
    ],
    ['no main', 'int x;\n', ['2:1 missing']],
    ['a wrong property', `int x;\n//@ never bad: y == 1\n${MAIN}`, ['2:16 unknown-name']],
    ['an element that is not there', 'int a[2];\nint main(void) { a[2] = 1; return 0; }\n', ['2:18 type-mismatch']],
    ['assembly', 'int main(void) { __asm__("hlt"); return 0; }\n', ['1:18 unsupported']],
  ])('%s', (_, text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test('nested too deep', () => {
    expect(faults(`int main(void) { return ${'('.repeat(500)}1${')'.repeat(500)}; }\n`)[0]).toMatch(/nesting$/);
  });
});
