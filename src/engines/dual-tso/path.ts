/**
 * From the way of a search (`automata/way.ts`) to a run of the dual semantics. Where messages were stripped, their
 * propagations come before the step. After a target that looks at memory come the pending steps of its threads, one thread
 * after the other.
 */

import type { CellValue, ConcurrentSystem } from '../automata/system.js';
import { Cast, type Way } from '../automata/way.js';
import type { Alphabet, Configuration, Part } from './order.js';
import type { Pending } from './pending.js';
import type { DualAction } from './predecessors.js';
import type { Ending } from './target-configurations.js';

export interface DualStep {
  readonly thread: number;
  readonly action:
    | Exclude<DualAction, { kind: 'propagate' }>
    | { readonly kind: 'propagate'; readonly read: CellValue };
  /** The messages that must be in the thread's buffer afterwards, the newest first. */
  readonly buffer: readonly (CellValue & { readonly own: boolean })[];
}

export interface DualRun {
  readonly memory: readonly number[];
  /** For each thread the position of its initial state among those of its automaton. */
  readonly initial: readonly number[];
  readonly steps: readonly DualStep[];
  /** How many of the steps come before the target looks at memory; the others are pending. Null when it does not. */
  readonly pendingFrom: number | null;
}

/** Whether the initial configuration, or one of them, is above it. */
export function isInitial(
  { memory, parts }: Configuration,
  { automata, initial }: ConcurrentSystem,
  alphabet: Alphabet,
): boolean {
  return (
    parts.every(
      ({ automaton, state, word }) =>
        word === '' && automata[automaton]?.initial.some((first) => first.state === state) === true,
    ) &&
    initial.every((values, cell) => {
      const known = knownAt(memory, cell, alphabet);
      return known === null || values.includes(known);
    })
  );
}

/** What memory holds in the cell; null where the configuration says nothing. */
export function knownAt(memory: string, cell: number, alphabet: Alphabet): number | null {
  return memory.charCodeAt(cell) === 0 ? null : alphabet.valueOf(memory[cell] as string);
}

export type DualWay = Way<Part, DualAction, Ending | null>;

export function runAlong({ first, links, ending }: DualWay, system: ConcurrentSystem, alphabet: Alphabet): DualRun {
  const cast = new Cast(system);
  const { initial } = cast;
  const take = ({ automaton, state }: Part): number => cast.take(automaton, state);
  let threads = first.parts.map(take);
  const memory = system.initial.map((values, cell) => knownAt(first.memory, cell, alphabet) ?? (values[0] as number));

  const steps: DualStep[] = [];
  /** Of messages that were stripped: all but the oldest `kept` of the word. */
  const propagate = (thread: number, word: string, kept: number): void => {
    for (let length = kept + 1; length <= word.length; length++) {
      const after = word.slice(word.length - length);
      const read = shown(after[0] as string, alphabet);
      steps.push({ thread, action: { kind: 'propagate', read }, buffer: buffer(after, alphabet) });
    }
  };
  for (const link of links) {
    const { here, next, predecessor, arranged } = link;
    const acting = cast.acting(link, threads, take);
    for (const [position, part] of predecessor.parts.entries()) {
      // What was dropped had nothing in its buffer.
      const kept = here.parts[arranged.positions.indexOf(position)]?.word.length ?? 0;
      propagate(acting[position] as number, part.word, kept);
    }
    const { action, actor } = predecessor;
    // A thread of which the next configuration says nothing needs nothing in its buffer, and does nothing any more.
    const word = next.parts[actor]?.word ?? '';
    steps.push({
      thread: acting[actor] as number,
      action: action.kind === 'propagate' ? { kind: 'propagate', read: shown(action.message, alphabet) } : action,
      buffer: buffer(word, alphabet),
    });
    threads = acting.slice(0, next.parts.length);
  }
  if (ending === null) return { memory, initial, steps, pendingFrom: null };
  const target = links.at(-1)?.next ?? first;
  for (const [sorted, position] of ending.positions.entries()) {
    const word = ending.pending[position]?.parts[0]?.word ?? '';
    propagate(threads[sorted] as number, word, target.parts[sorted]?.word.length ?? 0);
  }
  const pendingFrom = steps.length;
  for (const [sorted, position] of ending.positions.entries()) {
    steps.push(...pendingSteps(ending.pending[position] as Pending, threads[sorted] as number, alphabet));
  }
  return { memory, initial, steps, pendingFrom };
}

function pendingSteps(first: Pending, thread: number, alphabet: Alphabet): DualStep[] {
  const steps: DualStep[] = [];
  for (let here = first; here.next !== null; here = here.next) {
    const { action } = here;
    if (action === null || action.kind === 'propagate') throw new Error('a pending step looks at memory');
    steps.push({ thread, action, buffer: buffer(here.next.parts[0]?.word ?? '', alphabet) });
  }
  return steps;
}

function buffer(word: string, alphabet: Alphabet): DualStep['buffer'] {
  return [...word].map((message) => shown(message, alphabet));
}

function shown(message: string, alphabet: Alphabet): CellValue & { readonly own: boolean } {
  const own = (message.charCodeAt(0) & 1) === 1;
  return { cell: alphabet.cellOf(message), value: alphabet.valueOf(message), own };
}
