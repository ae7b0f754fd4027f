/**
 * The moment that a command has in the main thread.
 *
 * A thread that is at work hears no signal and looks at no limit. A worker is watched (`apart.ts`), but it costs half of what
 * starting node costs, and most commands are over before one has started. So a command begins in the main thread and has a
 * moment there. What comes after it is done in pieces, with a turn for signals between them (`check/budget.ts`): a search goes on
 * here as long as it likes, if no piece of it takes long. A piece that does is dropped, in the middle of whatever it is at, and
 * the command begins again in a worker. Nothing was told by then, and nothing of it is used again.
 *
 * Node's `vm` can end what runs in its own thread: a thread that waits for the time to pass is what that costs.
 */
import { Script } from 'node:vm';
import type { Whole } from '../languages/shared/patience.js';

/** The moment is over, and a piece took long. */
export class TookLong extends Error {}

/** Of what node took to start, which tells how fast this machine is. */
const TIMES = 4;
const [LEAST_MILLISECONDS, MOST_MILLISECONDS] = [150, 600];
/** After so long a search a piece may take as much as this share of it, up to a limit: beginning again would take longer. */
const SHARE = 0.5;
const LONGEST_PIECE = 2_000;

const WORK = Symbol.for('fencepost.work');
const world = globalThis as { [WORK]?: () => void };

/** `begun`: milliseconds that starting took. */
export function momentAfter(begun: number): Whole {
  const moment = Math.min(Math.max(TIMES * begun, LEAST_MILLISECONDS), MOST_MILLISECONDS);
  const end = begun + moment;
  const script = new Script("globalThis[Symbol.for('fencepost.work')]()");
  return <T>(work: () => T): T => {
    const now = performance.now();
    const piece = Math.max(moment, Math.min(SHARE * (now - begun), LONGEST_PIECE));
    const left = Math.ceil(Math.max(end - now, piece));
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
