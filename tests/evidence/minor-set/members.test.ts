import { expect, it } from 'vitest';
import { NOTHING } from '../../../src/evidence/minor-set/letters.js';
import { Members } from '../../../src/evidence/minor-set/members.js';
import type { Thread } from '../../../src/evidence/minor-set/threads.js';

/** Without own-messages; the buffer is one fragment. */
function thread(kind: number, ...buffer: number[]): Thread {
  return { id: 0, automaton: 0, state: kind, buffer, kind, fragments: [buffer], memories: [[]] };
}

it('the threads of a member are put on different threads', () => {
  const members = new Members();
  members.add({ memory: [NOTHING], threads: [thread(1, 0), thread(1, 2)] });
  const above = (...threads: Thread[]) => members.hasBelow({ memory: [0], threads });
  expect(above(thread(1, 0), thread(1, 2))).toBe(true);
  expect(above(thread(1, 2), thread(1, 0))).toBe(true);
  expect(above(thread(1, 0, 2), thread(1, 2))).toBe(true);
  expect(above(thread(1), thread(1, 0, 2), thread(1, 2))).toBe(true);
  expect(above(thread(1, 0, 2), thread(1))).toBe(false);
  expect(above(thread(1), thread(1, 0, 2))).toBe(false);
  expect(above(thread(1, 0, 2))).toBe(false);
  expect(above(thread(1, 0), thread(2, 2))).toBe(false);
});

it('memory agrees where a member says something', () => {
  const members = new Members();
  members.add({ memory: [0, NOTHING], threads: [thread(3)] });
  expect(members.hasBelow({ memory: [0, 4], threads: [thread(2), thread(3)] })).toBe(true);
  expect(members.hasBelow({ memory: [2, 4], threads: [thread(3)] })).toBe(false);
  expect(members.hasBelow({ memory: [NOTHING, 4], threads: [thread(3)] })).toBe(false);
  expect(members.hasBelow({ memory: [0, 4], threads: [thread(2)] })).toBe(false);
});
