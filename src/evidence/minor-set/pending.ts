/**
 * Targets that look at memory, for the judge of certificates. The memory asked about is that of a machine with store buffers.
 * A dual run has it before the threads of the target are in their local states: what they do after that are *pending*
 * steps, which look at no memory and need no empty buffer: local steps, loads from what is in the buffer, deletions, and
 * writes, which reach memory later than the moment asked about.
 *
 * So a target is reached exactly when a run comes to memory as asked, with each thread of the target in a local state and
 * with a buffer from where pending steps of its own lead it to its local state there. All such must be bad. They are what
 * is above the threads found here, backward from the target with an empty buffer, by undoing pending steps (`steps.ts`).
 *
 * It is enough to look at those that begin with a write, and at the target itself. From any other, steps lead there that
 * leave memory as it is; and whatever steps into something bad is bad. And no write is undone where the newest letter is
 * plain: a write puts its own letter in front, and no pending step puts another one there.
 */
import { isOwn, type Letter } from './letters.js';
import type { Steps } from './steps.js';
import { isThreadAbove, type Thread, type Threads } from './threads.js';

/** Where pending steps of a thread begin that lead to one of the local states. */
export function pendingFrom(automaton: number, states: readonly number[], threads: Threads, steps: Steps): Thread[] {
  const found = new Map<number, Thread[]>();
  const begins: Thread[] = [];
  const queue: Thread[] = [];
  const reach = (thread: Thread, isBegin: boolean): void => {
    const alike = found.get(thread.kind) ?? [];
    if (thread.memories.length === 0 || alike.some((lower) => isThreadAbove(thread, lower))) return;
    found.set(thread.kind, [...alike, thread]);
    if (isBegin) begins.push(thread);
    const newest: Letter | undefined = thread.buffer[0];
    if (newest === undefined || isOwn(newest)) queue.push(thread);
  };
  for (const state of states) reach(threads.thread(automaton, state, []), true);
  // The queue grows while it is walked.
  for (const thread of queue) {
    for (const { before, isWrite } of steps.pendingInto(thread)) reach(before, isWrite);
  }
  return begins;
}
