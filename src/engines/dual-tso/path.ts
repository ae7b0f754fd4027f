/**
 * From the configurations that a search has stepped back through to a run of the dual semantics.
 *
 * A configuration remembers the one it was found from, not the step: predecessors of that one are made again until it is
 * among them. Parts are sorted and have no names: they are given threads in the initial configuration, and these are
 * carried along. Where messages were stripped, their propagations come before the step.
 */
import type { Alphabet, Configuration, Part } from './order.js';
import { keyOf } from './order.js';
import type { Arranged, DualAction, Predecessor, Stepper } from './predecessors.js';
import type { CellValue, ConcurrentSystem } from './system.js';

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

export function runFrom(first: Found, system: ConcurrentSystem, stepper: Stepper): DualRun {
  const { alphabet } = stepper;
  const initial = system.threads.map(() => 0);
  let threads = first.parts.map((part, k) => {
    const before = first.parts.slice(0, k).filter(({ automaton }) => automaton === part.automaton).length;
    const members = [...system.threads.keys()].filter((thread) => system.threads[thread] === part.automaton);
    const thread = members[before] as number;
    initial[thread] = initialPosition(system.automata, part);
    return thread;
  });
  const memory = system.initial.map((values, cell) => knownAt(first.memory, cell, alphabet) ?? (values[0] as number));

  const steps: DualStep[] = [];
  for (let here = first; here.next !== null; here = here.next) {
    const { predecessor, arranged } = stepBetween(here, here.next, stepper);
    const acting: number[] = [];
    for (const [sorted, position] of arranged.positions.entries()) acting[position] = threads[sorted] as number;
    for (const [position, { word }] of predecessor.parts.entries()) {
      const kept = here.parts[arranged.positions.indexOf(position)]?.word.length as number;
      for (let length = kept + 1; length <= word.length; length++) {
        const after = word.slice(word.length - length);
        const read = shown(after[0] as string, alphabet);
        const buffer = [...after].map((message) => shown(message, alphabet));
        steps.push({ thread: acting[position] as number, action: { kind: 'propagate', read }, buffer });
      }
    }
    const { action, actor } = predecessor;
    // A thread of which the next configuration says nothing needs nothing in its buffer, and does nothing any more.
    const word = here.next.parts[actor]?.word ?? '';
    steps.push({
      thread: acting[actor] as number,
      action: action.kind === 'propagate' ? { kind: 'propagate', read: shown(action.message, alphabet) } : action,
      buffer: [...word].map((message) => shown(message, alphabet)),
    });
    threads = acting.slice(0, here.next.parts.length);
  }
  return { memory, initial, steps };
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
