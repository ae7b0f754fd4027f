/** `//@ ghost`: variables that are no part of the program, for properties alone. A compiler sees comments. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

const lock = (busy: 0 | 1, more = '') => `#include <pthread.h>
#include <stdatomic.h>
atomic_int taken; int data;
//@ ghost int inside = 0, entries[2];
//@ never two: inside > 1
static void *worker(void *a) {
  long me = (long)a;
  for (int i = 0; i < 2; i++) {
    while (atomic_exchange(&taken, ${busy})) {}
    //@ ghost inside++;
    if (me == 1)
      //@ ghost entries[me] = entries[me] + 1;
      data = 1;
    ${more}
    //@ ghost inside--;
    atomic_store_explicit(&taken, 0, memory_order_release);
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  for (long i = 0; i < 2; i++) pthread_create(&t, 0, worker, (void *)i);
  return 0;
}
`;

async function answer(text: string): Promise<string> {
  const found = await check(text, { file: 'program.c', memory: 'tso', warnings: false });
  if (!found.ok) return `${found.diagnostics[0]?.line}: ${found.diagnostics[0]?.message}`;
  return `${found.outcome.verdict} ${found.outcome.counts.states ?? ''}`;
}

describe('a ghost', () => {
  test('counts who is inside', async () => {
    expect(await answer(lock(1, 'data = 2;'))).toMatch(/^holds/);
    expect(await answer(lock(0, 'data = 2;'))).toMatch(/^violated/);
  });

  test('belongs to the branch that the next statement is', async () => {
    const text = (property: string) => lock(1).replace('//@ never two: inside > 1', `//@ never ${property}`);
    expect(await answer(text('entries[0] > 0'))).toMatch(/^holds/);
    expect(await answer(text('entries[1] == 2'))).toMatch(/^violated/);
    expect(await answer(text('entries[1] > 2'))).toMatch(/^holds/);
  });

  test('takes no step', async () => {
    const without = lock(1).replace(/^.*\/\/@.*$/gm, '');
    const constant = lock(1).replaceAll(/\/\/@ ghost (inside|entries).*$/gm, '//@ ghost inside = 0;');
    expect(await answer(constant)).toBe(await answer(without));
  });

  test.each([
    ['data = inside;', /^\d+: `inside` is a ghost/],
    ['if (inside) data = 2;', /^\d+: `inside` is a ghost/],
    ['//@ ghost inside = data;', /a ghost reads locals and ghosts/],
    ['//@ ghost data = 1;', /a ghost changes nothing of the program/],
    ['//@ ghost i = 1;', /a ghost changes nothing of the program/],
    ['//@ ghost atomic_store(&taken, 1);', /a ghost changes nothing of the program/],
    ['//@ ghost inside = atomic_load(&taken);', /a ghost reads locals and ghosts/],
    ['//@ ghost inside++', /an assignment to a ghost ends|`;`/],
  ])('is refused as a part of the program: %s', async (statement, message) => {
    expect(await answer(lock(1, statement))).toMatch(message);
  });

  test.each([
    ['//@ ghost _Atomic int z;', /not atomic/],
    ['//@ ghost int *z;', /an integer or an array/],
    ['//@ ghost int z(void);', /a ghost is a variable/],
  ])('is an integer: %s', async (declared, message) => {
    const text = `${declared}\n${lock(1, declared.includes('*z') || declared.includes('c int z') ? '//@ ghost z = 0;' : '')}`;
    expect(await answer(text)).toMatch(message);
  });
});
