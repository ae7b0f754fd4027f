/** Any number of threads in C: how a file says so, what it becomes, and what is refused. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { sized } from '../../support/size.js';

const HEADERS = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
`;
const INSIDE = 'assert(inside == 0); inside = 1; inside = 0;';
const ENDLESS = 'int main(void) { pthread_t t; while (1) pthread_create(&t, NULL, worker, NULL); }\n';
const COUNTED = `int main(void) {
  pthread_t t;
  for (long i = 0; i < 2; i++) pthread_create(&t, NULL, worker, (void *)i);
  return 0;
}
`;

const ttas = (main: string, orders = ['1', '0']) => `${HEADERS}
atomic_int taken; int inside;
void *worker(void *u) {
  for (;;) {
    while (atomic_exchange(&taken, ${orders[0]})) {}
    ${INSIDE}
    atomic_store_explicit(&taken, ${orders[1]}, memory_order_release);
  }
}
${main}`;

const ticket = (more: string) => `${HEADERS}${more}
atomic_uint next, serving; int inside;
void *worker(void *u) {
  for (;;) {
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine) {}
    ${INSIDE}
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
  }
}
${ENDLESS}`;

/** A word that says whose turn it is, by the node of the thread. */
const nodes = (declared: string, own: string, main: string) => `${HEADERS}
struct node { atomic_int waiting; };
_Atomic(struct node *) owner; int inside;
${declared}
void *worker(void *u) {
  ${own}
  for (;;) {
    struct node *nobody = NULL;
    if (!atomic_compare_exchange_strong(&owner, &nobody, me)) continue;
    ${INSIDE}
    me->waiting = 1;
    atomic_store_explicit(&owner, NULL, memory_order_release);
  }
}
${main}`;

/** On the stack of each thread; in the broken one nobody waits. */
const mcs = (waits: 0 | 1) => `${HEADERS}
struct node { _Atomic(struct node *) next; atomic_bool locked; };
_Atomic(struct node *) tail;
void *worker(void *u) {
  struct node me;
  for (;;) {
    me.next = NULL;
    me.locked = ${waits};
    struct node *before = atomic_exchange(&tail, &me);
    if (before != NULL) {
      before->next = &me;
      while (me.locked) {}
    }
    cs:;
    struct node *after = me.next, *last = &me;
    if (after == NULL) {
      if (atomic_compare_exchange_strong(&tail, &last, NULL)) continue;
      while ((after = me.next) == NULL) {}
    }
    after->locked = 0;
  }
}
//@ never mutex: worker(i)@cs && worker(j)@cs
${ENDLESS}`;

async function answer(text: string, options: Omit<CheckOptions, 'file'> = {}) {
  const found = await check(text, { file: 'lock.c', ...options });
  if (!found.ok) return found.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('; ');
  const { verdict, processes, assumptions } = found.outcome;
  return `${verdict} ${processes}${assumptions.length === 0 ? '' : ', assumed'}`;
}

describe('any number of threads', () => {
  test.each(['sc', 'tso', 'pso'] as const)('a loop without end creates them: %s', async (memory) => {
    expect(await answer(ttas(ENDLESS), { memory })).toBe('holds any');
    expect(await answer(ttas(ENDLESS, ['0', '0']), { memory })).toMatch(/^violated/);
  });

  test('a comment says so, and --threads asks about one number', async () => {
    const text = ttas(`//@ threads worker[any]\n${COUNTED}`);
    expect(await answer(text)).toBe('holds any');
    expect(await answer(text, { processes: 3 })).toBe('holds 3');
  });

  test('tickets hold as long as numbers do not wrap, and only if the file says so', async () => {
    expect(await answer(ticket('//@ nowrap'), { memory: 'sc' })).toBe('holds any, assumed');
    expect(await answer(ticket(''), { memory: 'sc', maxCubes: 200, maxStates: 2000 })).toBe('unknown any');
  });

  test('a node of each thread is its number: on its stack, of its own, in an array', async () => {
    const own = 'struct node *me = &mine;';
    expect(await answer(nodes('', `struct node mine; ${own}`, ENDLESS), { memory: 'sc' })).toBe('holds any');
    expect(await answer(nodes('_Thread_local struct node mine;', own, ENDLESS), { memory: 'sc' })).toBe('holds any');
    const array = nodes('struct node all[2];\n//@ threads worker[any]', 'struct node *me = &all[(long)u];', COUNTED);
    expect(await answer(array, { memory: 'sc' })).toBe('holds any');
    expect(await answer(array, { memory: 'sc', processes: 3 })).toBe('holds 3');
  });

  test.each(sized<('sc' | 'tso')[]>(['sc'], ['sc', 'tso']))(
    'a queue of nodes: the lock of Mellor-Crummey and Scott, %s',
    async (memory) => {
      expect(await answer(mcs(1), { memory })).toBe('holds any');
      expect(await answer(mcs(0), { memory })).toMatch(/^violated/);
    },
  );

  test('an array that is indexed otherwise keeps its size', async () => {
    const text = `${HEADERS}
atomic_int flags[2];
//@ threads worker[any]
void *worker(void *u) { flags[1 - (long)u] = 1; return NULL; }
${COUNTED}`;
    expect(await answer(text, { memory: 'sc', processes: 2 })).toBe('holds 2');
    expect(await answer(text, { memory: 'sc', processes: 3 })).toBe('violated 3');
  });

  test.each([
    ['no such function', ttas(`//@ threads wroker[any]\n${COUNTED}`), /`wroker` has no body/],
    ['a word that is nearly one', ttas(`//@ nowarp\n${COUNTED}`), /did you mean `nowrap`/],
    [
      'joined',
      ttas(
        'int g; int main(void) { pthread_t t; pthread_create(&t, NULL, worker, NULL); pthread_join(t, NULL); inside = 1; }\n//@ threads worker[any]\n',
      ),
      /none is joined/,
    ],
    [
      'arguments that differ',
      ttas(
        'int main(void) { pthread_t t; pthread_create(&t, NULL, worker, (void *)3); pthread_create(&t, NULL, worker, (void *)7); return 0; }\n//@ threads worker[any]\n',
      ).replace('(void *u) {', '(void *u) { if (u) inside = 0;'),
      /the same, or a number that counts them/,
    ],
    [
      'a loop that does more',
      ttas('int main(void) { pthread_t t; while (1) { inside = 0; pthread_create(&t, NULL, worker, NULL); } }\n'),
      /creates threads, and counts them: nothing else/,
    ],
  ])('refused: %s', async (_, text, message) => {
    expect(await answer(text)).toMatch(message);
  });
});
