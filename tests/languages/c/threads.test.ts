/** What `main` does with threads, and what may fail though nobody looks at it. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

const HEAD = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static void *one(void *a) { x = 1; return 0; }
static void *put(void *a) { y = (int)(long)a; return 0; }
`;

async function verdict(text: string): Promise<string> {
  const found = await check(`${HEAD}${text}`, { file: 'program.c', memory: 'tso', warnings: false });
  return found.ok ? found.outcome.verdict : 'refused';
}

const main = (body: string) => `int main(void) { pthread_t t, u[3]; ${body} return 0; }`;
const CREATE = 'pthread_create(&t, 0, one, 0);';

describe('threads that are created while others run', () => {
  const later = 'for (int i = 0; i < 3; i++) pthread_create(&u[i], 0, put, (void *)(long)(i + 1));';
  const joins = 'for (int i = 0; i < 3; i++) pthread_join(u[i], 0);';

  test('are created in loops', async () => {
    const begun = `${CREATE} while (x == 0) ; ${later} ${joins}`;
    expect(await verdict(main(`${begun} assert(y >= 1 && y <= 3);`))).toBe('holds');
    expect(await verdict(main(`${begun} assert(y != 2);`))).toBe('violated');
  });

  test('are not created when `main` returns before', async () => {
    expect(await verdict(main(`${CREATE} if (x) return 0; ${later} ${joins} assert(x + y >= 1);`))).toBe('holds');
  });

  test('are refused where it is not known what they are given', async () => {
    const jump = `int i = 0; ${CREATE} if (x) goto l; i = 5; l: pthread_create(&u[0], 0, put, (void *)(long)i);`;
    expect(await verdict(main(`${jump} pthread_join(u[0], 0); assert(y == 5);`))).toBe('refused');
    const loop = `for (int i = 0; i < 2; i++) { if (x) continue; pthread_create(&u[i], 0, put, (void *)(long)i); }`;
    expect(await verdict(main(`${CREATE} ${loop}`))).toBe('refused');
  });
});

describe('what nobody uses', () => {
  const shared =
    'static _Atomic(atomic_int *) p;\nstatic void *make(void *a) { p = malloc(sizeof(atomic_int)); return 0; }\n';
  const both = main('pthread_create(&t, 0, make, 0); pthread_create(&t, 0, use, 0);');

  test.each(['atomic_load(q);', 'int z = *q;', 'int z = *q; if (x) y = z;', '(void)(1 / (int)x);'])(
    'may fail: %s',
    async (statement) => {
      const use = `static void *use(void *a) { atomic_int *q = p; ${statement} return 0; }\n`;
      expect(await verdict(`${shared}${use}${both}`)).toBe('violated');
    },
  );
});

describe('locks and barriers', () => {
  test.each([
    ['static pthread_barrier_t b;', 'pthread_barrier_wait(&b);', 'violated'],
    ['static pthread_barrier_t b;', 'pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b);', 'holds'],
    ['static pthread_mutex_t m;', 'pthread_mutex_destroy(&m); pthread_mutex_lock(&m);', 'violated'],
    ['static pthread_mutex_t m;', 'pthread_mutex_lock(&m); pthread_mutex_destroy(&m);', 'violated'],
    [
      'static pthread_mutex_t m;',
      'pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m);',
      'holds',
    ],
  ])('%s %s', async (declared, body, expected) => {
    expect(await verdict(`${declared}\n${main(body)}`)).toBe(expected);
  });
});

describe('unions', () => {
  const union = 'typedef union { struct { int low; int high; } both; atomic_int lock; int same; } word;\n';

  test('of which one member is used are that member', async () => {
    const text = `${union}static word w = { .lock = 3 }; static word v = { 0 };\n`;
    expect(await verdict(`${text}${main('w.lock++; assert(w.lock == 4 && v.same == 0 && sizeof(word) == 8);')}`)).toBe(
      'holds',
    );
  });

  test('of which two are used are refused', async () => {
    expect(await verdict(`${union}static word w;\n${main('w.lock = 1; assert(w.both.low == 1);')}`)).toBe('refused');
  });
});

describe('bytes', () => {
  const arrays =
    '#include <string.h>\nstatic int a[3] = { 1, 2, 3 }, b[3]; static struct { int m, n; } s = { 4, 5 }, r;\n';
  test.each([
    ['memset(a, 0, sizeof a); assert(a[0] + a[1] + a[2] == 0);', 'holds'],
    ['memset(a, 0, 2 * sizeof *a); assert(a[1] == 0 && a[2] == 3);', 'holds'],
    ['memcpy(b, a, sizeof a); assert(b[0] == 1 && b[2] == 3);', 'holds'],
    ['memcpy(&r, &s, sizeof s); memset(&s, 0, sizeof s); assert(r.n == 5 && s.n == 0);', 'holds'],
    ['memset(a, 0, 5);', 'refused'],
    ['memset(a, 0, 16);', 'refused'],
  ])('%s', async (body, expected) => {
    expect(await verdict(`${arrays}${main(body)}`)).toBe(expected);
  });
});

test('threads that wait for each other are told by what they call', async () => {
  const locks = 'static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n';
  const both = (name: string, first: string, second: string) =>
    `static void *${name}(void *p) { pthread_mutex_lock(&${first}); pthread_mutex_lock(&${second});
      pthread_mutex_unlock(&${second}); pthread_mutex_unlock(&${first}); return 0; }\n`;
  const body = 'pthread_create(&t, 0, ab, 0); pthread_create(&u[0], 0, ba, 0); pthread_join(t, 0);';
  const text = `${HEAD}${locks}${both('ab', 'a', 'b')}${both('ba', 'b', 'a')}${main(body)}`;
  const found = await check(text, { file: 'program.c', memory: 'sc' });
  if (!found.ok) throw new Error('it is refused');
  const stuck = found.outcome.warnings?.find(({ code }) => code === 'stuck');
  if (stuck?.code !== 'stuck') throw new Error('nobody is stuck');
  expect(stuck.threads.map(({ statement }) => statement)).toEqual(['pthread_mutex_lock(&b)', 'pthread_mutex_lock(&a)']);
});
