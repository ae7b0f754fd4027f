/**
 * Targets that look at memory. The paper asks for local states only, since these are the same under both semantics (theorem
 * 1), and memory is not: in a dual run a write is in memory at once, with a store buffer it waits. What we add:
 *
 * Take a run with store buffers up to a moment t. Its dual run has the same steps of each thread; a write happens when it
 * reaches memory, a load puts its message in when it looks at memory, and each step comes after those before it in its
 * thread. So when the last write that reaches memory before t has happened, dual memory is memory at t. What remains, until
 * each thread is in its local state of t, are the steps from the first write on that waits at t: writes, loads, local
 * steps. These loads have looked at memory before t, so their messages are in the load buffers; a fence or an atomic step
 * is not among them, since it would have found the write waiting. Hence a target (local states q, memory m) can be reached
 * exactly when a dual run leads to memory m in a configuration from where each thread of the target, alone, comes to its q
 * by *pending steps*: local steps, writes, loads from messages that it has, deletions.
 *
 * (The other direction is `store-buffer-run.ts`: the pending steps are executed as all others, at the time of the oldest
 * message, and their writes are left in the store buffer. Threads of which the target says nothing need no pending steps:
 * leaving theirs out changes neither memory nor anybody else.)
 *
 * More messages never hurt here either, so for each thread the local states and buffers from which pending steps lead to q
 * are closed upward, and are found backward with the rules of `predecessors.ts`. Two things make them few:
 *
 *   - Pending steps before the first write change no memory: they may as well come before the moment at which memory is
 *     asked about, where the search finds them. So only q itself is taken, and what is right before a write.
 *   - A write puts its message in front, and nothing is put in front later. Where the newest message is plain no write has
 *     been before, so there is nothing more to find.
 *
 * A pending step is a step of the dual semantics, so what a thread alone can have (`forward.ts`) is still all it can have.
 * Of memory a configuration here tells what only this thread writes; what others do is nothing to it.
 */
import { UNKNOWN } from '../automata/configuration.js';
import { MinorSet } from '../automata/minor-set.js';
import { type Configuration, isOwn, isPartBelow, type Part } from './order.js';
import type { DualAction, Stepper } from './predecessors.js';

/** One thread, when memory is asked about or later. */
export interface Pending extends Configuration {
  /** What the pending step leads to; null for the target. */
  readonly next: Pending | null;
  readonly action: DualAction | null;
}

/** Configurations of one thread from which pending steps lead to one set of local states. */
const MOST_PENDING = 100_000;
/** Configurations that are stepped back from between two looks at the clock. */
const CHUNK = 64;

export class PendingSteps {
  private readonly known = new Map<string, readonly Pending[]>();

  constructor(
    private readonly stepper: Stepper,
    private readonly cells: number,
  ) {}

  /** What stands for all from which a thread comes to one of the states; null when there are too many. */
  *leadingTo(automaton: number, states: readonly number[]): Generator<void, readonly Pending[] | null> {
    const key = `${automaton}:${states.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = new MinorSet<Part, Pending>(isPartBelow);
    /** Those of them that stand for the others. */
    const first = new MinorSet<Part, Pending>(isPartBelow);
    const queue: Pending[] = [];
    const offer = (parts: readonly Part[], held: string, next: Pending | null, action: DualAction | null): void => {
      const memory = this.stepper.fill(parts, held);
      if (memory === null) return;
      const pending = { parts, memory, next, action };
      if (found.covers(pending)) return;
      if (next === null || isWrite(action)) first.add(pending);
      found.add(pending);
      const newest = parts[0]?.word[0];
      if (newest === undefined || isOwn(newest)) queue.push(pending);
    };
    for (const state of states) {
      offer([this.stepper.parts.part(automaton, state, '')], UNKNOWN.repeat(this.cells), null, null);
    }
    for (let position = 0; position < queue.length; position++) {
      if (position % CHUNK === 0) yield;
      if (position > MOST_PENDING) return null;
      const next = queue[position] as Pending;
      if (!found.isMinimal(next)) continue;
      for (const { parts, memory, action } of this.stepper.pendingPredecessors(next, 0)) {
        offer(parts, memory, next, action);
      }
    }
    const all = [...first];
    this.known.set(key, all);
    return all;
  }
}

function isWrite(action: DualAction | null): boolean {
  return action?.kind === 'transition' && action.transition.operation.kind === 'write';
}
