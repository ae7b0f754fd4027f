/**
 * Elements: what the search keeps. An element is a set of configurations of the machine with a store queue for each thread and
 * cell. It says of some threads in which local state they are and what their queues hold (`queues.ts`), and of some cells what
 * memory holds; about the others it says nothing.
 *
 * Why backward search ends: take the ordering in which c is below d when they differ only in that queues of d have more
 * entries, with the same newest one, and empty ones only where c has them. Whatever c does, d can do: before a flush of c it
 * flushes the entries that are older than the one flushed, and nobody looks in between. Words with equal last letters, one
 * within the other, are a well-quasi ordering; so the configurations from which something bad can be reached are told by
 * finitely many, and elements are those, made lazy.
 *
 * Threads with one automaton can be exchanged: an element is a multiset of parts, sorted. It covers another when its parts
 * can be put on different parts of that, each on one that it covers, and memory agrees where it says something. A part may
 * leave its local state open: a thread that has a store to flush, wherever it is.
 */
import { covers, isOpen, type Queue, wordOf } from './queues.js';

/** The local state is not told. */
export const ANYWHERE = -1;

/** A thread in an element. Equal parts are the same object. */
export interface Part {
  readonly id: number;
  readonly automaton: number;
  /** Or ANYWHERE. */
  readonly state: number;
  /** For each cell that the automaton stores to, in their order. */
  readonly queues: readonly Queue[];
  /** By automaton and state. */
  readonly kind: number;
  /** By automaton, for any state. */
  readonly anyKind: number;
  /** Bits for what a part that it covers has as well. */
  readonly bits: number;
  /** Letters in all queues. */
  readonly size: number;
}

export interface Element {
  /** A letter for each cell, or UNKNOWN. */
  readonly memory: string;
  /** In the order of `compareParts`. */
  readonly parts: readonly Part[];
}

/** The parts that have been seen. */
export class Parts {
  private readonly known = new Map<string, Part>();
  private readonly kinds = new Map<string, number>();

  part(automaton: number, state: number, queues: readonly Queue[]): Part {
    const key = `${automaton},${state},${queues.join('\0')}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const anyKind = this.kind(automaton, ANYWHERE);
    const kind = this.kind(automaton, state);
    const size = queues.reduce((sum, queue) => sum + wordOf(queue).length, 0);
    const bits = bitsOf(automaton, queues);
    const part = { id: this.known.size, automaton, state, queues, kind, anyKind, bits, size };
    this.known.set(key, part);
    return part;
  }

  private kind(automaton: number, state: number): number {
    const key = `${automaton},${state}`;
    const kind = this.kinds.get(key) ?? this.kinds.size;
    this.kinds.set(key, kind);
    return kind;
  }
}

/** Bits for letters, for being empty, and for the newest letter where the queue is closed. */
function bitsOf(automaton: number, queues: readonly Queue[]): number {
  let bits = 0;
  for (const [k, queue] of queues.entries()) {
    const word = wordOf(queue);
    const seed = automaton * 7 + k * 13;
    for (let at = 0; at < word.length; at++) bits |= 1 << ((seed + word.charCodeAt(at)) & 31);
    if (!isOpen(queue)) {
      const newest = word === '' ? 1 : word.charCodeAt(word.length - 1);
      bits |= 1 << ((seed + 17 + newest * 3) & 31);
    }
  }
  return bits;
}

export function compareParts(one: Part, other: Part): number {
  return one.kind - other.kind || one.id - other.id;
}

/** Equal for equal elements. */
export function keyOf({ memory, parts }: Element): string {
  return `${parts.map(({ id }) => id).join()};${memory}`;
}

/** What the search wants little of. */
export function sizeOf({ parts }: Element): number {
  return parts.reduce((sum, { size }) => sum + size + 1, 0);
}

/** Whether everything that is in `other` is in the element. */
export function isCovering(element: Element, other: Element): boolean {
  if (element.parts.length > other.parts.length || !agrees(element.memory, other.memory)) return false;
  return fits(element.parts, other.parts, 0, 0);
}

function agrees(memory: string, other: string): boolean {
  for (let cell = 0; cell < memory.length; cell++) {
    const letter = memory.charCodeAt(cell);
    if (letter !== 0 && letter !== other.charCodeAt(cell)) return false;
  }
  return true;
}

/** Whether the parts from the position on can be put on parts that are not used yet. */
function fits(parts: readonly Part[], others: readonly Part[], position: number, used: number): boolean {
  const part = parts[position];
  if (part === undefined) return true;
  for (let k = 0; k < others.length; k++) {
    const other = others[k] as Part;
    if ((used & (1 << k)) !== 0 || !isPartCovering(part, other)) continue;
    if (fits(parts, others, position + 1, used | (1 << k))) return true;
  }
  return false;
}

function isPartCovering(part: Part, other: Part): boolean {
  if (part === other) return true;
  if (part.kind !== other.kind && part.kind !== other.anyKind) return false;
  return part.queues.every((queue, k) => covers(queue, other.queues[k] as Queue));
}
