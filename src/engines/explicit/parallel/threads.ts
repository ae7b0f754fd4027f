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
  return startThread(`${code}\nfencepostMember.work`, given);
}

/** A thread that does something with what it is given, told as the text of a script that ends with the name of a function. */
export function startThread(script: string, given: unknown): Thread {
  const worker = new Worker(`${script}(require('node:worker_threads').workerData);`, { eval: true, workerData: given });
  let failure: string | null = null;
  worker.on('error', (error: Error) => {
    failure = error.message;
  });
  worker.unref();
  return { failure: () => failure, stop: () => void worker.terminate() };
}
