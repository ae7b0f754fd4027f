/** Whose turn it is among workers: so many go on, the others rest, and each comes to its turn. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns, workersFor } from '../../web/turns.js';

class Worker {
  rests = false;
  turns = 0;
  constructor(readonly name: string) {}
  postMessage({ kind }: { readonly kind: 'rest' | 'go on' }): void {
    // Nobody is told what it does already.
    expect([this.name, kind]).toEqual([this.name, this.rests ? 'go on' : 'rest']);
    this.rests = kind === 'rest';
    if (!this.rests) this.turns++;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const names = (workers: readonly Worker[]): string[] => workers.filter(({ rests }) => !rests).map(({ name }) => name);

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [16, 15],
])('of %i processors %i are for workers', (processors, workers) => {
  expect(workersFor(processors)).toBe(workers);
});

test('with one place three workers take turns, and all have had one', () => {
  const turns = new Turns<Worker>(1);
  const workers = ['sc', 'tso', 'pso'].map((name) => new Worker(name));
  for (const worker of workers) turns.join(worker);
  const seen = Array.from({ length: 6 }, () => {
    const now = names(workers);
    vi.advanceTimersByTime(250);
    return now;
  });
  expect(seen).toEqual([['sc'], ['tso'], ['pso'], ['sc'], ['tso'], ['pso']]);
});

test('with as many places as workers nobody rests, and no clock runs', () => {
  const turns = new Turns<Worker>(3);
  const workers = ['sc', 'tso', 'pso'].map((name) => new Worker(name));
  for (const worker of workers) turns.join(worker);
  expect(names(workers)).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('who leaves gives its place to the next, and is not left resting', () => {
  const turns = new Turns<Worker>(1);
  const [sc, tso, pso] = ['sc', 'tso', 'pso'].map((name) => new Worker(name)) as [Worker, Worker, Worker];
  for (const worker of [sc, tso, pso]) turns.join(worker);
  turns.leave(sc);
  expect([tso.rests, pso.rests]).toEqual([false, true]);
  turns.leave(pso);
  expect(pso.rests).toBe(false);
  turns.leave(tso);
  expect(vi.getTimerCount()).toBe(0);
});
