/**
 * The steps of the machine with store queues, undone straight from what they do: sets that together hold every configuration
 * from which a step of one thread leads into a given set.
 *
 *   - a load reads the newest entry of the thread's queue, and memory when that is empty
 *   - a store is put behind all entries
 *   - a fence and an atomic operation need all queues of the thread empty; an atomic operation reads and writes memory
 *   - a flush takes the oldest entry to memory
 *
 * Open queues that a step looks at are taken apart into closed ones first: then the newest entry is known.
 */
import type { Automaton, CellValue, ConcurrentSystem, Transition } from '../../engines/automata/system.js';
import { type ConfigurationSet, closedWords, EMPTY_QUEUE, type QueueSet, type ThreadSet } from './sets.js';

/** The thread before the step, and memory. */
interface Before {
  readonly thread: ThreadSet;
  readonly memory: ConfigurationSet['memory'];
}

type Memory = ConfigurationSet['memory'];

/** Of a thread that is in the set. */
export function* stepsInto(system: ConcurrentSystem, thread: ThreadSet, memory: Memory): Generator<Before> {
  const { transitions } = system.automata[thread.automaton] as Automaton;
  for (const transition of transitions) {
    if (thread.state === null || thread.state === transition.to) yield* undone(system, transition, thread, memory);
  }
  for (const cell of system.domains.keys()) yield* flushed(system, cell, thread, memory);
}

/**
 * Of a thread that may be anything. Where its step changes nothing that is said of memory, what was before is in the set. So
 * it is a flush of a cell, or an atomic operation that writes one, of which something is said.
 */
export function* stepsOfStranger(system: ConcurrentSystem, thread: ThreadSet, memory: Memory): Generator<Before> {
  const { transitions } = system.automata[thread.automaton] as Automaton;
  for (const transition of transitions) {
    const { operation } = transition;
    if (operation.kind !== 'atomic' || operation.writes.every(({ cell }) => memory[cell] === null)) continue;
    yield* undone(system, transition, thread, memory);
  }
  for (const [cell, value] of memory.entries()) if (value !== null) yield* flushed(system, cell, thread, memory);
}

function* undone(
  { domains }: ConcurrentSystem,
  { operation, from: state }: Transition,
  thread: ThreadSet,
  memory: Memory,
): Generator<Before> {
  const withQueue = (cell: number, queue: QueueSet): ThreadSet => {
    return { ...thread, state, queues: thread.queues.with(cell, queue) };
  };
  switch (operation.kind) {
    case 'nop':
      yield { thread: { ...thread, state }, memory };
      return;
    case 'read': {
      const { cell, value } = operation;
      for (const word of closedWords(thread.queues[cell] as QueueSet, domains[cell] as readonly number[])) {
        const queue = { word, open: false };
        if (word.length > 0) {
          if (word.at(-1) === value) yield { thread: withQueue(cell, queue), memory };
        } else if (memory[cell] === null || memory[cell] === value) {
          yield { thread: withQueue(cell, queue), memory: memory.with(cell, value) };
        }
      }
      return;
    }
    case 'write': {
      const { cell, value } = operation;
      for (const word of closedWords(thread.queues[cell] as QueueSet, domains[cell] as readonly number[])) {
        if (word.length === 0 || word.at(-1) !== value) continue;
        yield { thread: withQueue(cell, { word: word.slice(0, -1), open: true }), memory };
      }
      return;
    }
    case 'fence':
    case 'atomic': {
      if (thread.queues.some(({ word }) => word.length > 0)) return;
      const { reads, writes } = operation.kind === 'atomic' ? operation : NOTHING;
      const before = memoryBefore(reads, writes, memory);
      if (before === null) return;
      yield { thread: { ...thread, state, queues: thread.queues.map(() => EMPTY_QUEUE) }, memory: before };
      return;
    }
  }
}

const NOTHING: { readonly reads: readonly CellValue[]; readonly writes: readonly CellValue[] } = {
  reads: [],
  writes: [],
};

/** Null when memory cannot be like that after the writes. */
function memoryBefore(reads: readonly CellValue[], writes: readonly CellValue[], after: Memory): Memory | null {
  let before = after;
  for (const { cell, value } of writes) {
    if (after[cell] !== null && after[cell] !== value) return null;
    before = before.with(cell, null);
  }
  for (const { cell, value } of reads) {
    if (before[cell] !== null && before[cell] !== value) return null;
    before = before.with(cell, value);
  }
  return before;
}

/**
 * Where nothing is said of memory, and the queue need not be empty afterwards, the entry that was flushed was one more that the
 * set allows: what was before is in it.
 */
function* flushed({ domains }: ConcurrentSystem, cell: number, thread: ThreadSet, memory: Memory): Generator<Before> {
  const queue = thread.queues[cell] as QueueSet;
  const isEmpty = !queue.open && queue.word.length === 0;
  const held = memory[cell] as number | null;
  if (held === null && !isEmpty) return;
  const values = domains[cell] as readonly number[];
  for (const word of closedWords(queue, values)) {
    for (const value of held === null ? values : [held]) {
      const before = { word: [value, ...word], open: false };
      const queues = thread.queues.with(cell, before);
      yield { thread: { ...thread, queues }, memory: memory.with(cell, null) };
    }
  }
}
