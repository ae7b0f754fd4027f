/** In the place of `threads.ts` in `src/engines/explicit/parallel` and `src/engines/ltl/parallel`: the threads of a search are workers of this one. */
import type { Given } from '../../src/engines/explicit/parallel/member.js';
import type { Thread } from '../../src/engines/explicit/parallel/threads.js';
import type { Helping } from '../../src/engines/ltl/parallel/helper.js';

export type { Thread } from '../../src/engines/explicit/parallel/threads.js';

/** The page has a processor for itself. Where it is not isolated there is no memory that workers share. */
export function usualJobs(): number {
  if (globalThis.crossOriginIsolated !== true) return 1;
  return Math.max(1, (navigator.hardwareConcurrency ?? 1) - 1);
}

export function startMember(given: Given): Thread {
  return startWorker('member.js', given);
}

export function startHelper(helping: Helping): Thread {
  return startWorker('helper.js', helping);
}

function startWorker(file: string, given: unknown): Thread {
  const worker = new Worker(new URL(file, globalThis.location.href), { type: 'module' });
  let failure: string | null = null;
  worker.onerror = ({ message }) => {
    failure = message || 'it did not load';
  };
  worker.postMessage(given);
  return { failure: () => failure, stop: () => worker.terminate() };
}
