/**
 * The steps of the machine with store queues, undone straight from what they do: sets that together hold every configuration
 * from which a step of one thread leads into a given set.
 *
 *   - a load reads the newest entry of the thread's queue, and memory when that is empty
 *   - a store is put behind all entries
 *   - a fence and an atomic operation need all queues of the thread empty; an atomic operation reads and writes memory
 *   - a flush takes the oldest entry to memory
 *   - a step may do several of these at one moment: first what it needs, then loads, then writes; each cell has its queue
 *
 * Open queues that a step looks at are taken apart into closed ones first: then the newest entry is known.
 */
import type { Automaton, CellValue, ConcurrentSystem, Operation, Transition } from '../../engines/automata/system.js';
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
 * it is a flush of a cell, or a write that does not wait in a queue, of which something is said.
 */
export function* stepsOfStranger(system: ConcurrentSystem, thread: ThreadSet, memory: Memory): Generator<Before> {
  const { transitions } = system.automata[thread.automaton] as Automaton;
  for (const transition of transitions) {
    const { direct } = effectsOf(transition.operation);
    if (direct.some(({ cell }) => memory[cell] !== null)) yield* undone(system, transition, thread, memory);
  }
  for (const [cell, value] of memory.entries()) if (value !== null) yield* flushed(system, cell, thread, memory);
}

function* undone(
  { domains }: ConcurrentSystem,
  { operation, from }: Transition,
  after: ThreadSet,
  memoryAfter: Memory,
): Generator<Before> {
  const { empties, reads, writes, direct } = effectsOf(operation);
  let ways: Before[] = [{ thread: { ...after, state: from }, memory: memoryAfter }];
  for (const { cell, value } of direct) {
    ways = ways.flatMap(({ thread, memory }) =>
      memory[cell] === null || memory[cell] === value ? [{ thread, memory: memory.with(cell, null) }] : [],
    );
  }
  const wordsOf = ({ queues }: ThreadSet, cell: number) =>
    closedWords(queues[cell] as QueueSet, domains[cell] as readonly number[]);
  for (const { cell, value } of writes) {
    ways = ways.flatMap(({ thread, memory }) =>
      wordsOf(thread, cell)
        .filter((word) => word.length > 0 && word.at(-1) === value)
        .map((word) => ({ thread: withQueue(thread, cell, { word: word.slice(0, -1), open: true }), memory })),
    );
  }
  if (empties) {
    ways = ways
      .filter(({ thread }) => thread.queues.every(({ word }) => word.length === 0))
      .map(({ thread, memory }) => ({ thread: { ...thread, queues: thread.queues.map(() => EMPTY_QUEUE) }, memory }));
  }
  for (const { cell, value } of reads) {
    ways = ways.flatMap(({ thread, memory }) =>
      wordsOf(thread, cell).flatMap((word): Before[] => {
        const known = { thread: withQueue(thread, cell, { word, open: false }), memory };
        if (word.length > 0) return word.at(-1) === value ? [known] : [];
        return memory[cell] === null || memory[cell] === value ? [{ ...known, memory: memory.with(cell, value) }] : [];
      }),
    );
  }
  yield* ways;
}

function withQueue(thread: ThreadSet, cell: number, queue: QueueSet): ThreadSet {
  return { ...thread, queues: thread.queues.with(cell, queue) };
}

/** In this order, forward: queues are empty; loads; stores, and writes that do not wait. */
interface Effects {
  readonly empties: boolean;
  readonly reads: readonly CellValue[];
  readonly writes: readonly CellValue[];
  readonly direct: readonly CellValue[];
}

function effectsOf(operation: Operation): Effects {
  switch (operation.kind) {
    case 'nop':
      return { empties: false, reads: [], writes: [], direct: [] };
    case 'read':
      return { empties: false, reads: [operation], writes: [], direct: [] };
    case 'write':
      return { empties: false, reads: [], writes: [operation], direct: [] };
    case 'fence':
      return { empties: true, reads: [], writes: [], direct: [] };
    case 'atomic':
      return { empties: true, reads: operation.reads, writes: [], direct: operation.writes };
    case 'several':
      return { empties: operation.fence, reads: operation.reads, writes: operation.writes, direct: operation.direct };
  }
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
