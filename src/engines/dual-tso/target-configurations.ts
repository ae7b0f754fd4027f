/**
 * Where the backward search begins: configurations that stand for all targets.
 *
 * A target that says nothing of memory is its local states with empty buffers, since messages can be deleted. For one that
 * does, memory is asked about before the threads are there (`pending.ts`): a configuration for each way to choose, for
 * every thread, where its pending steps begin. What a thread alone needs of memory must agree with what is asked.
 */
import { combinations } from '../automata/automaton.js';
import { type Arranged, type Configuration, remember, UNKNOWN } from '../automata/configuration.js';
import type { ConcurrentSystem, Target } from '../automata/system.js';
import type { Part } from './order.js';
import { type Pending, PendingSteps } from './pending.js';
import type { Stepper } from './predecessors.js';

/** How a run goes on from the configuration to the target, when memory has been asked about. */
export interface Ending {
  /** For each thread of the target. */
  readonly pending: readonly Pending[];
  /** For each part of the configuration its position in `pending`. */
  readonly positions: readonly number[];
}

interface TargetConfiguration {
  readonly configuration: Configuration<Part>;
  /** Null when memory is not asked about. */
  readonly ending: Ending | null;
}

/** Null for a look at the clock. The reason when it cannot be told. */
export function* targetConfigurations(
  { targets, threads, domains }: ConcurrentSystem,
  stepper: Stepper,
): Generator<TargetConfiguration | null, string | null> {
  const unknown = UNKNOWN.repeat(domains.length);
  const steps = new PendingSteps(stepper, domains.length);
  for (const target of targets) {
    if (target.memory.length === 0) {
      yield* withoutMemory(target, threads, unknown, stepper);
      continue;
    }
    const asked = target.memory.reduce(
      (memory, held) => remember(memory, held.cell, stepper.alphabet.plain(held)) ?? twice(held.cell),
      unknown,
    );
    const choices: (readonly Pending[])[] = [];
    for (const { thread, states } of target.threads) {
      const work = steps.leadingTo(threads[thread] as number, states);
      let step = work.next();
      for (; step.done !== true; step = work.next()) yield null;
      if (step.value === null) return TOO_MANY;
      choices.push(step.value);
    }
    for (const { chosen, memory } of agreeing(choices, asked, 0)) {
      const parts = chosen.flatMap((pending) => pending.parts);
      const arranged = stepper.arrangeAll({ parts, memory });
      yield arranged && { ...arranged, ending: { pending: chosen, positions: arranged.positions } };
    }
  }
  return null;
}

const TOO_MANY =
  'stores of a thread can wait in too many ways where a condition looks at memory: add fences, or give smaller ranges';

function twice(cell: number): never {
  throw new Error(`a target names cell ${cell} twice`);
}

function* withoutMemory(
  target: Target,
  threads: readonly number[],
  memory: string,
  stepper: Stepper,
): Generator<TargetConfiguration> {
  for (const states of combinations(target.threads.map((part) => part.states))) {
    const parts = target.threads.map(({ thread }, k) =>
      stepper.parts.part(threads[thread] as number, states[k] as number, ''),
    );
    // A run that ends in a target has all threads of it, also the idle ones.
    const arranged: Arranged<Part> | null = stepper.arrangeAll({ parts, memory });
    if (arranged !== null) yield { configuration: arranged.configuration, ending: null };
  }
}

/** All ways to take one of each that agree on memory, and what they say of it together. */
function* agreeing(
  choices: readonly (readonly Pending[])[],
  memory: string,
  from: number,
): Generator<{ readonly chosen: readonly Pending[]; readonly memory: string }> {
  if (from === choices.length) {
    yield { chosen: [], memory };
    return;
  }
  for (const pending of choices[from] as readonly Pending[]) {
    const agreed = agree(memory, pending.memory);
    if (agreed === null) continue;
    for (const rest of agreeing(choices, agreed, from + 1)) {
      yield { chosen: [pending, ...rest.chosen], memory: rest.memory };
    }
  }
}

/** What both say; null when they contradict each other. */
function agree(one: string, other: string): string | null {
  let both: string | null = one;
  for (let cell = 0; cell < other.length && both !== null; cell++) {
    if (other[cell] !== UNKNOWN) both = remember(both, cell, other[cell] as string);
  }
  return both;
}
