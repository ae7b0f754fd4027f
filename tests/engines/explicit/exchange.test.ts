import { afterEach, expect, it, vi } from 'vitest';
import { Exchange, ORDER } from '../../../src/engines/explicit/parallel/exchange.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a member that is woken for an order it has seen already waits for the next one', () => {
  const shared = Exchange.shared({ members: 2, partitions: 2, boxBytes: 64, answerBytes: 64 });
  const [first, member] = [new Exchange(shared), new Exchange(shared)];
  first.give(ORDER.expand, 7);
  expect(member.taken()).toEqual({ order: ORDER.expand, about: 7 });
  member.done();
  expect(first.allDone(0)).toBe(true);
  let woken = 0;
  vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    woken++;
    // The first time somebody is late with waking it.
    if (woken === 2) first.give(ORDER.receive, 8);
    return 'ok';
  });
  expect(member.taken()).toEqual({ order: ORDER.receive, about: 8 });
  expect(woken).toBe(2);
});

it('an order that was obeyed twice is found out', () => {
  const shared = Exchange.shared({ members: 2, partitions: 2, boxBytes: 64, answerBytes: 64 });
  const exchange = new Exchange(shared);
  exchange.give(ORDER.expand, 0);
  exchange.done();
  exchange.done();
  expect(() => exchange.allDone(0)).toThrow('twice');
});
