/** In the place of `src/engines/explicit/parallel/threads.ts`: the threads of a crew are workers of this one. */
import { code } from 'fencepost:member';
import type { Given } from '../../src/engines/explicit/parallel/member.js';
import type { Thread } from '../../src/engines/explicit/parallel/threads.js';

/** The page has a processor for itself. Where it is not isolated there is no memory that workers share. */
export function usualJobs(): number {
  if (globalThis.crossOriginIsolated !== true) return 1;
  return Math.max(1, (navigator.hardwareConcurrency ?? 1) - 1);
}

export function startMember(given: Given): Thread {
  const begin = `${code}\nonmessage = ({ data }) => fencepostMember.work(data);`;
  const address = URL.createObjectURL(new Blob([begin], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.postMessage(given);
  return {
    stop: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
