/**
 * Queues as elements speak of them: sets of store queues of one thread and one cell, told by a word, the oldest entry first.
 *
 *   closed b   queues that have the entries of b among theirs, in that order, and the same newest entry; the empty word: only
 *              the empty queue
 *   open b*    queues that have the entries of b among theirs, in that order; `*` alone: any queue
 *
 * A queue is a text: a character for each value (`Letters`), and a mark at its end when it is open. The functions below tell
 * what was before a step. Each is exact, up to older entries that can be flushed first.
 */
import { isSubword } from '../automata/configuration.js';
import type { CellValue, ConcurrentSystem } from '../automata/system.js';

export type Queue = string;

const MARK = '\u0001';
/** The empty queue alone. */
export const EMPTY: Queue = '';
export const ANYTHING: Queue = MARK;

/** Values of one cell for which there are characters, below those that come in pairs (surrogates). */
export const MOST_VALUES = 50_000;

/** Characters for the values of a cell: from 2 on. */
export class Letters {
  constructor(private readonly domains: ConcurrentSystem['domains']) {}

  letter({ cell, value }: CellValue): string {
    const position = (this.domains[cell] as readonly number[]).indexOf(value);
    if (position < 0) throw new Error(`cell ${cell} never holds ${value}`);
    return String.fromCharCode(position + 2);
  }

  value(cell: number, letter: string): number {
    return this.domains[cell]?.[letter.charCodeAt(0) - 2] as number;
  }
}

export function isOpen(queue: Queue): boolean {
  return queue.charCodeAt(queue.length - 1) === 1;
}

export function wordOf(queue: Queue): string {
  return isOpen(queue) ? queue.slice(0, -1) : queue;
}

export function openQueue(word: string): Queue {
  return word + MARK;
}

/** Nothing in it is asked for. */
export function mayBeEmpty(queue: Queue): boolean {
  return queue === EMPTY || queue === ANYTHING;
}

/**
 * Before a store of w the queue was any q with q.w as told. Closed b.w: the newest entry is put on w, so q has b. Open: q has
 * b, or all of b but its last letter, if that is w. Null when nothing leads there.
 */
export function beforeStore(queue: Queue, letter: string): Queue | null {
  const word = wordOf(queue);
  if (word.endsWith(letter)) return openQueue(word.slice(0, -1));
  return isOpen(queue) ? queue : null;
}

/** The queue that a load of v finds; from memory when it is empty, and else v is its newest entry. */
export function beforeLoad(queue: Queue, letter: string): { readonly queue: Queue; readonly fromMemory: boolean }[] {
  if (queue === EMPTY) return [{ queue, fromMemory: true }];
  const word = wordOf(queue);
  if (!isOpen(queue)) return word.endsWith(letter) ? [{ queue, fromMemory: false }] : [];
  const waiting = { queue: word.endsWith(letter) ? word : word + letter, fromMemory: false };
  return word === '' ? [waiting, { queue: EMPTY, fromMemory: true }] : [waiting];
}

/** Before a flush of v it was the oldest entry. */
export function beforeFlush(queue: Queue, letter: string): Queue {
  return letter + queue;
}

/** Whether all queues of the other are among those of this one. */
export function covers(queue: Queue, other: Queue): boolean {
  if (queue === other || queue === ANYTHING) return true;
  const word = wordOf(queue);
  if (isOpen(queue)) return isSubword(word, wordOf(other));
  if (word === '' || isOpen(other) || !other.endsWith(word.slice(-1))) return false;
  return isSubword(word, other);
}
