/**
 * A run of the dual semantics as one of a machine with store buffers (the direction of theorem 1 that the paper proves in its
 * appendix): the same steps of each thread, in another order between threads.
 *
 * In a dual run a write reaches memory when it is executed, and a load may give what memory held earlier: when the message
 * that it reads was propagated. In a store-buffer run a load sees memory as it is, and a write reaches memory later. So the
 * time of the dual run is taken as the order in which writes reach memory, and each thread executes its steps *earlier*: at
 * the time of the oldest message in its load buffer, or now when that is empty.
 *
 *   - That time never goes back for a thread, since messages leave in the order in which they came.
 *   - A load that reads the oldest message (x, v) sees memory as it was when that was propagated. The thread's stores that
 *     wait in its store buffer then are those that are executed before in its program and reach memory later: its
 *     own-messages in the load buffer. There is none on x, so the load reads memory.
 *   - A load with an own-message on x reads its store buffer, for the same reason, and the newest there.
 *   - A load from a cell that only this thread writes, without own-message there, reads memory as well, which holds what the
 *     thread wrote last: all its stores on x are drained by then, and nobody else has any.
 *   - A store is issued then and drained at its own time: at once when the load buffer is empty.
 *   - A fence or an atomic operation needs an empty load buffer: it happens now, and all stores before are in memory.
 *
 *   - The pending steps of a target that looks at memory (`pending.ts`) come last. Their writes happen after the moment that
 *     is asked about: they are not drained. What is executed at their time is so at the end, when memory changes no more.
 *
 * One thread only executes steps at the time of one of its messages, or of its own step: that is where they are collected,
 * and the store of that time is drained after them. Whether this is a run of the program is judged by the replay.
 */
import type { ProgramStep } from '../../memory/operational/program/machine.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import type { ConcurrentSystem, Statement } from '../automata/system.js';
import type { DualRun, DualStep } from './path.js';

interface Message {
  readonly cell: number;
  readonly value: number;
  readonly own: boolean;
  readonly time: number;
}

/** What happens at one time: steps of one thread, then perhaps its store reaches memory. */
interface Moment {
  readonly executed: ProgramStep[];
  drain: ProgramStep | null;
}

export function storeBufferRun({ memory, initial, steps, pendingFrom }: DualRun, system: ConcurrentSystem): ProgramRun {
  const first: Moment = { executed: [], drain: null };
  const moments = [first];
  for (const [thread, position] of initial.entries()) {
    const begin = system.automata[system.threads[thread] as number]?.initial[position];
    first.executed.push(...edges(thread, begin?.statements ?? []));
  }
  const buffers: Message[][] = initial.map(() => []);
  let failing: Moment | null = null;
  for (const [position, { thread, action, buffer }] of steps.entries()) {
    const now: Moment = { executed: [], drain: null };
    const messages = buffers[thread] as Message[];
    const time = moments.length;
    moments.push(now);
    if (action.kind === 'propagate') messages.unshift({ ...action.read, own: false, time });
    if (action.kind === 'transition') {
      const { operation, statements } = action.transition;
      const waits = operation.kind === 'nop' || operation.kind === 'read' || operation.kind === 'write';
      if (!waits && messages.length > 0) throw new Error('a fence in a dual run finds messages in the buffer');
      const then = moments[messages.at(-1)?.time ?? time] as Moment;
      then.executed.push(...edges(thread, statements));
      if (action.transition.fails) failing ??= then;
      if (operation.kind === 'write') {
        if (pendingFrom === null || position < pendingFrom) now.drain = { kind: 'drain', thread, cell: null };
        messages.unshift({ cell: operation.cell, value: operation.value, own: true, time });
      }
    }
    // All that is not needed any more, from the oldest on; so a deletion needs no case of its own.
    while (messages.length > 0 && isAbove(messages.slice(0, -1), buffer)) messages.pop();
    if (!isAbove(messages, buffer)) throw new Error('a dual run is not above the configurations it was made from');
  }
  const locals = system.locals.map((each, thread) => each[initial[thread] as number] as readonly number[]);
  return { initial: { memory, locals }, steps: cut(moments, failing, pendingFrom !== null) };
}

function edges(thread: number, statements: readonly Statement[]): ProgramStep[] {
  return statements.map(({ edge, choices }) => ({ kind: 'edge', thread, edge, choices }));
}

/** In one list: up to the step that fails; or to the last edge, unless the target looks at memory. */
function cut(moments: readonly Moment[], failing: Moment | null, looksAtMemory: boolean): ProgramStep[] {
  const until = failing === null ? moments : moments.slice(0, moments.indexOf(failing) + 1);
  const steps = until.flatMap((moment) =>
    moment.drain === null || moment === failing ? moment.executed : [...moment.executed, moment.drain],
  );
  return looksAtMemory ? steps : steps.slice(0, steps.findLastIndex(({ kind }) => kind === 'edge') + 1);
}

/** The ordering of buffers as the paper defines it: the newest own-message on each cell, and subwords between them. */
function isAbove(messages: readonly Message[], wanted: DualStep['buffer']): boolean {
  let position = 0;
  const seen = new Set<number>();
  for (const { cell, value, own } of messages) {
    const next = wanted[position];
    const same = next !== undefined && next.cell === cell && next.value === value && next.own === own;
    const newest = own && !seen.has(cell);
    if (newest) seen.add(cell);
    // The newest own-messages are the same in both, and nothing is put on one that is shadowed.
    if (newest && !same) return false;
    if (same && own === newest) position++;
  }
  return position === wanted.length;
}
