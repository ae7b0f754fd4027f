/**
 * From the configurations that a search has stepped back through to a run of the dual semantics.
 *
 * A configuration remembers the one it was found from, not the step: predecessors of that one are made again until it is
 * among them. Parts are sorted and have no names: they are given threads in the initial configuration, and these are
 * carried along. Where messages were stripped, their propagations come before the step. Where an idle thread was dropped,
 * since there are any number of its kind, a thread that nothing was said of until then takes its place: it is idle still.
 * After a target that looks at memory come the pending steps of its threads, one thread after the other.
 */

import type { CellValue, ConcurrentSystem } from '../automata/system.js';
import type { Alphabet, Configuration, Part } from './order.js';
import { keyOf } from './order.js';
import type { Pending } from './pending.js';
import type { Arranged, DualAction, Predecessor, Stepper } from './predecessors.js';
import type { Ending } from './target-configurations.js';

/** A configuration of a search. */
export interface Found extends Configuration {
  /** The one it is a predecessor of; null for a target. */
  readonly next: Found | null;
}

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
) {
  return (
    parts.every((part) => part.word === '' && initialPosition(automata, part) >= 0) &&
    initial.every((values, cell) => {
      const known = knownAt(memory, cell, alphabet);
      return known === null || values.includes(known);
    })
  );
}

function initialPosition(automata: ConcurrentSystem['automata'], { automaton, state }: Part): number {
  return (automata[automaton] as ConcurrentSystem['automata'][number]).initial.findIndex(
    (first) => first.state === state,
  );
}

/** What memory holds in the cell; null where the configuration says nothing. */
export function knownAt(memory: string, cell: number, alphabet: Alphabet): number | null {
  return memory.charCodeAt(cell) === 0 ? null : alphabet.valueOf(memory[cell] as string);
}

/** One step of the way: `here` is what the predecessor became when it was arranged. */
export interface Link {
  readonly here: Configuration;
  readonly next: Configuration;
  readonly predecessor: Predecessor;
  readonly arranged: Arranged;
}

/** From one below an initial configuration to a target. */
export interface Way {
  readonly first: Configuration;
  readonly links: readonly Link[];
  /** After the last of them; null when the target does not look at memory. */
  readonly ending: Ending | null;
  readonly alphabet: Alphabet;
}

export function wayFrom(first: Found, ending: Ending | null, stepper: Stepper): Way {
  const links: Link[] = [];
  for (let here = first; here.next !== null; here = here.next) {
    links.push({ here, next: here.next, ...stepBetween(here, here.next, stepper) });
  }
  return { first, links, ending, alphabet: stepper.alphabet };
}

/** How many threads with the automaton take part. */
export function threadsNeeded({ first, links }: Way, automaton: number): number {
  const coming = [...first.parts, ...links.flatMap(({ predecessor, arranged }) => dropped(predecessor, arranged))];
  return coming.filter((part) => part.automaton === automaton).length;
}

function dropped({ parts }: Predecessor, { positions }: Arranged): readonly Part[] {
  return positions.length === parts.length ? [] : parts.filter((_, position) => !positions.includes(position));
}

export function runAlong({ first, links, ending, alphabet }: Way, system: ConcurrentSystem): DualRun {
  const initial = system.threads.map(() => 0);
  const free = system.automata.map((_, automaton) =>
    [...system.threads.keys()].filter((thread) => system.threads[thread] === automaton),
  );
  /** A thread that has done nothing yet. */
  const take = (part: Part): number => {
    const thread = free[part.automaton]?.shift();
    if (thread === undefined) throw new Error('a run needs more threads than there are');
    initial[thread] = initialPosition(system.automata, part);
    return thread;
  };
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
  for (const { here, next, predecessor, arranged } of links) {
    const acting: number[] = [];
    for (const [sorted, position] of arranged.positions.entries()) acting[position] = threads[sorted] as number;
    for (const [position, part] of predecessor.parts.entries()) {
      acting[position] ??= take(part);
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

function stepBetween(
  here: Configuration,
  next: Configuration,
  stepper: Stepper,
): { predecessor: Predecessor; arranged: Arranged } {
  const key = keyOf(here);
  for (const predecessor of stepper.predecessors(next)) {
    const arranged = stepper.arrange(predecessor);
    if (arranged !== null && keyOf(arranged.configuration) === key) return { predecessor, arranged };
  }
  throw new Error('a configuration is not a predecessor of the one it was found from');
}
