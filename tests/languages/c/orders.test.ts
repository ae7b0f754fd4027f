/**
 * The table of orders: for each row a litmus test in C, whose outcome under each memory is asserted. Store buffering shows what a
 * store and a fence between a store and a load do; message passing shows what keeps two stores in order.
 */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import { share } from '../../support/size.js';

const HEADERS = `#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <linux/kernel.h>
`;

const MAIN = `int main(void) {
  pthread_t t, s;
  pthread_create(&t, NULL, p, NULL);
  pthread_create(&s, NULL, q, NULL);
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  CHECK
  return 0;
}
`;

/** Both threads store, do what lies between, and load what the other stores. */
function storeBuffering(store: (name: string) => string, between: string, type = 'atomic_int'): string {
  const thread = (name: string, own: string, other: string, result: string) =>
    `void *${name}(void *u) { ${store(own)}; ${between} ${result} = atomic_load_explicit(&${other}, memory_order_relaxed); return NULL; }\n`;
  const threads = `${thread('p', 'x', 'y', 'a')}${thread('q', 'y', 'x', 'b')}`;
  return `${HEADERS}${type} x, y;\nint a, b;\n${threads}${MAIN.replace('CHECK', 'assert(a == 1 || b == 1);')}`;
}

/** One thread stores twice; the other loads in the opposite order. */
function messagePassing(first: string, between: string, second: string, load: string): string {
  const p = `void *p(void *u) { ${first}; ${between} ${second}; return NULL; }\n`;
  const q = `void *q(void *u) { if (${load}) { a = atomic_load_explicit(&x, memory_order_relaxed); assert(a == 1); } return NULL; }\n`;
  return `${HEADERS}atomic_int x, y;\nint a;\n${p}${q}${MAIN.replace('CHECK', '')}`;
}

const relaxed = (name: string) => `atomic_store_explicit(&${name}, 1, memory_order_relaxed)`;
const ACQUIRE = 'atomic_load_explicit(&y, memory_order_acquire)';
const RELAXED = 'atomic_load_explicit(&y, memory_order_relaxed)';

type Outcome = 'holds' | 'violated';

