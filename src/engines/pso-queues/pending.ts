/**
 * Targets that look at memory, where threads with load buffers are behind (`messages.ts`). As in `dual-tso/pending.ts`: take a
 * run up to the moment that is asked about. When the last store that has reached memory by then has done so, memory in the
 * search's run is as asked. What remains, until such a thread is in its local state, are *pending* steps of its own: local
 * steps, loads from its queues and from what is in its load buffer, stores, barriers, and flushes, which happen after the
 * moment that is asked about (at a barrier the queues are empty). Fences and locked instructions are not among them: they
 * would have found stores waiting; neither are propagations, since those loads have looked at memory before.
 *
 * A thread without load buffer is never behind, and has no pending steps.
 *
 * Pending steps that come before the first flush change no memory: they may as well come before the moment at which memory is
 * asked about, where the search finds them. So only the target itself is taken, and what is right before a flush.
 */
import { UNKNOWN } from '../automata/configuration.js';
import { MinorSet } from '../automata/minor-set.js';
import { type Element, isPartCovering, type Part } from './element.js';
import type { Stepper } from './predecessors.js';
import { ANYTHING } from './queues.js';
import type { Action, Situation, StepBack } from './thread-steps.js';

/** One thread, when memory is asked about or later; of memory what only it writes. */
export interface Pending extends Element {
  /** What the step leads to, and what was right before it: some queues may have to be emptied first. Null for the target. */
  readonly next: { readonly pending: Pending; readonly part: Part; readonly action: Action } | null;
}

/** Of one thread, for one set of local states. */
const MOST_PENDING = 100_000;
/** Between two looks at the clock. */
const CHUNK = 64;

export class PendingSteps {
  private readonly known = new Map<string, readonly Pending[]>();

  constructor(private readonly stepper: Stepper) {}

  /** What stands for all from which a thread comes to one of the states; null when there are too many. */
  *leadingTo(automaton: number, states: readonly number[]): Generator<null, readonly Pending[] | null> {
    const key = `${automaton}:${states.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { parts, system } = this.stepper;
    const steps = this.stepper.stepsOf(automaton);
    const memory = UNKNOWN.repeat(system.domains.length);
    const queues = steps.stored.map(() => ANYTHING);
    const targets = states.map(
      (state): Pending => ({ parts: [parts.part(automaton, state, queues)], memory, next: null }),
    );
    if (!steps.isBehind) return targets;

    const found = new MinorSet<Part, Pending>(isPartCovering);
    const first = new MinorSet<Part, Pending>(isPartCovering);
    const queue: Pending[] = [];
    const offer = (pending: Pending, isFirst: boolean): void => {
      if (isFirst && !first.covers(pending)) first.add(pending);
      if (found.covers(pending)) return;
      found.add(pending);
      queue.push(pending);
    };
    for (const target of targets) offer(target, true);
    for (let position = 0; position < queue.length; position++) {
      if (position % CHUNK === 0) yield null;
      if (position > MOST_PENDING) return null;
      const pending = queue[position] as Pending;
      const { state, queues, messages } = pending.parts[0] as Part;
      for (const step of steps.pendingInto({ state, queues, messages, memory: pending.memory })) {
        const before = this.before(automaton, step, pending);
        if (before !== null) offer(before.pending, before.isFlush);
      }
    }
    const all = [...first];
    this.known.set(key, all);
    return all;
  }

  private before(
    automaton: number,
    step: StepBack,
    pending: Pending,
  ): { readonly pending: Pending; readonly isFlush: boolean } | null {
    const { parts } = this.stepper;
    const { state, messages, memory, action } = step;
    const queues = this.stepper.stepsOf(automaton).settled(step.queues, memory, messages);
    const situation: Situation = { state, queues, messages, memory };
    if (!this.stepper.isPossible(automaton, situation)) return null;
    const next = { pending, part: parts.part(automaton, state, step.queues, messages), action };
    const made: Pending = { parts: [parts.part(automaton, state, queues, messages)], memory, next };
    return { pending: made, isFlush: action.kind === 'flush' || queues !== step.queues };
  }
}
