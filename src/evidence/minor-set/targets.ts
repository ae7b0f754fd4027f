/**
 * Whether a certificate covers the targets. A target says in which local states some threads are, and nothing of their
 * buffers. With empty buffers it must be covered; then it is with any, since deletions empty them and whatever steps into
 * something covered is covered. One that looks at memory must be covered before the pending steps of its threads.
 */
import type { ConcurrentSystem } from '../../engines/automata/system.js';
import type { Letter, Letters } from './letters.js';
import { byKind, type Configuration } from './members.js';
import { pendingFrom } from './pending.js';
import type { Steps } from './steps.js';
import type { Thread, Threads } from './threads.js';

export function targetFault(
  system: ConcurrentSystem,
  letters: Letters,
  threads: Threads,
  steps: Steps,
  isCovered: (configuration: Configuration) => boolean,
): string | null {
  const known = new Map<string, readonly Thread[]>();
  const pending = (automaton: number, states: readonly number[]): readonly Thread[] => {
    const key = `${automaton} ${states.join()}`;
    const found = known.get(key) ?? pendingFrom(automaton, states, threads, steps);
    known.set(key, found);
    return found;
  };
  for (const target of system.targets) {
    const memory: Letter[] = [...letters.nothing];
    for (const held of target.memory) memory[held.cell] = letters.plain(held);
    const choices = target.threads.map(({ thread, states }) => {
      const automaton = system.threads[thread] as number;
      if (target.memory.length > 0) return pending(automaton, states);
      return states.map((state) => threads.thread(automaton, state, []));
    });
    for (const chosen of tuples(choices, 0)) {
      if (!isCovered({ memory, threads: byKind(chosen) })) return 'a target is not covered';
    }
  }
  return null;
}

/** All ways to take one of each, from the position on. */
function* tuples(choices: readonly (readonly Thread[])[], position: number): Generator<Thread[]> {
  if (position === choices.length) {
    yield [];
    return;
  }
  for (const first of choices[position] as readonly Thread[]) {
    for (const rest of tuples(choices, position + 1)) yield [first, ...rest];
  }
}
