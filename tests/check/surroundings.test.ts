/** Work that rests where its caller says so, and goes on afterwards with the same answer. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { nextTurn, restUntil } from '../../src/check/surroundings.js';

afterEach(() => restUntil(null));

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
