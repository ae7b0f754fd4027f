/**
 * Elements: the configurations that the search keeps. An element is a set of configurations of the machine with a store queue for each thread and
 * cell. It says of some threads in which local state they are and what their queues hold (`queues.ts`), and of some cells what
 * memory holds; about the others it says nothing.
 *
 * Why backward search ends: take the ordering in which c is below d when they differ only in that queues of d have more
 * entries, with the same newest one, and empty ones only where c has them. Whatever c does, d can do: before a flush of c it
 * flushes the entries that are older than the one flushed, and nobody looks in between. Words with equal last letters, one
 * within the other, are a well-quasi ordering; so the configurations from which something bad can be reached are told by
 * finitely many, and elements are those, made lazy.
 *
 * A thread with barriers between its stores has a load buffer behind its queues (`messages.ts`).
 *
 * A part may leave its local state open: a thread that has a store to flush, wherever it is.
 */
import { type Configuration, isSubword, type Part as PartOf } from '../automata/configuration.js';
import { covers, isOpen, type Queue, wordOf } from './queues.js';

/** The local state is not told. */
export const ANYWHERE = -1;

/**
 * Kinds are by automaton and state; `anyKind` is that for any state. Bits are for what a part that it covers has as well.
 */
export interface Part extends PartOf {
  /** Or ANYWHERE. */
  readonly state: number;
  /** For each cell that the automaton stores to, in their order. */
  readonly queues: readonly Queue[];
  /** A word of its load buffer (`messages.ts`); empty without barriers. */
  readonly messages: string;
  /** Letters in all queues and in the word. */
  readonly size: number;
}

export type Element = Configuration<Part>;

/** The parts that have been seen. */
export class Parts {
  private readonly known = new Map<string, Part>();
  private readonly kinds = new Map<string, number>();

  part(automaton: number, state: number, queues: readonly Queue[], messages = ''): Part {
    const key = `${automaton},${state},${queues.join('\0')}\0\0${messages}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const anyKind = this.kind(automaton, ANYWHERE);
    const kind = this.kind(automaton, state);
    const size = queues.reduce((sum, queue) => sum + wordOf(queue).length, messages.length);
    const bits = bitsOf(automaton, queues, messages);
    const part = { id: this.known.size, automaton, state, queues, messages, kind, anyKind, bits, size };
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
function bitsOf(automaton: number, queues: readonly Queue[], messages: string): number {
  let bits = 0;
  for (let at = 0; at < messages.length; at++) bits |= 1 << ((automaton * 7 + messages.charCodeAt(at) * 11 + 5) & 31);
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

/** What the search wants little of. */
export function sizeOf({ parts }: Element): number {
  return parts.reduce((sum, { size }) => sum + size + 1, 0);
}

/** Whether everything that the other part stands for, this one does. */
export function isPartCovering(part: Part, other: Part): boolean {
  if (part === other) return true;
  if (part.kind !== other.kind && part.kind !== other.anyKind) return false;
  if (part.messages !== '' && !isSubword(part.messages, other.messages)) return false;
  return part.queues.every((queue, k) => covers(queue, other.queues[k] as Queue));
}
