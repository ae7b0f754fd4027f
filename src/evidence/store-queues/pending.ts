/**
 * Targets that look at memory, for threads with load buffers. Such a thread may be behind when memory is as asked, with stores
 * before a barrier that reach memory only later; what it does from there to its local state are *pending* steps: local steps, loads
 * from what is in its queues and its load buffer, stores, barriers and flushes. (A fence would have found these stores waiting, and
 * what it is told of memory it was told before.) So all from where pending steps lead to the target must be bad, with memory
 * as asked.
 *
 * It is enough to look at the target itself and at those that begin with a flush: from any other, steps lead there that
 * leave memory as it is, and whatever steps into something bad is bad. What is bad already, whatever the others are, needs no
 * further look for the same reason.
 */
import type { ConcurrentSystem } from '../../engines/automata/system.js';
import { type ConfigurationSet, isConfigurationWithin, type ThreadSet } from './sets.js';
import { pendingStepsInto } from './steps.js';

/** Sets of one thread, from which pending steps of it begin. */
export function pendingFrom(
  system: ConcurrentSystem,
  targets: readonly ConfigurationSet[],
  isBad: (set: ConfigurationSet) => boolean,
): ConfigurationSet[] {
  const begins = [...targets];
  const found: ConfigurationSet[] = [...targets];
  // The list grows while it is walked.
  for (const { threads, memory } of found) {
    for (const { isFlush, ...before } of pendingStepsInto(system, threads[0] as ThreadSet, memory)) {
      const set = { memory: before.memory, threads: [before.thread] };
      if (isBad(set)) continue;
      if (isFlush && !begins.some((each) => isConfigurationWithin(set, each))) begins.push(set);
      if (!found.some((each) => isConfigurationWithin(set, each))) found.push(set);
    }
  }
  return begins;
}
