/** Stops a question at one of the moments at which somebody looks whether it is stopped. */
import { vi } from 'vitest';

/** The signal is aborted from the so-manieth look at it on, and a second passes at each look at the clock: whoever may look does. */
export async function stoppedAt<T>(look: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal } = new AbortController();
  let looks = 0;
  Object.defineProperty(signal, 'aborted', { get: () => looks++ >= look });
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  try {
    return await ask(signal);
  } finally {
    clock.mockRestore();
  }
}
