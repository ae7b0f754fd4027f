/// <reference path="./member-code.d.ts" />
/** The threads of a crew, in node. A browser has another file for it, `web/worker/threads.ts`. */

import { code } from 'fencepost:member';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Given } from './member.js';

export interface Thread {
  /** Why it ended before its time; null when it did not, as far as is known. */
  failure(): string | null;
  stop(): void;
}

/** Threads that search where nobody says how many; 1 where node was told to start none. */
export function usualJobs(): number {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } };
  return permission?.has('worker') === false ? 1 : availableParallelism();
}

/** A member at work. It keeps no process alive. */
export function startMember(given: Given): Thread {
  const begin = `${code}\nfencepostMember.work(require('node:worker_threads').workerData);`;
  const worker = new Worker(begin, { eval: true, workerData: given });
  let failure: string | null = null;
  worker.on('error', (error: Error) => {
    failure = error.message;
  });
  worker.unref();
  return { failure: () => failure, stop: () => void worker.terminate() };
}
