/** Work that rests where its caller says so, and goes on afterwards with the same answer. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { Budget } from '../../src/check/budget.js';
import { check } from '../../src/check/check.js';
import { nextTurn, restUntil } from '../../src/check/surroundings.js';

afterEach(() => {
  restUntil(null);
  vi.useRealTimers();
});

test('a turn lasts until the rest is over', async () => {
  let goOn = (): void => {};
  restUntil(
    new Promise((resolve) => {
      goOn = resolve;
    }),
  );
  let over = false;
  const turn = nextTurn().then(() => {
    over = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(over).toBe(false);
  restUntil(null);
  goOn();
  await turn;
  expect(over).toBe(true);
});

test('time in which work rests is not spent', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let goOn = (): void => {};
  restUntil(
    new Promise((resolve) => {
      goOn = resolve;
    }),
  );
  const budget = new Budget({ timeout: 5 });
  const turn = nextTurn();
  // The turn of the event loop comes first.
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.advanceTimersByTime(60_000);
  restUntil(null);
  goOn();
  await turn;
  expect([budget.isSpent, budget.seconds]).toEqual([false, expect.closeTo(0)]);
  vi.advanceTimersByTime(6_000);
  expect([budget.isSpent, budget.seconds]).toEqual([true, expect.closeTo(6)]);
});

test('a check that rests now and then has the same answer', async () => {
  const text = readFileSync('examples/programs/peterson.fp', 'utf8');
  const counts = async () => {
    const result = await check(text, { memory: 'tso' });
    return result.ok && [result.outcome.verdict, result.outcome.run, result.outcome.counts];
  };
  const undisturbed = await counts();
  let resting = true;
  const rest = (): void => {
    if (!resting) return restUntil(null);
    restUntil(new Promise((resolve) => setTimeout(resolve, 5)));
    setTimeout(rest, 5);
  };
  rest();
  const disturbed = await Promise.all([counts(), new Promise((resolve) => setTimeout(resolve, 40))]);
  resting = false;
  expect(disturbed[0]).toEqual(undisturbed);
});