/** Under SC, TSO and PSO. */
const ROWS: readonly (readonly [what: string, text: string, sc: Outcome, tso: Outcome, pso: Outcome])[] = [
  ['relaxed stores, store buffering', storeBuffering(relaxed, ''), 'holds', 'violated', 'violated'],
  [
    'plain stores, store buffering',
    storeBuffering((name) => `*(int *)&${name} = 1`, '', 'int')
      .replaceAll('atomic_load_explicit(&x, memory_order_relaxed)', 'x')
      .replaceAll('atomic_load_explicit(&y, memory_order_relaxed)', 'y'),
    'holds',
    'violated',
    'violated',
  ],
  [
    'WRITE_ONCE, store buffering',
    storeBuffering((name) => `WRITE_ONCE(${name}, 1)`, '', 'int')
      .replaceAll('atomic_load_explicit(&x, memory_order_relaxed)', 'READ_ONCE(x)')
      .replaceAll('atomic_load_explicit(&y, memory_order_relaxed)', 'READ_ONCE(y)'),
    'holds',
    'violated',
    'violated',
  ],
  [
    'release stores, store buffering',
    storeBuffering((name) => `atomic_store_explicit(&${name}, 1, memory_order_release)`, ''),
    'holds',
    'violated',
    'violated',
  ],
  [
    'seq_cst stores, store buffering',
    storeBuffering((name) => `atomic_store(&${name}, 1)`, ''),
    'holds',
    'holds',
    'holds',
  ],
  [
    'assignments to atomic objects, store buffering',
    storeBuffering((name) => `${name} = 1`, ''),
    'holds',
    'holds',
    'holds',
  ],
  [
    'smp_store_mb, store buffering',
    storeBuffering((name) => `smp_store_mb(${name}, 1)`, ''),
    'holds',
    'holds',
    'holds',
  ],
  [
    'exchange, store buffering',
    storeBuffering((name) => `atomic_exchange_explicit(&${name}, 1, memory_order_relaxed)`, ''),
    'holds',
    'holds',
    'holds',
  ],
  [
    'fetch and add, store buffering',
    storeBuffering((name) => `atomic_fetch_add_explicit(&${name}, 1, memory_order_relaxed)`, ''),
    'holds',
    'holds',
    'holds',
  ],
  [
    'a compare-and-swap that fails is locked',
    storeBuffering(
      relaxed,
      'int e = 7; atomic_compare_exchange_strong_explicit(&z, &e, 1, memory_order_relaxed, memory_order_relaxed);',
    ).replace('int a, b;', 'int a, b; atomic_int z;'),
    'holds',
    'holds',
    'holds',
  ],
  ['fence seq_cst', storeBuffering(relaxed, 'atomic_thread_fence(memory_order_seq_cst);'), 'holds', 'holds', 'holds'],
  ['smp_mb', storeBuffering(relaxed, 'smp_mb();'), 'holds', 'holds', 'holds'],
  ['__sync_synchronize', storeBuffering(relaxed, '__sync_synchronize();'), 'holds', 'holds', 'holds'],
  [
    'fence acq_rel',
    storeBuffering(relaxed, 'atomic_thread_fence(memory_order_acq_rel);'),
    'holds',
    'violated',
    'violated',
  ],
  [
    'fence acquire',
    storeBuffering(relaxed, 'atomic_thread_fence(memory_order_acquire);'),
    'holds',
    'violated',
    'violated',
  ],
  ['smp_wmb', storeBuffering(relaxed, 'smp_wmb();'), 'holds', 'violated', 'violated'],
  ['smp_rmb', storeBuffering(relaxed, 'smp_rmb();'), 'holds', 'violated', 'violated'],
  [
    'relaxed stores, message passing',
    messagePassing(relaxed('x'), '', relaxed('y'), RELAXED),
    'holds',
    'holds',
    'violated',
  ],
  [
    'relaxed store, acquire load, message passing',
    messagePassing(relaxed('x'), '', relaxed('y'), ACQUIRE),
    'holds',
    'holds',
    'violated',
  ],
  [
    'release store, message passing',
    messagePassing(relaxed('x'), '', 'atomic_store_explicit(&y, 1, memory_order_release)', RELAXED),
    'holds',
    'holds',
    'holds',
  ],
  [
    'smp_store_release, message passing',
    messagePassing(relaxed('x'), '', 'smp_store_release(&y, 1)', RELAXED),
    'holds',
    'holds',
    'holds',
  ],
  [
    'seq_cst store, message passing',
    messagePassing(relaxed('x'), '', 'atomic_store(&y, 1)', RELAXED),
    'holds',
    'holds',
    'holds',
  ],
  [
    'fence release, message passing',
    messagePassing(relaxed('x'), 'atomic_thread_fence(memory_order_release);', relaxed('y'), RELAXED),
    'holds',
    'holds',
    'holds',
  ],
  [
    'smp_wmb, message passing',
    messagePassing(relaxed('x'), 'smp_wmb();', relaxed('y'), RELAXED),
    'holds',
    'holds',
    'holds',
  ],
  [
    'fence acquire, message passing',
    messagePassing(relaxed('x'), 'atomic_thread_fence(memory_order_acquire);', relaxed('y'), ACQUIRE),
    'holds',
    'holds',
    'violated',
  ],
  [
    'locked store, message passing',
    messagePassing(relaxed('x'), '', 'atomic_exchange(&y, 1)', RELAXED),
    'holds',
    'holds',
    'holds',
  ],
];

describe.each(share(ROWS, 9))('%s', (_, text, sc, tso, pso) => {
  test.each([
    ['sc', sc],
    ['tso', tso],
    ['pso', pso],
  ] as const)('under %s: %s', async (memory, expected) => {
    const answer = await check(text, { file: 'orders.c', memory, warnings: false });
    if (!answer.ok) throw new Error(JSON.stringify(answer.diagnostics));
    expect(answer.outcome.verdict).toBe(expected);
  });
});
