/**
 * Deadlocks, as the judge sees them: whether anything can happen in a configuration, but that threads look again whether they
 * still have to wait, is asked of the machine itself. Its buffers have no bound here, so that nobody waits for a buffer that is only too short in a search.
 */
import { edgeAt, locationName, stuckThreads, templateOf } from '../../../models/program/parts.js';
import { type Configuration, configurationKey, type Machine, next, type ProgramStep, threadName } from './machine.js';

/** The threads that are stuck, for nothing can happen any more; none when something can, or all have ended. */
export function stuckIn(machine: Machine, configuration: Configuration): number[] {
  const { successors, failures } = next({ ...machine, bound: null }, configuration);
  const goesOn = successors.some(({ step, after }) => !isRetry(machine, configuration, step, after));
  if (goesOn || failures.length > 0) return [];
  return stuckThreads(machine.program, configuration.locations);
}

/** An `await` that is false and changes nothing: the thread still waits. */
export function isRetry({ program }: Machine, before: Configuration, step: ProgramStep, after: Configuration): boolean {
  if (step.kind === 'drain' || edgeAt(templateOf(program, step.thread), step.edge).retries !== true) return false;
  return configurationKey(before) === configurationKey(after);
}

/** `P(0) at line 4 (await !flag[1]), P(1) at line 5 (await !flag[0])`, and whether something happens all the same. */
export function stuckText(
  machine: Machine,
  configuration: Configuration,
  { threads, others }: { readonly threads: readonly number[]; readonly others: boolean },
): string {
  const where = threads.map((thread) => {
    const template = templateOf(machine.program, thread);
    const location = configuration.locations[thread] as number;
    const { text } = template.edges.find(({ from }) => from === location) ?? { text: 'never' };
    return `${threadName(machine, thread)} at ${locationName(template, location)} (${text})`;
  });
  const first = others ? 'some thread never steps again, whatever others do' : 'nothing can happen any more';
  return `${first}; stuck: ${where.join(', ')}`;
}
