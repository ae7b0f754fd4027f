/**
 * Deadlocks, as the judge sees them: whether anything can happen in a configuration, but that threads look again whether they
 * still have to wait, is asked of the machine itself. Its buffers have no bound here, so that nobody waits for a buffer that is only too short in a search.
 */
import { conjunctsOf, leavesOf } from '../../../models/program/expression.js';
import type { Edge, Read } from '../../../models/program/model.js';
import { edgeAt, locationName, stuckThreads, templateOf } from '../../../models/program/parts.js';
import { lineText } from '../../../models/program/place.js';
import { evaluate } from './evaluate.js';
import {
  type Configuration,
  configurationKey,
  type Machine,
  next,
  type ProgramStep,
  threadName,
  viewOf,
} from './machine.js';

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
  const stuck = threads.map((thread) => {
    const template = templateOf(machine.program, thread);
    const location = configuration.locations[thread] as number;
    const wanted = wantedEdge(machine, configuration, thread);
    const first = template.edges.find(({ from }) => from === location);
    const { text } = wanted ?? first ?? { text: 'never' };
    // A process of an array system is at one location for ever: what it waits for tells more.
    const isOneForAll = wanted !== null && template.locations.length === 1;
    const where = isOneForAll ? lineText(wanted.place) : locationName(template, location);
    return `${threadName(machine, thread)} at ${where} (${text})`;
  });
  const first = others ? 'some thread never steps again, whatever others do' : 'nothing can happen any more';
  return `${first}; stuck: ${stuck.join(', ')}`;
}

/**
 * The first edge that the thread is about to take as far as it knows: all that the guard says of its own cells alone is true.
 * Its own are its locals, and in an instance of an array system the cells of this process (`PC[#1]`). Null when there is none.
 */
export function wantedEdge(machine: Machine, configuration: Configuration, thread: number): Edge | null {
  const { program } = machine;
  const view = viewOf(machine, configuration, thread);
  const process = `[${threadName(machine, thread)}]`;
  const isOwn = (leaf: Read): boolean =>
    leaf.kind === 'local' || program.shared[leaf.variable]?.name.endsWith(process) === true;
  const wants = ({ from, guard }: Edge): boolean => {
    if (from !== configuration.locations[thread] || guard === null) return false;
    const own = conjunctsOf(guard).filter((part) => {
      const leaves = leavesOf(part);
      return leaves.length > 0 && leaves.every(isOwn);
    });
    return own.length > 0 && own.every((part) => evaluate(view, part) === 1);
  };
  return templateOf(program, thread).edges.find(wants) ?? null;
}
