/**
 * Where the backward search begins: local states and memory as the targets have them; queues and other threads may be
 * anything. Where memory is asked about and threads may be behind, it is asked before they are there (`pending.ts`): an
 * element for each way to choose, for every thread, where its pending steps begin.
 */
import { combinations } from '../automata/automaton.js';
import { remember, UNKNOWN } from '../automata/configuration.js';
import type { Target } from '../automata/system.js';
import type { Element } from './element.js';
import { type Pending, PendingSteps } from './pending.js';
import type { Stepper } from './predecessors.js';
import { ANYTHING } from './queues.js';

/** How a run goes on from the element to the target. */
export interface Ending {
  /** For each thread of the target. */
  readonly pending: readonly Pending[];
  /** For each part of the element its position in `pending`. */
  readonly positions: readonly number[];
}

interface TargetElement {
  readonly configuration: Element;
  /** Null when no thread can be behind when memory is asked about. */
  readonly ending: Ending | null;
}

const TOO_MANY =
  'stores of a thread can wait in too many ways where a condition looks at memory: use full fences, or smaller ranges';

/** Null for a look at the clock. The reason when it cannot be told. */
export function* targetElements(stepper: Stepper): Generator<TargetElement | null, string | null> {
  const { targets, threads, domains } = stepper.system;
  const steps = new PendingSteps(stepper);
  for (const target of targets) {
    const letters = Array.from(domains, () => UNKNOWN);
    for (const held of target.memory) letters[held.cell] = stepper.letters.letter(held);
    const asked = letters.join('');
    const isLate = ({ thread }: Target['threads'][number]) => stepper.stepsOf(threads[thread] as number).isBehind;
    if (target.memory.length === 0 || !target.threads.some(isLate)) {
      yield* atOnce(target, asked, stepper);
      continue;
    }
    const choices: (readonly Pending[])[] = [];
    for (const { thread, states } of target.threads) {
      const found = yield* steps.leadingTo(threads[thread] as number, states);
      if (found === null) return TOO_MANY;
      choices.push(found);
    }
    for (const chosen of combinations(choices)) {
      const memory = agreement(asked, chosen);
      const parts = chosen.flatMap((pending) => pending.parts);
      const arranged = memory === null ? null : stepper.arrangeAll({ parts, memory });
      yield arranged && { ...arranged, ending: { pending: chosen, positions: arranged.positions } };
    }
  }
  return null;
}

function* atOnce(target: Target, memory: string, stepper: Stepper): Generator<TargetElement> {
  for (const states of combinations(target.threads.map((part) => part.states))) {
    const parts = target.threads.map(({ thread }, k) => {
      const automaton = stepper.system.threads[thread] as number;
      const queues = stepper.stepsOf(automaton).stored.map(() => ANYTHING);
      return stepper.parts.part(automaton, states[k] as number, queues);
    });
    // A run that ends in a target has all threads of it, also the idle ones.
    const arranged = stepper.arrangeAll({ parts, memory });
    if (arranged !== null) yield { configuration: arranged.configuration, ending: null };
  }
}

/** What is asked and what the threads need; null when they contradict each other. */
function agreement(asked: string, chosen: readonly Pending[]): string | null {
  let memory: string | null = asked;
  for (const pending of chosen) {
    for (let cell = 0; cell < asked.length && memory !== null; cell++) {
      const letter = pending.memory[cell] as string;
      if (letter !== UNKNOWN) memory = remember(memory, cell, letter);
    }
  }
  return memory;
}
