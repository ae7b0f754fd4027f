/** A C file is repaired by fences in its own words, and what is written holds. */
import { expect, test } from 'vitest';
import { fix } from '../../../src/repair/index.js';

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

test('store buffering gets a fence in each thread', async () => {
  const result = await fix(TEXT, { file: 'sb.c' });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const told = JSON.stringify(result);
  expect(told).toContain('"status":"repaired"');
  expect(told).toContain('atomic_thread_fence(memory_order_seq_cst);');
});
