/** A C file is repaired by stronger orders and by fences in its own words, and what is written holds. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fix } from '../../../src/repair/index.js';
import { hasGcc } from './gcc.js';

const thread = (name: string, own: string, other: string, result: string) => `void *${name}(void *u) {
  atomic_store_explicit(&${own}, 1, memory_order_relaxed);
  ${result} = atomic_load_explicit(&${other}, memory_order_relaxed);
  return NULL;
}
`;

const TEXT = `#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x, y;
int a, b;
${thread('p', 'x', 'y', 'a')}${thread('q', 'y', 'x', 'b')}int main(void) {
  pthread_t t, s;
  pthread_create(&t, NULL, p, NULL);
  pthread_create(&s, NULL, q, NULL);
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  assert(a == 1 || b == 1);
  return 0;
}
`;

const PLAIN = TEXT.replaceAll(/atomic_store_explicit\(&(.), 1, memory_order_relaxed\)/g, '$1 = 1').replace(
  'atomic_int x, y;',
  'volatile int x, y;',
);

const MESSAGE = `#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int data, ready;
void *w(void *u) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return NULL;
}
void *r(void *u) {
  if (atomic_load(&ready)) assert(atomic_load(&data));
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, w, NULL);
  pthread_create(&t, NULL, r, NULL);
  return 0;
}
`;

test('store buffering gets a stronger store in each thread', async () => {
  const result = await fix(TEXT, { file: 'sb.c' });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const told = JSON.stringify(result);
  expect(told).toContain('"status":"repaired"');
  expect(told).toContain('atomic_store_explicit(&x, 1, memory_order_seq_cst)');
  expect(told).toContain('atomic_store_explicit(&y, 1, memory_order_seq_cst)');
});

test('a plain store gets a fence behind it', async () => {
  const result = await fix(PLAIN, { file: 'sb.c' });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const told = JSON.stringify(result);
  expect(told).toContain('"status":"repaired"');
  expect(told).toContain('atomic_thread_fence(memory_order_seq_cst);');
});

test('stores are kept in order by release, where that is cheaper', async () => {
  const result = await fix(MESSAGE, { file: 'mp.c', memory: 'pso', cost: 'full=2,store=1' });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  expect(JSON.stringify(result)).toContain('atomic_store_explicit(&ready, 1, memory_order_release)');
});

test.skipIf(!hasGcc).each([
  ['a stronger store', TEXT, 'tso'],
  ['a fence', PLAIN, 'tso'],
  ['a release', MESSAGE, 'pso'],
] as const)('what is written compiles: %s', async (_, text, memory) => {
  const result = await fix(text, { file: 'text.c', memory });
  const repaired = result.ok ? (result.sets[0]?.text ?? '') : '';
  expect(repaired).toMatch(/memory_order_(seq_cst|release)/);
  const run = spawnSync('gcc', ['-std=gnu11', '-fsyntax-only', '-Wall', '-Werror', '-x', 'c', '-'], {
    input: repaired,
  });
  expect(run.stderr.toString()).toBe('');
});
