/**
 * The moment that a command has in the main thread.
 *
 * A thread that is at work hears no signal and looks at no limit. A worker is watched (`apart.ts`), but it costs half of what
 * starting node costs, and most commands are over before one has started. So a command begins in the main thread and has a
 * moment there. What is not done by then is dropped, in the middle of whatever it is at, and begins again in a worker. Nothing
 * was told by then, and nothing of it is used again.
 *
 * Node's `vm` can end what runs in its own thread: a thread that waits for the time to pass is what that costs.
 */
import { Script } from 'node:vm';
import type { Whole } from '../languages/shared/patience.js';

/** The moment is over. */
export class TookLong extends Error {}

/** Of what node took to start, which tells how fast this machine is. */
const TIMES = 4;
const [LEAST_MILLISECONDS, MOST_MILLISECONDS] = [150, 600];

const WORK = Symbol.for('fencepost.work');
const world = globalThis as { [WORK]?: () => void };

/** `begun`: milliseconds that starting took. */
export function momentAfter(begun: number): Whole {
  const end = begun + Math.min(Math.max(TIMES * begun, LEAST_MILLISECONDS), MOST_MILLISECONDS);
  const script = new Script("globalThis[Symbol.for('fencepost.work')]()");
  return <T>(work: () => T): T => {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) throw new TookLong();
    let result: { readonly value: T } | null = null;
    world[WORK] = () => {
      result = { value: work() };
    };
    try {
      script.runInThisContext({ timeout: left, displayErrors: false });
    } catch (error) {
      throw isTimeout(error) ? new TookLong() : error;
    } finally {
      delete world[WORK];
    }
    return (result as unknown as { readonly value: T }).value;
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
