/**
 * Sets of store queues, threads and configurations, as the judge of certificates speaks of them, and when one set is within
 * another.
 *
 * A queue of a thread is *closed* with a word: its entries hold the word, in that order, and its newest entry is the last of
 * the word; with the empty word it is empty. Or it is *open* with a word: its entries hold the word. An open set is the
 * union of closed ones: its word, and its word with any other entry behind.
 */
import { type BufferSet, isBufferWithin } from './messages.js';

export interface QueueSet {
  /** Values, the oldest first. */
  readonly word: readonly number[];
  readonly open: boolean;
}

export interface ThreadSet {
  readonly automaton: number;
  /** Null for any. */
  readonly state: number | null;
  /** By cell. */
  readonly queues: readonly QueueSet[];
  /** Of its load buffer; empty where it has none. */
  readonly messages: BufferSet;
}

export interface ConfigurationSet {
  /** By cell; null for any value. */
  readonly memory: readonly (number | null)[];
  /** So many different threads are like these; the others may be anything. */
  readonly threads: readonly ThreadSet[];
}

export const ANY_QUEUE: QueueSet = { word: [], open: true };
export const EMPTY_QUEUE: QueueSet = { word: [], open: false };

/** The words of closed sets whose union it is; `values` are those that an entry can have. */
export function closedWords({ word, open }: QueueSet, values: readonly number[]): (readonly number[])[] {
  if (!open) return [word];
  return [word, ...values.filter((value) => value !== word.at(-1)).map((value) => [...word, value])];
}

export function isConfigurationWithin(inner: ConfigurationSet, outer: ConfigurationSet): boolean {
  const remembered = outer.memory.every((value, cell) => value === null || value === inner.memory[cell]);
  return remembered && canPlace(outer.threads, inner.threads);
}

/** Whether each of the outer threads can be put on a different inner one that is within it. */
function canPlace(outer: readonly ThreadSet[], inner: readonly ThreadSet[]): boolean {
  const [first, ...rest] = outer;
  if (first === undefined) return true;
  return inner.some((thread, k) => isThreadWithin(thread, first) && canPlace(rest, inner.toSpliced(k, 1)));
}

function isThreadWithin(inner: ThreadSet, outer: ThreadSet): boolean {
  if (inner.automaton !== outer.automaton) return false;
  if (outer.state !== null && outer.state !== inner.state) return false;
  if (!isBufferWithin(inner.messages, outer.messages)) return false;
  return outer.queues.every((queue, cell) => isQueueWithin(inner.queues[cell] as QueueSet, queue));
}

export function isQueueWithin(inner: QueueSet, outer: QueueSet): boolean {
  if (outer.open) return holds(inner.word, outer.word);
  if (inner.open || inner.word.at(-1) !== outer.word.at(-1)) return false;
  return holds(inner.word, outer.word);
}

/** Whether the entries hold the word, in that order. */
function holds(entries: readonly number[], word: readonly number[]): boolean {
  let found = 0;
  for (const entry of entries) if (entry === word[found]) found++;
  return found === word.length;
}
