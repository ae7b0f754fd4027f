/**
 * The steps of the machine with store queues, undone straight from what they do: sets that together hold every configuration
 * from which a step of one thread leads into a given set.
 *
 *   - a load reads the newest entry of the thread's queue, and memory when that is empty
 *   - a store is put behind all entries
 *   - a fence and an atomic operation need all queues of the thread empty; an atomic operation reads and writes memory
 *   - a flush takes the oldest entry to memory
 *   - a barrier needs all queues of the thread empty; whoever has one in its program has a load buffer (`messages.ts`). A flush
 *     of such a thread puts its own message into it, and at any time it may be told what memory holds in some cells. Where a
 *     queue is empty, a load gives the newest own message; if there is none, what the oldest message saw (it is told
 *     for these loads and no others), or what memory holds when no other thread writes the cell. A fence and an atomic operation need it empty, and look at memory
 *   - a step may do several of these at one moment: first what it needs, then loads, then writes; each cell has its queue
 *
 * Open queues that a step looks at are taken apart into closed ones first: then the newest entry is known.
 */
import type { Automaton, CellValue, ConcurrentSystem, Operation, Transition } from '../../engines/automata/system.js';
import { type BufferSet, beforeOwn, ownMessage, speaksOf, withOldest, withOwnMessage, withoutOwn } from './messages.js';
import { type ConfigurationSet, closedWords, EMPTY_QUEUE, type QueueSet, type ThreadSet } from './sets.js';

/** The thread before the step, and memory. */
export interface Before {
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
  yield* told(thread, memory);
}

/** Of those that look at no memory but of cells that only this thread writes: neither fences nor what it is told. */
export function* pendingStepsInto(
  system: ConcurrentSystem,
  thread: ThreadSet,
  memory: Memory,
): Generator<Before & { readonly isFlush: boolean }> {
  const { transitions } = system.automata[thread.automaton] as Automaton;
  for (const transition of transitions) {
    const { empties, direct } = effectsOf(transition.operation);
    if (empties || direct.length > 0 || (thread.state !== null && thread.state !== transition.to)) continue;
    for (const before of undone(system, transition, thread, memory)) yield { ...before, isFlush: false };
  }
  for (const cell of system.domains.keys()) {
    for (const before of flushed(system, cell, thread, memory)) yield { ...before, isFlush: true };
  }
}

/** Where the newest letter is something that it was told. Otherwise what was before is in the set. */
function* told(thread: ThreadSet, memory: Memory): Generator<Before> {
  const [newest, ...messages] = thread.messages;
  if (newest === undefined || newest.kind === 'own') return;
  if (newest.held.some(({ cell, value }) => memory[cell] !== null && memory[cell] !== value)) return;
  const before = [...memory];
  for (const { cell, value } of newest.held) before[cell] = value;
  yield { thread: { ...thread, messages }, memory: before };
}

/** Whether threads with the automaton have a load buffer. */
export function isLate({ transitions }: Automaton): boolean {
  return transitions.some(({ operation }) => effectsOf(operation).barrier);
}

