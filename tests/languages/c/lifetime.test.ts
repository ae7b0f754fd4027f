/** Objects that have ended, scalars without value, locks of others: failures, and only where they are. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

const HEAD = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int g;
static atomic_int done;
static pthread_mutex_t m;
static _Atomic(int *) p;
struct node { int a, b; };
static _Atomic(struct node *) q;
`;

async function verdict(text: string, memory: 'sc' | 'tso' | 'pso' = 'tso'): Promise<string> {
  const found = await check(`${HEAD}${text}`, { file: 'program.c', memory, warnings: false });
  return found.ok ? found.outcome.verdict : `refused: ${found.diagnostics[0]?.message}`;
}

const alone = (body: string) => `int main(void) { ${body} return 0; }`;
const two = (one: string, other: string, more = '') => `${more}
static void *first(void *x) { ${one} return 0; }
static void *second(void *x) { ${other} return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, first, 0); pthread_create(&u, 0, second, 0); return 0; }`;

describe('a scalar without value', () => {
  test.each([
    ['is read', 'int x; assert(x == 0);'],
    ['is read on one way', 'int x; if (g) x = 1; assert(x < 2);'],
    ['is read behind a loop that may not run', 'int x; for (int i = g; i < 0; i++) x = 1; g = x;'],
    ['is a member', 'struct node n; n.a = 1; g = n.b;'],
    ['is an element', 'int a[3]; a[0] = 1; a[2] = 1; for (int i = 0; i < 3; i++) g += a[i];'],
    ['is added to', 'int x; x += 1;'],
    ['is passed by a jump', 'int c = g; if (!c) goto l; int x = 1; l: g = x;'],
    ['is passed by a case', 'switch (g) { case 1:; int x = 1; case 0: g = x; }'],
    ['comes with a jump back', 'int x; if (!g) goto n; x = 1; l: g = x; return 0; n: goto l;'],
    ['is one again in the next round', 'for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; g = x; }'],
    ['decides', 'int x; if (x) g = 1;'],
    ['is a pointer', 'int *x; *x = 1;'],
    ['is copied with its struct, and read there', 'struct node n, k; n.a = 1; k = n; g = k.b;'],
    ['is expected by a CAS', 'int x; atomic_compare_exchange_strong(&done, &x, 1);'],
  ])('%s', async (_, body) => {
    expect(await verdict(alone(body), 'sc')).toBe('violated');
  });

  test('is what a function gives that does not return', async () => {
    const text = 'static int f(int c) { if (c) return 1; }\n';
    expect(await verdict(text + alone('g = f(g);'))).toBe('violated');
    expect(await verdict(text + alone('g = f(1);'))).toBe('holds');
  });

  test('is one again in the next call', async () => {
    const text = 'static int f(int c) { int x; if (c) x = 1; return x; }\n';
    expect(await verdict(text + alone('g = f(1); g = f(0);'))).toBe('violated');
    expect(await verdict(text + alone('g = f(1); g = f(1);'))).toBe('holds');
  });

  test.each([
    ['has one on every way', 'int x; if (g) x = 1; else x = 2; assert(x > 0);'],
    ['has one behind a loop that is left with it', 'int x; for (;;) { x = done; if (x == 0) break; } assert(x == 0);'],
    ['has one where it is read, whatever the ways', 'int x, c = g; if (c) x = 1; if (c) assert(x == 1);'],
    ['has one in every case', 'int x; switch (g) { case 0: x = 1; break; default: x = 2; } assert(x == 1);'],
    ['has one behind a jump', 'int x; again: x = done; if (x) goto again; assert(x == 0);'],
    ['is copied with its struct, and not read', 'struct node n, k; n.a = 1; k = n; g = k.a;'],
    ['is only asked for its size', 'int *x; x = malloc(sizeof *x); *x = 1;'],
    ['is an array that a loop fills', 'int a[3]; for (int i = 0; i < 3; i++) a[i] = i; assert(a[1] + a[2] == 3);'],
  ])('is none that %s', async (_, body) => {
    expect(await verdict(alone(body), 'sc')).toBe('holds');
  });

  test.each([
    ['int *n = malloc(sizeof *n); g = *n;', 'violated'],
    ['int *n = malloc(sizeof *n); *n = 1; g = *n;', 'holds'],
    ['int *n = calloc(1, sizeof *n); g = *n;', 'holds'],
    ['int *n; n = malloc(sizeof *n); if (g) *n = 1; g = *n;', 'violated'],
    ['struct node *n = malloc(sizeof *n); n->a = 1; q = n; g = q->a;', 'holds'],
    ['struct node *n = malloc(sizeof *n); n->a = 1; q = n; g = q->b;', 'violated'],
    [
      'struct node *n = malloc(sizeof *n); n->a = n->b = 1; free(n); n = malloc(sizeof *n); n->a = 1; g = n->b;',
      'violated',
    ],
    ['struct node *n = malloc(sizeof *n); struct node *k = g ? n : n; k->a = 1; g = n->a + k->a;', 'holds'],
  ])('is what `malloc` gives: %s', async (body, expected) => {
    expect(await verdict(alone(body))).toBe(expected);
  });

  test('is read by another thread', async () => {
    const reads = 'while (!p) ; g = *p; done = 1;';
    expect(await verdict(two('int x; p = &x; while (!done) ;', reads))).toBe('violated');
    expect(await verdict(two('int x; p = &x; x = 1; while (!done) ;', reads))).toBe('violated');
    expect(await verdict(two('int x; x = 1; p = &x; while (!done) ;', reads))).toBe('holds');
    expect(
      await verdict(two('int x; init(&x); p = &x; while (!done) ;', reads, 'static void init(int *x) { *x = 1; }')),
    ).toBe('holds');
  });

  test('is a member that another thread reads', async () => {
    const reads = 'struct node *n; while (!(n = q)) ; g = n->b; done = 1;';
    expect(await verdict(two('struct node x; x.a = 1; q = &x; while (!done) ;', reads))).toBe('violated');
    expect(await verdict(two('struct node x; x.b = 1; q = &x; while (!done) ;', reads))).toBe('holds');
    expect(await verdict(two('struct node x = { 1 }; q = &x; while (!done) ;', reads))).toBe('holds');
  });
});

describe('an object of a function that has returned', () => {
  const reads = 'int *x = p; if (x) *x = 42; done = 1;';
  const publish = 'static void publish(int *x) { p = x; }\nstatic void make(void) { int x = 0; publish(&x); }\n';

  test('is accessed by another thread', async () => {
    expect(await verdict(two('int x = 0; p = &x;', reads))).toBe('violated');
    expect(await verdict(two('int x = 0; p = &x; pthread_exit(0);', reads))).toBe('violated');
    expect(await verdict(two('int x = 0; p = &x; while (!done) ;', reads))).toBe('holds');
    expect(await verdict(two('make(); while (!done) ;', reads, publish))).toBe('violated');
    expect(await verdict(two('int x = 0; publish(&x); while (!done) ;', reads, publish))).toBe('holds');
  });

  test('is accessed by its own thread', async () => {
    expect(await verdict(`${publish}${alone('make(); *p = 1;')}`)).toBe('violated');
    expect(await verdict(`${publish}${alone('int y = 0; publish(&y); *p = 1; make(); publish(&y); *p = 2;')}`)).toBe(
      'holds',
    );
  });

  test('begins again with the next call', async () => {
    const text = 'static void once(void) { int x = 0; p = &x; *p = 1; assert(x == 1); }\n';
    expect(await verdict(`${text}${alone('once(); once();')}`)).toBe('holds');
  });

  test('is not what `free` takes', async () => {
    expect(await verdict(alone('int x = 0; p = malloc(sizeof(int)); free(p); p = &x; free(p);'))).toBe('violated');
  });

  test('is one of an array in an object', async () => {
    const text = 'struct row { int a[3]; };\nstatic struct row *r;\n';
    expect(await verdict(`${text}${alone('r = malloc(sizeof *r); r->a[2] = 1; assert(r->a[2] == 1); free(r);')}`)).toBe(
      'holds',
    );
    expect(await verdict(`${text}${alone('r = malloc(sizeof *r); r->a[2] = 1; free(r); r->a[2] = 2;')}`)).toBe(
      'violated',
    );
  });
});

describe('a lock that another thread holds', () => {
  test.each([
    ['pthread_mutex_lock(&m); done = 1;', 'if (done) pthread_mutex_unlock(&m);', 'violated'],
    [
      'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);',
      'if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);',
      'holds',
    ],
    ['pthread_mutex_lock(&m); done = 1;', 'if (pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);', 'violated'],
  ])('is not unlocked: %s %s', async (one, other, expected) => {
    expect(await verdict(two(one, other))).toBe(expected);
  });
});

test('sizes and alignments that no object has', async () => {
  expect(await verdict(alone('void *x = malloc(-2);'))).toBe('violated');
  expect(await verdict(alone('void *x = aligned_alloc(3, 9);'))).toBe('violated');
  expect(await verdict(alone('int *x = aligned_alloc(8, sizeof(int));'))).toBe('holds');
});

test('an own pointer of each thread begins as NULL', async () => {
  const text = 'static _Thread_local int *own;\nstatic int a, b;\n';
  const body = 'assert(own == NULL); own = &a; p = own;';
  expect(await verdict(two(body, body, text))).toBe('holds');
});

test('pointers are told by what they point to', async () => {
  const text = two('int x = 0; q = &k[1]; p = &x;', 'if (p) g = *p;', 'static struct node k[2];\n');
  const found = await check(`${HEAD}${text}`, { file: 'program.c', memory: 'sc', warnings: false });
  const told = found.ok ? JSON.stringify(found.outcome) : '';
  for (const word of ['&k[1]', '&first.x', 'NULL', 'its function has returned']) expect(told).toContain(word);
});
