/**
 * Where the model of C ends: numbers that are too wide, objects side by side. None of it may end in a proof
 * of something that is wrong.
 */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

async function answer(text: string) {
  const found = await check(`#include <assert.h>\n#include <stdlib.h>\n${text}`, {
    file: 'program.c',
    memory: 'sc',
    maxStates: 5000,
  });
  const codes = (found.ok ? found.warnings : found.diagnostics).map(({ code }) => code);
  return { verdict: found.ok ? found.outcome.verdict : 'refused', codes };
}

const main = (body: string) => `int main(void) { ${body} return 0; }`;

describe('numbers that are too wide for the model end in unknown', () => {
  test.each([
    ['a counter without sign wraps', 'unsigned x;', 'for (;;) { x++; assert(x > 0); }'],
    ['a sum', 'unsigned x = 3000000000u, y = 3000000000u;', 'unsigned z = x + y; assert(z > x);'],
    ['a product', 'unsigned x = 65536, y = 65536;', 'unsigned z = x * y; assert(z != 0);'],
    ['a mask of 64 bits', 'long x = -1;', 'long y = x & 0xffffffffL; assert(y == -1);'],
    ['a shift by 40', 'unsigned long x = 1;', 'x <<= 40; x >>= 40; assert(x == 0);'],
    ['an atomic sum', '_Atomic int x = 2147483647;', 'x++; assert(x > 0);'],
    ['a long counter', 'long x;', 'for (;;) { x++; assert(x > 0); }'],
  ])('%s', async (_, declared, body) => {
    expect((await answer(`${declared}\n${main(body)}`)).verdict).toBe('unknown');
  });

  test.each([
    ['a difference', 'unsigned x = 0, y = 1;', 'unsigned z = x - y; assert(z > x); assert(z == 4294967295u);'],
    [
      'the highest bit',
      'unsigned x = 1;',
      'x |= 0x80000000u; assert(x > 5); assert(x >> 31 == 1); assert(x % 7 == 3);',
    ],
    ['a complement', 'unsigned x = 1;', 'unsigned z = ~x; assert(z > 5); assert(z % 8 == 6); assert((z & 3) == 2);'],
    ['a negative number', 'int x = -1;', 'unsigned z = x; assert(z > 5); assert((int)z == -1);'],
    [
      'of 64 bits',
      'unsigned long x = 0;',
      'x--; assert(x > 5); assert((long)x < 0); assert(x % 10 == 5); assert(x + 1 == 0);',
    ],
    [
      'a known one',
      'unsigned x = 96;',
      'assert(-58 >= x); assert(-58 > (x & 63)); assert(x < -1); assert(!(x >= -2));',
    ],
    ['by a case', 'unsigned x = 1;', 'switch (~x) { case 0xfffffffeu: x = 5; break; default: x = 6; } assert(x == 5);'],
  ])('around zero without sign: %s', async (_, declared, body) => {
    expect((await answer(`${declared}\n${main(body)}`)).verdict).toBe('holds');
  });

  test.each([
    ['a wider type', 'unsigned x = 0; unsigned long y;', 'y = x - 1; assert(y < 5);'],
    ['a quotient', 'unsigned x = 0; unsigned y;', 'y = (x - 1) / 2; assert(y < 5);'],
    ['a shift of 64 bits', 'unsigned long x = 0;', 'x--; assert(x >> 3 < 5);'],
  ])('what asks for the sign does not guess: %s', async (_, declared, body) => {
    expect((await answer(`${declared}\n${main(body)}`)).verdict).toBe('unknown');
  });

  test('what fits is computed', async () => {
    const text = `unsigned x = 5, y = 3; long z = -8;\n${main('unsigned d = x - y; assert(d == 2); assert((z >> 1) == -4); assert((x & 0xfffffffeu) == 4);')}`;
    expect((await answer(text)).verdict).toBe('holds');
  });

  test('an overflow of int is a failure', async () => {
    const text = `int x = 2147483647;\n${main('x = x + 1;')}`;
    expect((await answer(text)).verdict).toBe('violated');
  });
});

describe('objects that are allocated', () => {
  test.each([
    ['of a size that is not known', 'int n = 2; int *g;', 'int *p = malloc(n * sizeof(int)); g = p;'],
    ['as an array', 'int *g;', 'g = calloc(4, sizeof(int));'],
    ['and left by arithmetic', 'int *g;', 'g = malloc(sizeof(int)); g[1] = 7;'],
  ])('%s are refused', async (_, declared, body) => {
    expect((await answer(`${declared}\n${main(body)}`)).verdict).toBe('refused');
  });

  test('may point to their own type', async () => {
    const text = `struct n; struct m { struct n *a; }; struct n { struct m *b; struct n *next; int v; }; struct n *g;\n${main('struct n l; l.v = 0; l.next = &l; g = &l; g->next->next->v = 1; assert(l.v == 1);')}`;
    expect((await answer(text)).verdict).toBe('holds');
  });
});
