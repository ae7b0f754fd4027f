/**
 * Broken and hostile C files: examples that are cut, shuffled, or have pieces of C where they do not belong; nesting, macros and
 * files that go round. Each ends in a model or in errors with places, without a crash.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readC } from '../../../src/languages/c/index.js';
import { bundled } from '../../../src/languages/shared/bundle.js';
import { Random } from '../../random/random.js';
import { sized } from '../../support/size.js';

const FOLDER = 'examples/c';
const HEADERS = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.h'))
    .map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const),
);
const TEXTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.c'))
  .sort()
  .map((name) => readFileSync(path.join(FOLDER, name), 'utf8'));

const PIECES = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ';',
  ',',
  '*',
  '&',
  '->',
  '"',
  "'",
  '\\\n',
  '/*',
  '*/',
  '//@ never',
  '#',
  '##',
]
  .concat([
    '#if 1\n',
    '#endif\n',
    '#else\n',
    '#define lock(x) x x\n',
    '#undef NULL\n',
    '#include "start.h"\n',
    '\0',
    '\u{1f600}',
  ])
  .concat([
    'struct',
    'union { int a; } u;',
    'goto nowhere;',
    'case 1:',
    'break;',
    'return',
    'typedef',
    '_Atomic',
    'sizeof',
    '0x',
  ])
  .concat([
    'double d;',
    'int f(int, ...);',
    'asm("hlt");',
    '1 / 0',
    '__VERIFIER_nondet_int()',
    'main();',
    'lock(lock)',
    'for (;;)',
  ]);

function damaged(seed: number): string {
  const random = new Random(seed);
  let text = random.pick(TEXTS);
  const changes = random.between(1, 4);
  for (let count = 0; count < changes; count++) text = changed(text, random);
  return text;
}

function changed(text: string, random: Random): string {
  const at = random.between(0, text.length);
  const length = random.between(1, 30);
  switch (random.between(0, 5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(random.between(2, 4)) + text.slice(at + length);
    case 3: {
      const other = random.pick(TEXTS);
      const from = random.between(0, other.length);
      return text.slice(0, at) + other.slice(from, from + length * 4) + text.slice(at);
    }
    default:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
  }
}

const deep = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count);

const NASTY: readonly string[] = [
  `int main(void) { return ${deep('(', ')', 50_000)}; }`,
  `int main(void) ${deep('{', '}', 50_000)}`,
  `int x = ${'-'.repeat(50_000)}1; int main(void) { return x; }`,
  `int ${'*'.repeat(50_000)}p; int main(void) { return 0; }`,
  `int a${'[1]'.repeat(10_000)}; int main(void) { return 0; }`,
  `int main(void) { return ${'1 + '.repeat(50_000)}1; }`,
  `int main(void) { ${'if (1) '.repeat(20_000)}; }`,
  `int main(void) { ${'x: '.repeat(20_000)}; }`,
  `${'struct a { '.repeat(5_000)}int x; ${'} y; '.repeat(5_000)}`,
  'int f(int n) { return f(n - 1); } int main(void) { return f(1); }',
  'int g(void); int f(void) { return g(); } int g(void) { return f(); } int main(void) { return f(); }',
  'struct s { struct s inner; }; struct s x; int main(void) { return 0; }',
  'int a[1000000000]; int main(void) { a[5] = 1; return a[6]; }',
  'typedef int t; t t; int main(void) { return 0; }',
  'int main(void) { int a[-1]; return 0; }',
  'int x = x; int main(void) { return 0; }',
  'enum { A = 1 / 0 }; int main(void) { return 0; }',
  '#define F(x) F(x) G(x)\n#define G(x) F(x)\nint main(void) { return F(1); }',
  `#define A "${'x'.repeat(100_000)}"\nint main(void) { return sizeof(A); }`,
  '',
  '\0\0\0\0\0\0\0\0',
  '//@ never: \n//@ threads\n//@ ltl p: G\nint main(void) { return 0; }',
];

function readsToAnEnd(text: string): void {
  const { program, diagnostics } = readC(bundled(text.replaceAll('\u001e', ''), HEADERS), 'hostile.c', {});
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (program === null) expect(errors.length).toBeGreaterThan(0);
  for (const { line, column } of errors) {
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
  }
}

test.each(NASTY.map((text) => [text.slice(0, 60), text] as const))('is read to an end: %s', (_, text) =>
  readsToAnEnd(text),
);

const COUNT = sized(60, 300);
test(`${COUNT} damaged examples are read to an end`, { timeout: 300_000 }, () => {
  for (let seed = 1; seed <= COUNT; seed++) {
    const text = damaged(seed);
    try {
      readsToAnEnd(text);
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).stack}\n${text}`);
    }
  }
});