/** Whether they write memory at once while stores may wait: what that means with a load buffer is not told here. */
export function writesPastBuffers({ transitions }: Automaton): boolean {
  return transitions.some(({ operation }) => {
    const { empties, direct } = effectsOf(operation);
    return !empties && direct.length > 0;
  });
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
  system: ConcurrentSystem,
  { operation, from }: Transition,
  after: ThreadSet,
  memoryAfter: Memory,
): Generator<Before> {
  const { domains } = system;
  const { empties, barrier, reads, writes, direct } = effectsOf(operation);
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
  if (empties && after.messages.length > 0) return;
  if (empties || barrier) {
    ways = ways
      .filter(({ thread }) => thread.queues.every(({ word }) => word.length === 0))
      .map(({ thread, memory }) => ({ thread: { ...thread, queues: thread.queues.map(() => EMPTY_QUEUE) }, memory }));
  }
  if (!empties && isLate(system.automata[after.automaton] as Automaton)) {
    for (const way of ways) yield* beforeLateLoads(system, way, reads);
    return;
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

/** Each load finds its value in a queue, as an own message, in the oldest message, or in memory; these at one moment. */
function* beforeLateLoads(system: ConcurrentSystem, after: Before, reads: readonly CellValue[]): Generator<Before> {
  let ways: { readonly before: Before; readonly seen: readonly CellValue[]; readonly held: readonly CellValue[] }[] = [
    { before: after, seen: [], held: [] },
  ];
  for (const read of reads) {
    const { cell, value } = read;
    const isOwn = isWrittenByOne(system, cell, after.thread.automaton);
    ways = ways.flatMap(({ before, seen, held }) => {
      const { thread, memory } = before;
      const found: typeof ways = [];
      for (const word of closedWords(thread.queues[cell] as QueueSet, system.domains[cell] as readonly number[])) {
        const closed = withQueue(thread, cell, { word, open: false });
        const put = (messages: BufferSet) => ({ before: { thread: { ...closed, messages }, memory }, seen, held });
        const own = ownMessage(thread.messages, cell);
        if (word.length > 0) {
          if (word.at(-1) === value) found.push(put(thread.messages));
        } else if (own !== null) {
          if (own.value === value) found.push(put(thread.messages));
        } else {
          found.push(...withOwnMessage(thread.messages, read).map(put));
          if (!isOwn) found.push({ ...put(thread.messages), seen: [...seen, read] });
          else if (memory[cell] === null || memory[cell] === value) {
            const known = { thread: closed, memory: memory.with(cell, value) };
            found.push({ before: known, seen, held: [...held, read] });
          }
        }
      }
      return found;
    });
  }
  for (const { before, seen, held } of ways) {
    let { messages } = before.thread;
    if (seen.length > 0) messages = withOldest(messages, seen);
    for (const { cell } of held) messages = withoutOwn(messages, cell);
    yield { ...before, thread: { ...before.thread, messages } };
  }
}

/** Whether no thread but one with this automaton, and only one of these, writes the cell. */
function isWrittenByOne({ automata, threads, any }: ConcurrentSystem, cell: number, automaton: number): boolean {
  const writers = threads.filter((number) =>
    automata[number]?.transitions.some(({ operation }) => {
      const { writes, direct } = effectsOf(operation);
      return [...writes, ...direct].some((write) => write.cell === cell);
    }),
  );
  return writers.length === 1 && writers[0] === automaton && !any.includes(automaton);
}

function withQueue(thread: ThreadSet, cell: number, queue: QueueSet): ThreadSet {
  return { ...thread, queues: thread.queues.with(cell, queue) };
}

/** In this order, forward: queues are empty; loads; stores, and writes that do not wait. */
interface Effects {
  /** Of queues. */
  readonly barrier: boolean;
  /** Of queues and load buffer. */
  readonly empties: boolean;
  readonly reads: readonly CellValue[];
  readonly writes: readonly CellValue[];
  readonly direct: readonly CellValue[];
}

function effectsOf(operation: Operation): Effects {
  const nothing: Effects = { barrier: false, empties: false, reads: [], writes: [], direct: [] };
  switch (operation.kind) {
    case 'nop':
      return nothing;
    case 'read':
      return { ...nothing, reads: [operation] };
    case 'write':
      return { ...nothing, writes: [operation] };
    case 'fence':
      return { ...nothing, empties: true };
    case 'atomic':
      return { ...nothing, empties: true, reads: operation.reads, direct: operation.writes };
    case 'several': {
      const { fence, barrier, reads, writes, direct } = operation;
      return { barrier: barrier === true, empties: fence, reads, writes, direct };
    }
  }
}

/**
 * Where nothing is said of memory or of messages on the cell, and the queue need not be empty afterwards, the entry that was
 * flushed was one more that the set allows: what was before is in it.
 */
function* flushed({ domains }: ConcurrentSystem, cell: number, thread: ThreadSet, memory: Memory): Generator<Before> {
  const queue = thread.queues[cell] as QueueSet;
  const isEmpty = !queue.open && queue.word.length === 0;
  const held = memory[cell] as number | null;
  if (held === null && !isEmpty && !speaksOf(thread.messages, cell)) return;
  const values = domains[cell] as readonly number[];
  for (const word of closedWords(queue, values)) {
    for (const value of held === null ? values : [held]) {
      const messages = beforeOwn(thread.messages, { cell, value });
      if (messages === null) continue;
      const before = { word: [value, ...word], open: false };
      const queues = thread.queues.with(cell, before);
      yield { thread: { ...thread, queues, messages }, memory: memory.with(cell, null) };
    }
  }
}
