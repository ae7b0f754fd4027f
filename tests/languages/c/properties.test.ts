/** Properties in comments name the objects of the file, wherever these lie, and mean the values of numbers without sign. */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';

async function verdict(text: string): Promise<string> {
  const answer = await check(text, { file: 'properties.c', memory: 'sc', warnings: false });
  return answer.ok ? answer.outcome.verdict : answer.diagnostics.map(({ code }) => code).join();
}

const INCLUDES = '#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\n';
const MAIN = 'int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); return 0; }\n';

/** Pointers to all of these are kept in memory, so they lie in the pools of their types. */
const POINTED = `${INCLUDES}struct node { atomic_int locked; struct node *_Atomic next; int d[2]; };
static struct node one, nodes[3];
static struct node *_Atomic head = &one;
static atomic_int x;
static atomic_int *_Atomic where = &x;
static void *work(void *unused) {
  struct node *h = head;
  h->locked = 2;
  h->d[1] = 4;
  h->next = &nodes[2];
  h = h->next;
  h->locked = 5;
  h->d[0] = 7;
  *where = 8;
  return 0;
}
`;

describe('objects in pools', () => {
  test.each([
    ['one.locked == 2', 'violated'],
    ['one.locked == 5', 'holds'],
    ['nodes[2].locked == 5', 'violated'],
    ['nodes[1].locked == 5', 'holds'],
    ['nodes[2].d[0] == 7', 'violated'],
    ['nodes[2].d[1] == 7', 'holds'],
    ['one.d[1] == 4', 'violated'],
    ['x == 8', 'violated'],
    ['x == 9', 'holds'],
    ['one.next != NULL', 'violated'],
    ['nodes[3].locked == 0', 'type-mismatch'],
    ['nodes.locked == 0', 'wrong-kind'],
    ['one.other == 0', 'unknown-name'],
  ])('never %s', async (condition, expected) => {
    expect(await verdict(`${POINTED}//@ never bad: ${condition}\n${MAIN}`)).toBe(expected);
  });
});

const NATURAL = `${INCLUDES}static atomic_uint up, down;
static atomic_ulong wide;
static void *work(void *unused) {
  up = 1;
  wide = 2;
  down--;
  return 0;
}
`;

describe('numbers without sign', () => {
  test.each([
    ['up == 3', 'holds'],
    ['up > 1', 'holds'],
    ['!(up <= 1)', 'holds'],
    ['1 == up', 'violated'],
    ['down == 4294967295', 'violated'],
    ['down > 5', 'violated'],
    ['!(down < 5)', 'violated'],
    ['down > 0 && down < 5', 'holds'],
    ['5 < down', 'violated'],
    ['up > down', 'violated'],
    ['down > up', 'violated'],
    ['wide == 2', 'violated'],
    ['wide > 2', 'holds'],
    ['wide + 1 == 3', 'violated'],
  ])('never %s', async (condition, expected) => {
    expect(await verdict(`${NATURAL}//@ never bad: ${condition}\n${MAIN}`)).toBe(expected);
  });
});
