/** `exit` ends the program: nobody joins the thread that calls it, and others may have gone on before. */
import { expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

const HEAD = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n;
`;

test.each([
  ['at the end of main', 'return 0;', 'assert(n == 0); exit(0); assert(0);', 'holds'],
  ['in a thread that main joins', 'exit(1);', 'pthread_join(t, 0); assert(0);', 'holds'],
  ['behind a failure', 'assert(n == 1); exit(1);', 'pthread_join(t, 0);', 'violated'],
  ['in a thread, while main fails', 'exit(1);', 'assert(n == 1);', 'violated'],
])('%s', async (_, work, rest, expected) => {
  const text = `${HEAD}static void *work(void *unused) { ${work} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); ${rest} return 0; }\n`;
  const answer = await check(text, { file: 'exit.c', memory: 'tso', warnings: false });
  expect(answer.ok && answer.outcome.verdict).toBe(expected);
});
