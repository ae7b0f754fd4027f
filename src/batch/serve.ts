/**
 * The inside of a child process of a pool: it answers tasks one after the other, and stays warm between them, because starting
 * takes longer than most questions.
 *
 * A thread beside the work watches the memory of the whole process and whether the pool is still there. The work itself may hear
 * nothing for seconds, and a process that fills the machine takes others down with it. The thread writes its last word where
 * the pool reads it and kills the process.
 */
import { Worker } from 'node:worker_threads';

/** To the child. */
export interface Given<Task> {
  readonly task: Task;
  /** Megabytes that the process may hold; null: as much as there is. */
  readonly megabytes: number | null;
}

/** From the child. `ready` follows every answer, and `heavy` says that the process is better replaced. */
export type Said<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly heavy: boolean };

/** The last word of a process that holds too much memory. */
export const TOO_MUCH_MEMORY = 'fencepost: too much memory';

/** What a search may hold, and in front of it code and what V8 keeps for itself. */
export const ROOM_MEGABYTES = 384;

/** A warm process may hold this share of what a task may: more would count against the next. */
const HEAVY_SHARE = 0.1;
const HEAVY_MEGABYTES = 256;

const WATCH = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { limit, parent } = workerData;
const most = new Float64Array(limit);
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() <= most[0]) return;
  writeSync(2, '${TOO_MUCH_MEMORY}\\n');
  process.kill(process.pid, 'SIGKILL');
}, 100);
`;

const collect = (globalThis as { gc?: () => void }).gc;

function megabytesHeld(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

function isHeavy(megabytes: number | null): boolean {
  const most = Math.min(HEAVY_MEGABYTES, HEAVY_SHARE * (megabytes ?? Number.POSITIVE_INFINITY));
  if (megabytesHeld() <= most) return false;
  collect?.();
  return megabytesHeld() > most;
}

/** Answers what the pool asks until it is gone. */
export function serve<Task, Result>(answer: (task: Task) => Promise<Result>): void {
  // Ctrl-C in a terminal reaches the whole group; the pool decides what ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  const limit = new SharedArrayBuffer(8);
  const most = new Float64Array(limit);
  most[0] = Number.POSITIVE_INFINITY;
  new Worker(WATCH, { eval: true, workerData: { limit, parent: process.ppid }, stdout: false }).unref();
  const say = (said: Said<Result>): void => void process.send?.(said);
  process.on('message', ({ task, megabytes }: Given<Task>) => {
    most[0] = megabytes === null ? Number.POSITIVE_INFINITY : (megabytes + ROOM_MEGABYTES) * 2 ** 20;
    answer(task)
      .then(
        (result) => say({ kind: 'done', result }),
        (error: unknown) => say({ kind: 'failed', message: messageOf(error) }),
      )
      .then(() => say({ kind: 'ready', heavy: isHeavy(megabytes) }));
  });
}

function messageOf(error: unknown): string {
  const debug = process.env.FENCEPOST_DEBUG === '1' && error instanceof Error;
  if (debug && error.stack !== undefined) return error.stack;
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
